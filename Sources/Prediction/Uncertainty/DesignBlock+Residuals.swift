// SPDX-License-Identifier: Apache-2.0

extension DesignBlock {
  /// Returns the errors in mg/dL, the changes minus the expected changes, for each row and lead;
  /// undefined where the target is missing.
  func errors(of weights: [Double]) -> [Double] {
    var errors = LinearAlgebra.multiply(
      features, rows: rows, columns: columns, by: weights, count: outcomes)
    for index in errors.indices { errors[index] = targets[index] - errors[index] }
    return errors
  }

  /// Calls `body` with each known target's lead and scaled residual.
  func forEachRatio(
    _ weights: [Double], _ range: ResidualModel, _ map: FeatureMap, _ body: (Int, Double) -> Void
  ) {
    let errors = errors(of: weights)
    let sizes = range.sizes(in: ResidualModel.ScaleFeatures.block(of: self, map))
    forEachKnownTarget(in: 0..<rows) { outcome, place in
      body(outcome, errors[place] / sizes[place])
    }
  }

  /// Calls `body` with the lead and the position, among those of all rows, of each known target in
  /// a range of rows.
  func forEachKnownTarget(in range: Range<Int>, _ body: (_ outcome: Int, _ place: Int) -> Void) {
    for row in range {
      for outcome in 0..<outcomes where hasTarget(outcome, inRow: row) {
        body(outcome, row * outcomes + outcome)
      }
    }
  }
}
