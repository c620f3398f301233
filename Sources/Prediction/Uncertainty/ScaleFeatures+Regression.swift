// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension ScaleFeatures {
  private static let rounds = 24
  /// The ridge penalty per row of all weights but the constant's.
  private static let ridge = 1e-3
  /// Errors of more times the size expected count as so many times.
  private static let greatestRatio = 20.0
  /// The weights have settled once none moves by more.
  private static let settled = 1e-7
  private static let greatestStep = 1.0

  /// The weights under which the logarithm of the size of errors is linear in features, a row to an
  /// outcome, or `nil` if there are none in finite numbers.
  ///
  /// It is a generalized linear model with the exponential distribution and a logarithmic link, fitted by Fisher
  /// scoring (McCullagh and Nelder, *Generalized Linear Models*, 1989, § 8.3). Each error counts relative to the size
  /// that is expected of it, so that calm people count as much as restless ones. The information matrix is that of
  /// the features alone: one factorization serves every step of all outcomes.
  ///
  /// - Parameters:
  ///   - sizes: By rows, the size of each outcome's error, not a number where it is not known.
  ///   - features: By rows, the features, of which the first is one.
  ///   - means: For each outcome, the mean size.
  /// - Complexity: O(*n p*²) for *p* features.
  static func weights(
    of sizes: [Double], on features: [Double], columns: Int, means: [Double]
  ) -> [Double]? {
    let outcomes = means.count
    let rows = features.count / columns
    var information = [Double](repeating: 0, count: columns * columns)
    LinearAlgebra.addGram(of: features, rows: rows, columns: columns, to: &information)
    let penalty = ridge * Double(rows)
    for column in 0..<columns {
      information[column * columns + column] += column == 0 ? 1e-6 : penalty + 1e-6
    }
    var weights = [Double](repeating: 0, count: outcomes * columns)
    for outcome in 0..<outcomes {
      weights[outcome * columns] = MathFunctions.logarithm(max(means[outcome], 1e-3))
    }
    for _ in 0..<rounds {
      var scores = [Double](repeating: 0, count: outcomes * columns)
      addScores(of: sizes, on: features, columns: columns, weights, to: &scores)
      for place in scores.indices where place % columns > 0 {
        scores[place] -= penalty * weights[place]
      }
      guard let steps = LinearAlgebra.solve(information, size: columns, scores) else { return nil }
      for (place, step) in steps.enumerated() {
        weights[place] += min(max(step, -greatestStep), greatestStep)
      }
      if steps.allSatisfy({ abs($0) < settled }) { break }
    }
    return weights.allSatisfy(\.isFinite) ? weights : nil
  }

  /// Adds, for each outcome, the sum of features times how much larger errors are than expected.
  private static func addScores(
    of sizes: [Double], on features: [Double], columns: Int, _ weights: [Double],
    to scores: inout [Double]
  ) {
    let outcomes = weights.count / columns
    let rows = features.count / columns
    var excess = LinearAlgebra.multiply(
      features, rows: rows, columns: columns, by: weights, count: outcomes)
    for place in excess.indices {
      let size = sizes[place]
      guard !size.isNaN else {
        excess[place] = 0
        continue
      }
      let logarithm = min(max(excess[place], -10), 10)
      excess[place] = min(size * MathFunctions.exponential(-logarithm), greatestRatio) - 1
    }
    LinearAlgebra.addProducts(
      of: excess, count: outcomes, with: features, rows: rows, columns: columns, to: &scores)
  }
}
