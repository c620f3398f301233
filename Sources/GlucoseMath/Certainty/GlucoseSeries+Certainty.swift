// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GlucoseSeries {
  /// Confidence intervals of mean, time in range, glucose management indicator and coefficient of
  /// variation, in closed form, or `nil` below two days.
  ///
  /// Days, not readings, are taken as independent: readings minutes apart tell the same. Each number
  /// is a ratio of sums over days; its variance is that of the linearised daily contributions
  /// (Taylor, Cochran, *Sampling Techniques*, 1977), and the range is a Student-*t* range with *d* − 1
  /// degrees of freedom. Percentages end at 0 and 100.
  ///
  /// - Precondition: `confidence` lies between 0 and 1.
  /// - Complexity: O(*n*)
  public func certainty(
    in zone: TimeZone, bands: RangeBands = .consensus, confidence: Double = 0.95
  ) -> MetricCertainty? {
    precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1")
    guard let estimates = estimates(in: zone, bands) else { return nil }
    func interval(_ estimate: Estimate, _ limits: ClosedRange<Double>) -> ConfidenceInterval {
      let width = estimate.halfWidth(confidence)
      return ConfidenceInterval(
        estimate: estimate.value, lower: Swift.max(limits.lowerBound, estimate.value - width),
        upper: Swift.min(limits.upperBound, estimate.value + width), confidence: confidence)
    }
    return MetricCertainty(
      mean: interval(estimates.mean, 0...Double.infinity),
      timeInRange: interval(estimates.timeInRange, 0...100),
      glucoseManagementIndicator: interval(
        estimates.glucoseManagementIndicator, 0...Double.infinity),
      coefficientOfVariation: interval(estimates.coefficientOfVariation, 0...Double.infinity),
      dayCount: estimates.dayCount)
  }

  /// The four numbers with their standard errors, or `nil` below two days.
  func estimates(in zone: TimeZone, _ bands: RangeBands) -> Estimates? {
    let (days, origin) = dayTotals(in: zone, bands)
    guard days.count >= 2 else { return nil }
    let whole = days.reduce(into: DayTotals()) { $0 += $1 }
    let numbers = whole.numbers(origin: origin)
    let mean = whole.sum / whole.count
    let target = whole.inTarget / whole.count
    let variance = numbers.deviation * numbers.deviation
    let d = Double(days.count)
    func estimate(
      _ value: Double, scale: Double = 1, _ contribution: (DayTotals) -> Double
    ) -> Estimate {
      let squares = days.reduce(0) { $0 + contribution($1) * contribution($1) }
      return Estimate(
        value: value, error: scale * (squares * d / (d - 1)).squareRoot() / whole.count,
        degreesOfFreedom: d - 1)
    }
    let ofMean = estimate(numbers.mean) { $0.sum - mean * $0.count }
    return Estimates(
      mean: ofMean,
      timeInRange: estimate(numbers.target, scale: 100) { $0.inTarget - target * $0.count },
      glucoseManagementIndicator: Estimate(
        value: 3.31 + 0.02392 * numbers.mean, error: 0.02392 * ofMean.error,
        degreesOfFreedom: d - 1),
      coefficientOfVariation: estimate(100 * numbers.deviation / numbers.mean, scale: 100) { day in
        guard numbers.deviation > 0 else { return 0 }
        let about = day.squares - 2 * mean * day.sum + mean * mean * day.count
        return (about - variance * day.count) / (2 * numbers.deviation * numbers.mean)
          - numbers.deviation / (numbers.mean * numbers.mean) * (day.sum - mean * day.count)
      },
      dayCount: days.count)
  }

  /// The same intervals from resampled days, or `nil` below two days.
  ///
  /// Blocks of consecutive recorded days are drawn with replacement, wrapping from the last day to
  /// the first, until there are as many days as were recorded (Politis & Romano 1992); the range
  /// is that of the percentiles of the resampled numbers. The same seed gives the same range.
  ///
  /// - Parameters:
  ///   - zone: The zone whose midnights divide days.
  ///   - bands: The edges of the target range.
  ///   - confidence: The share of ranges that are to hold the number.
  ///   - blockLength: How many consecutive days are drawn together; 7 keeps the rhythm of weeks.
  ///   - draws: How many records are resampled.
  ///   - seed: The seed of the random draws.
  /// - Precondition: `confidence` lies between 0 and 1; `blockLength` and `draws` are positive.
  /// - Complexity: O(*n* + *r* *d*), where *r* is the number of draws and *d* of days.
  public func bootstrappedCertainty(
    in zone: TimeZone, bands: RangeBands = .consensus, confidence: Double = 0.95,
    blockLength: Int = 1, draws: Int = 2000, seed: UInt64
  ) -> MetricCertainty? {
    precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1")
    precondition(blockLength > 0 && draws > 0, "A bootstrap draws at least one block of one day")
    let (days, origin) = dayTotals(in: zone, bands)
    guard days.count >= 2 else { return nil }
    var generator = SplitMix64(seed: seed)
    var means: [Double] = []
    var targets: [Double] = []
    var variations: [Double] = []
    for _ in 0..<draws {
      var whole = DayTotals()
      var drawn = 0
      while drawn < days.count {
        let start = Int.random(in: 0..<days.count, using: &generator)
        for offset in 0..<Swift.min(blockLength, days.count - drawn) {
          whole += days[(start + offset) % days.count]
          drawn += 1
        }
      }
      let numbers = whole.numbers(origin: origin)
      means.append(numbers.mean)
      targets.append(numbers.target)
      variations.append(100 * numbers.deviation / numbers.mean)
    }
    let numbers = days.reduce(into: DayTotals()) { $0 += $1 }.numbers(origin: origin)
    func interval(_ estimate: Double, _ draws: [Double]) -> ConfidenceInterval {
      let sorted = draws.sorted()
      return ConfidenceInterval(
        estimate: estimate, lower: sorted.quantile((1 - confidence) / 2),
        upper: sorted.quantile((1 + confidence) / 2), confidence: confidence)
    }
    return MetricCertainty(
      mean: interval(numbers.mean, means), timeInRange: interval(numbers.target, targets),
      glucoseManagementIndicator: interval(
        3.31 + 0.02392 * numbers.mean, means.map { 3.31 + 0.02392 * $0 }),
      coefficientOfVariation: interval(100 * numbers.deviation / numbers.mean, variations),
      dayCount: days.count)
  }

  private func dayTotals(in zone: TimeZone, _ bands: RangeBands) -> ([DayTotals], Double) {
    guard let origin = values.first else { return ([], 0) }
    let limits = RangeLimits(bands)
    var days: [DayTotals] = []
    forEachDay(in: zone) { _, _, positions in
      let rows = (rows.lowerBound + positions.lowerBound)..<(rows.lowerBound + positions.upperBound)
      days.append(FusedPass(columns.values, in: rows, limits).totals(about: origin))
    }
    return (days, origin)
  }
}
