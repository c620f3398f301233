public import GlucoseMath
internal import Prediction

/// The errors of forecasts: sums that can be added, and the measures computed from them.
public struct ForecastErrors: Equatable, Codable, Sendable {
  /// The nominal coverages of ``intervalScore(of:)``: 0.5, 0.8, 0.9 and 0.95.
  public static let intervalCoverages = [0.5, 0.8, 0.9, 0.95]

  fileprivate enum Count: Int { case all, intervals, hits, lows, lowsExpected, lowsFound }
  fileprivate enum Sum: Int { case error, square, size, relativeSize, width, rankedScore }

  private var counts = SIMD8<Int>()
  private var sums = SIMD8<Double>()
  private var intervalScores = SIMD4<Double>()
  /// The number of outcomes in the 40 parts between and beyond the quantiles of their distribution,
  /// and then in the zones of the grids of Clarke, Parkes, and the Diabetes Technology Society.
  private var cells = [Int](repeating: 0, count: ForecastErrors.cellCount)
  /// The lag of the forecasts for which all readings from the origin are available.
  var lags = Lag()

  private static let ranks = 40
  private static let zones = ErrorGridZone.allCases.count
  private static let cellCount = ranks + 3 * zones

  /// Creates errors without outcomes.
  public init() {}

  /// Decodes errors, or throws if they do not agree or are out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    counts = try container.decode(SIMD8<Int>.self, forKey: .counts)
    sums = try container.decode(SIMD8<Double>.self, forKey: .sums)
    intervalScores = try container.decode(SIMD4<Double>.self, forKey: .intervalScores)
    cells = try container.decode([Int].self, forKey: .cells)
    lags = try container.decode(Lag.self, forKey: .lags)
    try decoder.require(
      cells.count == Self.cellCount,
      "Errors must have a count for each part of a distribution and for each zone")
    try decoder.require(
      (counts.indices.map { counts[$0] } + cells).allSatisfy(StoredLimits.counts.contains),
      "Counts of errors must be from 0 to 2^50")
    try decoder.require(
      counts[.intervals] <= count && counts[.hits] <= counts[.intervals]
        && distributionCount <= count
        && (0..<3).allSatisfy { zoneCounts(ofGrid: $0).reduce(0, +) == count }
        && max(counts[.lows], counts[.lowsExpected]) <= count
        && counts[.lowsFound] <= min(counts[.lows], counts[.lowsExpected]),
      "No part of the outcomes may be larger than all")
    try decoder.require(
      [.square, .size, .relativeSize, .width].allSatisfy { sums[$0] >= 0 }
        && sums.indices.allSatisfy { sums[$0].isFinite }
        && intervalScores.indices.allSatisfy { intervalScores[$0].isFinite } && lags.isPlausible,
      "Sums of errors must be finite, and those of sizes not negative")
  }

  /// The number of outcomes.
  public var count: Int { counts[.all] }

  /// The root mean square error, in mg/dL, or `nil` without outcomes.
  public var rootMeanSquare: Double? { mean(.square)?.squareRoot() }

  /// The mean absolute error, in mg/dL, or `nil` without outcomes.
  public var meanAbsolute: Double? { mean(.size) }

  /// The mean absolute relative difference, in percent of the outcome, or `nil` without outcomes.
  public var meanAbsoluteRelative: Double? { mean(.relativeSize).map { 100 * $0 } }

  /// The mean of expected value minus outcome, in mg/dL, which is positive if forecasts are too
  /// high, or `nil` without outcomes.
  public var bias: Double? { mean(.error) }

  /// The fraction of outcomes in the interval at 90 percent, including its bounds, from 0 to 1, or
  /// `nil` without intervals.
  public var coverage: Double? { fraction(.hits, of: .intervals) }

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
    return Double(cells[margin..<(Self.ranks - margin)].reduce(0, +)) / Double(distributionCount)
  }

  /// The mean width of the interval at 90 percent, in mg/dL, or `nil` without intervals.
  public var meanWidth: Double? {
    counts[.intervals] > 0 ? sums[.width] / Double(counts[.intervals]) : nil
  }

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
    distributionCount > 0 ? sums[.rankedScore] / Double(distributionCount) : nil
  }

  /// Returns the part of the forecasts in a zone of Clarke's error grid, with the outcome as
  /// reference, or `nil` without outcomes.
  public func clarkePercentage(in zone: ErrorGridZone) -> Percentage? {
    percentage(in: zone, ofGrid: 0)
  }

  /// Returns the part of the forecasts in a zone of Parkes' error grid for type 1 diabetes, with
  /// the outcome as reference, or `nil` without outcomes.
  public func parkesPercentage(in zone: ErrorGridZone) -> Percentage? {
    percentage(in: zone, ofGrid: 1)
  }

  /// Returns the part of the forecasts in a zone of the Diabetes Technology Society's error grid,
  /// with the outcome as reference, or `nil` without outcomes.
  public func dtsPercentage(in zone: ErrorGridZone) -> Percentage? {
    percentage(in: zone, ofGrid: 2)
  }

  /// The fraction of outcomes below 70 mg/dL (`<`) with an expected value below 70 mg/dL, or `nil`
  /// if there are none.
  public var lowSensitivity: Double? { fraction(.lowsFound, of: .lows) }

  /// The fraction of expected values below 70 mg/dL (`<`) with an outcome below 70 mg/dL, or `nil`
  /// if there are none.
  public var lowPrecision: Double? { fraction(.lowsFound, of: .lowsExpected) }

  /// The lag of forecasts: the shift into the past with the least squared difference between their
  /// path and the measured one.
  ///
  /// The last value as a forecast has a lag of the whole lead; a perfect forecast has none. The lag
  /// is `nil` if readings between origin and outcome were always missing.
  public var timeLag: Duration? { lags.best }

  private var distributionCount: Int { cells[..<Self.ranks].reduce(0, +) }

  private func mean(_ sum: Sum) -> Double? { count > 0 ? sums[sum] / Double(count) : nil }

  private func fraction(_ part: Count, of whole: Count) -> Double? {
    counts[whole] > 0 ? Double(counts[part]) / Double(counts[whole]) : nil
  }

  private func zoneCounts(ofGrid grid: Int) -> ArraySlice<Int> {
    cells.dropFirst(Self.ranks + grid * Self.zones).prefix(Self.zones)
  }

  private func percentage(in zone: ErrorGridZone, ofGrid grid: Int) -> Percentage? {
    Percentage(cells[Self.cell(zone, ofGrid: grid)], of: count)
  }

  private static func cell(_ zone: ErrorGridZone, ofGrid grid: Int) -> Int {
    ranks + grid * zones + (ErrorGridZone.allCases.firstIndex(of: zone) ?? 0)
  }

  mutating func add(_ prediction: PredictedGlucose, outcome: Double) {
    add(Comparison(prediction, outcome: outcome))
  }

  mutating func add(_ comparison: Comparison) {
    counts &+= comparison.counts
    sums += comparison.sums
    intervalScores += comparison.intervalScores
    for place in 0..<4 where comparison.cells[place] >= 0 { cells[comparison.cells[place]] += 1 }
  }

  /// Adds the errors of another part.
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.counts &+= rhs.counts
    lhs.sums += rhs.sums
    lhs.intervalScores += rhs.intervalScores
    lhs.cells.add(rhs.cells)
    lhs.lags += rhs.lags
  }

  /// The comparison of a forecast with its outcome, computed once and added to several sums.
  struct Comparison {
    /// The expected value minus the outcome, in mg/dL.
    let error: Double
    fileprivate var counts = SIMD8<Int>()
    fileprivate var sums = SIMD8<Double>()
    fileprivate var intervalScores = SIMD4<Double>()
    /// The cells of the outcome's zones in three grids, by default the mildest, and of its rank in
    /// the distribution, or −1 without one.
    fileprivate var cells = SIMD4(ranks, ranks + zones, ranks + 2 * zones, -1)

    init(_ prediction: PredictedGlucose, outcome: Double) {
      let expected = prediction.expected.mgdL
      error = expected - outcome
      counts[.all] = 1
      counts[.lows] = outcome < 70 ? 1 : 0
      counts[.lowsExpected] = expected < 70 ? 1 : 0
      counts[.lowsFound] = outcome < 70 && expected < 70 ? 1 : 0
      sums[.error] = error
      sums[.square] = error * error
      sums[.size] = abs(error)
      sums[.relativeSize] = abs(error) / outcome
      // A pair this close to the diagonal is in the mildest zone of each grid.
      if abs(error) > 0.14 * outcome {
        let pair = GlucosePair(reference: .mgdL(outcome), measured: prediction.expected)
        cells[0] = ForecastErrors.cell(ErrorGrid.clarke.zone(of: pair), ofGrid: 0)
        cells[1] = ForecastErrors.cell(ErrorGrid.parkesType1.zone(of: pair), ofGrid: 1)
        cells[2] = ForecastErrors.cell(ErrorGrid.dts.zone(of: pair), ofGrid: 2)
      }
      if let distribution = prediction.distribution {
        let value = Glucose.mgdL(outcome)
        // An outcome beyond the limits of forecasts is outside every interval.
        let limits = Forecaster.limits
        cells[3] =
          limits.contains(outcome)
          ? min(max(Int(distribution.probability(below: value) * 40), 0), 39)
          : outcome < limits.lowerBound ? 0 : 39
        sums[.rankedScore] = distribution.continuousRankedProbabilityScore(of: value)
        for (place, coverage) in ForecastErrors.intervalCoverages.enumerated() {
          intervalScores[place] = distribution.intervalScore(of: value, coverage: coverage)
        }
      }
      guard let interval = prediction.interval else { return }
      counts[.intervals] = 1
      counts[.hits] = interval.contains(.mgdL(outcome)) ? 1 : 0
      sums[.width] = interval.upperBound.mgdL - interval.lowerBound.mgdL
    }
  }
}

extension ForecastErrors {
  /// Sums of squared differences of forecasts from the readings at and before their time.
  struct Lag: Equatable, Codable, Sendable {
    /// The time from one shift to the next, in seconds.
    private var step = 0.0
    /// The sum of squared differences at each shift into the past, starting with none.
    private var squares: [Double] = []

    init() {}

    /// Adds a forecast and the first `count` readings from its origin to its time.
    mutating func add(_ expected: Double, _ readings: [Double], count: Int, step: Double) {
      if squares.isEmpty {
        squares = Array(repeating: 0, count: count)
        self.step = step
      }
      precondition(squares.count == count, "Forecasts of one lead must have as many readings")
      var index = count
      for shift in squares.indices {
        index -= 1
        let error = expected - readings[index]
        squares[shift] += error * error
      }
    }

    /// The shift with the least sum, interpolated by a parabola; `nil` without forecasts.
    var best: Duration? {
      guard let least = squares.min(), let shift = squares.firstIndex(of: least) else { return nil }
      guard shift > 0, shift + 1 < squares.count, least > 0 else {
        return .seconds(Double(shift) * step)
      }
      let (before, after) = (squares[shift - 1] - least, squares[shift + 1] - least)
      let vertex = before + after > 0 ? (before - after) / (2 * (before + after)) : 0
      return .seconds((Double(shift) + vertex) * step)
    }

    /// Whether the squares are finite and not negative, and the shifts span at most 1e9 s.
    var isPlausible: Bool {
      (0...1e9).contains(step * Double(max(squares.count, 1)))
        && squares.allSatisfy { $0 >= 0 && $0.isFinite }
    }

    static func += (lhs: inout Self, rhs: Self) {
      guard !rhs.squares.isEmpty else { return }
      guard !lhs.squares.isEmpty else {
        lhs = rhs
        return
      }
      // Sums with other steps have other lags and are ignored.
      guard lhs.squares.count == rhs.squares.count, lhs.step == rhs.step else { return }
      lhs.squares.add(rhs.squares)
    }
  }
}

extension SIMD8<Int> {
  fileprivate subscript(_ count: ForecastErrors.Count) -> Int {
    get { self[count.rawValue] }
    set { self[count.rawValue] = newValue }
  }
}

extension SIMD8<Double> {
  fileprivate subscript(_ sum: ForecastErrors.Sum) -> Double {
    get { self[sum.rawValue] }
    set { self[sum.rawValue] = newValue }
  }
}
