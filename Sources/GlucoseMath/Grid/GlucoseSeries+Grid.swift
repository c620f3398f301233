// SPDX-License-Identifier: Apache-2.0

public import GlucoseFoundation

// One metric of one record. For several metrics, build the grid once with `dayGrid(in:)`.
extension GlucoseSeries {
  /// Returns the mean of daily differences (MODD), or `nil` if no two clock times pair; see
  /// ``DayGrid/meanOfDailyDifferences(lag:)``.
  ///
  /// - Precondition: `lag` is positive.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func meanOfDailyDifferences(
    in zone: TimeZone, lag: Int = 1
  ) -> Glucose? {
    dayGrid(in: zone)?.meanOfDailyDifferences(lag: lag)
  }

  /// Returns the continuous overall net glycemic action, CONGA(*n*), or `nil` below two
  /// differences; see ``DayGrid/continuousOverallNetGlycemicAction(hours:)``.
  ///
  /// - Precondition: `hours` is positive.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func continuousOverallNetGlycemicAction(
    hours: Int, in zone: TimeZone
  ) -> Glucose? {
    dayGrid(in: zone)?.continuousOverallNetGlycemicAction(hours: hours)
  }

  /// Returns the mean absolute glucose change (MAG) in mg/dL per hour, or `nil` if no two neighbors
  /// have values; see ``DayGrid/meanAbsoluteGlucoseChange(every:)``.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func meanAbsoluteGlucoseChange(
    in zone: TimeZone
  ) -> Double? {
    dayGrid(in: zone)?.meanAbsoluteGlucoseChange()
  }

  /// Returns the glycemic variability percentage (GVP), or `nil` if no two neighbors have values;
  /// see ``DayGrid/glycemicVariabilityPercentage()``.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func glycemicVariabilityPercentage(
    in zone: TimeZone
  ) -> Double? {
    dayGrid(in: zone)?.glycemicVariabilityPercentage()
  }

  /// Returns the rates of change (ROC) over a time, or `nil` if there are none; see
  /// ``DayGrid/rateOfChange(over:)``.
  ///
  /// - Precondition: `time` is positive.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func rateOfChange(
    over time: Duration = .seconds(900), in zone: TimeZone
  ) -> RateOfChange? {
    dayGrid(in: zone)?.rateOfChange(over: time)
  }

  /// Returns the episodes of every level, or `nil` if there are no readings or they are too far
  /// apart; see ``scatteredReadings`` and
  /// ``DayGrid/episodeLevels(bands:minimumDuration:recoveryDuration:levelTwoRecovery:)``.
  ///
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public func episodeLevels(
    in zone: TimeZone, bands: RangeBands
  ) -> EpisodeLevels? {
    dayGrid(in: zone)?.episodeLevels(bands: bands)
  }

  /// Returns the ambulatory glucose profile (AGP), or `nil` if there are no readings or they are too
  /// far apart; see ``scatteredReadings`` and
  /// ``DayGrid/ambulatoryGlucoseProfile(probabilities:)``.
  ///
  /// - Precondition: each probability is in `0...1`.
  /// - Complexity: O(*n* + *c* log² *d*), and O(*n* + *c*) beyond 1024 days, where *c* is the
  ///   number of cells of the grid and *d* the number of days.
  public func ambulatoryGlucoseProfile(
    in zone: TimeZone, probabilities: [Double] = [0.05, 0.25, 0.5, 0.75, 0.95]
  ) -> AmbulatoryGlucoseProfile? {
    dayGrid(in: zone)?.ambulatoryGlucoseProfile(probabilities: probabilities)
  }
}
