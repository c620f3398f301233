// SPDX-License-Identifier: Apache-2.0

@_exported public import GlucoseMath

extension MetricConvention {
  /// The convention of R iglu 4.3.0, including its known faults.
  ///
  ///     import IgluConvention
  ///
  ///     series.metrics(in: zone, bands: .consensus(in: .mgdL), convention: .iglu)
  ///
  /// A record with repeated instants is passed as a ``RawRecord``, because iglu computes some
  /// metrics from all rows.
  public static let iglu: MetricConvention = {
    var convention = MetricConvention.clinical
    convention.description = "R iglu 4.3.0"
    convention.gridFollowsWallClock = true
    convention.gridSkipsMidnight = true
    convention.gridFollowsSensor = false
    convention.longestGridInterval = .max
    convention.riskScale = 22.77
    convention.gradeHypoglycemiaLimit = 80
    convention.areaJoinsAcrossDays = true
    convention.wearRoundsToMinutes = true
    convention.mageFallRestartsAtNadir = true
    convention.mageNeedsEveryDirection = true
    convention.mageIgnoresDeparture = true
    convention.mealRecoveryNeedsNoRise = true
    convention.extendedIsLonger = true
    convention.extendedHyperglycemiaIsOneRun = true
    convention.episodesFollowBands = true
    convention.minimumRecordedDays = 0
    convention.everyDuplicateCounts = true
    convention.firstRowSetsIntervals = true
    return convention
  }()
}
