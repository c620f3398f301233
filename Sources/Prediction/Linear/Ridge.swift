// SPDX-License-Identifier: Apache-2.0

extension RegressionSums {
  /// The weights that minimise, for each outcome, the squared error plus (w − w₀)ᵀ·P·(w − w₀).
  ///
  /// They solve (XᵀX + P)·w = Xᵀy + P·w₀ (Hoerl and Kennard, *Technometrics* 12, 1970). Outcomes that
  /// no row lacks share one matrix, which is factorised once.
  ///
  /// - Parameters:
  ///   - penalty: P.
  ///   - centre: w₀, a row to an outcome; zero if `nil`.
  /// - Returns: The weights, a row to an outcome, or `nil` if the matrix is not positive definite.
  /// - Complexity: O(*p*³) for each matrix.
  func weights(penalty: SymmetricMatrix, centre: [Double]? = nil) -> [Double]? {
    var sides = products
    if let centre {
      for outcome in 0..<outcomes {
        let pull = penalty.times(Array(centre[(outcome * columns)..<(outcome + 1) * columns]))
        for column in 0..<columns { sides[outcome * columns + column] += pull[column] }
      }
    }
    var weights = [Double](repeating: 0, count: sides.count)
    var groups = (0..<outcomes).filter { gramWithout[$0] != nil }.map { [$0] }
    groups.append((0..<outcomes).filter { gramWithout[$0] == nil })
    for group in groups where !group.isEmpty {
      var matrix = gram(of: group[0])
      matrix += penalty
      let selected = group.flatMap { sides[($0 * columns)..<($0 + 1) * columns] }
      guard let solution = Linear.solve(matrix.elements, size: columns, selected) else {
        return nil
      }
      for (position, outcome) in group.enumerated() {
        weights.replaceSubrange(
          (outcome * columns)..<(outcome + 1) * columns,
          with: solution[(position * columns)..<(position + 1) * columns])
      }
    }
    return weights
  }

  /// The weights of a ridge regression whose penalty is `share` of the number of rows for every
  /// feature but the first, which is the constant.
  ///
  /// - Parameter kernel: The Gram matrix of the centres of the last features, whose penalty is
  ///   (w, Kw), times the share and the number of rows.
  func weights(
    ridge share: Double, kernel: (gram: SymmetricMatrix, share: Double)? = nil
  ) -> [Double]? {
    let rows = Double(max(rows, 1))
    var penalty = SymmetricMatrix(size: columns)
    let plain = columns - (kernel?.gram.size ?? 0)
    for column in 1..<max(plain, 1) { penalty[column, column] = share * rows }
    penalty[0, 0] = 1e-9 * rows
    if let kernel { penalty.addToEnd(kernel.gram, times: kernel.share * rows) }
    return weights(penalty: penalty)
  }

  /// The weights of a ridge regression in which each outcome has its own penalties.
  ///
  /// - Parameter kernel: The Gram matrix of the centres and for each outcome the share.
  func weights(
    ridges shares: [Double], kernel: (gram: SymmetricMatrix, shares: [Double])? = nil
  ) -> [Double]? {
    var result = [Double](repeating: 0, count: products.count)
    for first in 0..<outcomes {
      func isLike(_ other: Int) -> Bool {
        shares[other] == shares[first] && kernel?.shares[other] == kernel?.shares[first]
      }
      guard !(0..<first).contains(where: isLike) else { continue }
      let part = kernel.map { ($0.gram, $0.shares[first]) }
      guard let weights = weights(ridge: shares[first], kernel: part) else { return nil }
      for outcome in first..<outcomes where isLike(outcome) {
        let own = (outcome * columns)..<(outcome + 1) * columns
        result.replaceSubrange(own, with: weights[own])
      }
    }
    return result
  }

  /// The squared error of `weights` on the rows that have `outcome`, relative to that of expecting no
  /// change.
  func relativeError(of weights: [Double], outcome: Int) -> Double {
    guard squares[outcome] > 0 else { return 0 }
    let own = Array(weights[(outcome * columns)..<(outcome + 1) * columns])
    let fitted = zip(gram(of: outcome).times(own), own).reduce(0) { $0 + $1.0 * $1.1 }
    let crossed = zip(products(of: outcome), own).reduce(0) { $0 + $1.0 * $1.1 }
    return (squares[outcome] - 2 * crossed + fitted) / squares[outcome]
  }

  /// For each outcome the penalty, of those offered, whose error on later rows is least.
  func bestRidges(among shares: [Double], judgedOn later: RegressionSums) -> [Double]? {
    best(among: shares, judgedOn: later) { weights(ridge: $0) }
  }

  /// For each outcome the penalty of the kernel block, of those offered, whose error on later rows is
  /// least, the other penalties being given.
  func bestKernelRidges(
    among shares: [Double], _ gram: SymmetricMatrix, with ridges: [Double],
    judgedOn later: RegressionSums
  ) -> [Double]? {
    best(among: shares, judgedOn: later) { share in
      weights(
        ridges: ridges, kernel: (gram, Array(repeating: share, count: outcomes)))
    }
  }

  private func best(
    among shares: [Double], judgedOn later: RegressionSums,
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
