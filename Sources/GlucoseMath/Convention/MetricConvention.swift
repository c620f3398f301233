// SPDX-License-Identifier: Apache-2.0

/// The choices on which published implementations of one and the same metric differ.
///
/// A convention is passed to a metric; it sets the grid and the constants and never another
/// algorithm.
///
///     series.meanOfDailyDifferences(in: zone)                        // clinical
///     series.meanOfDailyDifferences(in: zone, convention: .iglu)     // as R iglu 4.3.0 prints it
///
/// ``clinical`` is what the definitions and the consensus say. ``iglu`` reproduces R iglu 4.3.0, its
/// known faults included, so that the numbers of a paper can be reproduced. The article
/// <doc:Metrics> lists the difference metric by metric.
public struct MetricConvention: Hashable, Sendable, CustomStringConvertible {
  /// The name, for a table's caption.
  public let description: String

  /// Whether rows of a grid follow the wall clock, as iglu's do, or the time that passes.
  let gridFollowsWallClock: Bool
  /// Whether the grid begins one interval after midnight and ends at the next midnight.
  let gridSkipsMidnight: Bool
  /// Whether cells lie where the sensor's readings do, not at round clock times, and take these as
  /// they are; and whether a reading alone is no recorded time.
  let gridFollowsSensor: Bool
  /// The longest interval of a grid in minutes that is not given.
  let longestGridInterval: Int
  /// The factor of the squared risk function: 10 × 1.509² as published, or 22.77.
  let riskScale: Double
  /// Below this, in mg/dL, a reading counts towards the hypoglycemic share of GRADE.
  let gradeHypoglycemiaLimit: Double
  /// Whether a trapezoid of the hourly area joins cells as many apart as there are days.
  let areaJoinsAcrossDays: Bool
  /// Whether gaps are rounded to whole minutes before missing readings are counted.
  let wearRoundsToMinutes: Bool
  /// Whether MAGE looks for the next fall from the nadir of the last, not from where it closed.
  let mageFallRestartsAtNadir: Bool
  /// Whether a segment with falls (or rises) only leaves MAGE of the other direction undefined and is
  /// left out where the greater direction is asked for.
  let mageNeedsEveryDirection: Bool
  /// Whether the first difference of MAGE's moving means after a start where they are equal is no
  /// crossing.
  let mageIgnoresDeparture: Bool
  /// Whether the recovery from a meal is a ratio to a rise even where glucose did not rise.
  let mealRecoveryNeedsNoRise: Bool
  /// Whether an extended episode must last longer than its minimum, not just as long.
  let extendedIsLonger: Bool
  /// Whether extended hyperglycemia is 120 minutes above 250 in one run, not 90 within 120.
  let extendedHyperglycemiaIsOneRun: Bool
  /// Whether episodes of level 2 and extended ones go by the edges asked for, where there are any, and not
  /// by those published.
  let episodesFollowBands: Bool
  /// The recorded days below which episodes have no rate.
  let minimumRecordedDays: Double
  /// Whether a statistic of values uses every reading of one instant, or one of them.
  let everyDuplicateCounts: Bool
  /// Whether wear time and the six deviations of every row of a table use the first row's intervals.
  let firstRowSetsIntervals: Bool

  /// What the definitions and the international consensus say, on real local days.
  public static let clinical = MetricConvention(
    description: "clinical", gridFollowsWallClock: false, gridSkipsMidnight: false,
    gridFollowsSensor: true, longestGridInterval: 20,
    riskScale: 10 * 1.509 * 1.509, gradeHypoglycemiaLimit: 70, areaJoinsAcrossDays: false,
    wearRoundsToMinutes: false, mageFallRestartsAtNadir: false, mageNeedsEveryDirection: false,
    mageIgnoresDeparture: false, mealRecoveryNeedsNoRise: false,
    extendedIsLonger: false, extendedHyperglycemiaIsOneRun: false, episodesFollowBands: false,
    minimumRecordedDays: 0.5,
    everyDuplicateCounts: false,
    firstRowSetsIntervals: false)

  /// What R iglu 4.3.0 computes, its faults included.
  public static let iglu = MetricConvention(
    description: "R iglu 4.3.0", gridFollowsWallClock: true, gridSkipsMidnight: true,
    gridFollowsSensor: false, longestGridInterval: .max,
    riskScale: 22.77, gradeHypoglycemiaLimit: 80, areaJoinsAcrossDays: true,
    wearRoundsToMinutes: true, mageFallRestartsAtNadir: true, mageNeedsEveryDirection: true,
    mageIgnoresDeparture: true, mealRecoveryNeedsNoRise: true,
    extendedIsLonger: true, extendedHyperglycemiaIsOneRun: true, episodesFollowBands: true,
    minimumRecordedDays: 0,
    everyDuplicateCounts: true,
    firstRowSetsIntervals: true)
}
