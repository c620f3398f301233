/// Rows with forecasts of a model that was not fitted to them, and their outcomes, on which
/// intervals and probabilities are calibrated.
package struct CalibrationSet: Equatable, Codable, Sendable {
  package let outcomes: Int
  /// The reading of each row, in mg/dL.
  @DoubleBytes private(set) var levels: [Double] = []
  /// The expected changes and their residuals, for each row and lead; NaN without a target.
  @DoubleBytes private(set) var changes: [Double] = []
  @DoubleBytes private(set) var errors: [Double] = []
  /// The short and the middle ``CrossingModel/RecentChange`` before each row.
  @DoubleBytes private(set) var recentChanges: [Double] = []
  /// The scale features, by rows; empty once scales are computed.
  @DoubleBytes private(set) var scaleFeatures: [Double] = []
  /// The scales, for each row and lead; empty until they are computed, and not encoded.
  private(set) var sizes: [Double] = []

  package init(outcomes: Int) { self.outcomes = outcomes }

  var rows: Int { levels.count }

  private enum CodingKeys: CodingKey {
    case outcomes, levels, changes, errors, recentChanges, scaleFeatures
  }

  package mutating func add(_ block: DesignBlock, _ map: FeatureMap, _ errors: [Double]) {
    levels += block.levels.prefix(block.rows)
    scaleFeatures += ResidualModel.ScaleFeatures.block(of: block, map)
    for row in 0..<block.rows {
      let recent = CrossingModel.recentChange(block.features, from: row * block.columns, map)
      recentChanges += [recent.short, recent.middle]
      for outcome in 0..<outcomes {
        let place = row * outcomes + outcome
        changes.append(block.targets[place] - errors[place])
        self.errors.append(block.hasTarget(outcome, inRow: row) ? errors[place] : .nan)
      }
    }
  }

  mutating func measure(by range: ResidualModel) {
    sizes = range.sizes(in: scaleFeatures)
    scaleFeatures = []
  }

  package static func += (lhs: inout Self, rhs: Self) {
    precondition(lhs.outcomes == rhs.outcomes, "Both sets must have the same number of leads")
    lhs.levels += rhs.levels
    lhs.changes += rhs.changes
    lhs.errors += rhs.errors
    lhs.recentChanges += rhs.recentChanges
    lhs.scaleFeatures += rhs.scaleFeatures
  }

  private func knownErrors(of outcome: Int) -> [Double] {
    stride(from: outcome, to: errors.count, by: outcomes).map { errors[$0] }.filter { !$0.isNaN }
  }

  var counts: [Int] { (0..<outcomes).map { knownErrors(of: $0).count } }

  /// The mean absolute error of each lead, or zero without errors.
  var meanSizes: [Double] {
    (0..<outcomes).map { outcome in
      let own = knownErrors(of: outcome)
      return own.reduce(0) { $0 + abs($1) } / max(Double(own.count), 1)
    }
  }

  func ratios(of outcome: Int) -> [Double] {
    (0..<rows).compactMap { row in
      let ratio = errors[row * outcomes + outcome] / sizes[row * outcomes + outcome]
      return ratio.isFinite ? ratio : nil
    }
  }

  /// Whether each decoded row has all of its numbers, below 1e9.
  var isPlausible: Bool {
    (1...64).contains(outcomes) && changes.count == rows * outcomes
      && errors.count == changes.count && recentChanges.count == 2 * rows
      && scaleFeatures.count == rows * ResidualModel.ScaleFeatures.columns
      && (levels + changes + recentChanges + scaleFeatures).areWithin(1e9)
      && errors.allSatisfy { !(abs($0) > 1e9) }
  }
}
