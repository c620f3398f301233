internal import GlucoseMath

extension ResidualModel.ScaleFeatures {
  private static let rounds = 24
  /// The ridge penalty per row of all weights except the constant's.
  private static let ridge = 1e-3
  /// The maximum ratio of an error to its expected size; greater ratios are clipped.
  private static let greatestRatio = 20.0
  private static let tolerance = 1e-7
  private static let greatestStep = 1.0

  /// Returns the weights of a regression of absolute errors, not a number where a target is
  /// missing, whose logarithm is linear in features, of which the first is one, with a row for each
  /// lead; `nil` if there is no solution in finite numbers.
  ///
  /// It is a generalized linear model with the exponential distribution and a logarithmic link,
  /// fitted by Fisher scoring (McCullagh and Nelder, *Generalized Linear Models*, 1989, § 8.3):
  /// each error is divided by its expected size, so that people with low variability have the same
  /// influence as others. One factorization of the information matrix, which depends on the
  /// features alone, is enough for every step of all leads. It is O(*n p*²), where *n* is the
  /// number of rows and *p* that of features.
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
      if steps.allSatisfy({ abs($0) < tolerance }) { break }
    }
    return weights.allSatisfy(\.isFinite) ? weights : nil
  }

  /// Adds, for each lead, the sum of features times the excess of errors over their scale.
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
