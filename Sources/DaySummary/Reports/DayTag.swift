// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

/// Something that can be said of a day in a word: low or high glucose, exercise, illness.
///
/// The set is open: every kind of `DiaryCondition` makes a tag.
///
///     report.tags.contains(DayTag(DiaryCondition.Kind(rawValue: "travel")))
public struct DayTag: RawRepresentable, Hashable, Codable, Sendable {
  /// The tag as text, such as "hypo" or "condition:travel".
  public let rawValue: String

  /// The tag written as `rawValue`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The tag of days on which a condition of `kind` went on.
  public init(_ kind: DiaryCondition.Kind) { self.init(rawValue: "condition:" + kind.rawValue) }

  /// A reading lay below the target.
  public static let low = Self(rawValue: "hypo")
  /// A reading lay above the target.
  public static let high = Self(rawValue: "hyper")
  /// Glucose was below the target for at least 15 minutes: an episode, as the consensus counts them.
  public static let lowEpisode = Self(rawValue: "hypoEpisode")
  /// Glucose was above the target for at least 15 minutes: an episode, as the consensus counts them.
  public static let highEpisode = Self(rawValue: "hyperEpisode")
  /// There was exercise.
  public static let exercise = Self(rawValue: "exercise")
  /// There was illness.
  public static let illness = Self(.illness)
  /// There was stress.
  public static let stress = Self(.stress)
}
