// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// One person's quantiles of error / size, which follow what comes.
///
/// After each outcome, every quantile moves up by its probability and down by one if the outcome lay
/// at or below it, times a small step: a quantile that holds too few outcomes moves out until it holds
/// its share, however the person changes. That is adaptive conformal inference (Gibbs and Candès,
/// *Advances in Neural Information Processing Systems* 34, 2021) on the quantiles themselves
/// (Angelopoulos, Candès and Tibshirani, *Advances in Neural Information Processing Systems* 36, 2023),
/// for all coverages at once. They start as everyone's.
struct AdaptiveQuantiles: Hashable, Codable, Sendable {
  private static let count = ResidualModel.probabilities.count

  /// The step in the middle of the distribution, in mean sizes of an error. Larger steps follow faster
  /// and make ranges restless; at this one, coverage of the middle half still is right to a percent.
  private static let pace = 0.007

  /// For each outcome, its quantiles, ascending.
  private var quantiles: [Double]
  /// For each outcome, how far its quantiles step. In the tails, where they lie far apart, they step
  /// further.
  private let steps: [Double]

  /// Everyone's quantiles, about to be followed.
  init(_ range: ResidualModel) {
    quantiles = range.quantiles.flatMap { $0 }
    steps = zip(range.quantiles, range.meanRatios).flatMap { quantiles, meanRatio in
      let gaps = quantiles.indices.map { index in
        let (below, above) = (max(index - 1, 0), min(index + 1, quantiles.count - 1))
        return (quantiles[above] - quantiles[below]) / Double(above - below)
      }
      let middle = max(gaps[gaps.count / 2], 1e-9)
      return gaps.map { Self.pace * meanRatio * ($0 / middle).squareRoot() }
    }
  }

  /// Moves the quantiles of an outcome after an error of `ratio` sizes; one that is no number changes
  /// nothing.
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
    // Steps are small, so that the order is restored by few exchanges.
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

  /// Everyone's quantiles in `range`, but for the outcomes that `learned` has followed, whose
  /// quantiles it takes over.
  init(_ range: ResidualModel, takingOver learned: AdaptiveQuantiles) {
    self.init(range)
    let count = min(quantiles.count, learned.quantiles.count)
    quantiles.replaceSubrange(0..<count, with: learned.quantiles[0..<count])
  }

  /// A quantile of an outcome by its position in ``ResidualModel/probabilities``.
  func quantile(_ position: Int, of outcome: Int) -> Double {
    quantiles[outcome * Self.count + position]
  }

  /// The quantiles of an outcome at ``ResidualModel/probabilities``.
  func quantiles(of outcome: Int) -> ArraySlice<Double> {
    quantiles[(outcome * Self.count)..<(outcome + 1) * Self.count]
  }

  /// Whether they are those of a model with so many outcomes.
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
