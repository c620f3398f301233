public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the incremental area under the curve (iAUC) after an instant, in mg/dL × min, or `nil`
  /// if the readings do not cover the time.
  ///
  ///     series.incrementalArea(above: .mgdL(95), from: breakfast, over: .seconds(7200))
  ///
  /// The area is between the trace and the baseline where the trace is above, and is 0 where it is
  /// below (Wolever and Jenkins, *American Journal of Clinical Nutrition* 43, 1986). The trace
  /// begins at the baseline, as in the determination of a glycemic index, and is the straight line
  /// between the readings that follow. Where it crosses the baseline, the triangle above is counted
  /// exactly.
  ///
  /// - Parameters:
  ///   - baseline: The concentration from which heights are measured.
  ///   - start: The instant at which the trace begins. A reading at this instant or before it does
  ///     not count.
  ///   - duration: The time of the area.
  ///   - maximumGap: The maximum distance between readings, and between the start and the first
  ///     reading. The area is undefined where it is exceeded (`>`).
  /// - Precondition: `duration` is positive.
  public func incrementalArea(
    above baseline: Glucose, from start: Date, over duration: Duration,
    maximumGap: Duration = .seconds(1800)
  ) -> Double? {
    precondition(duration > .zero, "`duration` must be positive")
    let maximumGap = maximumGap.inSeconds
    let origin = start.timeIntervalSinceReferenceDate
    var area = IncrementalArea(seconds: duration.inSeconds)
    for index in index(atOrAfter: start)..<count {
      let row = rows.lowerBound + index
      let seconds = columns.times[row] - origin
      guard seconds > 0 else { continue }
      guard seconds - area.lastSeconds <= maximumGap else { return nil }
      area.extend(to: columns.values[row] - baseline.mgdL, at: seconds)
      if let value = area.value { return value }
    }
    return nil
  }
}

/// The area between a trace and its baseline where the trace is above, point by point.
struct IncrementalArea {
  private let end: Double
  private var sum = 0.0
  private var lastHeight = 0.0
  private(set) var lastSeconds = 0.0

  /// Creates the area of a trace that begins at its baseline.
  init(seconds: Double) { end = seconds }

  /// The area in mg/dL × min, or `nil` while the trace has not reached the end.
  var value: Double? { lastSeconds >= end ? sum / 60 : nil }

  /// Extends the trace by a line to a height above the baseline in mg/dL, cut off at the end.
  mutating func extend(to height: Double, at seconds: Double) {
    var (height, seconds) = (height, seconds)
    if seconds > end {
      height = lastHeight + (end - lastSeconds) / (seconds - lastSeconds) * (height - lastHeight)
      seconds = end
    }
    let width = seconds - lastSeconds
    let top = Swift.max(lastHeight, height)
    if lastHeight >= 0, height >= 0 {
      sum += (lastHeight + height) / 2 * width
    } else if top > 0 {
      sum += top * top / (2 * Swift.abs(lastHeight - height)) * width
    }
    (lastHeight, lastSeconds) = (height, seconds)
  }
}
