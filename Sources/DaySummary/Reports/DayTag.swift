// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

/// A one-word description of a day, such as low or high glucose, exercise, or illness.
///
/// The set of tags is open: there is one for every kind of `DiaryCondition`.
///
///     report.tags.contains(DayTag(DiaryCondition.Kind(rawValue: "travel")))
public struct DayTag: RawRepresentable, Hashable, Codable, Sendable {
  /// The text of the tag, such as "hypo" or "condition:travel".
  public let rawValue: String

  /// Creates a tag from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the tag of days with a condition of `kind`; that of an exercise that is going on is
  /// ``exercise``.
  public init(_ kind: DiaryCondition.Kind) {
    self = kind == .exercise ? .exercise : Self(rawValue: "condition:" + kind.rawValue)
  }

  /// At least one reading is below the target range.
  public static let low = Self(rawValue: "hypo")
  /// At least one reading is above the target range.
  public static let high = Self(rawValue: "hyper")
  /// At least one low episode of 15 minutes or more, as defined by the consensus.
  public static let lowEpisode = Self(rawValue: "hypoEpisode")
  /// At least one high episode of 15 minutes or more, as defined by the consensus.
  public static let highEpisode = Self(rawValue: "hyperEpisode")
  /// Exercise on the day.
  public static let exercise = Self(rawValue: "exercise")
  /// Illness on the day.
  public static let illness = Self(.illness)
  /// Stress on the day.
  public static let stress = Self(.stress)
}
