extension NormalEquations {
  /// A buffer of rows with missing targets, which are summed when there are enough of them: a
  /// block contains few, and the Gram matrix of few rows takes more time to load and store than to
  /// compute.
  package struct MissingTargets {
    private var rows: DesignBlock

    package init(columns: Int, outcomes: Int) {
      rows = DesignBlock(columns: columns, outcomes: outcomes)
    }

    package mutating func add(_ block: DesignBlock, to sums: inout NormalEquations) {
      for row in 0..<block.rows where !block.hasAllTargets(inRow: row) {
        rows.append(row, of: block)
        if rows.isFull { flush(to: &sums) }
      }
    }

    package mutating func flush(to sums: inout NormalEquations) {
      sums.addMissing(rows)
      rows.removeAll()
    }
  }

  /// Adds the rows of a block with missing targets. In the rows before a gap, all later targets are
  /// missing: they are summed once for all of these.
  mutating func addMissing(_ block: DesignBlock) {
    let incomplete = (0..<block.rows).filter { !block.hasAllTargets(inRow: $0) }
    guard !incomplete.isEmpty else { return }
    var ended = SymmetricMatrix(size: columns)
    var hasEnded = false
    for outcome in 0..<outcomes {
      let ends = incomplete.filter { block.outcomesBeforeEnd(inRow: $0) == outcome }
      if !ends.isEmpty {
        LinearAlgebra.addGram(
          of: block.features(ofRows: ends), rows: ends.count, columns: columns,
          to: &ended.elements)
        hasEnded = true
      }
      if hasEnded { addMissing(PackedSymmetricMatrix(ended), of: outcome) }
      let others = incomplete.filter {
        outcome < block.outcomesBeforeEnd(inRow: $0) && !block.hasTarget(outcome, inRow: $0)
      }
      guard !others.isEmpty else { continue }
      var gram = SymmetricMatrix(size: columns)
      LinearAlgebra.addGram(
        of: block.features(ofRows: others), rows: others.count, columns: columns,
        to: &gram.elements)
      addMissing(PackedSymmetricMatrix(gram), of: outcome)
    }
  }

  mutating func addMissing(_ gram: PackedSymmetricMatrix, of outcome: Int) {
    if missingGrams[outcome] == nil {
      missingGrams[outcome] = gram
    } else {
      missingGrams[outcome]? += gram
    }
  }
}
