public import GlucoseMath

/// The sums of a day's readings, which add up to a week, a year or a cohort without the readings.
///
///     let days = series.days(in: zone).map { GlucoseAggregate(day: $0.series, bands: bands) }
///     let week = days.reduce(GlucoseAggregate(bands: bands)) { $0 + $1 }
///     week.statistics?.mean
///
/// Sums are kept without rounding, so that addition is associative and commutative to the last bit:
/// any grouping of days gives the same aggregate.
///
/// **Exact from aggregates:** count, extremes, mean, standard deviation, coefficient of variation,
/// time in ranges, glucose management indicator, estimated A1C, J-index, glycemia risk index,
/// continuous glucose monitoring index, low and high blood glucose index, average daily risk range,
/// GRADE and its parts, M-value, hypoglycemia and hyperglycemia index, device limit counts.
///
/// **Not from aggregates:** quantiles (``quantile(_:)`` is exact for readings in whole mg/dL and
/// otherwise accurate to 1 mg/dL), and metrics that compare instants across midnight: episodes,
/// MAGE, MODD, CONGA, MAG, GVP, the six standard deviations, the ambulatory glucose profile. These
/// need the readings.
public struct GlucoseAggregate: Equatable, Codable, Sendable {
  /// The number of readings.
  public internal(set) var count = 0
  /// The number of local days added.
  public internal(set) var dayCount = 0
  package private(set) var belowDeviceLimitCount = 0
  package private(set) var aboveDeviceLimitCount = 0
  /// The edges of the bands; aggregates with different edges cannot be added.
  public let bands: RangeBands
  var minimum: ShownExtreme?
  var maximum: ShownExtreme?
  var bandCounts = [0, 0, 0, 0, 0]
  /// The counts of the consensus bands in the unit of ``bands``.
  var consensusCounts = [0, 0, 0, 0, 0]
  var sum = ExactSum()
  var squares = ExactSum()
  var risk = ExactRiskSums()
  var histogram = WholeHistogram()

  /// Creates an aggregate of no readings.
  public init(bands: RangeBands) { self.bands = bands }

  /// Creates the aggregate of the readings of one day, or of any readings that count as one day in
  /// the average daily risk range.
  public init(day series: GlucoseSeries, bands: RangeBands) {
    self.init(bands: bands)
    guard let statistics = series.statistics(bands: bands) else { return }
    var daySum = 0.0
    var daySquares = 0.0
    for value in series.values {
      daySum += value
      daySquares += value * value
    }
    bandCounts = RangeBand.allCases.map { Int(statistics.timeInRanges.weight(of: $0) ?? 0) }
    consensusCounts = RangeBand.allCases.map {
      Int(statistics.consensusTimeInRanges.weight(of: $0) ?? 0)
    }
    histogram = WholeHistogram(
      series.values, from: statistics.minimum.mgdL, to: statistics.maximum.mgdL)
    minimum = ShownExtreme(statistics.minimum.mgdL, statistics.minimumFlags)
    maximum = ShownExtreme(statistics.maximum.mgdL, statistics.maximumFlags)
    sum = ExactSum(daySum)
    squares = ExactSum(daySquares)
    risk = ExactRiskSums(RiskSums(days: [series.values]))
    count = series.count
    dayCount = 1
    belowDeviceLimitCount = series.count(beyond: .belowDeviceLimit)
    aboveDeviceLimitCount = series.count(beyond: .aboveDeviceLimit)
  }

  /// Adds the readings of another aggregate, which must have the same bands.
  public static func += (lhs: inout Self, rhs: Self) {
    precondition(lhs.bands == rhs.bands, "Both aggregates must have the same bands")
    lhs.count += rhs.count
    lhs.dayCount += rhs.dayCount
    lhs.belowDeviceLimitCount += rhs.belowDeviceLimitCount
    lhs.aboveDeviceLimitCount += rhs.aboveDeviceLimitCount
    lhs.minimum = [lhs.minimum, rhs.minimum].compactMap { $0 }.min()
    lhs.maximum = [lhs.maximum, rhs.maximum].compactMap { $0 }.max()
    for index in lhs.bandCounts.indices {
      lhs.bandCounts[index] += rhs.bandCounts[index]
      lhs.consensusCounts[index] += rhs.consensusCounts[index]
    }
    lhs.histogram += rhs.histogram
    lhs.sum += rhs.sum
    lhs.squares += rhs.squares
    lhs.risk += rhs.risk
  }

  /// Returns the aggregate of the readings of both, which must have the same bands.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    sum += rhs
    return sum
  }
}

extension GlucoseAggregate {
  /// More readings than any aggregate has; sums of as many readings do not overflow.
  private static let mostReadings = 1 << 40

  /// Decodes an aggregate and checks that its parts agree.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(bands: try container.decode(RangeBands.self, forKey: .bands))
    count = try container.decode(Int.self, forKey: .count)
    dayCount = try container.decode(Int.self, forKey: .dayCount)
    belowDeviceLimitCount = try container.decode(Int.self, forKey: .belowDeviceLimitCount)
    aboveDeviceLimitCount = try container.decode(Int.self, forKey: .aboveDeviceLimitCount)
    minimum = try container.decodeIfPresent(ShownExtreme.self, forKey: .minimum)
    maximum = try container.decodeIfPresent(ShownExtreme.self, forKey: .maximum)
    bandCounts = try container.decode([Int].self, forKey: .bandCounts)
    consensusCounts = try container.decode([Int].self, forKey: .consensusCounts)
    sum = try container.decode(ExactSum.self, forKey: .sum)
    squares = try container.decode(ExactSum.self, forKey: .squares)
    risk = try container.decode(ExactRiskSums.self, forKey: .risk)
    histogram = try container.decode(WholeHistogram.self, forKey: .histogram)
    try decoder.require(
      (0...Self.mostReadings).contains(count) && (0...count).contains(dayCount),
      "An aggregate must have from 0 to 2^40 readings on at most as many days")
    for counts in [bandCounts, consensusCounts] {
      try decoder.require(
        counts.count == RangeBand.allCases.count
          && counts.allSatisfy { (0...count).contains($0) } && counts.reduce(0, +) == count,
        "There must be five counts of bands, none negative, with the number of readings as their sum"
      )
    }
    try decoder.require(
      (0...count).contains(belowDeviceLimitCount) && (0...count).contains(aboveDeviceLimitCount),
      "The number of readings at limits must be at most the number of readings")
    try decoder.require(
      count == 0 ? minimum == nil && maximum == nil : hasExtremes,
      "The extremes of an aggregate must be above zero, at most 100000 mg/dL and in ascending order"
    )
    try decoder.require(
      histogram.total == count, "The histogram must contain as many readings as the aggregate")
  }

  private var hasExtremes: Bool {
    guard let minimum, let maximum else { return false }
    return minimum.value > 0 && minimum <= maximum && maximum.value <= InvalidReading.highestValue
  }
}
