// SPDX-License-Identifier: Apache-2.0

/// The known types of treatments, in lower case, and this module's own values.
enum NightscoutVocabulary {
  static let tempBasal = "temp basal"
  static let meal = "meal"
  /// The types of treatments that consist of their text.
  static let notes: Set<String> = ["note", "announcement", "question", "<none>", "none", "null"]
  /// The types of treatments that are measurements of blood glucose.
  static let checks: Set<String> = ["bg check", "finger stick", "calibration"]
  /// The value for the duration of an ongoing condition.
  static let open = "open"

  /// Returns a Boolean value that indicates whether the type is a meal's.
  static func isMeal(_ type: String) -> Bool {
    type.contains("carb") || type.contains("meal") || type.contains("snack")
  }

  /// Returns a Boolean value that indicates whether the type is a dose's.
  static func isDose(_ type: String) -> Bool {
    type.contains("bolus") || type.contains("insulin") && !type.contains("change")
      || type == "smb"
  }
}
