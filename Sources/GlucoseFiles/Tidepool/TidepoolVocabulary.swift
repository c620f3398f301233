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

/// The members of Tidepool's documents that are read.
enum TidepoolField: Int, JSONFieldNames {
  case type, id, mongoID, time, deviceTime, timezoneOffset, timezone, deviceID, uploadID
  case value, units, annotations, subType
  case normal, extended, dose, formulation, carbInput, nutrition, name
  case duration, intensity, states, note, notes

  static let names = [
    "type", "id", "_id", "time", "deviceTime", "timezoneOffset", "timezone", "deviceId",
    "uploadId", "value", "units", "annotations", "subType",
    "normal", "extended", "dose", "formulation", "carbInput", "nutrition", "name",
    "duration", "reportedIntensity", "states", "note", "notes",
  ]
}
