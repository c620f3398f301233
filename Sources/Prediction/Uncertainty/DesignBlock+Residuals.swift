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
    forEachKnownTarget(in: 0..<rows) { outcome, place in
      body(outcome, errors[place] / sizes[place])
    }
  }

  /// Calls `body` with each outcome that is known in some rows, and with its place among those of all rows.
  func forEachKnownTarget(in range: Range<Int>, _ body: (_ outcome: Int, _ place: Int) -> Void) {
    for row in range {
      for outcome in 0..<outcomes where hasTarget(outcome, inRow: row) {
        body(outcome, row * outcomes + outcome)
      }
    }
  }
}
