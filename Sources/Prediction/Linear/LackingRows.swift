// SPDX-License-Identifier: Apache-2.0

/// Rows that lack an outcome, gathered until there are enough of them to be summed at once.
///
/// A tile holds few such rows, and a Gram matrix of few rows takes more time to be fetched and stored
/// than to be worked out.
struct LackingRows {
  private static let fill = 256
  private let columns: Int
  /// For each outcome, the features of the rows that lack it.
  private var features: [[Double]]

  init(columns: Int, outcomes: Int) {
    self.columns = columns
    features = Array(repeating: [], count: outcomes)
  }

  /// Gathers the rows of a tile, and tells `sums` of those gathered when they are enough.
  mutating func add(_ tile: Tile, to sums: inout RegressionSums) {
    for outcome in features.indices {
      for row in 0..<tile.rows where !tile.knows(outcome, inRow: row) {
        features[outcome] += tile.features[(row * columns)..<(row + 1) * columns]
      }
      if features[outcome].count >= Self.fill * columns { flush(outcome, to: &sums) }
    }
  }

  /// Tells `sums` of the rows that are left.
  mutating func flush(to sums: inout RegressionSums) {
    for outcome in features.indices { flush(outcome, to: &sums) }
  }

  private mutating func flush(_ outcome: Int, to sums: inout RegressionSums) {
    sums.addLacking(features[outcome], of: outcome)
    features[outcome].removeAll(keepingCapacity: true)
  }
}
