extension NormalEquations {
  /// Returns the weights that minimize, for each outcome, the squared error plus wᵀ·P·w, a row for
  /// each outcome, or `nil` if the matrix is not positive definite or the absolute value of a
  /// weight is above 1e6.
  ///
  /// They solve (XᵀX + P)·w = Xᵀy (Hoerl and Kennard, *Technometrics* 12, 1970) in O(*p*³) for each
  /// matrix, where *p* is the number of features. Outcomes without missing targets share one
  /// matrix, which is factorized once.
  func weights(penalty: SymmetricMatrix) -> [Double]? {
    weights(sharing: { _ in 0 }) { matrix, _ in matrix += penalty }
  }

  /// Returns the weights with a penalty for each outcome; those of one `key` share a matrix.
  private func weights<Key: Hashable>(
    sharing key: (Int) -> Key, addPenalty: (inout SymmetricMatrix, _ outcome: Int) -> Void
  ) -> [Double]? {
    var weights = [Double](repeating: 0, count: products.count)
    var done = Set<Int>()
    for first in 0..<outcomes where !done.contains(first) {
      let group = (first..<outcomes).filter {
        $0 == first
          || (missingGrams[$0] == nil && missingGrams[first] == nil && key($0) == key(first))
      }
      done.formUnion(group)
      var matrix = gram(of: first)
      addPenalty(&matrix, first)
      let sides = group.flatMap { products(of: $0) }
      guard let solution = LinearAlgebra.solve(matrix.releasing(), size: columns, sides),
        solution.areWithin(StoredLimits.weight)
      else { return nil }
      for (position, outcome) in group.enumerated() {
        weights.replaceSubrange(elements(of: outcome), with: solution[elements(of: position)])
      }
    }
    return weights
  }

  /// Returns the weights of a ridge regression with one penalty per row, except on the constant.
  func weights(ridge share: Double) -> [Double]? {
    weights(ridges: Array(repeating: share, count: outcomes))
  }

  /// Returns the weights of a ridge regression with separate penalties for each outcome.
  ///
  /// The penalty of the last features is wᵀ·K·w times the share and the number of rows, where K is
  /// the Gram matrix of their landmarks.
  func weights(
    ridges shares: [Double], kernel: (gram: SymmetricMatrix, shares: [Double])? = nil
  ) -> [Double]? {
    weights(sharing: { [shares[$0], kernel?.shares[$0] ?? 0] }) { matrix, outcome in
      let rows = Double(max(rows, 1))
      let plain = columns - (kernel?.gram.size ?? 0)
      for column in 1..<max(plain, 1) { matrix[column, column] += shares[outcome] * rows }
      matrix[0, 0] += 1e-9 * rows
      if let kernel {
        matrix.add(kernel.gram, times: kernel.shares[outcome] * rows, from: plain)
      }
    }
  }

  /// Returns the weights of features, none of them the constant, with a penalty per row on each.
  package func weights(penalties shares: [Double]) -> [Double]? {
    weights(sharing: { _ in 0 }) { matrix, _ in
      for (column, share) in shares.enumerated() {
        matrix[column, column] += share * Double(max(rows, 1))
      }
    }
  }

  /// Returns the weights of the event features, none of which is the constant, with a penalty on
  /// each; zero for an outcome without a penalty, and for all if there is no solution.
  func weights(ofEvents ridges: [Double?]) -> [Double] {
    var weights =
      weights(sharing: { ridges[$0] ?? 1 }) { matrix, outcome in
        for column in 0..<columns {
          matrix[column, column] += (ridges[outcome] ?? 1) * Double(max(rows, 1))
        }
      } ?? Array(repeating: 0, count: columns * outcomes)
    for outcome in 0..<outcomes where ridges[outcome] == nil {
      for index in elements(of: outcome) { weights[index] = 0 }
    }
    return weights
  }

  /// Returns the squared error on the rows with `outcome`, relative to that of zero weights.
  package func relativeError(of weights: [Double], outcome: Int) -> Double {
    relativeError(of: Array(weights[elements(of: outcome)]), of: outcome)
  }

  func relativeError(of own: [Double], of outcome: Int) -> Double {
    guard squares[outcome] > 0 else { return 0 }
    let fitted = gram.quadratic(own) - (missingGrams[outcome]?.quadratic(own) ?? 0)
    let crossed = zip(products(of: outcome), own).reduce(0) { $0 + $1.0 * $1.1 }
    return (squares[outcome] - 2 * crossed + fitted) / squares[outcome]
  }

  /// Returns the greatest candidate whose squared error on `later` rows is within a fraction,
  /// `tolerance`, of the least, for each outcome; `nil` if no relative squared error is below
  /// `bound`. A greater penalty has smaller weights, which change less with the rounding of sums.
  func best(
    among candidates: [Double], judgedOn later: NormalEquations, below bound: Double = .infinity,
    within tolerance: Double = 0.0005, _ weights: (Double) -> [Double]?
  ) -> [Double?] {
    let tried = candidates.compactMap { candidate in weights(candidate).map { (candidate, $0) } }
    return (0..<outcomes).map { outcome in
      let errors = tried.map { (penalty: $0, error: later.relativeError(of: $1, outcome: outcome)) }
        .filter { $0.error < bound }
      guard let least = errors.map(\.error).min() else { return nil }
      return errors.filter { $0.error <= least * (1 + tolerance) }.map(\.penalty).max()
    }
  }
}
