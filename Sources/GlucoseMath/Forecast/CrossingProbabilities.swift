/// The probabilities that glucose is below or above thresholds by each point of a forecast.
///
/// A crossing is anywhere on the path: glucose that falls below a threshold and recovers has
/// crossed it. Probabilities at other thresholds are interpolated linearly in the log odds. They
/// never decrease with time, nor as a threshold comes closer.
package struct CrossingProbabilities: Equatable, Codable, Sendable {
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

  /// Raises probabilities, which rise or fall with the threshold, to those of farther thresholds.
  package static func raise(_ row: inout [Double], rises: Bool) {
    if rises {
      for index in row.indices.dropFirst() { row[index] = max(row[index - 1], row[index]) }
    } else {
      for index in row.indices.dropLast().reversed() {
        row[index] = max(row[index], row[index + 1])
      }
    }
  }

  /// Returns the probability a share of the way between two thresholds, linear in the log odds.
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
  /// `below` and `above` have a row for each point, with a probability for each threshold.
  ///
  /// A probability less than that of an earlier point, or of a farther threshold, is raised to it.
  ///
  /// - Precondition: the thresholds ascend, are finite and above zero, the probabilities are from 0
  ///   to 1, and `below` and `above` have the same number of points.
  package init(lows: [Glucose], below: [[Double]], highs: [Glucose], above: [[Double]]) {
    precondition(
      below.allSatisfy { $0.count == lows.count } && above.allSatisfy { $0.count == highs.count },
      Self.requirement)
    self.below = Side(lows.map(\.mgdL), below, rises: true)
    self.above = Side(highs.map(\.mgdL), above, rises: false)
    precondition(isSound, Self.requirement)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    below = try container.decode(Side.self, forKey: .below)
    above = try container.decode(Side.self, forKey: .above)
    try decoder.require(isSound, Self.requirement)
  }

  private static let requirement =
    "Each point and threshold must have a probability from 0 to 1, and thresholds must ascend"

  private var isSound: Bool {
    below.isSound && above.isSound && below.probabilities.count == above.probabilities.count
  }

  /// The number of points.
  package var pointCount: Int { below.probabilities.count }

  /// Returns the probability, from 0 to 1, that a reading by the time of a point is beyond the
  /// threshold, or `nil` if the threshold is outside of those that are given.
  ///
  /// - Precondition: `point` is at least 0 and less than ``pointCount``.
  package func probability(of crossing: ThresholdCrossing, byPoint point: Int) -> Double? {
    precondition((0..<pointCount).contains(point), "`point` must be in 0..<pointCount")
    return (crossing.side == .below ? below : above)
      .probability(crossing.threshold.mgdL, point: point)
  }
}

/// A threshold and a side of it.
///
///     ThresholdCrossing.below(.mgdL(70))
public struct ThresholdCrossing: Hashable, Codable, Sendable {
  /// The side of the threshold.
  public let side: ThresholdSide
  /// The threshold.
  public let threshold: Glucose

  package init(_ side: ThresholdSide, _ threshold: Glucose) {
    (self.side, self.threshold) = (side, threshold)
  }

  /// Returns the crossing to concentrations less (`<`) than a threshold.
  public static func below(_ threshold: Glucose) -> Self { Self(.below, threshold) }

  /// Returns the crossing to concentrations greater (`>`) than a threshold.
  public static func above(_ threshold: Glucose) -> Self { Self(.above, threshold) }

  /// Returns a Boolean value that indicates whether a concentration is beyond the threshold.
  public func isBeyond(_ glucose: Glucose) -> Bool { side.isBeyond(glucose, threshold) }
}
