// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension DiaryEvent {
  /// What happened in an event.
  public enum Content: Hashable, Codable, Sendable {
    /// Food or drink.
    case meal(Meal)
    /// Insulin.
    case insulin(InsulinDose)
    /// Physical activity.
    case exercise(Exercise)
    /// A state that lasts, such as illness or stress.
    case condition(DiaryCondition)
  }
}

/// Food or drink, by what it contains as far as that is known.
public struct Meal: Hashable, Codable, Sendable {
  /// What it was.
  public var name: String?
  /// Carbohydrate in grams.
  public var carbs: Double?
  /// Protein in grams.
  public var protein: Double?
  /// Fat in grams.
  public var fat: Double?

  /// A meal of which some contents are known.
  public init(
    name: String? = nil, carbs: Double? = nil, protein: Double? = nil, fat: Double? = nil
  ) {
    self.name = name
    self.carbs = carbs
    self.protein = protein
    self.fat = fat
  }
}

/// Insulin that a person took.
public struct InsulinDose: Hashable, Codable, Sendable {
  /// How an insulin acts.
  public enum Action: String, Hashable, Codable, Sendable, CaseIterable {
    /// Within the hour, for meals and corrections.
    case rapidActing = "rapid"
    /// Over the day, once or twice a day.
    case longActing = "long"
    /// A mixture of both.
    case premixed = "mixed"
  }

  /// The dose in international units.
  public var units: Double
  /// How it acts, if that is known.
  public var action: Action?

  /// A dose of `units`.
  public init(units: Double, action: Action? = nil) {
    self.units = units
    self.action = action
  }
}

/// Physical activity over a time.
public struct Exercise: Hashable, Codable, Sendable {
  /// How hard an activity is.
  public enum Intensity: String, Hashable, Codable, Sendable, CaseIterable {
    /// One can sing.
    case light = "low"
    /// One can talk but not sing.
    case moderate = "medium"
    /// One cannot talk.
    case vigorous = "high"
  }

  /// What it was.
  public var name: String?
  /// For how long.
  public var duration: Duration
  /// How hard, if that is known.
  public var intensity: Intensity?

  /// An activity of `duration`.
  public init(name: String? = nil, duration: Duration, intensity: Intensity? = nil) {
    self.name = name
    self.duration = duration
    self.intensity = intensity
  }
}

/// A state that lasts and may still go on: illness, stress, or whatever the person names.
public struct DiaryCondition: Hashable, Codable, Sendable {
  /// A kind of condition: one of the known ones or any other by its name.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
    /// The name of the kind.
    public let rawValue: String

    /// The kind called `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Illness.
    public static let illness = Self(rawValue: "illness")
    /// Stress.
    public static let stress = Self(rawValue: "stress")
  }

  /// What kind of condition it is.
  public var kind: Kind
  /// When it ended, or `nil` if it still goes on.
  public var end: Date?

  /// A condition that lasts until `end`, or still goes on.
  public init(_ kind: Kind, until end: Date? = nil) {
    self.kind = kind
    self.end = end
  }
}

extension DiaryCondition {
  /// Decodes a condition whose end, if it has one, is finite.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    kind = try container.decode(Kind.self, forKey: .kind)
    end = try container.decodeIfPresent(Date.self, forKey: .end)
    try decoder.require(
      end.map(\.timeIntervalSinceReferenceDate.isFinite) ?? true,
      "The end of a condition must be finite")
  }
}
