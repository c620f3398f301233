// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Some hundred rows of the design matrix, with the targets that followed them.
///
/// Features are made, used and overwritten block by block, so that a fit needs the memory of one block
/// however long the record is.
struct DesignBlock: Sendable {
  /// At this height a fit with OpenBLAS was seen to take 6 percent less time than at 256 or 512.
  static let capacity = 384

  /// The most rows that fit.
  let room: Int
  let columns: Int
  let outcomes: Int
  private(set) var rows = 0
  /// Features by rows.
  var features: [Double]
  /// For each row and lead, the change from the reading now in mg/dL; zero where not known.
  var targets: [Double]
  /// For each row, a bit to each target that is known, and no other.
  private(set) var known: [UInt64]
  /// For each row, the reading now in mg/dL.
  private(set) var levels: [Double]
  /// For each row, its instant in seconds since the reference date.
  private(set) var times: [Double]

  init(columns: Int, outcomes: Int, room: Int = Self.capacity) {
    self.room = room
    self.columns = columns
    self.outcomes = outcomes
    features = Array(repeating: 0, count: room * columns)
    targets = Array(repeating: 0, count: room * outcomes)
    known = Array(repeating: 0, count: room)
    levels = Array(repeating: 0, count: room)
    times = levels
  }

  var isFull: Bool { rows == room }

  /// Calls `body` with the room for features and the place where the next row begins.
  mutating func writeRow(_ body: (inout MutableSpan<Double>, Int) -> Void) {
    let base = rows * columns
    var room = features.mutableElementSpan
    body(&room, base)
  }

  /// Writes the kernel block of all rows, which is made of their other features.
  mutating func writeKernel(_ map: FeatureMap) {
    map.writeKernel(rows: rows, to: &features)
  }

  /// Keeps the row that was written behind the last.
  mutating func commit(level: Double, known mask: UInt64, time: Double = 0) {
    levels[rows] = level
    times[rows] = time
    known[rows] = mask
    rows += 1
  }

  mutating func removeAll() { rows = 0 }

  /// Some of the rows with their first `count` features only, and with other targets.
  func selecting(_ range: Range<Int>, columns count: Int, targets: [Double]) -> DesignBlock {
    precondition(
      range.upperBound <= rows && count <= columns && targets.count == range.count * outcomes,
      "There must be a target to each row and outcome")
    var part = DesignBlock(columns: count, outcomes: outcomes, room: 0)
    part.rows = range.count
    part.features = Array(repeating: 0, count: range.count * count)
    do {
      let features = features.elementSpan
      var room = part.features.mutableElementSpan
      for row in range {
        let (from, to) = (row &* columns, (row &- range.lowerBound) &* count)
        for column in 0..<count { room[to &+ column] = features[from &+ column] }
      }
    }
    part.targets = targets
    part.known = Array(known[range])
    part.levels = Array(levels[range])
    part.times = Array(times[range])
    return part
  }

  /// The same rows with weights that double with each `halfLife` after `origin`, both in seconds.
  func weighted(halfLife: Double, origin: Double) -> DesignBlock {
    var result = self
    for row in 0..<rows {
      let halves = (times[row] - origin) / halfLife
      let root = MathFunctions.power(ofTwo: 0.5 * halves)
      for index in (row * columns)..<(row + 1) * columns { result.features[index] *= root }
      for index in (row * outcomes)..<(row + 1) * outcomes { result.targets[index] *= root }
    }
    return result
  }

  /// For each row and lead, the target less what `weights` predict, in mg/dL; zero where it is not known.
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

  /// The number of outcomes up to the last that is known.
  func outcomesBeforeEnd(inRow row: Int) -> Int { UInt64.bitWidth - known[row].leadingZeroBitCount }

  /// The features of the rows that lack `outcome`.
  func features(lacking outcome: Int) -> [Double] {
    var lacking: [Double] = []
    for row in 0..<rows where !hasTarget(outcome, inRow: row) {
      lacking += features[(row * columns)..<(row + 1) * columns]
    }
    return lacking
  }
}
