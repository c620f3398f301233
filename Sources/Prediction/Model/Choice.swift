// SPDX-License-Identifier: Apache-2.0

/// What validation chose: how much a model looks at, and how strongly its weights are held.
struct Choice {
  /// The features of the detail whose error on later rows is least.
  let map: FeatureMap
  /// The penalties, one to an outcome.
  let penalties: [Double]
  /// The penalties of the kernel block, one to an outcome; none without the block.
  let kernelPenalties: [Double]

  /// The weights that `sums` give with these penalties, or `nil` if there is no solution.
  func weights(of sums: RegressionSums) -> [Double]? {
    let kernel = map.kernel.map { ($0.gram, kernelPenalties) }
    return sums.weights(ridges: penalties, kernel: kernel)
  }
}

extension FitStatistics {
  /// The share of the squared error by which a step of detail must improve on the one before, so that
  /// chance does not make a model large. With few rows to judge on chance is large, and rows whose
  /// outcomes overlap count for one.
  private var worthwhile: Double {
    0.002 + 6 * Double(late.outcomes) / Double(max(late.rows, 1))
  }

  /// The detail and the penalties whose error on the later rows is least by more than chance, or `nil`
  /// if no detail has a solution. All are tried on the same sums.
  var choice: Choice? {
    var best, last: Choice?
    var least = Double.infinity
    for detail in stream.map.detail.steps {
      let map = stream.map.limited(to: detail)
      let early = early.limited(to: map.columns)
      let late = late.limited(to: map.columns)
      guard let choice = Self.choice(map, early, late, options, last),
        let weights = choice.weights(of: early)
      else { continue }
      last = choice
      guard detail == stream.map.detail || detail.includes(options.leastDetail) else { continue }
      let error = (0..<early.outcomes).reduce(0) {
        $0 + late.relativeError(of: weights, outcome: $1)
      }
      guard error < (1 - worthwhile) * least else { continue }
      best = choice
      least = error
    }
    return best
  }

  private static func choice(
    _ map: FeatureMap, _ early: RegressionSums, _ late: RegressionSums, _ options: FitOptions,
    _ plainer: Choice?
  ) -> Choice? {
    guard let kernel = map.kernel else {
      return early.bestRidges(among: options.penalties, judgedOn: late)
        .map { Choice(map: map, penalties: $0, kernelPenalties: []) }
    }
    guard let penalties = plainer?.penalties,
      let kernelPenalties = early.bestKernelRidges(
        among: options.kernelPenalties, kernel.gram, with: penalties, judgedOn: late)
    else { return nil }
    return Choice(map: map, penalties: penalties, kernelPenalties: kernelPenalties)
  }
}
