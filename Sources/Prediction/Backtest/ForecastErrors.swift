// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

/// How far forecasts lay from what came: sums that add, and the measures made of them.
public struct ForecastErrors: Hashable, Codable, Sendable {
  /// The number of outcomes compared.
  public private(set) var count = 0
  private var errors = 0.0
  private var squares = 0.0
  private var sizes = 0.0
  private var relativeSizes = 0.0
  private var rangeCount = 0
  private var hits = 0
  private var widths = 0.0
  private var penalties = 0.0
  /// How many outcomes lay between neighbouring quantiles of their distribution, and beyond the last.
  private var ranks = [Int](repeating: 0, count: 40)
  private var clarke = [Int](repeating: 0, count: ErrorZone.allCases.count)
  private var parkes = [Int](repeating: 0, count: ErrorZone.allCases.count)
  private var lows = 0
  private var lowsExpected = 0
  private var lowsFound = 0
  /// Squared differences of what was expected from readings 0, 1, 2 … steps before its time, over the
  /// forecasts of which all of these are known.
  var delays = ForecastLag()

  /// No outcomes.
  public init() {}

  /// The root of the mean squared error, in mg/dL, or `nil` if nothing was compared.
  public var rootMeanSquare: Double? { mean(squares)?.squareRoot() }

  /// The mean absolute error, in mg/dL, or `nil` if nothing was compared.
  public var meanAbsolute: Double? { mean(sizes) }

  /// The mean absolute relative difference, in percent of the outcome, or `nil` if nothing was
  /// compared.
  public var meanAbsoluteRelative: Double? { mean(relativeSizes).map { 100 * $0 } }

  /// The mean of expected less outcome, in mg/dL: positive if forecasts are too high. `nil` if nothing
  /// was compared.
  public var bias: Double? { mean(errors) }

  /// The share of outcomes in the range, its ends included, or `nil` if there was no range.
  public var coverage: Double? { rangeCount > 0 ? Double(hits) / Double(rangeCount) : nil }

  /// The share of outcomes in the range that a distribution gives for `nominal`, or `nil` if there
  /// was no distribution.
  ///
  /// - Precondition: `nominal` is a multiple of 0.05 from 0.05 to 0.95.
  public func coverage(of nominal: Double) -> Double? {
    let steps = (nominal * 20).rounded()
    precondition(
      (1...19).contains(steps) && abs(nominal * 20 - steps) < 1e-9,
      "Coverage is measured at multiples of 0.05 from 0.05 to 0.95")
    let margin = 20 - Int(steps)
    let total = ranks.reduce(0, +)
    guard total > 0 else { return nil }
    return Double(ranks[margin..<(40 - margin)].reduce(0, +)) / Double(total)
  }

  /// The mean width of the range, in mg/dL, or `nil` if there was none.
  public var meanWidth: Double? { rangeCount > 0 ? widths / Double(rangeCount) : nil }

  /// The mean Winkler score of the range at 90 percent, in mg/dL, less being better: its width, plus
  /// twenty times the distance of an outcome beyond it. `nil` if there was no range.
  public var winklerScore: Double? {
    rangeCount > 0 ? (widths + penalties) / Double(rangeCount) : nil
  }

  /// The share of forecasts in a zone of Clarke's error grid, the outcome being the reference, or `nil` if
  /// nothing was compared.
  public func clarkeShare(_ zone: ErrorZone) -> Double? { mean(Double(clarke[zone.index])) }

  /// The share of forecasts in a zone of Parkes' error grid for type 1 diabetes, or `nil` if nothing was
  /// compared.
  public func parkesShare(_ zone: ErrorZone) -> Double? { mean(Double(parkes[zone.index])) }

  /// The share of outcomes below 70 mg/dL (`<`) that were expected to lie there, or `nil` if there were
  /// none.
  public var lowSensitivity: Double? { lows > 0 ? Double(lowsFound) / Double(lows) : nil }

  /// The share of those expected below 70 mg/dL (`<`) that came to lie there, or `nil` if none was
  /// expected.
  public var lowPrecision: Double? {
    lowsExpected > 0 ? Double(lowsFound) / Double(lowsExpected) : nil
  }

  /// By how much forecasts lag behind: the shift into the past at which the path of what was expected
  /// lies closest to what was measured, in least squares.
  ///
  /// The last value, taken for a forecast, lags by its whole lead; a perfect forecast does not lag. `nil` if
  /// the readings between now and the outcome were not known.
  public var timeLag: Duration? { delays.best }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }

  /// Adds an outcome in mg/dL and what was expected.
  mutating func add(_ outlook: PredictedGlucose, outcome: Double) {
    let error = outlook.expected.mgdL - outcome
    count += 1
    errors += error
    squares += error * error
    sizes += abs(error)
    relativeSizes += abs(error) / outcome
    let pair = GlucosePair(reference: .mgdL(outcome), measured: outlook.expected)
    clarke[Self.clarkeGrid.zone(of: pair).index] += 1
    parkes[ParkesErrorGrid.type1.zone(of: pair).index] += 1
    let (isLow, isExpected) = (outcome < 70, outlook.expected.mgdL < 70)
    lows += isLow ? 1 : 0
    lowsExpected += isExpected ? 1 : 0
    lowsFound += isLow && isExpected ? 1 : 0
    if let distribution = outlook.distribution {
      let rank = distribution.probability(below: .mgdL(outcome)) * 40
      ranks[min(max(Int(rank), 0), 39)] += 1
    }
    guard let range = outlook.range else { return }
    let below = max(range.lowerBound.mgdL - outcome, 0)
    let above = max(outcome - range.upperBound.mgdL, 0)
    rangeCount += 1
    hits += below == 0 && above == 0 ? 1 : 0
    widths += range.upperBound.mgdL - range.lowerBound.mgdL
    penalties += 20 * (below + above)
  }

  private static let clarkeGrid = ClarkeErrorGrid()

  /// Adds the outcomes of another part.
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.count += rhs.count
    lhs.errors += rhs.errors
    lhs.squares += rhs.squares
    lhs.sizes += rhs.sizes
    lhs.relativeSizes += rhs.relativeSizes
    lhs.rangeCount += rhs.rangeCount
    lhs.hits += rhs.hits
    lhs.widths += rhs.widths
    lhs.penalties += rhs.penalties
    lhs.lows += rhs.lows
    lhs.lowsExpected += rhs.lowsExpected
    lhs.lowsFound += rhs.lowsFound
    for index in lhs.ranks.indices { lhs.ranks[index] += rhs.ranks[index] }
    for index in lhs.clarke.indices { lhs.clarke[index] += rhs.clarke[index] }
    for index in lhs.parkes.indices { lhs.parkes[index] += rhs.parkes[index] }
    lhs.delays += rhs.delays
  }
}

extension ErrorZone {
  /// The place of the zone from the mildest on.
  fileprivate var index: Int {
    switch self {
    case .a: 0
    case .b: 1
    case .c: 2
    case .d: 3
    case .e: 4
    }
  }
}
