public import GlucoseMath
internal import Prediction

/// The errors of forecasts: sums that can be added, and the measures computed from them.
public struct ForecastErrors: Equatable, Codable, Sendable {
  /// The nominal coverages of ``intervalScore(of:)``: 0.5, 0.8, 0.9 and 0.95.
  public static let intervalCoverages = [0.5, 0.8, 0.9, 0.95]

  /// The number of outcomes.
  public private(set) var count = 0
  private var errors = 0.0
  private var squares = 0.0
  private var sizes = 0.0
  private var relativeSizes = 0.0
  private var rangeCount = 0
  private var hits = 0
  private var widths = 0.0
  /// The number of outcomes between adjacent quantiles of their distribution, and beyond the
  /// outermost ones or the limits of forecasts.
  private var ranks = [Int](repeating: 0, count: 40)
  private var rankedScores = 0.0
  private var intervalScores = SIMD4<Double>()
  private var clarke = [Int](repeating: 0, count: ErrorGridZone.allCases.count)
  private var parkes = [Int](repeating: 0, count: ErrorGridZone.allCases.count)
  private var dts = [Int](repeating: 0, count: ErrorGridZone.allCases.count)
  private var lows = 0
  private var lowsExpected = 0
  private var lowsFound = 0
  /// The squared differences of forecasts from readings 0, 1, 2 … steps before their time, over the
  /// forecasts for which all of these readings are available.
  var lags = Lag()

  /// Creates errors without outcomes.
  public init() {}

  /// Decodes errors, or throws if they do not agree or are out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func number<Number: Decodable>(_ key: CodingKeys) throws -> Number {
      try container.decode(Number.self, forKey: key)
    }
    count = try number(.count)
    errors = try number(.errors)
    squares = try number(.squares)
    sizes = try number(.sizes)
    relativeSizes = try number(.relativeSizes)
    rangeCount = try number(.rangeCount)
    hits = try number(.hits)
    widths = try number(.widths)
    ranks = try number(.ranks)
    rankedScores = try number(.rankedScores)
    intervalScores = try number(.intervalScores)
    clarke = try number(.clarke)
    parkes = try number(.parkes)
    dts = try number(.dts)
    lows = try number(.lows)
    lowsExpected = try number(.lowsExpected)
    lowsFound = try number(.lowsFound)
    lags = try number(.lags)
    try decoder.require(
      ranks.count == 40
        && [clarke, parkes, dts].allSatisfy { $0.count == ErrorGridZone.allCases.count },
      "Errors must have a count for each part of a distribution and for each zone")
    try decoder.require(
      ([count, rangeCount, hits, lows, lowsExpected, lowsFound] + ranks + clarke + parkes + dts)
        .allSatisfy(StoredLimits.counts.contains), "Counts of errors must be from 0 to 2^50")
    try decoder.require(
      rangeCount <= count && hits <= rangeCount && distributionCount <= count
        && [clarke, parkes, dts].allSatisfy { $0.reduce(0, +) == count }
        && max(lows, lowsExpected) <= count && lowsFound <= min(lows, lowsExpected),
      "No part of the outcomes may be larger than all")
    try decoder.require(
      [squares, sizes, relativeSizes, widths].allSatisfy { $0 >= 0 && $0.isFinite }
        && [errors, rankedScores].allSatisfy(\.isFinite)
        && intervalScores.indices.allSatisfy { intervalScores[$0].isFinite } && lags.isPlausible,
      "Sums of errors must be finite, and those of sizes not negative")
  }

  /// The root mean square error, in mg/dL, or `nil` without outcomes.
  public var rootMeanSquare: Double? { mean(squares)?.squareRoot() }

  /// The mean absolute error, in mg/dL, or `nil` without outcomes.
  public var meanAbsolute: Double? { mean(sizes) }

  /// The mean absolute relative difference, in percent of the outcome, or `nil` without outcomes.
  public var meanAbsoluteRelative: Double? { mean(relativeSizes).map { 100 * $0 } }

  /// The mean of expected value minus outcome, in mg/dL, which is positive if forecasts are too
  /// high, or `nil` without outcomes.
  public var bias: Double? { mean(errors) }

  /// The fraction of outcomes in the interval at 90 percent, including its bounds, from 0 to 1, or
  /// `nil` without intervals.
  public var coverage: Double? { rangeCount > 0 ? Double(hits) / Double(rangeCount) : nil }

  /// Returns the fraction of outcomes in the interval of a distribution at a nominal coverage, or
  /// `nil` without distributions.
  ///
  /// An outcome below 39 or above 401 mg/dL is outside, because intervals are clipped to these
  /// limits.
  ///
  /// - Precondition: `nominal` must be a multiple of 0.05 from 0.05 to 0.95.
  public func coverage(of nominal: Double) -> Double? {
    let steps = (nominal * 20).rounded()
    precondition(
      (1...19).contains(steps) && abs(nominal * 20 - steps) < 1e-9,
      "`nominal` must be a multiple of 0.05 from 0.05 to 0.95")
    let margin = 20 - Int(steps)
    guard distributionCount > 0 else { return nil }
    return Double(ranks[margin..<(40 - margin)].reduce(0, +)) / Double(distributionCount)
  }

  /// The mean width of the interval at 90 percent, in mg/dL, or `nil` without intervals.
  public var meanWidth: Double? { rangeCount > 0 ? widths / Double(rangeCount) : nil }

  /// Returns the mean interval score of distributions at a nominal coverage, in mg/dL, where less
  /// is better, or `nil` without distributions; see
  /// `GlucoseDistribution.intervalScore(of:coverage:)`.
  ///
  /// - Precondition: `nominal` must be one of ``intervalCoverages``.
  public func intervalScore(of nominal: Double) -> Double? {
    let place = Self.intervalCoverages.firstIndex { abs($0 - nominal) < 1e-9 }
    precondition(place != nil, "`nominal` must be 0.5, 0.8, 0.9 or 0.95")
    guard let place, distributionCount > 0 else { return nil }
    return intervalScores[place] / Double(distributionCount)
  }

  /// The mean continuous ranked probability score, in mg/dL, where less is better, or `nil` without
  /// distributions.
  ///
  /// Its unit is that of ``meanAbsolute``, the score of a forecast without a distribution; see
  /// `GlucoseDistribution.continuousRankedProbabilityScore(of:)`.
  public var crps: Double? {
    distributionCount > 0 ? rankedScores / Double(distributionCount) : nil
  }

  /// Returns the part of the forecasts in a zone of Clarke's error grid, with the outcome as
  /// reference, or `nil` without outcomes.
  public func clarkePercentage(in zone: ErrorGridZone) -> Percentage? {
    Percentage(clarke[zone.index], of: count)
  }

  /// Returns the part of the forecasts in a zone of Parkes' error grid for type 1 diabetes, with
  /// the outcome as reference, or `nil` without outcomes.
  public func parkesPercentage(in zone: ErrorGridZone) -> Percentage? {
    Percentage(parkes[zone.index], of: count)
  }

  /// Returns the part of the forecasts in a zone of the Diabetes Technology Society's error grid,
  /// with the outcome as reference, or `nil` without outcomes.
  public func dtsPercentage(in zone: ErrorGridZone) -> Percentage? {
    Percentage(dts[zone.index], of: count)
  }

  /// The fraction of outcomes below 70 mg/dL (`<`) with an expected value below 70 mg/dL, or `nil`
  /// if there are none.
  public var lowSensitivity: Double? { lows > 0 ? Double(lowsFound) / Double(lows) : nil }

  /// The fraction of expected values below 70 mg/dL (`<`) with an outcome below 70 mg/dL, or `nil`
  /// if there are none.
  public var lowPrecision: Double? {
    lowsExpected > 0 ? Double(lowsFound) / Double(lowsExpected) : nil
  }

  /// The lag of forecasts: the shift into the past with the least squared difference between their
  /// path and the measured one.
  ///
  /// The last value as a forecast has a lag of the whole lead; a perfect forecast has none. The lag
  /// is `nil` if readings between origin and outcome were always missing.
  public var timeLag: Duration? { lags.best }

  private var distributionCount: Int { ranks.reduce(0, +) }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }

  mutating func add(_ prediction: PredictedGlucose, outcome: Double) {
    add(Comparison(prediction, outcome: outcome))
  }

  mutating func add(_ comparison: Comparison) {
    let error = comparison.error
    count += 1
    errors += error
    squares += error * error
    sizes += abs(error)
    relativeSizes += abs(error) / comparison.outcome
    clarke[comparison.clarke] += 1
    parkes[comparison.parkes] += 1
    dts[comparison.dts] += 1
    lows += comparison.isLow ? 1 : 0
    lowsExpected += comparison.isExpectedLow ? 1 : 0
    lowsFound += comparison.isLow && comparison.isExpectedLow ? 1 : 0
    if comparison.rank >= 0 {
      ranks[comparison.rank] += 1
      rankedScores += comparison.rankedScore
      intervalScores += comparison.intervalScores
    }
    guard comparison.hasInterval else { return }
    rangeCount += 1
    hits += comparison.isInside ? 1 : 0
    widths += comparison.width
  }

  /// Adds the errors of another part.
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.errors += rhs.errors
    lhs.squares += rhs.squares
    lhs.sizes += rhs.sizes
    lhs.relativeSizes += rhs.relativeSizes
    lhs.rangeCount += rhs.rangeCount
    lhs.hits += rhs.hits
    lhs.widths += rhs.widths
    lhs.rankedScores += rhs.rankedScores
    lhs.intervalScores += rhs.intervalScores
    lhs.lows += rhs.lows
    lhs.lowsExpected += rhs.lowsExpected
    lhs.lowsFound += rhs.lowsFound
    lhs.ranks.add(rhs.ranks)
    lhs.clarke.add(rhs.clarke)
    lhs.parkes.add(rhs.parkes)
    lhs.dts.add(rhs.dts)
    lhs.lags += rhs.lags
  }
}

extension ForecastErrors {
  /// The comparison of a forecast with its outcome, computed once and added to several sums.
  struct Comparison {
    /// The outcome and the error, in mg/dL.
    let outcome, error: Double
    let isLow, isExpectedLow: Bool
    /// The positions of the zones, starting with the mildest.
    private(set) var clarke = 0
    private(set) var parkes = 0
    private(set) var dts = 0
    /// The position of the outcome among the 40 parts of its distribution, or −1 without one.
    private(set) var rank = -1
    private(set) var rankedScore = 0.0
    private(set) var intervalScores = SIMD4<Double>()
    /// A Boolean value that indicates whether there is an interval at 90 percent, its width, and
    /// whether the outcome is inside.
    private(set) var hasInterval = false
    private(set) var width = 0.0
    private(set) var isInside = false

    init(_ prediction: PredictedGlucose, outcome: Double) {
      let expected = prediction.expected.mgdL
      self.outcome = outcome
      error = expected - outcome
      (isLow, isExpectedLow) = (outcome < 70, expected < 70)
      // A pair this close to the diagonal is in the mildest zone of each grid.
      if abs(error) > 0.14 * outcome {
        let pair = GlucosePair(reference: .mgdL(outcome), measured: prediction.expected)
        clarke = ErrorGrid.clarke.zone(of: pair).index
        parkes = ErrorGrid.parkesType1.zone(of: pair).index
        dts = ErrorGrid.dts.zone(of: pair).index
      }
      if let distribution = prediction.distribution {
        let value = Glucose.mgdL(outcome)
        // An outcome beyond the limits of forecasts is outside every interval.
        let limits = Forecaster.limits
        rank =
          limits.contains(outcome)
          ? min(max(Int(distribution.probability(below: value) * 40), 0), 39)
          : outcome < limits.lowerBound ? 0 : 39
        rankedScore = distribution.continuousRankedProbabilityScore(of: value)
        for (place, coverage) in ForecastErrors.intervalCoverages.enumerated() {
          intervalScores[place] = distribution.intervalScore(of: value, coverage: coverage)
        }
      }
      guard let interval = prediction.interval else { return }
      hasInterval = true
      width = interval.upperBound.mgdL - interval.lowerBound.mgdL
      isInside = interval.contains(.mgdL(outcome))
    }
  }
}

extension ErrorGridZone {
  /// The position of the zone, starting with the mildest.
  fileprivate var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
