// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

/// What a local day was like: its glucose, and what the person logged.
///
///     let report = try history.report(on: day)
///     report.statistics?.mean.mmolL      // nil on a day without readings
///     report.coverage                    // 0.97: the sensor saw 97 % of the day
///     report.tags.contains(.hypo)
///
/// A day is derived and never stored: looking at one leaves no trace.
public struct DayReport: Hashable, Codable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The edges that divide concentrations in ``statistics`` and in ``tags``.
  public let bands: RangeBands
  /// Extremes, mean, spread and shares of the bands over the day's readings, or `nil` if it has none.
  public let statistics: GlucoseStatistics?
  /// The part of the day for which readings stand, from 0 to 1; see `SensorCoverage`. Of a day that is
  /// not over only the time before the present is expected, where the present is known.
  public let coverage: Double
  /// The episodes of low and high glucose that touch the day, in order of time.
  public let episodes: [GlucoseEpisode]
  /// What was eaten.
  public let nutrition: NutritionTotal
  /// The insulin taken.
  public let insulin: InsulinTotal
  /// The exercise.
  public let exercise: ExerciseTotal
  /// The conditions that went on, one entry to a kind, in order of the kinds' names.
  public let conditions: [ConditionTotal]

  /// For how long conditions of `kind` went on during the day; zero if none did.
  public func duration(of kind: DiaryCondition.Kind) -> Duration {
    conditions.first { $0.kind == kind }?.duration ?? .zero
  }

  /// Whether nothing is known of the day: neither readings nor events.
  public var isEmpty: Bool {
    statistics == nil && nutrition.mealCount == 0 && insulin.doseCount == 0 && exercise.count == 0
      && conditions.isEmpty
  }

  /// What can be said of the day in a word each.
  ///
  /// A day is a hypo day if any reading lies below the target (`<` the low edge of ``bands``), a hyper
  /// day if any lies above it (`>` the high edge). If an episode of at least 15 minutes touches it, it
  /// has the tag of that as well, so that a filter can ask for the one or the other. It has the tag of
  /// exercise and of each kind of condition that touches it, however briefly.
  public var tags: Set<DayTag> {
    var tags = Set(conditions.map { DayTag($0.kind) })
    if let statistics, statistics.minimum < bands.low { tags.insert(.low) }
    if let statistics, statistics.maximum > bands.high { tags.insert(.high) }
    if episodes.contains(where: { $0.kind == .low }) { tags.insert(.lowEpisode) }
    if episodes.contains(where: { $0.kind == .high }) { tags.insert(.highEpisode) }
    if exercise.count > 0 { tags.insert(.exercise) }
    return tags
  }
}
