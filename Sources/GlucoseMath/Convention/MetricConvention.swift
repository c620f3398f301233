// SPDX-License-Identifier: Apache-2.0

/// A choice between published implementations of the same metrics.
///
/// A convention is passed to a metric. It sets the grid and the constants; the algorithm is the
/// same.
///
///     series.meanOfDailyDifferences(in: zone)                        // clinical
///     series.meanOfDailyDifferences(in: zone, convention: .iglu)     // with `import GlucoseCohort`
///
/// ``clinical`` follows the definitions and the consensus, and is the default of every metric. The
/// module `GlucoseCohort` adds `iglu`, which reproduces R iglu 4.3.0 including its known faults, so
/// that the numbers of a paper can be reproduced. The articles in <doc:Metrics> list the
/// differences metric by metric.
public struct MetricConvention: Equatable, Sendable, CustomStringConvertible {
  /// The name of the convention, for the caption of a table.
  public package(set) var description: String

  /// A Boolean value that indicates whether cells of a grid are at round times of the wall clock,
  /// from one interval after midnight to the next midnight, or at the sensor's readings by elapsed
  /// time, with the values of the readings; then an isolated reading is not recorded time.
  package var gridFollowsWallClock: Bool
  /// The factor of the squared risk function: 10 × 1.509² as published, or 22.77.
  package var riskScale: Double
  /// The concentration in mg/dL below which a reading counts as hypoglycemic in GRADE.
  package var gradeHypoglycemiaLimit: Double
  /// The concentration in mg/dL above which a reading counts as hyperglycemic in GRADE: 7.8 mmol/L as
  /// published, which is between 140 and 141 mg/dL, or 140 mg/dL.
  package var gradeHyperglycemiaLimit: Double
  /// A Boolean value that indicates whether a trapezoid of the hourly area joins cells as many
  /// apart as there are days.
  package var areaJoinsAcrossDays: Bool
  /// A Boolean value that indicates whether gaps are rounded to whole minutes before missing
  /// readings are counted.
  package var wearRoundsToMinutes: Bool
  /// A Boolean value that indicates whether MAGE searches the next fall from the nadir of the last,
  /// not from where it closed.
  package var mageFallRestartsAtNadir: Bool
  /// A Boolean value that indicates whether a segment with excursions in one direction only makes
  /// MAGE of the other direction undefined and is left out of the greater direction.
  package var mageNeedsEveryDirection: Bool
  /// A Boolean value that indicates whether the first difference of MAGE's moving means after a
  /// start where they are equal is ignored as a crossing.
  package var mageIgnoresDeparture: Bool
  /// A Boolean value that indicates whether the recovery from a meal is defined even where glucose
  /// did not rise.
  package var mealRecoveryNeedsNoRise: Bool
  /// A Boolean value that indicates whether extended hyperglycemia is 120 minutes above 250 mg/dL
  /// in one run, not 90 within 120.
  package var extendedHyperglycemiaIsOneRun: Bool
  /// A Boolean value that indicates whether level 2 and extended episodes use the edges of the
  /// bands where these are defined, not the published edges.
  package var episodesFollowBands: Bool
  /// The recorded days below which episodes have no rate.
  package var minimumRecordedDays: Double
  /// A Boolean value that indicates whether a statistic of values uses every reading of one
  /// instant, not one of them, and all metrics those of every feed.
  package var everyRowCounts: Bool
  /// A Boolean value that indicates whether sensor activity and the six standard deviations of
  /// every row of a table use the first row's intervals.
  package var firstRowSetsIntervals: Bool

  /// The convention of the definitions and the international consensus, on real local days.
  public static let clinical = MetricConvention(
    description: "clinical", gridFollowsWallClock: false,
    riskScale: 10 * 1.509 * 1.509, gradeHypoglycemiaLimit: 70,
    gradeHyperglycemiaLimit: Glucose.mmolL(7.8).mgdL, areaJoinsAcrossDays: false,
    wearRoundsToMinutes: false, mageFallRestartsAtNadir: false, mageNeedsEveryDirection: false,
    mageIgnoresDeparture: false, mealRecoveryNeedsNoRise: false,
    extendedHyperglycemiaIsOneRun: false, episodesFollowBands: false,
    minimumRecordedDays: 0.5, everyRowCounts: false, firstRowSetsIntervals: false)
}
