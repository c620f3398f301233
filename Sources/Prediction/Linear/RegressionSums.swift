// SPDX-License-Identifier: Apache-2.0

/// All that a least-squares regression needs to know of its data: sums of products.
///
/// Sums of two sets of rows add up to the sums of their union. A row may lack some outcomes: each
/// outcome is regressed on exactly those rows that have it.
struct RegressionSums: Hashable, Codable, Sendable {
  /// The number of features.
  let columns: Int
  /// The number of outcomes regressed on the same features.
  let outcomes: Int
  /// The number of rows.
  private(set) var rows = 0
  /// XᵀX over all rows.
  private(set) var gram: SymmetricMatrix
  /// For each outcome, XᵀX over the rows that lack it, or `nil` if none does.
  private(set) var gramWithout: [SymmetricMatrix?]
  /// YᵀX: for each outcome a row of sums, one to a feature.
  private(set) var products: [Double]
  /// For each outcome, the number of rows that have it.
  private(set) var counts: [Int]
  /// For each outcome, the sum of its squares.
  private(set) var squares: [Double]

  init(columns: Int, outcomes: Int) {
    self.columns = columns
    self.outcomes = outcomes
    gram = SymmetricMatrix(size: columns)
    gramWithout = Array(repeating: nil, count: outcomes)
    products = Array(repeating: 0, count: columns * outcomes)
    counts = Array(repeating: 0, count: outcomes)
    squares = Array(repeating: 0, count: outcomes)
  }

  /// Decodes sums and checks that their parts fit together.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    columns = try container.decode(Int.self, forKey: .columns)
    outcomes = try container.decode(Int.self, forKey: .outcomes)
    rows = try container.decode(Int.self, forKey: .rows)
    gram = try container.decode(SymmetricMatrix.self, forKey: .gram)
    gramWithout = try container.decode([SymmetricMatrix?].self, forKey: .gramWithout)
    products = try container.decode([Double].self, forKey: .products)
    counts = try container.decode([Int].self, forKey: .counts)
    squares = try container.decode([Double].self, forKey: .squares)
    guard columns > 0, (1...64).contains(outcomes), gram.size == columns,
      gramWithout.count == outcomes,
      gramWithout.allSatisfy({ $0.map { $0.size == columns } ?? true }),
      products.count == columns * outcomes, counts.count == outcomes, squares.count == outcomes
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .gram, in: container, debugDescription: "The sums do not fit together")
    }
  }

  /// Adds the rows of a tile.
  ///
  /// - Complexity: O(*n p*²)
  mutating func add(_ tile: Tile) {
    precondition(
      tile.columns == columns && tile.outcomes == outcomes, "A tile has the columns of its sums")
    rows += tile.rows
    Linear.addGram(of: tile.features, rows: tile.rows, columns: columns, to: &gram.elements)
    Linear.addProducts(
      of: tile.changes, count: outcomes, with: tile.features, rows: tile.rows, columns: columns,
      to: &products)
    for outcome in 0..<outcomes {
      let (lacking, count) = tile.features(lacking: outcome)
      counts[outcome] += tile.rows - count
      for row in 0..<tile.rows {
        let change = tile.changes[row * outcomes + outcome]
        squares[outcome] += change * change
      }
      guard count > 0 else { continue }
      var without = gramWithout[outcome] ?? SymmetricMatrix(size: columns)
      gramWithout[outcome] = nil  // so that the matrix is added to in place
      Linear.addGram(of: lacking, rows: count, columns: columns, to: &without.elements)
      gramWithout[outcome] = without
    }
  }

  static func += (lhs: inout Self, rhs: Self) {
    precondition(
      lhs.columns == rhs.columns && lhs.outcomes == rhs.outcomes, "Only sums of like rows add")
    lhs.rows += rhs.rows
    lhs.gram += rhs.gram
    for outcome in 0..<lhs.outcomes {
      lhs.counts[outcome] += rhs.counts[outcome]
      lhs.squares[outcome] += rhs.squares[outcome]
      guard let without = rhs.gramWithout[outcome] else { continue }
      if lhs.gramWithout[outcome] == nil {
        lhs.gramWithout[outcome] = without
      } else {
        lhs.gramWithout[outcome]? += without
      }
    }
    for index in lhs.products.indices { lhs.products[index] += rhs.products[index] }
  }

  /// The sums of the first `columns` features alone.
  func limited(to columns: Int) -> RegressionSums {
    precondition(columns <= self.columns, "A part is no larger than the whole")
    guard columns < self.columns else { return self }
    var part = RegressionSums(columns: columns, outcomes: outcomes)
    part.rows = rows
    part.counts = counts
    part.squares = squares
    part.gram = gram.limited(to: columns)
    part.gramWithout = gramWithout.map { $0?.limited(to: columns) }
    part.products = (0..<outcomes).flatMap {
      products[($0 * self.columns)..<($0 * self.columns + columns)]
    }
    return part
  }

  /// XᵀX over the rows that have `outcome`.
  func gram(of outcome: Int) -> SymmetricMatrix {
    var gram = gram
    if let without = gramWithout[outcome] { gram -= without }
    return gram
  }

  /// The sums of products of `outcome` with each feature.
  func products(of outcome: Int) -> [Double] {
    Array(products[(outcome * columns)..<(outcome + 1) * columns])
  }
}
