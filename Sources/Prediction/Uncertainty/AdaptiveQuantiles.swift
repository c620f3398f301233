internal import GlucoseMath

/// One person's quantiles of the scaled residual, from the population's, which each outcome moves
/// up by a step times their probability, and down by the step if it is at or below them: adaptive
/// conformal inference (Gibbs and Candès, *Advances in Neural Information Processing Systems* 34,
/// 2021) on the quantiles themselves (Angelopoulos, Candès and Tibshirani, *Advances in Neural
/// Information Processing Systems* 36, 2023), for all coverages at once.
struct AdaptiveQuantiles: Equatable, Codable, Sendable {
  private static let count = ResidualModel.probabilities.count

  /// The step in the middle of the distribution, in mean scaled residuals; larger ones adapt faster
  /// and make intervals less steady.
  private static let pace = 0.007

  /// The least distance between quantiles for which their steps are computed, as a fraction of the
  /// mean distance: in a record at the end of the sensor's range it is zero, where a quantile would
  /// never move, and one in the tails would jump.
  private static let leastGap = 1.0 / 40

  private(set) var quantiles: [Double]
  /// Larger in the tails, where quantiles are far apart.
  private let steps: [Double]

  init(_ range: ResidualModel) {
    quantiles = range.quantiles.flatMap { $0 }
    steps = zip(range.quantiles, range.meanRatios).flatMap { quantiles, meanRatio in
      let last = quantiles.count - 1
      let least = max(Self.leastGap * (quantiles[last] - quantiles[0]) / Double(last), 1e-9)
      let gaps = quantiles.indices.map { index in
        let (below, above) = (max(index - 1, 0), min(index + 1, last))
        return max((quantiles[above] - quantiles[below]) / Double(above - below), least)
      }
      let middle = gaps[gaps.count / 2]
      return gaps.map { Self.pace * meanRatio * ($0 / middle).squareRoot() }
    }
  }

  mutating func follow(_ ratio: Double, outcome: Int) {
    guard ratio.isFinite else { return }
    let base = outcome * Self.count
    let (probabilities, sizes) = (ResidualModel.probabilities, steps)
    let (shares, steps) = (probabilities.elementSpan, sizes.elementSpan)
    var quantiles = quantiles.mutableElementSpan
    for index in 0..<Self.count {
      let value = quantiles[base &+ index]
      let share = shares[index] - (ratio <= value ? 1 : 0)
      quantiles[base &+ index] = value + steps[base &+ index] * share
    }
    // Steps are small, so that few exchanges restore the order.
    for index in base &+ 1..<base &+ Self.count where quantiles[index] < quantiles[index &- 1] {
      let value = quantiles[index]
      var place = index
      while place > base, quantiles[place &- 1] > value {
        quantiles[place] = quantiles[place &- 1]
        place &-= 1
      }
      quantiles[place] = value
    }
  }

  func quantiles(of outcome: Int) -> ArraySlice<Double> {
    quantiles[(outcome * Self.count)..<(outcome + 1) * Self.count]
  }

  func fits(outcomes: Int) -> Bool {
    quantiles.count == outcomes * Self.count && steps.count == quantiles.count
      && quantiles.areWithin(StoredLimits.ratio)
      && steps.allSatisfy { $0 >= 0 && $0 <= StoredLimits.ratio }
      && (0..<outcomes).allSatisfy { outcome in
        let own = quantiles(of: outcome)
        return zip(own, own.dropFirst()).allSatisfy { $0 <= $1 }
      }
  }
}
