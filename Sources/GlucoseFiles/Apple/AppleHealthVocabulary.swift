// SPDX-License-Identifier: Apache-2.0

/// The names of units and activities in Apple Health.
enum AppleHealthVocabulary {
  /// The grams in a unit of food.
  static let grams: [String: Double] = ["g": 1, "mg": 0.001, "oz": 28.349_523_125, "kg": 1000]
  /// The international units in a unit of insulin.
  static let units: [String: Double] = ["IU": 1, "U": 1]

  /// Returns the seconds in a unit of duration; minutes if none is stated.
  static func seconds(_ unit: String?) -> Double {
    switch unit {
    case "s": 1
    case "hr": 3600
    default: 60
    }
  }

  /// Returns the name of an activity as words: "Cross Training" for
  /// `HKWorkoutActivityTypeCrossTraining`.
  static func activity(_ type: String) -> String? {
    let prefix = "HKWorkoutActivityType"
    guard type.hasPrefix(prefix) else { return type.isEmpty ? nil : type }
    var words = ""
    for letter in type.dropFirst(prefix.count) {
      if letter.isUppercase, !words.isEmpty { words += " " }
      words.append(letter)
    }
    return words.isEmpty ? nil : words
  }
}
