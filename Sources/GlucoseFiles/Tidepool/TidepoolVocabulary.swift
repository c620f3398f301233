// SPDX-License-Identifier: Apache-2.0

/// The types of Tidepool's documents.
enum TidepoolVocabulary {
  /// The types of events that a person or a pump logged.
  static let eventTypes: Set<String> = [
    "bolus", "insulin", "wizard", "food", "physicalActivity", "reportedState",
  ]
  /// The types of actions and settings of a device.
  static let deviceTypes: Set<String> = [
    "upload", "pumpSettings", "cgmSettings", "controllerSettings", "controllerStatus",
    "pumpStatus", "dosingDecision", "alert", "water",
  ]
  /// All types of documents.
  static let types = eventTypes.union(deviceTypes).union([
    "cbg", "smbg", "basal", "bloodKetone", "deviceEvent",
  ])
}
