public import GlucoseMath
public import GlucoseFoundation

/// The sums of a day's readings, which add up to a week, a year or a cohort without the readings.
///
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
public struct GlucoseAggregate: Equatable, Sendable {
  /// The number of readings.
  public internal(set) var count = 0
  /// The number of local days added.
  public internal(set) var dayCount = 0
  var belowDeviceLimitCount = 0
  var aboveDeviceLimitCount = 0
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
    let deviceLimitCounts = series.deviceLimitCounts
    belowDeviceLimitCount = deviceLimitCounts.belowCount
    aboveDeviceLimitCount = deviceLimitCounts.aboveCount
  }

  /// Adds the readings of another aggregate.
  ///
  /// - Precondition: both have the same bands.
  /// - Complexity: O(1): bounded by the number of distinct whole concentrations.
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

  /// Returns the aggregate of the readings of both.
  ///
  /// - Precondition: both have the same bands.
  /// - Complexity: O(1): bounded by the number of distinct whole concentrations.
  public static func + (lhs: Self, rhs: Self) -> Self {
    var sum = lhs
    sum += rhs
    return sum
  }
}

extension GlucoseSeries {
  /// Returns the aggregate of each local day that has readings, in chronological order.
  public func dailyAggregates(
    in zone: TimeZone, bands: RangeBands
  ) -> [DayAggregate] {
    days(in: zone).map {
      DayAggregate(day: $0.day, aggregate: GlucoseAggregate(day: $0.series, bands: bands))
    }
  }
}

/// A local day and the aggregate of its readings.
public struct DayAggregate: Equatable, Sendable {
  /// The day.
  public let day: LocalDay
  /// The aggregate of its readings.
  public let aggregate: GlucoseAggregate
}
