// SPDX-License-Identifier: Apache-2.0

/// Moments that were forecast by a model not fitted to them, and what came: what ranges and
/// probabilities are calibrated on.
struct CalibrationSet: Sendable {
  let outcomes: Int
  /// The number of rows.
  private(set) var rows = 0
  /// The first row of each record, ascending.
  private(set) var recordStarts: [Int] = []
  /// For each row, the reading then, in mg/dL.
  private(set) var levels: [Double] = []
  /// For each row and outcome, the change expected and by how much the change that came exceeds it, not
  /// a number where the outcome is not known.
  private(set) var changes: [Double] = []
  private(set) var errors: [Double] = []
  /// For each row, how glucose moved before.
  private(set) var recentChanges: [CrossingModel.RecentChange] = []
  /// The scale features, by rows; none once sizes are measured.
  private(set) var scaleFeatures: [Double] = []
  /// For each row and outcome, the size of error to expect; none before they are measured.
  private(set) var sizes: [Double] = []

  init(outcomes: Int) { self.outcomes = outcomes }

  /// Adds the rows of a block, whose errors these are.
  mutating func add(_ block: DesignBlock, _ map: FeatureMap, _ errors: [Double]) {
    if recordStarts.isEmpty { recordStarts = [0] }
    rows += block.rows
    levels += block.levels.prefix(block.rows)
    scaleFeatures += ScaleFeatures.block(of: block, map)
    for row in 0..<block.rows {
      recentChanges.append(
        CrossingModel.RecentChange(block.features, from: row * block.columns, map))
      for outcome in 0..<outcomes {
        let place = row * outcomes + outcome
        changes.append(block.targets[place] - errors[place])
        self.errors.append(block.hasTarget(outcome, inRow: row) ? errors[place] : .nan)
      }
    }
  }

  /// Works out the sizes of error that `range` expects.
  mutating func measure(by range: ResidualModel) {
    sizes = range.sizes(in: scaleFeatures)
    scaleFeatures = []
  }

  /// Every so many rows of each record.
  func rows(every step: Int) -> [Int] {
    zip(recordStarts, recordStarts.dropFirst() + [rows]).flatMap { start, end in
      Array(stride(from: start, to: end, by: step))
    }
  }

  /// Adds the rows of another sample that has not been measured either.
  static func += (lhs: inout Self, rhs: Self) {
    precondition(lhs.outcomes == rhs.outcomes, "Samples of one model add")
    lhs.recordStarts += rhs.recordStarts.map { lhs.rows + $0 }
    lhs.rows += rhs.rows
    lhs.levels += rhs.levels
    lhs.changes += rhs.changes
    lhs.errors += rhs.errors
    lhs.recentChanges += rhs.recentChanges
    lhs.scaleFeatures += rhs.scaleFeatures
  }

  /// For each outcome, the number of errors that are known.
  var counts: [Int] {
    (0..<outcomes).map { outcome in
      stride(from: outcome, to: errors.count, by: outcomes).count { !errors[$0].isNaN }
    }
  }

  /// For each outcome, the mean size of the errors that are known, or zero without any.
  var meanSizes: [Double] {
    (0..<outcomes).map { outcome in
      var (sum, count) = (0.0, 0.0)
      for place in stride(from: outcome, to: errors.count, by: outcomes)
      where !errors[place].isNaN {
        sum += abs(errors[place])
        count += 1
      }
      return sum / max(count, 1)
    }
  }

  /// The errors of an outcome divided by their sizes, where they are known.
  func ratios(of outcome: Int) -> [Double] {
    (0..<rows).compactMap { row in
      let ratio = errors[row * outcomes + outcome] / sizes[row * outcomes + outcome]
      return ratio.isFinite ? ratio : nil
    }
  }
}
