public import GlucoseMath
internal import Prediction

/// The reliability of a predictor's crossing probabilities: the observed frequency of crossings at
/// each predicted probability.
///
/// Origins beyond the threshold are excluded, as are origins after which the record is interrupted
/// before the horizon.
public struct CrossingReliability: Equatable, Codable, Sendable {
  /// The probabilities between adjacent bins.
  public static let edges = [0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

  struct Sums: Equatable, Codable, Sendable {
    /// The number of origins in each bin.
    private(set) var counts = [Int](repeating: 0, count: edges.count + 1)
    private(set) var expected = [Double](repeating: 0, count: edges.count + 1)
    private(set) var crossed = [Int](repeating: 0, count: edges.count + 1)
    /// The sum of squared differences of probability and outcome.
    private(set) var squares = 0.0

    init() {}

    mutating func add(_ probability: Double, _ crosses: Bool) {
      let bin = edges.partitioningIndex { $0 > probability }
      let outcome = crosses ? 1.0 : 0
      counts[bin] += 1
      expected[bin] += probability
      crossed[bin] += crosses ? 1 : 0
      squares += (probability - outcome) * (probability - outcome)
    }

    static func += (lhs: inout Self, rhs: Self) {
      lhs.counts.add(rhs.counts)
      lhs.expected.add(rhs.expected)
      lhs.crossed.add(rhs.crossed)
      lhs.squares += rhs.squares
    }
  }

  /// The predictor's identifier.
  public let predictor: String
  /// The predicted crossing.
  public let crossing: ThresholdCrossing
  let sums: Sums

  /// The number of origins in each bin.
  public var counts: [Int] { sums.counts }

  /// Returns the mean probability in a bin, counted from zero, or `nil` if it has no origin or
  /// there is no such bin.
  public func expected(bin: Int) -> Double? {
    guard counts.indices.contains(bin), counts[bin] > 0 else { return nil }
    return sums.expected[bin] / Double(counts[bin])
  }

  /// Returns the fraction of origins in a bin, counted from zero, that are followed by a crossing,
  /// or `nil` if it has no origin or there is no such bin.
  public func observed(bin: Int) -> Double? {
    guard counts.indices.contains(bin), counts[bin] > 0 else { return nil }
    return Double(sums.crossed[bin]) / Double(counts[bin])
  }

  /// The mean squared difference of probability and outcome (Brier, *Monthly Weather Review* 78,
  /// 1950), where less is better, or `nil` without origins.
  public var brierScore: Double? {
    let count = counts.reduce(0, +)
    return count > 0 ? sums.squares / Double(count) : nil
  }
}

extension CrossingReliability.Sums {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    counts = try container.decode([Int].self, forKey: .counts)
    expected = try container.decode([Double].self, forKey: .expected)
    crossed = try container.decode([Int].self, forKey: .crossed)
    squares = try container.decode(Double.self, forKey: .squares)
    try decoder.require(
      [counts.count, expected.count, crossed.count].allSatisfy {
        $0 == CrossingReliability.edges.count + 1
      },
      "There must be a number for each bin")
    try decoder.require(
      counts.allSatisfy(StoredLimits.counts.contains)
        && zip(crossed, counts).allSatisfy { $0 >= 0 && $0 <= $1 }
        && expected.allSatisfy { $0 >= 0 && $0.isFinite } && squares >= 0 && squares.isFinite,
      "Counts of a bin must be from 0 to 2^50, and its sums finite and not negative")
  }
}
