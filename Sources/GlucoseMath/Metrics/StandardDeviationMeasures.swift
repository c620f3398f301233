/// Six standard deviations that divide the variability of a record into parts (Rodbard, *Diabetes
/// Technology & Therapeutics* 11, 2009), all with the divisor *n* − 1, in mg/dL as ``Glucose``.
///
/// Computed on a ``DayGrid``: rows are days, columns clock times. An hour that occurs twice is
/// averaged. A part is `nil` where fewer than two values leave it undefined. Days that are recorded in
/// part count in full.
public struct StandardDeviationMeasures: Equatable, Sendable {
  /// SDw: the mean of the standard deviations within days.
  public let withinDays: Glucose?
  /// SDhh:mm: the standard deviation of the means at each clock time.
  public let betweenClockTimes: Glucose?
  /// SDwsh: the mean of the standard deviations within every run of cells of one hour, also across
  /// midnight, of which at least half an hour has values. Empty cells are left out.
  public let withinHours: Glucose?
  /// SDdm: the standard deviation of the daily means.
  public let ofDailyMeans: Glucose?
  /// SDb: the mean of the standard deviations between days at each clock time.
  public let betweenDays: Glucose?
  /// SDb//dm: as ``betweenDays``, after each day's mean is subtracted.
  public let betweenDaysAboutDailyMeans: Glucose?
}

/// The mean and the standard deviation of the days' coefficients of variation (CVmean, CVsd).
package struct DailyCoefficientOfVariation: Equatable, Sendable {
  /// The mean over days, in percent.
  package let mean: Double
  /// The standard deviation (*n* − 1) over days, in percentage points, or `nil` below two days.
  package let standardDeviation: Double?
}

extension DayGrid {
  /// Returns the six standard deviations within and between days.
  ///
  /// - Complexity: O(*c* *k*), of *c* cells, *k* of them in an hour.
  public func standardDeviationMeasures() -> StandardDeviationMeasures { dailySpread().types }

  package func dailySpread() -> (
    types: StandardDeviationMeasures, variation: DailyCoefficientOfVariation?
  ) {
    var variation = Moments()
    var withinDays = Moments()
    var dailyMeans = Moments()
    var columns = ColumnMoments(count: columnCount)
    var centered = ColumnMoments(count: columnCount)
    for row in 0..<rowCount {
      let values = clockRow(row)
      let moments = Moments(values)
      columns.add(values, minus: 0)
      guard let mean = moments.mean else { continue }
      dailyMeans.add(mean)
      if let deviation = moments.standardDeviation {
        withinDays.add(deviation)
        variation.add(100 * deviation / mean)
      }
      centered.add(values, minus: mean)
    }
    let types = StandardDeviationMeasures(
      withinDays: withinDays.mean.map { .mgdL($0) },
      betweenClockTimes: columns.means.standardDeviation.map { .mgdL($0) },
      withinHours: meanDeviationWithin(cellsPerHour).map { .mgdL($0) },
      ofDailyMeans: dailyMeans.standardDeviation.map { .mgdL($0) },
      betweenDays: columns.standardDeviations.mean.map { .mgdL($0) },
      betweenDaysAboutDailyMeans: centered.standardDeviations.mean.map { .mgdL($0) })
    let daily = variation.mean.map {
      DailyCoefficientOfVariation(mean: $0, standardDeviation: variation.standardDeviation)
    }
    return (types, daily)
  }

  /// Returns the mean and the standard deviation (*n* − 1) over days of the coefficient of variation within a
  /// day, in percent, or `nil` if no day has two cells; there is no standard deviation below two days.
  public func dailyCoefficientOfVariation() -> (mean: Double, standardDeviation: Double?)? {
    dailySpread().variation.map { ($0.mean, $0.standardDeviation) }
  }

}
