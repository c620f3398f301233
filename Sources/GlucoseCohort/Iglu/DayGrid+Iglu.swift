public import GlucoseMath

extension DayGrid {
  /// Returns MAG as in iglu's `all_metrics`: the sum of absolute hourly changes divided by the
  /// number of hours that have a value, which is more than the hours between them; `nil` if there are
  /// none, or if the interval is so long, from 120 minutes, that no cell in an hour is left.
  ///
  /// Use this only to reproduce published tables; `DayGrid/meanAbsoluteGlucoseChange(every:)` is
  /// the defined metric.
  public func igluMeanAbsoluteGlucoseChange() -> Double? {
    let changes = absoluteChanges(every: .seconds(3600))
    guard changes.count > 0, cellsPerHour > 0 else { return nil }
    let hourly = stride(from: 0, to: cells.count, by: cellsPerHour)
    return changes.sum / Double(hourly.count { !cells[$0].isNaN })
  }

  /// Returns the number of rates of change over a time in each of R iglu's seven bins, which are
  /// closed above at −3, −2, −1, 1, 2, and 3 mg/dL per minute, or `nil` if there are no rates.
  ///
  /// A fall at a limit belongs to the faster bin, unlike in `GlucoseTrend`.
  ///
  /// - Precondition: `time` is positive.
  public func igluRateOfChangeCounts(over time: Duration = .seconds(900)) -> [Int]? {
    guard let rates = rateOfChange(over: time) else { return nil }
    let (lag, minutes) = rateSpan(time)
    return differenceCounts(
      lag, of: rates.count, between: [-3, -2, -1, 1, 2, 3].map { $0 * minutes })
  }

  /// Returns the hourly area as in iglu, or `nil` without trapezoids. Labels of days are recycled
  /// cell by cell, so that a trapezoid joins cells as many apart as there are days.
  func igluHourlyAreaUnderCurve() -> Glucose? {
    let cells = cells
    let sums = stride(from: rowCount, to: cells.count, by: 1)
      .map { cells[$0] + cells[$0 - rowCount] }.filter { !$0.isNaN }
    return sums.isEmpty ? nil : .mgdL(sums.reduce(0, +) / 2 / Double(sums.count))
  }
}
