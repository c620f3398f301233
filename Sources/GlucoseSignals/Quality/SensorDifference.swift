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
    package let pairCount: Int

    /// The median relative difference in percent, with its sign.
    public var relativeDifference: Double { 100 * difference }
  }

  /// The parts of six hours, in chronological order.
  public let parts: [Part]
  /// The median relative difference of the parts in percent, with its sign.
  package let relativeBias: Double
  /// The change of the relative difference per day in percent, by least squares over the parts, or
  /// `nil` below four parts.
  public let driftPerDay: Double?
  /// The standard error of ``driftPerDay`` in percent, which assumes that the parts are independent.
  public let driftError: Double?

  /// The relative difference in percent above which a part is a fault (`>`).
  static let limit = 15.0

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
        Part(range: found.first...found.last, difference: median, pairCount: found.values.count))
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
    self.parts = parts
    relativeBias = 100 * bias
    let squares = SquareSums(
      parts.map {
        (x: $0.range.lowerBound.timeIntervalSinceReferenceDate / 86_400, y: $0.difference)
      })
    guard parts.count >= 4, squares.xx > 0 else {
      (driftPerDay, driftError) = (nil, nil)
      return
    }
    let slope = squares.xy / squares.xx
    let rest = Swift.max(0, squares.yy - slope * squares.xy)
    driftPerDay = 100 * slope
    driftError = 100 * (rest / (Double(parts.count) - 2) / squares.xx).squareRoot()
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

/// The sums of squares and products of pairs about their means.
package struct SquareSums {
  package private(set) var (xx, xy, yy) = (0.0, 0.0, 0.0)
  package init(_ pairs: some Collection<(x: Double, y: Double)>) {
    let count = Double(pairs.count)
    let mean = pairs.reduce(0) { $0 + $1.x } / count
    let otherMean = pairs.reduce(0) { $0 + $1.y } / count
    for pair in pairs {
      let (x, y) = (pair.x - mean, pair.y - otherMean)
      xx += x * x
      xy += x * y
      yy += y * y
    }
  }
}
