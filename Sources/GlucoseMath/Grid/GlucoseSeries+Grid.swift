// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// One metric of one record. For several, lay the grid once with `dayGrid(in:)`.
extension GlucoseSeries {
  /// The mean of daily differences, MODD; see ``DayGrid/meanOfDailyDifferences(lag:)``. `nil` if no
  /// two clock times pair.
  ///
  /// - Precondition: `lag` is positive.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func meanOfDailyDifferences(
    in zone: TimeZone, lag: Int = 1, convention: MetricConvention = .clinical
  ) -> Glucose? {
    dayGrid(in: zone, convention: convention)?.meanOfDailyDifferences(lag: lag)
  }

  /// CONGA(*n*); see ``DayGrid/continuousOverallNetGlycemicAction(hours:)``. `nil` below two
  /// differences.
  ///
  /// - Precondition: `hours` is positive.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func continuousOverallNetGlycemicAction(
    hours: Int, in zone: TimeZone, convention: MetricConvention = .clinical
  ) -> Glucose? {
    dayGrid(in: zone, convention: convention)?.continuousOverallNetGlycemicAction(hours: hours)
  }

  /// The mean absolute glucose change, MAG, in mg/dL per hour; see
  /// ``DayGrid/meanAbsoluteGlucoseChange(everyMinutes:)``. `nil` if no two neighbors have values.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func meanAbsoluteGlucoseChange(
    in zone: TimeZone, convention: MetricConvention = .clinical
  ) -> Double? {
    dayGrid(in: zone, convention: convention)?.meanAbsoluteGlucoseChange()
  }

  /// The glycemic variability percentage, GVP; see
  /// ``DayGrid/glycemicVariabilityPercentage()``. `nil` if no two neighbors have values.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func glycemicVariabilityPercentage(
    in zone: TimeZone, convention: MetricConvention = .clinical
  ) -> Double? {
    dayGrid(in: zone, convention: convention)?.glycemicVariabilityPercentage()
  }

  /// The rates of change over `minutes`; see ``DayGrid/rateOfChange(overMinutes:)``. `nil` if there
  /// are none.
  ///
  /// - Precondition: `minutes` is positive.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func rateOfChange(
    overMinutes minutes: Int = 15, in zone: TimeZone, convention: MetricConvention = .clinical
  ) -> RateOfChange? {
    dayGrid(in: zone, convention: convention)?.rateOfChange(overMinutes: minutes)
  }

  /// The episodes of every level; see ``DayGrid/episodeLevels(bands:minimumMinutes:recoveryMinutes:)``.
  /// `nil` if there are no readings.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func episodeLevels(
    in zone: TimeZone, bands: RangeBands = .consensus, convention: MetricConvention = .clinical
  ) -> EpisodeLevels? {
    dayGrid(in: zone, convention: convention)?.episodeLevels(bands: bands)
  }

  /// The ambulatory profile; see ``DayGrid/ambulatoryGlucoseProfile(probabilities:)``. `nil` if there are no
  /// readings.
  ///
  /// - Precondition: each probability is in `0...1`.
  /// - Complexity: O(*n* + *c* log² *d*), and O(*n* + *c*) beyond three years, where *c* is the number of
  ///   cells of the grid and *d* of days.
  public func ambulatoryGlucoseProfile(
    in zone: TimeZone, probabilities: [Double] = [0.05, 0.25, 0.5, 0.75, 0.95]
  ) -> AmbulatoryGlucoseProfile? {
    dayGrid(in: zone)?.ambulatoryGlucoseProfile(probabilities: probabilities)
  }
}
