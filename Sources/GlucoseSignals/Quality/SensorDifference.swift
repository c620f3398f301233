public import GlucoseMath
public import GlucoseFoundation

/// The difference of a sensor from a second sensor that is worn at the same time, and its drift.
///
/// Differences are relative to the mean of both sensors, as neither is the truth, and are the
/// medians of six hours, because errors of a sensor last for hours. Two sensors that drift together
/// have no difference.
public struct SensorDifference: Equatable, Sendable {
  /// The difference in a part of the record.
  public struct Part: Equatable, Sendable {
    /// The time of the first and last pair.
    public let range: ClosedRange<Date>
    /// The median relative difference as a fraction.
    fileprivate let difference: Double
    /// The number of pairs.
    public let pairCount: Int

    /// The median relative difference in percent, with its sign.
    public var relativeDifference: Double { 100 * difference }
  }

  /// The parts of six hours, in chronological order.
  public let parts: [Part]
  /// The median of the parts, as a fraction.
  private let bias: Double
  /// The slope of the parts per day and its standard error, as fractions.
  private let slope: Double?
  private let slopeError: Double?

  /// The median relative difference of the parts in percent, with its sign.
  public var relativeBias: Double { 100 * bias }
  /// The change of the relative difference per day in percent, by least squares over the parts, or
  /// `nil` below four parts.
  public var driftPerDay: Double? { slope.map { 100 * $0 } }
  /// The standard error of ``driftPerDay`` in percent, which assumes that the parts are independent.
  public var driftError: Double? { slopeError.map { 100 * $0 } }

  /// The relative difference in percent above which a part is a fault (`>`).
  public static let limit = 15.0

  /// Creates the difference of two series, or returns `nil` if no part of six hours has six pairs.
  ///
  /// Each reading within the limits of the device is paired with the second sensor, interpolated
  /// linearly between readings at most 20 minutes apart.
  public init?(of series: GlucoseSeries, with second: GlucoseSeries) {
    var parts: [Part] = []
    var current: (slot: Double, first: Date, last: Date, values: [Double])?
    func finish() {
      guard let found = current, found.values.count >= 6, let median = found.values.median
      else { return }
      parts.append(
        Part(
          range: found.first...found.last, difference: median, pairCount: found.values.count))
    }
    for pair in SensorPairing.pairs(of: series, with: second) {
      let difference = 2 * (pair.value - pair.other) / (pair.value + pair.other)
      let slot = (pair.time / 21_600).rounded(.down)
      let time = Date(timeIntervalSinceReferenceDate: pair.time)
      if current?.slot != slot {
        finish()
        current = (slot, time, time, [])
      }
      current?.last = time
      current?.values.append(difference)
    }
    finish()
    guard let bias = parts.map(\.difference).median else { return nil }
    (self.parts, self.bias) = (parts, bias)
    (slope, slopeError) = Self.slope(of: parts)
  }

  private static func slope(of parts: [Part]) -> (Double?, Double?) {
    guard parts.count >= 4 else { return (nil, nil) }
    let days = parts.map { $0.range.lowerBound.timeIntervalSinceReferenceDate / 86_400 }
    let n = Double(parts.count)
    let (meanDay, mean) = (
      days.reduce(0, +) / n, parts.reduce(0) { $0 + $1.difference } / n
    )
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for (day, part) in zip(days, parts) {
      let (x, y) = (day - meanDay, part.difference - mean)
      xx += x * x
      xy += x * y
      yy += y * y
    }
    guard xx > 0 else { return (nil, nil) }
    let slope = xy / xx
    return (slope, (Swift.max(0, yy - slope * xy) / (n - 2) / xx).squareRoot())
  }

  /// Returns the parts whose difference exceeds the limit as faults, with a score of one half: the
  /// readings alone do not show which of the two sensors differs from glucose.
  func faults(of series: GlucoseSeries) -> [SignalFault] {
    parts.filter { Swift.abs($0.relativeDifference) > Self.limit }.map { part in
      let first = series.index(atOrAfter: part.range.lowerBound)
      let readings = series[positions: first..<series.prefix(through: part.range.upperBound).count]
      let mean = readings.values.reduce(0, +) / Double(Swift.max(1, readings.count))
      return SignalFault(
        .drift, from: part.range.lowerBound, through: part.range.upperBound,
        readingCount: readings.count, score: 0.5, size: .mgdL(part.difference * mean))
    }
  }
}
