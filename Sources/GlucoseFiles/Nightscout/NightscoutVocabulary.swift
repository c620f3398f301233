// SPDX-License-Identifier: Apache-2.0

/// The types of treatments that say something, in lower case, and words of this module's own.
enum NightscoutVocabulary {
  static let tempBasal = "temp basal"
  static let meal = "meal"
  /// Types whose text is all there is to them.
  static let notes: Set<String> = ["note", "announcement", "question", "<none>", "none", "null"]
  /// Types that say that blood glucose was measured.
  static let checks: Set<String> = ["bg check", "finger stick", "calibration"]
  /// Stands for the duration of what has not ended.
  static let open = "open"

  /// Whether the type is one of meals.
  static func isMeal(_ type: String) -> Bool {
    type.contains("carb") || type.contains("meal") || type.contains("snack")
  }

  /// Whether the type is one of doses.
  static func isDose(_ type: String) -> Bool {
    type.contains("bolus") || type.contains("insulin") && !type.contains("change")
      || type == "smb"
  }
}
