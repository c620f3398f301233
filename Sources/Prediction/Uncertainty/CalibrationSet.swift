// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Rows with forecasts of a model that was not fitted to them, and their outcomes, on which
/// intervals and probabilities are calibrated.
struct CalibrationSet: Hashable, Sendable {
  let outcomes: Int
  /// The number of rows.
  private(set) var rows = 0
  /// The key of each row; see ``DesignRows/RowKeys``.
  private(set) var keys: [Double] = []
  /// The reading of each row, in mg/dL.
  private(set) var levels: [Double] = []
  /// The expected changes, and the residuals of the changes, for each row and lead; a residual is
  /// not a number if the target is missing.
  private(set) var changes: [Double] = []
  private(set) var errors: [Double] = []
  /// The recent change of glucose before each row.
  private(set) var recentChanges: [CrossingModel.RecentChange] = []
  /// The scale features, by rows; empty once scales are computed.
  private(set) var scaleFeatures: [Double] = []
  /// The scales, for each row and lead; empty until they are computed.
  private(set) var sizes: [Double] = []

  init(outcomes: Int) { self.outcomes = outcomes }

  private enum CodingKeys: String, CodingKey {
    case outcomes, keys, levels, changes, errors, recentChanges, scaleFeatures
  }

  /// Adds the rows of a block with their errors.
  mutating func add(_ block: DesignBlock, _ map: FeatureMap, _ errors: [Double]) {
    rows += block.rows
    keys += block.keys.prefix(block.rows)
    levels += block.levels.prefix(block.rows)
    scaleFeatures += ResidualModel.ScaleFeatures.block(of: block, map)
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

  /// Computes the scales of errors from `range`.
  mutating func measure(by range: ResidualModel) {
    sizes = range.sizes(in: scaleFeatures)
    scaleFeatures = []
  }

  /// Returns the `count` rows with the smallest keys, or all if there are fewer, ascending.
  func sample(_ count: Int) -> [Int] {
    guard rows > count else { return Array(0..<rows) }
    return (0..<rows).sorted { keys[$0] < keys[$1] }.prefix(count).sorted()
  }

  /// Adds the rows of another set whose scales are not computed either.
  static func += (lhs: inout Self, rhs: Self) {
    precondition(lhs.outcomes == rhs.outcomes, "Both sets must have the same number of leads")
    lhs.rows += rhs.rows
    lhs.keys += rhs.keys
    lhs.levels += rhs.levels
    lhs.changes += rhs.changes
    lhs.errors += rhs.errors
    lhs.recentChanges += rhs.recentChanges
    lhs.scaleFeatures += rhs.scaleFeatures
  }

  /// The number of known errors of each lead.
  var counts: [Int] {
    (0..<outcomes).map { outcome in
      stride(from: outcome, to: errors.count, by: outcomes).count { !errors[$0].isNaN }
    }
  }

  /// The mean absolute error of each lead, or zero without errors.
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

  /// Returns the scaled residuals of a lead, without missing targets.
  func ratios(of outcome: Int) -> [Double] {
    (0..<rows).compactMap { row in
      let ratio = errors[row * outcomes + outcome] / sizes[row * outcomes + outcome]
      return ratio.isFinite ? ratio : nil
    }
  }
}

extension CalibrationSet: Codable {
  /// Decodes rows whose scales are not computed, and validates that their parts agree.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func numbers(_ key: CodingKeys) throws -> [Double] {
      try container.decode(DoubleBytes.self, forKey: key).wrappedValue
    }
    outcomes = try container.decode(Int.self, forKey: .outcomes)
    keys = try numbers(.keys)
    levels = try numbers(.levels)
    changes = try numbers(.changes)
    errors = try numbers(.errors)
    let recent = try numbers(.recentChanges)
    scaleFeatures = try numbers(.scaleFeatures)
    rows = levels.count
    let (rows, outcomes) = (rows, outcomes)
    try decoder.require(
      (1...64).contains(outcomes) && changes.count == rows * outcomes
        && errors.count == changes.count && recent.count == 2 * rows
        && scaleFeatures.count == rows * ResidualModel.ScaleFeatures.columns
        && keys.count == rows
        && (keys + levels + changes + recent + scaleFeatures).areWithin(1e9)
        && errors.allSatisfy { !(abs($0) > 1e9) },
      "Each row must have a level, changes, errors and scale features")
    recentChanges = (0..<rows).map {
      CrossingModel.RecentChange(short: recent[2 * $0], middle: recent[2 * $0 + 1])
    }
  }

  /// Encodes the rows without scales.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ numbers: [Double], _ key: CodingKeys) throws {
      try container.encode(DoubleBytes(wrappedValue: numbers), forKey: key)
    }
    try container.encode(outcomes, forKey: .outcomes)
    try encode(keys, .keys)
    try encode(levels, .levels)
    try encode(changes, .changes)
    try encode(errors, .errors)
    try encode(recentChanges.flatMap { [$0.short, $0.middle] }, .recentChanges)
    try encode(scaleFeatures, .scaleFeatures)
  }
}
