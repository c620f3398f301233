/// The sums of products of a least-squares regression, which add to those of the union of their
/// rows; each outcome is regressed on the rows with its target.
package struct NormalEquations: Equatable, Codable, Sendable {
  package let columns: Int
  package let outcomes: Int
  private(set) var rows = 0
  private(set) var gram: SymmetricMatrix
  /// XᵀX over the rows without each outcome, `nil` if there are none.
  var missingGrams: [PackedSymmetricMatrix?]
  /// YᵀX: a row for each outcome, an element for each feature.
  var products: [Double]
  /// The number of rows with the outcome, for each outcome.
  private(set) var counts: [Int]
  private(set) var squares: [Double]

  package init(columns: Int, outcomes: Int) {
    self.columns = columns
    self.outcomes = outcomes
    gram = SymmetricMatrix(size: columns)
    missingGrams = Array(repeating: nil, count: outcomes)
    products = Array(repeating: 0, count: columns * outcomes)
    counts = Array(repeating: 0, count: outcomes)
    squares = Array(repeating: 0, count: outcomes)
  }

  init(rows: Int, gram: SymmetricMatrix, products: [Double], squares: [Double]) {
    precondition(
      products.count == gram.size * squares.count,
      "`products` must have an element for each feature and outcome")
    columns = gram.size
    outcomes = squares.count
    self.rows = rows
    self.gram = gram
    missingGrams = Array(repeating: nil, count: squares.count)
    self.products = products
    counts = Array(repeating: rows, count: squares.count)
    self.squares = squares
  }

  /// Whether decoded sums have the sizes of their features and outcomes, at most 2^50 rows, and
  /// products within the bounds of the squares.
  var isPlausible: Bool {
    guard columns > 0, (1...64).contains(outcomes), gram.size == columns,
      products.count == columns * outcomes, squares.count == outcomes, counts.count == outcomes,
      missingGrams.count == outcomes, missingGrams.allSatisfy({ $0?.size ?? columns == columns }),
      StoredLimits.counts.contains(rows), counts.allSatisfy({ (0...rows).contains($0) })
    else { return false }
    // A matrix of the rows with a missing outcome is part of the whole, and so is the rest.
    return gram.isPlausibleGram
      && missingGrams.indices.allSatisfy {
        missingGrams[$0]?.unpacked.isPlausibleGram ?? true
          && (missingGrams[$0] == nil || gram(of: $0).isPlausibleGram)
      } && squares.areWithin(StoredLimits.product) && areProductsPlausible
  }

  /// Whether |Σ*xy*| ≤ √(Σ*x*² Σ*y*²) for all products.
  private var areProductsPlausible: Bool {
    let slack = 1e-6 * (1 + abs(gram[0, 0]))
    let roots = (0..<columns).map { max(gram[$0, $0], 0).squareRoot() }
    return (0..<outcomes).allSatisfy { outcome in
      let root = max(squares[outcome], 0).squareRoot()
      return (0..<columns).allSatisfy { column in
        abs(products[outcome * columns + column]) <= root * roots[column] * (1 + 1e-6) + slack
      }
    }
  }

  mutating func add(_ block: DesignBlock) {
    addIgnoringMissing(block)
    addMissing(block)
  }

  /// Adds the rows of a block as if no target were missing, until those with missing targets are
  /// added to ``MissingTargets``.
  package mutating func addIgnoringMissing(_ block: DesignBlock) {
    precondition(
      block.columns == columns && block.outcomes == outcomes,
      "`block` must have the columns and outcomes of the sums")
    rows += block.rows
    LinearAlgebra.addGram(
      of: block.features, rows: block.rows, columns: columns, to: &gram.elements)
    LinearAlgebra.addProducts(
      of: block.targets, count: outcomes, with: block.features, rows: block.rows, columns: columns,
      to: &products)
    block.forEachKnownTarget(in: 0..<block.rows) { outcome, place in
      squares[outcome] += block.targets[place] * block.targets[place]
      counts[outcome] += 1
    }
  }

  /// The same sums as if no target were missing, with the products of each lead scaled up to all
  /// rows: one matrix for all leads, with a small error.
  var sharedGramApproximation: NormalEquations {
    var result = self
    for outcome in 0..<outcomes {
      result.missingGrams[outcome] = nil
      let factor = Double(rows) / Double(max(counts[outcome], 1))
      for index in elements(of: outcome) { result.products[index] *= factor }
    }
    return result
  }

  /// Multiplies the sums, as if every row had that weight. The numbers of rows do not change.
  mutating func scale(by factor: Double) {
    gram = gram.scaled(by: factor)
    for outcome in 0..<outcomes {
      missingGrams[outcome] = missingGrams[outcome]?.map { $0.scaled(by: factor) }
      squares[outcome] *= factor
    }
    products = products.map { $0 * factor }
  }

  package static func += (lhs: inout Self, rhs: Self) {
    precondition(
      lhs.columns == rhs.columns && lhs.outcomes == rhs.outcomes,
      "Both sums must have the same columns and outcomes")
    lhs.rows += rhs.rows
    lhs.gram += rhs.gram
    for outcome in 0..<lhs.outcomes {
      if let without = rhs.missingGrams[outcome] { lhs.addMissing(without, of: outcome) }
    }
    lhs.counts.add(rhs.counts)
    lhs.squares.add(rhs.squares)
    lhs.products.add(rhs.products)
  }

  func limited(to columns: Int) -> NormalEquations {
    precondition(columns <= self.columns, "`columns` must be at most the number of features")
    return columns < self.columns ? selecting(Array(0..<columns)) : self
  }

  /// Returns the sums of some of the features, whose positions must ascend.
  func selecting(_ selected: [Int]) -> NormalEquations {
    guard selected.count < columns else { return self }
    let chosen = (0..<outcomes).flatMap { outcome in
      selected.map { products[outcome * columns + $0] }
    }
    var part = NormalEquations(
      rows: rows, gram: gram.selecting(selected), products: chosen, squares: squares)
    part.counts = counts
    part.missingGrams = missingGrams.map { $0?.selecting(selected) }
    return part
  }

  /// Returns the sums of the features `selected` with the residuals of the outcomes under `weights`
  /// of the features `others`.
  package func residual(of weights: [Double], _ others: [Int], on selected: [Int])
    -> NormalEquations
  {
    var part = selecting(selected)
    let rest = others == selected ? part : selecting(others)
    for outcome in 0..<outcomes {
      let own = Array(weights[rest.elements(of: outcome)])
      part.squares[outcome] = rest.relativeError(of: own, of: outcome) * squares[outcome]
      let gram = gram(of: outcome)
      for (position, column) in selected.enumerated() {
        var explained = 0.0
        for (index, other) in others.enumerated() { explained += gram[column, other] * own[index] }
        part.products[outcome * selected.count + position] -= explained
      }
    }
    return part
  }

  func gram(of outcome: Int) -> SymmetricMatrix {
    missingGrams[outcome].map { gram - $0 } ?? gram
  }

  func products(of outcome: Int) -> [Double] { Array(products[elements(of: outcome)]) }

  func elements(of outcome: Int) -> Range<Int> { outcome * columns..<(outcome + 1) * columns }

  /// Returns these sums with a ridge penalty per row on `columns`.
  package func addingPenalty(_ penalty: Double = 1, on columns: [Int]) -> NormalEquations {
    var result = self
    for column in columns { result.gram[column, column] += penalty * Double(rows) }
    return result
  }
}

extension Array where Element: AdditiveArithmetic {
  package mutating func add(_ other: [Element]) {
    for index in indices { self[index] += other[index] }
  }
}

extension NormalEquations {
  /// A buffer of rows with missing targets, which are summed when there are enough of them: the
  /// Gram matrix of the few of a block takes more time to load and store than to compute.
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

  private mutating func addMissing(_ gram: PackedSymmetricMatrix, of outcome: Int) {
    if missingGrams[outcome] == nil {
      missingGrams[outcome] = gram
    } else {
      missingGrams[outcome]? += gram
    }
  }
}
