// SPDX-License-Identifier: Apache-2.0

/// About a thousand rows of features and the outcomes that followed them.
///
/// Features are made, used and overwritten tile by tile, so that a fit needs the memory of one tile
/// however long the record is.
struct Tile: Sendable {
  static let capacity = 1024

  let columns: Int
  let outcomes: Int
  private(set) var rows = 0
  /// Features by rows.
  var features: [Double]
  /// For each row and outcome, the change from the reading now in mg/dL; zero where not known.
  var changes: [Double]
  /// For each row, a bit to each outcome that is known.
  private(set) var known: [UInt64]
  /// For each row, the reading now in mg/dL.
  private(set) var levels: [Double]

  init(columns: Int, outcomes: Int) {
    self.columns = columns
    self.outcomes = outcomes
    features = Array(repeating: 0, count: Self.capacity * columns)
    changes = Array(repeating: 0, count: Self.capacity * outcomes)
    known = Array(repeating: 0, count: Self.capacity)
    levels = Array(repeating: 0, count: Self.capacity)
  }

  var isFull: Bool { rows == Self.capacity }

  /// Calls `body` with the room for features and the place where the next row begins.
  mutating func writeRow(_ body: (inout MutableSpan<Double>, Int) -> Void) {
    let base = rows * columns
    var room = features.mutableSpan
    body(&room, base)
  }

  /// Writes the kernel block of all rows, which is made of their other features.
  mutating func writeKernel(_ map: FeatureMap) {
    map.writeKernel(rows: rows, to: &features)
  }

  /// Keeps the row that was written behind the last.
  mutating func commit(level: Double, known mask: UInt64) {
    levels[rows] = level
    known[rows] = mask
    rows += 1
  }

  mutating func removeAll() { rows = 0 }

  /// The same rows with other features and outcomes of the same number.
  func replacing(features: [Double], columns: Int, changes: [Double]) -> Tile {
    precondition(
      features.count == rows * columns && changes.count == rows * outcomes,
      "A tile's rows all have features and outcomes")
    return Tile(
      columns: columns, outcomes: outcomes, rows: rows, features: features, changes: changes,
      known: known, levels: levels)
  }

  private init(
    columns: Int, outcomes: Int, rows: Int, features: [Double], changes: [Double],
    known: [UInt64], levels: [Double]
  ) {
    self.columns = columns
    self.outcomes = outcomes
    self.rows = rows
    self.features = features
    self.changes = changes
    self.known = known
    self.levels = levels
  }

  func knows(_ outcome: Int, inRow row: Int) -> Bool { known[row] & (1 << UInt64(outcome)) != 0 }

  /// The features of the rows that lack `outcome`, and how many rows those are.
  func features(lacking outcome: Int) -> (features: [Double], rows: Int) {
    var lacking: [Double] = []
    var count = 0
    for row in 0..<rows where !knows(outcome, inRow: row) {
      lacking.append(contentsOf: features[(row * columns)..<(row + 1) * columns])
      count += 1
    }
    return (lacking, count)
  }
}
