// SPDX-License-Identifier: Apache-2.0

/// How Apple Health names units and activities.
enum AppleHealthVocabulary {
  /// Grams in a unit of food.
  static let grams: [String: Double] = ["g": 1, "mg": 0.001, "oz": 28.349_523_125, "kg": 1000]
  /// International units in a unit of insulin.
  static let units: [String: Double] = ["IU": 1, "U": 1]

  /// Seconds in a unit of duration; minutes if none is named.
  static func seconds(_ unit: String?) -> Double {
    switch unit {
    case "s": 1
    case "hr": 3600
    default: 60
    }
  }

  /// The name of an activity in words: `HKWorkoutActivityTypeCrossTraining` is Cross Training.
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
