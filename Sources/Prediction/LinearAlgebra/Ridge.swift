// SPDX-License-Identifier: Apache-2.0

extension NormalEquations {
  /// The weights that minimize, for each outcome, the squared error plus wᵀ·P·w.
  ///
  /// They solve (XᵀX + P)·w = Xᵀy (Hoerl and Kennard, *Technometrics* 12, 1970). Outcomes that
  /// no row lacks share one matrix, which is factorized once.
  ///
  /// - Parameter penalty: P.
  /// - Returns: The weights, a row to an outcome, or `nil` if the matrix is not positive definite
  ///   or a weight is above 1e6.
  /// - Complexity: O(*p*³) for each matrix.
  func weights(penalty: SymmetricMatrix) -> [Double]? {
    weights(sharing: { _ in 0 }) { matrix, _ in matrix += penalty }
  }

  /// The same with a penalty to each outcome, which `addPenalty` adds to a matrix; those with the same
  /// `key` share it.
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
        weights.replaceSubrange(
          (outcome * columns)..<(outcome + 1) * columns,
          with: solution[(position * columns)..<(position + 1) * columns])
      }
    }
    return weights
  }

  /// Adds the penalty that is `share` of the number of rows for every feature but the first, which is the
  /// constant.
  private func addPenalty(
    ridge share: Double, kernel: (gram: SymmetricMatrix, share: Double)?,
    to matrix: inout SymmetricMatrix
  ) {
    let rows = Double(max(rows, 1))
    let plain = columns - (kernel?.gram.size ?? 0)
    for column in 1..<max(plain, 1) { matrix[column, column] += share * rows }
    matrix[0, 0] += 1e-9 * rows
    if let kernel { matrix.addToEnd(kernel.gram, times: kernel.share * rows) }
  }

  /// The weights of a ridge regression whose penalty is `share` of the number of rows for every
  /// feature but the first, which is the constant.
  func weights(ridge share: Double) -> [Double]? {
    weights(ridges: Array(repeating: share, count: outcomes))
  }

  /// The weights of a ridge regression in which each outcome has its own penalties.
  ///
  /// - Parameter kernel: The Gram matrix of the landmarks of the last features, whose penalty is (w, Kw) times
  ///   the share and the number of rows, and the share for each outcome.
  func weights(
    ridges shares: [Double], kernel: (gram: SymmetricMatrix, shares: [Double])? = nil
  ) -> [Double]? {
    weights(sharing: { [shares[$0], kernel?.shares[$0] ?? 0] }) { matrix, outcome in
      addPenalty(
        ridge: shares[outcome], kernel: kernel.map { ($0.gram, $0.shares[outcome]) }, to: &matrix)
    }
  }

  /// The same with the penalty on every feature, none of which is the constant.
  func weights(everyRidge shares: [Double]) -> [Double]? {
    weights(sharing: { shares[$0] }) { matrix, outcome in
      for column in 0..<columns {
        matrix[column, column] += shares[outcome] * Double(max(rows, 1))
      }
    }
  }

  /// The squared error of `weights` on the rows that have `outcome`, relative to that of expecting no
  /// change.
  func relativeError(of weights: [Double], outcome: Int) -> Double {
    relativeError(
      of: Array(weights[(outcome * columns)..<(outcome + 1) * columns]), of: outcome)
  }

  /// The same for the weights of one outcome.
  func relativeError(of own: [Double], of outcome: Int) -> Double {
    guard squares[outcome] > 0 else { return 0 }
    let fitted = gram.quadratic(own) - (missingGrams[outcome]?.quadratic(own) ?? 0)
    let crossed = zip(products(of: outcome), own).reduce(0) { $0 + $1.0 * $1.1 }
    return (squares[outcome] - 2 * crossed + fitted) / squares[outcome]
  }

  /// For each outcome the penalty, of those offered, whose error on later rows is least.
  func bestRidges(among shares: [Double], judgedOn later: NormalEquations) -> [Double]? {
    best(among: shares, judgedOn: later) { weights(ridge: $0) }
  }

  /// For each outcome the penalty of the kernel block, of those offered, whose error on later rows is
  /// least, the other penalties being given.
  func bestKernelRidges(
    among shares: [Double], _ gram: SymmetricMatrix, with ridges: [Double],
    judgedOn later: NormalEquations
  ) -> [Double]? {
    best(among: shares, judgedOn: later) { share in
      weights(
        ridges: ridges, kernel: (gram, Array(repeating: share, count: outcomes)))
    }
  }

  private func best(
    among shares: [Double], judgedOn later: NormalEquations,
    _ weights: (Double) -> [Double]?
  ) -> [Double]? {
    var best = [Double?](repeating: nil, count: outcomes)
    var least = [Double](repeating: .infinity, count: outcomes)
    for share in shares {
      guard let weights = weights(share) else { continue }
      for outcome in 0..<outcomes {
        let error = later.relativeError(of: weights, outcome: outcome)
        guard error < least[outcome] else { continue }
        least[outcome] = error
        best[outcome] = share
      }
    }
    let found = best.compactMap { $0 }
    return found.count == outcomes ? found : nil
  }
}
