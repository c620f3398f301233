public import GlucoseMath
public import GlucoseFoundation

/// A point of the glucose line of a plot.
public struct PlotLinePoint: Equatable, Sendable {
  /// The edge of the plot or of the device's range that a value is beyond.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Clipping: String, Hashable, Sendable {
    /// The value is known, and above the axis.
    case aboveAxis
    /// The device showed "High"; the true value is above the drawn value, which may be above the
    /// axis too.
    case aboveDeviceLimit
    /// The device showed "Low"; the true value is below the drawn value.
    case belowDeviceLimit
  }

  /// The instant.
  public let time: Date
  /// The concentration.
  public let glucose: Glucose
  /// The position, clipped to the plot.
  public let position: PlotPoint
  /// The edge that the value is beyond, or `nil` if the value is at its position.
  public let clipping: Clipping?
  /// A Boolean value that indicates whether the point is a reading; `false` for a point on the edge
  /// of the day, interpolated between the readings on both sides of midnight.
  public let isReading: Bool
}

extension GlucoseSeries {
  /// Returns the line of `day`, broken where readings are more than `maximumGap` (`>`) apart and
  /// extended to an edge of the day if the readings on both sides of it are within `maximumGap`.
  func line(on day: LocalDay, axis: GlucoseAxis, maximumGap: Duration) -> [[PlotLinePoint]] {
    let maximumGap = maximumGap.inSeconds
    var segments: [[PlotLinePoint]] = []
    var points: [PlotLinePoint] = []
    func close() {
      if !points.isEmpty { segments.append(points) }
      points = []
    }
    var previous: Reading?
    for reading in self {
      if let last = previous {
        if reading.time.timeIntervalSince(last.time) > maximumGap {
          close()
        } else {
          for (x, edge) in [(0.0, day.start), (1, day.end)]
          where last.time < edge && edge < reading.time {
            points.append(PlotLinePoint(between: last, reading, at: edge, x: x, axis))
          }
          // A reading at the very end of the day is of the next day, but the line extends to it.
          if reading.time == day.end, last.time >= day.start {
            points.append(PlotLinePoint(between: last, reading, at: day.end, x: 1, axis))
          }
        }
      }
      if day.contains(reading.time) { points.append(PlotLinePoint(reading, on: day, axis)) }
      previous = reading
    }
    close()
    return segments.filter { $0.contains(where: \.isReading) || $0.count > 1 }
  }
}

extension PlotLinePoint {
  fileprivate init(_ reading: Reading, on day: LocalDay, _ axis: GlucoseAxis) {
    let y = axis.y(of: reading.glucose)
    time = reading.time
    glucose = reading.glucose
    position = PlotPoint(x: day.fraction(of: reading.time), y: y.clamped(to: 0...1))
    // A limit of the device that is above the axis is the limit of the device: the value is unknown.
    clipping =
      if reading.flags.contains(.aboveDeviceLimit) {
        .aboveDeviceLimit
      } else if y > 1 {
        .aboveAxis
      } else if reading.flags.contains(.belowDeviceLimit) {
        .belowDeviceLimit
      } else {
        nil
      }
    isReading = true
  }

  /// Creates the point of the line between two readings at an edge of the plot, at `x`.
  init(between first: Reading, _ second: Reading, at edge: Date, x: Double, _ axis: GlucoseAxis) {
    let share =
      edge.timeIntervalSince(first.time) / second.time.timeIntervalSince(first.time)
    time = edge
    glucose = .mgdL(first.glucose.mgdL + share * (second.glucose.mgdL - first.glucose.mgdL))
    position = PlotPoint(x: x, y: axis.y(of: glucose).clamped(to: 0...1))
    clipping = nil
    isReading = false
  }
}
