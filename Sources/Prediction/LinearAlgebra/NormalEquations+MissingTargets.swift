// SPDX-License-Identifier: Apache-2.0

extension NormalEquations {
  /// A buffer of rows with missing targets, which are summed when there are enough of them.
  ///
  /// A block contains few such rows, and the Gram matrix of few rows takes more time to load and
  /// store than to compute. In the rows before a gap, all later targets are missing: they are
  /// summed once for all of these.
  package struct MissingTargets {
    /// The number of rows that are summed at once.
    private static let fill = 256
    private let columns: Int
    /// The features of the rows in which the outcome and all later ones are missing, for each
    /// outcome.
    private var ends: [[[Double]]]
    /// The features of the rows in which the outcome, but not all later ones, is missing, for each
    /// outcome. A row that lacks several has one array of features, which is released when the last
    /// of its outcomes is summed.
    private var others: [[[Double]]]

    package init(columns: Int, outcomes: Int) {
      self.columns = columns
      ends = Array(repeating: [], count: outcomes)
      others = ends
    }

    /// Buffers the rows of a block with missing targets, and adds buffered rows to `sums` when
    /// there are enough.
    package mutating func add(_ block: DesignBlock, to sums: inout NormalEquations) {
      for row in 0..<block.rows where !block.hasAllTargets(inRow: row) {
        let features = Array(block.features[(row * columns)..<(row + 1) * columns])
        let end = block.outcomesBeforeEnd(inRow: row)
        if end < block.outcomes { ends[end].append(features) }
        for outcome in 0..<end where !block.hasTarget(outcome, inRow: row) {
          others[outcome].append(features)
        }
      }
      if ends.contains(where: { $0.count >= Self.fill }) { flushEnds(to: &sums) }
      for outcome in others.indices where others[outcome].count >= Self.fill {
        flushOthers(outcome, to: &sums)
      }
    }

    /// Adds the buffered rows to `sums`.
    package mutating func flush(to sums: inout NormalEquations) {
      flushEnds(to: &sums)
      for outcome in others.indices { flushOthers(outcome, to: &sums) }
    }

    /// A row in which an outcome and all later ones are missing is added for each of them.
    private mutating func flushEnds(to sums: inout NormalEquations) {
      guard let first = ends.firstIndex(where: { !$0.isEmpty }) else { return }
      var gram = SymmetricMatrix(size: columns)
      for outcome in first..<ends.count {
        LinearAlgebra.addGram(
          of: ends[outcome].gathered, rows: ends[outcome].count, columns: columns,
          to: &gram.elements)
        sums.addMissing(PackedSymmetricMatrix(gram), of: outcome)
        ends[outcome].removeAll(keepingCapacity: true)
      }
    }

    private mutating func flushOthers(_ outcome: Int, to sums: inout NormalEquations) {
      sums.addMissing(others[outcome].gathered, of: outcome)
      others[outcome].removeAll(keepingCapacity: true)
    }
  }
}

extension [[Double]] {
  /// The numbers of all rows in one array.
  fileprivate var gathered: [Double] {
    var numbers: [Double] = []
    numbers.reserveCapacity(count * (first?.count ?? 0))
    for row in self { numbers += row }
    return numbers
  }
}
