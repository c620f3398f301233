public import GlucoseMath
public import GlucoseFoundation

/// The comparison of two sensors that are worn together, or of a sensor with a meter.
///
/// The second series is the reference of ``agreement``; if neither is the truth, use
/// ``precisionAbsoluteRelativeDifference``, which is the same in both directions.
public struct SensorComparison: Equatable, Sendable {
  /// Two concentrations at one time: the second series is the reference.
  public struct Pair: Equatable, Sendable {
    /// The time of the reading of the sparser series.
    public let time: Date
    /// The concentrations.
    public let glucose: GlucosePair
  }

  /// The pairs in chronological order.
  public let pairs: [Pair]
  /// The agreement of the first series with the second as the reference: MARD, bias, and the
  /// percentages within limits.
  public let agreement: DeviceAgreement
  /// The mean of the differences, the first minus the second, with its sign.
  public let meanDifference: Glucose
  /// The standard deviation of the differences, or `nil` for a single pair.
  package let differenceDeviation: Glucose?
  /// The mean absolute difference of a pair in percent of the mean of both (PARD; Zschornack et
  /// al., *Journal of Diabetes Science and Technology* 7:815, 2013).
  public let precisionAbsoluteRelativeDifference: Double
  /// The time by which the first series follows the second, negative if it precedes it, or `nil` if
  /// unknown: below 144 pairs, for series that do not resemble each other, and beyond 30 minutes.
  public let lag: Duration?
  /// The relative difference by six hours and its change per day; `nil` if none has six pairs.
  public let drift: SensorDifference?

  /// Compares two series, or returns `nil` if they have no pair.
  ///
  /// Each reading, within the limits of the device, of the series with fewer in the time of both is
  /// paired with the other, interpolated linearly between readings at most 20 minutes apart.
  public init?(of first: GlucoseSeries, with second: GlucoseSeries) {
    pairs = Self.pairs(of: first, with: second)
    guard let agreement = DeviceAgreement(pairs.lazy.map(\.glucose)) else { return nil }
    self.agreement = agreement
    let count = Double(pairs.count)
    let differences = pairs.map { $0.glucose.measured.mgdL - $0.glucose.reference.mgdL }
    let mean = differences.reduce(0, +) / count
    let squares = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    meanDifference = .mgdL(mean)
    differenceDeviation = count > 1 ? .mgdL((squares / (count - 1)).squareRoot()) : nil
    precisionAbsoluteRelativeDifference =
      pairs.reduce(0) { $0 + $1.glucose.absoluteDifferenceRelativeToMean } / count
    lag = SensorLag.minutes(of: first, after: second).map { .seconds(60 * $0) }
    drift = SensorDifference(of: first, with: second)
  }

  /// Returns the pairs of two series, as of a comparison of them; empty if there are none.
  package static func pairs(of first: GlucoseSeries, with second: GlucoseSeries) -> [Pair] {
    guard let times = first.timeRange, let others = second.timeRange,
      times.overlaps(others)
    else { return [] }
    let common = times.clamped(to: others)
    func count(_ series: GlucoseSeries) -> Int {
      series.prefix(through: common.upperBound).count - series.index(atOrAfter: common.lowerBound)
    }
    let isSecondSparser = count(second) < count(first)
    let pairs =
      isSecondSparser
      ? SensorPairing.pairs(of: second, with: first) : SensorPairing.pairs(of: first, with: second)
    return pairs.map { time, value, other in
      Pair(
        time: Date(timeIntervalSinceReferenceDate: time),
        glucose: GlucosePair(
          reference: .mgdL(isSecondSparser ? value : other),
          measured: .mgdL(isSecondSparser ? other : value)))
    }
  }

  /// The limits of 95 % of normally distributed differences: the mean ± 1.96 standard deviations
  /// (Bland and Altman, *The Lancet* 327:307, 1986), or `nil` for a single pair.
  public var limitsOfAgreement: ClosedRange<Glucose>? {
    differenceDeviation.map { deviation in
      .mgdL(meanDifference.mgdL - 1.96 * deviation.mgdL)
        ... .mgdL(meanDifference.mgdL + 1.96 * deviation.mgdL)
    }
  }

  /// Returns the time by which the first series follows the second, in steps of half an hour and up
  /// to 14 hours, negative if the second follows the first; `nil` if they agree best as they are or
  /// half an hour apart, or if it is unknown.
  ///
  /// Such a difference is that of two clocks, not of two sensors: the time zone of one is probably
  /// wrong, so that a comparison is of different times. The variance of the differences is then less
  /// than half of that without it, and the correlation at least 0.85, over at least 144 pairs.
  public static func clockDifference(
    of first: GlucoseSeries, with second: GlucoseSeries
  ) -> Duration? {
    SensorLag.halfHours(of: first, after: second).map { .seconds(1800 * $0) }
  }

  /// Returns the agreement of the pairs whose reference, the second series, is in each band that has pairs, lowest
  /// first, and the mean of their differences, the first series minus the second, with its sign.
  public func rows(
    in bands: RangeBands
  ) -> [(band: RangeBand, agreement: DeviceAgreement, meanDifference: Glucose)] {
    let groups = Dictionary(grouping: pairs.map(\.glucose)) { bands.band(of: $0.reference) }
    return bands.bands.compactMap { band in
      guard let pairs = groups[band], let agreement = DeviceAgreement(pairs) else { return nil }
      let differences = pairs.map { $0.measured.mgdL - $0.reference.mgdL }
      return (band, agreement, .mgdL(differences.reduce(0, +) / Double(differences.count)))
    }
  }
}

/// The search for the time by which a series follows another.
enum SensorLag {
  /// The longest lag in seconds.
  private static let longest = 1800.0
  /// The least number of pairs: twelve hours of readings every five minutes.
  private static let leastCount = 144
  /// The least correlation at the lag.
  private static let leastCorrelation = 0.7
  /// The number of readings of a long series that suffice.
  private static let sufficientCount = 20_000

  /// Returns the lag in minutes with the least variance of the differences, to a fraction of an
  /// interval by a parabola, or `nil` if it is unknown.
  ///
  /// The delays are multiples of the interval of the second series. Interpolation reduces its noise
  /// by the distance to the nearest reading, which is then equal for all of them; with other
  /// delays, those in the middle between readings would seem best.
  static func minutes(of first: GlucoseSeries, after second: GlucoseSeries) -> Double? {
    guard let gap = zip(second.times.dropFirst(), second.times).map(-).upperMedian else {
      return nil
    }
    let interval = gap.clamped(to: 60...900)
    let reach = Int(longest / interval)
    let scores = (-reach...reach).map {
      score(of: first, with: second, delay: Double($0) * interval)
    }
    var best: (index: Int, variance: Double, correlation: Double)?
    for (index, score) in scores.enumerated() {
      guard let score else { return nil }
      if score.variance < best?.variance ?? .infinity {
        best = (index, score.variance, score.correlation)
      }
    }
    guard let best, best.correlation >= leastCorrelation, best.index > 0,
      best.index + 1 < scores.count,
      let before = scores[best.index - 1]?.variance, let after = scores[best.index + 1]?.variance
    else { return nil }
    let bend = before - 2 * best.variance + after
    let fraction = bend > 0 ? (before - after) / (2 * bend) : 0
    return (Double(best.index - reach) + fraction) * interval / 60
  }

  /// The greatest difference of two clocks: a wrong zone, or morning and evening confused.
  private static let mostHalfHours = 28
  /// The least correlation of series that differ by their clocks only.
  private static let leastClockCorrelation = 0.85

  /// Returns the half hours by which a series follows another, with the least variance of the
  /// differences, or `nil` if that is not clearly less than without a difference or if it is a
  /// single one, which may be the delay of a sensor.
  static func halfHours(of first: GlucoseSeries, after second: GlucoseSeries) -> Int? {
    func score(_ halfHours: Int) -> (variance: Double, correlation: Double)? {
      Self.score(of: first, with: second, delay: Double(halfHours) * 1800)
    }
    guard let none = score(0) else { return nil }
    var best = (halfHours: 0, variance: none.variance, correlation: none.correlation)
    for halfHours in (1...mostHalfHours).flatMap({ [$0, -$0] }) {
      guard let score = score(halfHours), score.variance < best.variance else { continue }
      best = (halfHours, score.variance, score.correlation)
    }
    return abs(best.halfHours) > 1 && best.variance * 2 < none.variance
      && best.correlation >= leastClockCorrelation ? best.halfHours : nil
  }

  /// Returns variance of differences and correlation with a delay, or `nil` for few pairs.
  private static func score(
    of first: GlucoseSeries, with second: GlucoseSeries, delay: Double
  ) -> (variance: Double, correlation: Double)? {
    let step = Swift.max(1, first.count / sufficientCount)
    let pairs = SensorPairing.pairs(of: first, with: second, delay: delay, every: step)
    guard pairs.count >= leastCount else { return nil }
    let sums = SquareSums(pairs.lazy.map { (x: $0.value, y: $0.other) })
    let (xx, xy, yy) = (sums.xx, sums.xy, sums.yy)
    guard xx > 0, yy > 0 else { return nil }
    return ((xx - 2 * xy + yy) / Double(pairs.count), xy / (xx * yy).squareRoot())
  }
}
