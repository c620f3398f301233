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

  /// The predictor's identifier.
  public let predictor: String
  /// The predicted crossing.
  public let crossing: ThresholdCrossing
  /// The number of origins in each bin.
  public private(set) var counts = [Int](repeating: 0, count: edges.count + 1)
  private var probabilities = [Double](repeating: 0, count: edges.count + 1)
  private var crossed = [Int](repeating: 0, count: edges.count + 1)
  /// The sum of squared differences of probability and outcome.
  private var squares = 0.0

  init(predictor: String, crossing: ThresholdCrossing) {
    self.predictor = predictor
    self.crossing = crossing
  }

  /// Decodes reliabilities, or throws if they do not agree or are out of bounds.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    predictor = try container.decode(String.self, forKey: .predictor)
    crossing = try container.decode(ThresholdCrossing.self, forKey: .crossing)
    counts = try container.decode([Int].self, forKey: .counts)
    probabilities = try container.decode([Double].self, forKey: .probabilities)
    crossed = try container.decode([Int].self, forKey: .crossed)
    squares = try container.decode(Double.self, forKey: .squares)
    try decoder.require(
      [counts.count, probabilities.count, crossed.count].allSatisfy { $0 == Self.edges.count + 1 },
      "There must be a number for each bin")
    try decoder.require(
      counts.allSatisfy(StoredLimits.counts.contains)
        && zip(crossed, counts).allSatisfy { $0 >= 0 && $0 <= $1 }
        && (probabilities + [squares]).allSatisfy { $0 >= 0 && $0.isFinite },
      "Counts of a bin must be from 0 to 2^50, and its sums finite and not negative")
  }

  /// Returns the mean probability in a bin, counted from zero, or `nil` if it has no origin or
  /// there is no such bin.
  public func expected(bin: Int) -> Double? {
    guard counts.indices.contains(bin), counts[bin] > 0 else { return nil }
    return probabilities[bin] / Double(counts[bin])
  }

  /// Returns the fraction of origins in a bin, counted from zero, that are followed by a crossing,
  /// or `nil` if it has no origin or there is no such bin.
  public func observed(bin: Int) -> Double? {
    guard counts.indices.contains(bin), counts[bin] > 0 else { return nil }
    return Double(crossed[bin]) / Double(counts[bin])
  }

  /// The mean squared difference of probability and outcome (Brier, *Monthly Weather Review* 78,
  /// 1950), where less is better, or `nil` without origins.
  public var brierScore: Double? {
    let count = counts.reduce(0, +)
    return count > 0 ? squares / Double(count) : nil
  }

  mutating func add(_ probability: Double, _ crosses: Bool) {
    let bin = Self.edges.partitioningIndex { $0 > probability }
    let outcome = crosses ? 1.0 : 0
    counts[bin] += 1
    probabilities[bin] += probability
    crossed[bin] += crosses ? 1 : 0
    squares += (probability - outcome) * (probability - outcome)
  }

  static func += (lhs: inout Self, rhs: Self) {
    lhs.counts.add(rhs.counts)
    lhs.probabilities.add(rhs.probabilities)
    lhs.crossed.add(rhs.crossed)
    lhs.squares += rhs.squares
  }
}
