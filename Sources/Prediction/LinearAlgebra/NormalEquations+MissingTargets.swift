// SPDX-License-Identifier: Apache-2.0

extension NormalEquations {
  /// Rows that lack targets, gathered until there are enough of them to be summed at once.
  ///
  /// A block holds few such rows, and a Gram matrix of few rows takes more time to be fetched and stored
  /// than to be worked out. Rows before a gap lack all their later targets: they are summed once for all of these.
  struct MissingTargets {
    /// How many rows of one kind are summed at once.
    private static let fill = 256
    private let columns: Int
    /// For each outcome, the features of the rows that lack it and all later ones.
    private var ends: [[Double]]
    /// For each outcome, the features of the rows that lack it, but not all later ones.
    private var others: [[Double]]

    init(columns: Int, outcomes: Int) {
      self.columns = columns
      ends = Array(repeating: [], count: outcomes)
      others = ends
    }

    /// Gathers the rows of a block that lack targets, and adds those gathered to `sums` when they are enough.
    mutating func add(_ block: DesignBlock, to sums: inout NormalEquations) {
      for row in 0..<block.rows where !block.hasAllTargets(inRow: row) {
        let features = block.features[(row * columns)..<(row + 1) * columns]
        let end = block.outcomesBeforeEnd(inRow: row)
        if end < block.outcomes { ends[end] += features }
        for outcome in 0..<end where !block.hasTarget(outcome, inRow: row) {
          others[outcome] += features
        }
      }
      let enough = Self.fill * columns
      if ends.contains(where: { $0.count >= enough }) { flushEnds(to: &sums) }
      for outcome in others.indices where others[outcome].count >= enough {
        flushOthers(outcome, to: &sums)
      }
    }

    /// Adds the buffered rows to `sums`.
    mutating func flush(to sums: inout NormalEquations) {
      flushEnds(to: &sums)
      for outcome in others.indices { flushOthers(outcome, to: &sums) }
    }

    /// A row that lacks an outcome and all later ones counts for each of them.
    private mutating func flushEnds(to sums: inout NormalEquations) {
      guard let first = ends.firstIndex(where: { !$0.isEmpty }) else { return }
      var gram = SymmetricMatrix(size: columns)
      for outcome in first..<ends.count {
        let rows = ends[outcome].count / columns
        LinearAlgebra.addGram(of: ends[outcome], rows: rows, columns: columns, to: &gram.elements)
        sums.addMissing(gram, of: outcome)
        ends[outcome].removeAll(keepingCapacity: true)
      }
    }

    private mutating func flushOthers(_ outcome: Int, to sums: inout NormalEquations) {
      sums.addMissing(others[outcome], of: outcome)
      others[outcome].removeAll(keepingCapacity: true)
    }
  }
}
