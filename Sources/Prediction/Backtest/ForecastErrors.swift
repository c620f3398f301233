// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

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

  /// The coverages at which distributions are tried.
  private static let coverages = [0.5, 0.8, 0.9, 0.95]
  private var distributionCount = 0
  private var distributionHits = [0, 0, 0, 0]

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

  /// The share of outcomes in the range that a distribution gives for 0.5, 0.8, 0.9 or 0.95, its ends
  /// included, or `nil` if there was no distribution.
  ///
  /// - Precondition: `nominal` is one of these.
  public func coverage(of nominal: Double) -> Double? {
    guard let index = Self.coverages.firstIndex(of: nominal) else {
      preconditionFailure("Coverage is measured at 0.5, 0.8, 0.9 and 0.95")
    }
    return distributionCount > 0
      ? Double(distributionHits[index]) / Double(distributionCount) : nil
  }

  /// The mean width of the range, in mg/dL, or `nil` if there was none.
  public var meanWidth: Double? { rangeCount > 0 ? widths / Double(rangeCount) : nil }

  /// The mean Winkler score of the range at 90 percent, in mg/dL, less being better: its width, plus
  /// twenty times the distance of an outcome beyond it. `nil` if there was no range.
  public var winklerScore: Double? {
    rangeCount > 0 ? (widths + penalties) / Double(rangeCount) : nil
  }

  private func mean(_ sum: Double) -> Double? { count > 0 ? sum / Double(count) : nil }

  /// Adds an outcome in mg/dL and what was expected.
  mutating func add(_ outlook: Outlook, outcome: Double) {
    let error = outlook.expected.mgdL - outcome
    count += 1
    errors += error
    squares += error * error
    sizes += abs(error)
    relativeSizes += abs(error) / outcome
    if let distribution = outlook.distribution {
      distributionCount += 1
      for (index, coverage) in Self.coverages.enumerated() {
        let range = distribution.range(coverage)
        if range.contains(.mgdL(outcome)) { distributionHits[index] += 1 }
      }
    }
    guard let range = outlook.range else { return }
    let below = max(range.lowerBound.mgdL - outcome, 0)
    let above = max(outcome - range.upperBound.mgdL, 0)
    rangeCount += 1
    hits += below == 0 && above == 0 ? 1 : 0
    widths += range.upperBound.mgdL - range.lowerBound.mgdL
    penalties += 20 * (below + above)
  }

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
    lhs.distributionCount += rhs.distributionCount
    for index in Self.coverages.indices {
      lhs.distributionHits[index] += rhs.distributionHits[index]
    }
  }
}
