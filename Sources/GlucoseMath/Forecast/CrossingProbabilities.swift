/// The probabilities that glucose is below or above thresholds by each point of a forecast.
///
/// A crossing is anywhere on the path, not only at its end: glucose that falls below a threshold
/// and recovers has crossed it. Probabilities are given at some thresholds and interpolated
/// linearly in the log odds between them. They never decrease with time, nor as a threshold comes
/// closer.
public struct CrossingProbabilities: Equatable, Codable, Sendable {
  private struct Side: Hashable, Codable, Sendable {
    /// The thresholds in mg/dL, ascending.
    let thresholds: [Double]
    /// The probabilities, one row for each point with one value for each threshold.
    let probabilities: [[Double]]

    init(_ thresholds: [Double], _ probabilities: [[Double]], rises: Bool) {
      self.thresholds = thresholds
      var row = [Double](repeating: 0, count: thresholds.count)
      self.probabilities = probabilities.map { point in
        for index in row.indices { row[index] = max(row[index], point[index]) }
        CrossingProbabilities.raise(&row, rises: rises)
        return row
      }
    }

    var isSound: Bool {
      zip(thresholds, thresholds.dropFirst()).allSatisfy { $0 < $1 } && !thresholds.isEmpty
        && thresholds.allSatisfy { $0 > 0 && $0.isFinite }
        && probabilities.allSatisfy {
          $0.count == thresholds.count && $0.allSatisfy { (0...1).contains($0) }
        }
    }

    func probability(_ threshold: Double, point: Int) -> Double? {
      guard let first = thresholds.first, let last = thresholds.last, threshold >= first,
        threshold <= last
      else { return nil }
      let above = thresholds.firstIndex { $0 >= threshold } ?? 0
      let row = probabilities[point]
      guard thresholds[above] > threshold else { return row[above] }
      let width = thresholds[above] - thresholds[above - 1]
      return CrossingProbabilities.between(
        row[above - 1], row[above], share: (threshold - thresholds[above - 1]) / width)
    }
  }

  /// Raises probabilities of ascending thresholds to those of thresholds farther away.
  ///
  /// - Parameter rises: Whether probabilities rise with the threshold.
  package static func raise(_ row: inout [Double], rises: Bool) {
    if rises {
      for index in row.indices.dropFirst() { row[index] = max(row[index - 1], row[index]) }
    } else {
      for index in row.indices.dropLast().reversed() {
        row[index] = max(row[index], row[index + 1])
      }
    }
  }

  /// Returns the probability at a threshold that lies a share of the way between two others, whose
  /// log odds go straight.
  package static func between(_ lower: Double, _ upper: Double, share: Double) -> Double {
    func logOdds(_ probability: Double) -> Double {
      let inside = min(max(probability, 1e-6), 1 - 1e-6)
      return MathFunctions.logarithm(inside / (1 - inside))
    }
    let odds = logOdds(lower) * (1 - share) + logOdds(upper) * share
    return 1 / (1 + MathFunctions.exponential(-odds))
  }

  private let below, above: Side

  /// Creates probabilities of readings below `lows` and above `highs` by each point.
  ///
  /// A probability that is less than that of an earlier point, or of a threshold further away, is
  /// raised to it.
  ///
  /// - Parameters:
  ///   - lows: Thresholds, ascending.
  ///   - below: For each point, a probability from 0 to 1 for each of `lows`.
  ///   - highs: Thresholds, ascending.
  ///   - above: For each point, a probability from 0 to 1 for each of `highs`.
  /// - Precondition: the thresholds ascend, are finite and above zero, the probabilities are from 0
  ///   to 1, and `below` and `above` have the same number of points.
  public init(lows: [Glucose], below: [[Double]], highs: [Glucose], above: [[Double]]) {
    precondition(
      below.allSatisfy { $0.count == lows.count } && above.allSatisfy { $0.count == highs.count },
      Self.requirement)
    self.below = Side(lows.map(\.mgdL), below, rises: true)
    self.above = Side(highs.map(\.mgdL), above, rises: false)
    precondition(isSound, Self.requirement)
  }

  /// Decodes probabilities and checks the requirements of the initializer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    below = try container.decode(Side.self, forKey: .below)
    above = try container.decode(Side.self, forKey: .above)
    guard isSound else {
      throw DecodingError.dataCorruptedError(
        forKey: .below, in: container, debugDescription: Self.requirement)
    }
  }

  private static let requirement =
    "Each point and threshold must have a probability from 0 to 1, and thresholds must ascend"

  private var isSound: Bool {
    below.isSound && above.isSound && below.probabilities.count == above.probabilities.count
  }

  /// The number of points.
  public var pointCount: Int { below.probabilities.count }

  /// Returns the probability, from 0 to 1, that a reading by the time of a point is beyond the
  /// threshold, or `nil` if the threshold is outside of those that are given.
  ///
  /// - Parameters:
  ///   - crossing: The threshold and its side.
  ///   - point: The position of the point, from zero.
  /// - Precondition: `point` is at least 0 and less than ``pointCount``.
  public func probability(of crossing: ThresholdCrossing, byPoint point: Int) -> Double? {
    precondition((0..<pointCount).contains(point), "`point` must be in 0..<pointCount")
    return switch crossing {
    case .below(let threshold): below.probability(threshold.mgdL, point: point)
    case .above(let threshold): above.probability(threshold.mgdL, point: point)
    }
  }
}

/// A threshold and a side of it.
///
///     ThresholdCrossing.below(.mgdL(70))
public enum ThresholdCrossing: Hashable, Sendable {
  /// Concentrations less (`<`) than the threshold.
  case below(Glucose)
  /// Concentrations greater (`>`) than the threshold.
  case above(Glucose)

  /// The threshold.
  public var threshold: Glucose {
    switch self {
    case .below(let threshold), .above(let threshold): threshold
    }
  }

  /// The side of the threshold.
  public var side: ThresholdSide {
    switch self {
    case .below: .below
    case .above: .above
    }
  }

  /// Creates a crossing of a threshold to a side.
  public init(_ side: ThresholdSide, _ threshold: Glucose) {
    switch side {
    case .below: self = .below(threshold)
    case .above: self = .above(threshold)
    }
  }

  /// Returns a Boolean value that indicates whether a concentration is beyond the threshold.
  public func isBeyond(_ glucose: Glucose) -> Bool {
    switch self {
    case .below(let threshold): glucose < threshold
    case .above(let threshold): glucose > threshold
    }
  }
}

extension ThresholdCrossing: Codable {
  private enum CodingKeys: String, CodingKey { case side, threshold }

  /// Decodes a side, `below` or `above`, and a threshold in mg/dL.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(ThresholdSide.self, forKey: .side),
      try container.decode(Glucose.self, forKey: .threshold))
  }

  /// Encodes the side and the threshold in mg/dL, such as `{"side":"below","threshold":70}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(side, forKey: .side)
    try container.encode(threshold, forKey: .threshold)
  }
}
