/// The ambulatory glucose profile (AGP): the percentiles over days at each time of day.
///
/// Percentiles are of type 7 at each column of a ``DayGrid`` (Bergenstal et al., *Diabetes
/// Technology & Therapeutics* 15, 2013). They are not smoothed; ``smoothed(over:)`` smooths them.
public struct AmbulatoryGlucoseProfile: Equatable, Sendable {
  /// The percentiles at a time of day.
  public struct Point: Equatable, Sendable {
    /// The minutes after local midnight at which the column's interval begins. Cells are up to an
    /// interval later, at the sensor's readings.
    public let minuteOfDay: Int
    /// The number of days that have a value at this time.
    public let dayCount: Int
    /// The percentiles, in the order of the probabilities; empty if no day has a value.
    public let percentiles: [Glucose]
  }

  /// The probabilities of the percentiles, such as 0.05.
  public let probabilities: [Double]
  /// The columns in chronological order.
  public private(set) var points: [Point]
  private(set) var smoothingMinutes = 0

  /// The width of the window over which the percentiles are smoothed, or zero for a profile without
  /// smoothing; see ``smoothed(over:)``.
  package var smoothingWindow: Duration { .seconds(60 * smoothingMinutes) }
}

extension AmbulatoryGlucoseProfile {
  /// Returns the profile with each percentile smoothed over the time of day, as the curves of AGP
  /// reports are (Bergenstal et al., *Diabetes Technology & Therapeutics* 15, 2013).
  ///
  /// A percentile becomes the weighted mean of its values less than half of the window before and
  /// after, across midnight; the weight falls linearly with the distance from 1 to 0. Percentiles
  /// keep their order, and a time without values remains without. The percentiles are those of the
  /// columns, so a profile is smoothed once: smoothing a smoothed profile adds to it.
  ///
  /// - Parameter window: The width of the window in whole minutes, at most a day; the profile
  ///   itself for zero or less.
  /// - Complexity: O(*c* *w*), where *c* is the number of times and *w* the number in the window.
  public func smoothed(over window: Duration) -> AmbulatoryGlucoseProfile {
    let width = Int(Swift.min(Swift.max(window.inMinutes, 0), 1440))
    guard width > 0, points.count > 1 else { return self }
    // The same column of the day before and of the day after, for windows across midnight.
    let around = [-1440, 0, 1440].flatMap { shift in
      points.map { (minute: $0.minuteOfDay + shift, percentiles: $0.percentiles) }
    }
    var first = 0
    var result = self
    result.smoothingMinutes = smoothingMinutes + width
    result.points = points.map { point in
      guard !point.percentiles.isEmpty else { return point }
      while 2 * (point.minuteOfDay - around[first].minute) >= width { first += 1 }
      var sums = [Double](repeating: 0, count: probabilities.count)
      var total = 0.0
      for other in around[first...].prefix(while: { 2 * ($0.minute - point.minuteOfDay) < width })
      where !other.percentiles.isEmpty {
        let weight = 1 - 2 * Double(Swift.abs(other.minute - point.minuteOfDay)) / Double(width)
        total += weight
        for (index, value) in other.percentiles.enumerated() { sums[index] += weight * value.mgdL }
      }
      return Point(
        minuteOfDay: point.minuteOfDay, dayCount: point.dayCount,
        percentiles: sums.map { .mgdL($0 / total) })
    }
    return result
  }
}

extension DayGrid {
  /// Returns the ambulatory glucose profile.
  ///
  /// - Precondition: each probability is in `0...1`.
  /// - Complexity: O(*c* log² *d*), and O(*c*) beyond 1024 days, where *c* is the number of cells
  ///   and *d* the number of days.
  public func ambulatoryGlucoseProfile(
    probabilities: [Double] = [0.05, 0.25, 0.5, 0.75, 0.95]
  ) -> AmbulatoryGlucoseProfile {
    precondition(
      probabilities.allSatisfy { (0...1).contains($0) }, "Each of `probabilities` must be in 0...1")
    var points: [AmbulatoryGlucoseProfile.Point] = []
    points.reserveCapacity(columnCount)
    let rows = (0..<rowCount).map(clockRow)
    var columns = SortedColumns(rowCount: rowCount)
    for first in stride(from: 0, to: columnCount, by: SortedColumns.width) {
      let width = Swift.min(SortedColumns.width, columnCount - first)
      columns.fill(rows, from: first, width)
      for column in 0..<width {
        let cell = first + column + (rules.followsWallClock ? 1 : 0)
        let minute = cell * intervalInMinutes
        points.append(
          AmbulatoryGlucoseProfile.Point(
            minuteOfDay: minute, dayCount: columns.counts[column],
            percentiles: columns.quantiles(probabilities, of: column)))
      }
    }
    return AmbulatoryGlucoseProfile(probabilities: probabilities, points: points)
  }
}
