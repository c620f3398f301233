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
    let (days, origin) = dayTotals(in: zone, bands)
    guard days.count >= 2 else { return nil }
    let whole = days.reduce(into: DayTotals()) { $0 += $1 }
    let numbers = whole.numbers(origin: origin)
    let mean = whole.sum / whole.count
    let target = whole.inTarget / whole.count
    let variance = numbers.deviation * numbers.deviation
    func halfWidth(_ contribution: (DayTotals) -> Double) -> Double {
      let squares = days.reduce(0) { $0 + contribution($1) * contribution($1) }
      let d = Double(days.count)
      let error = (squares * d / (d - 1)).squareRoot() / whole.count
      return error * Student.quantile((1 + confidence) / 2, degreesOfFreedom: d - 1)
    }
    let meanWidth = halfWidth { $0.sum - mean * $0.count }
    let targetWidth = 100 * halfWidth { $0.inTarget - target * $0.count }
    let variation = 100 * numbers.deviation / numbers.mean
    let variationWidth =
      numbers.deviation > 0
      ? 100
        * halfWidth { day in
          let about = day.squares - 2 * mean * day.sum + mean * mean * day.count
          return (about - variance * day.count) / (2 * numbers.deviation * numbers.mean)
            - numbers.deviation / (numbers.mean * numbers.mean) * (day.sum - mean * day.count)
        } : 0
    func interval(_ estimate: Double, _ width: Double, _ limits: ClosedRange<Double>)
      -> ConfidenceInterval
    {
      ConfidenceInterval(
        estimate: estimate, lower: Swift.max(limits.lowerBound, estimate - width),
        upper: Swift.min(limits.upperBound, estimate + width), confidence: confidence)
    }
    return MetricCertainty(
      mean: interval(numbers.mean, meanWidth, 0...Double.infinity),
      timeInRange: interval(numbers.target, targetWidth, 0...100),
      glucoseManagementIndicator: interval(
        3.31 + 0.02392 * numbers.mean, 0.02392 * meanWidth, 0...Double.infinity),
      coefficientOfVariation: interval(variation, variationWidth, 0...Double.infinity),
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
    var days: [DayTotals] = []
    forEachDay(in: zone) { _, _, positions in
      var day = DayTotals()
      day.count = Double(positions.count)
      for value in self[positions: positions].values {
        let deviation = value - origin
        day.sum += deviation
        day.squares += deviation * deviation
        if value >= bands.low.mgdL, value <= bands.high.mgdL { day.inTarget += 1 }
      }
      days.append(day)
    }
    return (days, origin)
  }
}
