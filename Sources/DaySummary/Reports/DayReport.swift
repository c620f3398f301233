public import GlucoseDiary
public import GlucoseMath

/// A summary of a local day: its glucose and its logged events.
///
///     let report = try history.report(of: day, bands: bands)
///     report.statistics?.mean.mmolL      // nil on a day without readings
///     report.coverage.percent            // 97: the recorded part of the day
///     report.tags.contains(.low)
///
/// A day is derived and never stored.
public struct DayReport: Equatable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The band edges that ``statistics`` and ``tags`` use.
  public let bands: RangeBands
  /// The extremes, mean, standard deviation, and time in ranges of the day's readings, among other
  /// statistics, or `nil` if there are none.
  public let statistics: GlucoseStatistics?
  /// The part of the day that is covered by readings; see `SensorCoverage`. If the report has a
  /// current time, no readings are expected after it, and if it is of a whole record, none before its
  /// first reading and after its last.
  public let coverage: Percentage
  /// The episodes of low and high glucose that touch the day, in chronological order. One that is
  /// longer is cut at a day before the day and at a day after it.
  public let episodes: [GlucoseEpisode]
  /// The total nutrition of the day's meals.
  public let nutrition: NutritionTotal
  /// The total insulin of the day's doses.
  public let insulin: InsulinTotal
  /// The total exercise of the day.
  public let exercise: ExerciseTotal
  /// The time on the day during which at least one condition of each kind was ongoing.
  public let conditions: [DiaryCondition.Kind: Duration]

  /// A Boolean value that indicates whether the day has neither readings nor meals, doses,
  /// exercise, or conditions. Other entries, such as notes, are no part of a report.
  public var isEmpty: Bool {
    statistics == nil && nutrition.mealCount == 0 && insulin.doseCount == 0 && exercise.count == 0
      && conditions.isEmpty
  }

  /// The tags of the day.
  ///
  /// | Tag | Condition |
  /// |---|---|
  /// | ``DayTag/low`` | any reading is below the low edge of ``bands`` (`<`) |
  /// | ``DayTag/high`` | any reading is above the high edge of ``bands`` (`>`) |
  /// | ``DayTag/lowEpisode`` | a low episode of at least 15 minutes touches the day |
  /// | ``DayTag/highEpisode`` | a high episode of at least 15 minutes touches the day |
  /// | ``DayTag/exercise``, each kind of condition | an event touches the day, however briefly |
  public var tags: Set<DayTag> {
    var tags = Set(conditions.keys.map { DayTag($0) })
    if let statistics, statistics.minimum < bands.low { tags.insert(.low) }
    if let statistics, statistics.maximum > bands.high { tags.insert(.high) }
    if episodes.contains(where: \.isLow) { tags.insert(.lowEpisode) }
    if episodes.contains(where: { !$0.isLow }) { tags.insert(.highEpisode) }
    if exercise.count > 0 { tags.insert(.exercise) }
    return tags
  }
}

/// A one-word description of a day, such as low or high glucose, exercise, or illness.
///
/// The set of tags is open: there is one for every kind of `DiaryCondition`.
///
///     report.tags.contains(DayTag(DiaryCondition.Kind(rawValue: "travel")))
public struct DayTag: RawRepresentable, Hashable, Codable, Sendable {
  /// The text of the tag, such as "low" or "condition:travel".
  public let rawValue: String

  /// Creates a tag from its text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the tag of days with a condition of `kind`; that of an exercise that is going on is
  /// ``exercise``.
  public init(_ kind: DiaryCondition.Kind) {
    self = kind == .exercise ? .exercise : Self(rawValue: "condition:" + kind.rawValue)
  }

  /// At least one reading is below the target range.
  public static let low = Self(rawValue: "low")
  /// At least one reading is above the target range.
  public static let high = Self(rawValue: "high")
  /// At least one low episode of 15 minutes or more, as defined by the consensus.
  public static let lowEpisode = Self(rawValue: "lowEpisode")
  /// At least one high episode of 15 minutes or more, as defined by the consensus.
  public static let highEpisode = Self(rawValue: "highEpisode")
  /// Exercise on the day.
  public static let exercise = Self(rawValue: "exercise")
  /// Illness on the day.
  public static let illness = Self(.illness)
  /// Stress on the day.
  public static let stress = Self(.stress)
}
