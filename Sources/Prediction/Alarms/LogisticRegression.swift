// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A regression of the log odds of an event on some features.
enum LogisticRegression {
  /// The weights under which the events are most likely, pulled towards those at the start by half the
  /// squared distance from them, the first weight, of the constant, hardly at all. Where there is little
  /// to fit to, they stay there.
  ///
  /// Newton's steps, each a weighted least-squares problem, halved while they do harm (McCullagh and
  /// Nelder, *Generalized Linear Models*, 1989).
  ///
  /// - Parameters:
  ///   - features: By rows; the first is the constant one.
  ///   - events: Whether the event came, row by row.
  ///   - start: Where the search begins, and what weights are pulled towards.
  /// - Returns: The weights, or `nil` if there is no solution in finite numbers.
  /// - Complexity: O(*n p*²) for each of up to 20 steps.
  static func weights(
    _ features: [Double], _ events: [Bool], startingFrom start: [Double]
  ) -> [Double]? {
    let columns = start.count
    precondition(features.count == events.count * columns, "There is an event to each row")
    var weights = start
    var loss = loss(features, events, weights, start)
    for _ in 0..<20 {
      guard let step = step(features, events, weights, start) else { return nil }
      var share = 1.0
      var next = weights
      var nextLoss = Double.infinity
      while share > 1e-3 {
        for column in 0..<columns { next[column] = weights[column] + share * step[column] }
        nextLoss = Self.loss(features, events, next, start)
        if nextLoss <= loss { break }
        share /= 2
      }
      guard nextLoss <= loss else { break }
      let gain = loss - nextLoss
      (weights, loss) = (next, nextLoss)
      if gain <= 1e-7 * (1 + abs(loss)) { break }
    }
    return weights.allSatisfy(\.isFinite) ? weights : nil
  }

  /// The probability that log odds stand for.
  static func probability(_ logOdds: Double) -> Double {
    1 / (1 + Elementary.exponential(-logOdds))
  }

  /// The log odds of a probability, which is kept a little away from 0 and 1.
  static func logOdds(_ probability: Double) -> Double {
    let inside = min(max(probability, 1e-5), 1 - 1e-5)
    return Elementary.logarithm(inside / (1 - inside))
  }

  private static func sum(_ features: [Double], _ base: Int, _ weights: [Double]) -> Double {
    var sum = 0.0
    for column in weights.indices { sum += weights[column] * features[base + column] }
    return sum
  }

  /// How strongly a weight is pulled towards where it started.
  private static func pull(_ column: Int) -> Double { column == 0 ? 1e-4 : 1 }

  /// What is minimised: the negative log likelihood with the penalty.
  private static func loss(
    _ features: [Double], _ events: [Bool], _ weights: [Double], _ start: [Double]
  ) -> Double {
    var loss = 0.0
    for column in weights.indices {
      let distance = weights[column] - start[column]
      loss += pull(column) * distance * distance / 2
    }
    for (row, event) in events.enumerated() {
      let odds = sum(features, row * weights.count, weights)
      let against = event ? -odds : odds
      loss += max(against, 0) + Elementary.logarithm(1 + Elementary.exponential(-abs(against)))
    }
    return loss
  }

  /// Newton's step: the gradient divided by the curvature.
  private static func step(
    _ features: [Double], _ events: [Bool], _ weights: [Double], _ start: [Double]
  ) -> [Double]? {
    let columns = weights.count
    var gradient = weights.indices.map { pull($0) * (start[$0] - weights[$0]) }
    var curvature = [Double](repeating: 0, count: columns * columns)
    for column in 0..<columns { curvature[column * columns + column] = pull(column) }
    for (row, event) in events.enumerated() {
      let base = row * columns
      let probability = probability(sum(features, base, weights))
      let surprise = (event ? 1 : 0) - probability
      let certainty = probability * (1 - probability)
      for column in 0..<columns {
        gradient[column] += surprise * features[base + column]
        let scaled = certainty * features[base + column]
        for other in 0...column {
          curvature[column * columns + other] += scaled * features[base + other]
        }
      }
    }
    for column in 0..<columns {
      for other in 0..<column {
        curvature[other * columns + column] = curvature[column * columns + other]
      }
    }
    return Linear.solve(curvature, size: columns, gradient)
  }
}
