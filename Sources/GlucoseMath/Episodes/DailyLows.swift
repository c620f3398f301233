/// The duration and depth of low glucose on a day.
public struct DailyLows: Equatable, Sendable {
  /// The day.
  public let day: LocalDay
  let minutes: Double
  /// The area between the threshold and the trace below it, in mg/dL × minutes.
  public let areaBelowThreshold: Double
  /// The lowest concentration below the threshold, or `nil` if there is none.
  public let nadir: Glucose?
  let recordedMinutes: Double

  /// The time below the threshold (`<`): the number of cells below it times the interval.
  public var duration: Duration { .seconds(60 * minutes) }

  /// The recorded time of the day: the number of cells with a value times the interval.
  public var recordedDuration: Duration { .seconds(60 * recordedMinutes) }
}

extension DayGrid {
  /// Returns the duration and depth of the lows of every day that has a cell with a value.
  ///
  /// Each cell represents its interval, so that the days add up to the whole.
  ///
  /// - Parameter threshold: The concentration below which (`<`) glucose is low, such as that of
  ///   ``RangeBands/low``.
  public func dailyLows(below threshold: Glucose) -> [DailyLows] {
    let interval = Double(intervalInMinutes)
    return (0..<rowCount).compactMap { row in
      var recorded = 0
      var low = 0
      var depth = 0.0
      var nadir = threshold.mgdL
      for value in cells[starts[row]..<starts[row + 1]] where !value.isNaN {
        recorded += 1
        guard value < threshold.mgdL else { continue }
        low += 1
        depth += threshold.mgdL - value
        nadir = Swift.min(nadir, value)
      }
      guard recorded > 0 else { return nil }
      return DailyLows(
        day: day(ofRow: row), minutes: Double(low) * interval, areaBelowThreshold: depth * interval,
        nadir: low > 0 ? .mgdL(nadir) : nil, recordedMinutes: Double(recorded) * interval)
    }
  }
}
