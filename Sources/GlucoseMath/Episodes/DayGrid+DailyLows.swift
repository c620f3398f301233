internal import GlucoseFoundation

extension DayGrid {
  /// Returns the low glucose of every day that has a cell with a value: the time below a threshold (`<`),
  /// the area between the threshold and the trace below it in mg/dL × minutes, the lowest concentration, or
  /// `nil` if none is low, and the recorded time.
  ///
  /// Each cell represents its interval, so that the days add up to the whole. A threshold may be that of
  /// ``RangeBands/low``.
  public func dailyLows(
    below threshold: Glucose
  ) -> [(
    day: LocalDay, duration: Duration, areaBelowThreshold: Double, nadir: Glucose?,
    recordedDuration: Duration
  )] {
    (0..<rowCount).compactMap { row in
      let values = cells(ofRow: row).map { cells[$0] }.filter { !$0.isNaN }
      let lows = values.filter { $0 < threshold.mgdL }
      guard !values.isEmpty else { return nil }
      let depth = lows.reduce(0) { $0 + (threshold.mgdL - $1) }
      return (
        day(ofRow: row), interval * lows.count, depth * Double(intervalInMinutes),
        lows.min().map { .mgdL($0) }, interval * values.count
      )
    }
  }
}
