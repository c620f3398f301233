// SPDX-License-Identifier: Apache-2.0

extension DesignBlock {
  /// For each row and outcome, how far in mg/dL the change that came exceeds the one expected;
  /// meaningless where the outcome is not known.
  func errors(of weights: [Double]) -> [Double] {
    var errors = LinearAlgebra.multiply(
      features, rows: rows, columns: columns, by: weights, count: outcomes)
    for index in errors.indices { errors[index] = targets[index] - errors[index] }
    return errors
  }

  /// Calls `body` with each outcome that is known and its error divided by the size to expect.
  func forEachRatio(
    _ weights: [Double], _ range: ResidualModel, _ map: FeatureMap, _ body: (Int, Double) -> Void
  ) {
    let errors = errors(of: weights)
    let sizes = range.sizes(in: ScaleFeatures.block(of: self, map))
    for row in 0..<rows {
      for outcome in 0..<outcomes where hasTarget(outcome, inRow: row) {
        body(outcome, errors[row * outcomes + outcome] / sizes[row * outcomes + outcome])
      }
    }
  }
}
