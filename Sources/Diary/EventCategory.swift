// SPDX-License-Identifier: Apache-2.0

/// The category of what happened, without what it was: a known one or any other by its name.
public struct EventCategory: RawRepresentable, Hashable, Codable, Sendable, CaseIterable {
  /// The name of the category, which is the `type` of its persisted form.
  public let rawValue: String

  /// Creates the category called `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Food or drink.
  public static let meal = Self(rawValue: "meal")
  /// Insulin.
  public static let insulin = Self(rawValue: "insulin")
  /// Physical activity.
  public static let exercise = Self(rawValue: "exercise")
  /// A state that lasts.
  public static let condition = Self(rawValue: "condition")
  /// A glucose concentration measured in a drop of blood.
  public static let fingerstick = Self(rawValue: "fingerstick")
  /// A note, whose text is that of the event.
  public static let note = Self(rawValue: "note")
  /// A concentration of ketones.
  public static let ketones = Self(rawValue: "ketones")
  /// The weight of the body.
  public static let weight = Self(rawValue: "weight")
  /// A medicine other than insulin.
  public static let medication = Self(rawValue: "medication")
  /// A new sensor.
  public static let sensorChange = Self(rawValue: "sensorChange")
  /// A new site of infusion.
  public static let siteChange = Self(rawValue: "siteChange")
  /// A basal rate other than the usual one for some time.
  public static let temporaryBasal = Self(rawValue: "temporaryBasal")

  /// The categories that have a name here.
  public static let allCases: [Self] = [
    .meal, .insulin, .exercise, .condition, .fingerstick, .note, .ketones, .weight, .medication,
    .sensorChange, .siteChange, .temporaryBasal,
  ]

  /// A Boolean value that indicates whether events of the category have a type of their own and are no
  /// ``DiaryEntry``.
  var hasOwnType: Bool { Self.allCases.prefix(4).contains(self) }
}

extension EventKind {
  /// The category of what happened.
  public var category: EventCategory {
    switch self {
    case .meal: .meal
    case .insulin: .insulin
    case .exercise: .exercise
    case .condition: .condition
    case .entry(let entry): entry.category
    }
  }
}
