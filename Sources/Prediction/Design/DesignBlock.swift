internal import GlucoseMath

/// Several hundred rows of the design matrix, with their targets, which are computed, used and
/// overwritten block by block, so that a fit needs the memory of one block.
package struct DesignBlock: Sendable {
  /// Fits with OpenBLAS take 6 percent less time than with 256 or 512 rows.
  package static let capacity = 384

  let room: Int
  package let columns: Int
  let outcomes: Int
  package private(set) var rows = 0
  package var features: [Double]
  /// The change from the origin in mg/dL, for each row and lead; zero where it is missing.
  var targets: [Double]
  /// A bit mask of the known targets of each row.
  private(set) var known: [UInt64]
  /// The reading at the origin in mg/dL, for each row.
  private(set) var levels: [Double]
  /// The time of the origin in seconds, for each row.
  private(set) var times: [Double]
  /// The ``DesignRows/RowKeys`` of each row.
  private(set) var keys: [Double]

  package init(columns: Int, outcomes: Int, room: Int = Self.capacity) {
    self.room = room
    self.columns = columns
    self.outcomes = outcomes
    features = Array(repeating: 0, count: room * columns)
    targets = Array(repeating: 0, count: room * outcomes)
    known = Array(repeating: 0, count: room)
    levels = Array(repeating: 0, count: room)
    times = levels
    keys = levels
  }

  var isFull: Bool { rows == room }

  package mutating func writeRow(_ body: (inout MutableSpan<Double>, Int) -> Void) {
    let base = rows * columns
    var room = features.mutableElementSpan
    body(&room, base)
  }

  package mutating func writeKernel(_ map: FeatureMap) {
    map.writeKernel(rows: rows, to: &features)
  }

  package mutating func commit(level: Double, known mask: UInt64, time: Double = 0, key: Double = 0)
  {
    levels[rows] = level
    times[rows] = time
    keys[rows] = key
    known[rows] = mask
    rows += 1
  }

  mutating func removeAll() { rows = 0 }

  func selecting(_ range: Range<Int>, columns count: Int, targets: [Double]) -> DesignBlock {
    precondition(
      range.upperBound <= rows && count <= columns && targets.count == range.count * outcomes,
      "There must be a target to each row and outcome")
    var part = DesignBlock(columns: count, outcomes: outcomes, room: 0)
    part.rows = range.count
    part.features = []
    part.features.reserveCapacity(range.count * count)
    for row in range { part.features += features[row * columns..<row * columns + count] }
    part.targets = targets
    part.known = Array(known[range])
    part.levels = Array(levels[range])
    part.times = Array(times[range])
    part.keys = Array(keys[range])
    return part
  }

  /// Returns the residuals in mg/dL, for each row and lead; zero where the target is missing.
  func residuals(of weights: [Double]) -> [Double] {
    var errors = errors(of: weights)
    for row in 0..<rows where !hasAllTargets(inRow: row) {
      for outcome in 0..<outcomes where !hasTarget(outcome, inRow: row) {
        errors[row * outcomes + outcome] = 0
      }
    }
    return errors
  }

  func hasTarget(_ outcome: Int, inRow row: Int) -> Bool {
    known[row] & (1 << UInt64(outcome)) != 0
  }

  func hasAllTargets(inRow row: Int) -> Bool { known[row].nonzeroBitCount == outcomes }

  func outcomesBeforeEnd(inRow row: Int) -> Int { UInt64.bitWidth - known[row].leadingZeroBitCount }

  func features(ofRows selected: [Int]) -> [Double] {
    selected.flatMap { features[$0 * columns..<($0 + 1) * columns] }
  }

  /// Appends a row of another block with the same features, without its targets.
  mutating func append(_ row: Int, of other: DesignBlock) {
    features.replaceSubrange(
      (rows * columns)..<(rows + 1) * columns,
      with: other.features[(row * columns)..<(row + 1) * columns])
    commit(level: other.levels[row], known: other.known[row])
  }
}

extension DesignBlock {
  /// Returns the residuals in mg/dL, for each row and lead; undefined where the target is missing.
  package func errors(of weights: [Double]) -> [Double] {
    var errors = LinearAlgebra.multiply(
      features, rows: rows, columns: columns, by: weights, count: outcomes)
    for index in errors.indices { errors[index] = targets[index] - errors[index] }
    return errors
  }

  func forEachRatio(
    _ weights: [Double], _ range: ResidualModel, _ map: FeatureMap, _ body: (Int, Double) -> Void
  ) {
    let errors = errors(of: weights)
    let sizes = range.sizes(in: ResidualModel.ScaleFeatures.block(of: self, map))
    forEachKnownTarget(in: 0..<rows) { outcome, place in
      body(outcome, errors[place] / sizes[place])
    }
  }

  /// Calls `body` with the lead and the place, among all rows, of each known target of some rows.
  func forEachKnownTarget(in range: Range<Int>, _ body: (_ outcome: Int, _ place: Int) -> Void) {
    for row in range {
      for outcome in 0..<outcomes where hasTarget(outcome, inRow: row) {
        body(outcome, row * outcomes + outcome)
      }
    }
  }
}
