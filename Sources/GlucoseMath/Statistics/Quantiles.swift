// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// The concentration below which the share `probability` of the readings lies, or `nil` if there
  /// are no readings.
  ///
  /// Readings are interpolated linearly at (*n* − 1) × `probability`: type 7 of Hyndman and Fan,
  /// *The American Statistician* 50, 1996, which is R's default.
  ///
  /// - Precondition: `probability` is in `0...1`.
  /// - Complexity: O(*n* log *n*)
  public func quantile(_ probability: Double) -> Glucose? {
    quantiles([probability])?.first
  }

  /// The quantiles of several probabilities, in their order, or `nil` if there are no readings.
  ///
  /// - Precondition: each probability is in `0...1`.
  /// - Complexity: O(*n* log *n*) for all together.
  public func quantiles(_ probabilities: [Double]) -> [Glucose]? {
    precondition(
      probabilities.allSatisfy { (0...1).contains($0) }, "A probability lies between 0 and 1")
    guard !isEmpty else { return nil }
    let sorted = values.sorted()
    return probabilities.map { .mgdL(sorted.quantile($0)) }
  }

  /// The middle concentration, or the mean of the two middle ones, or `nil` if there are no readings.
  ///
  /// - Complexity: O(*n* log *n*)
  public var median: Glucose? { quantile(0.5) }
}

extension [Double] {
  /// The quantile of type 7 of these ascending values, of which there is at least one.
  package func quantile(_ probability: Double) -> Double {
    let position = Double(count - 1) * probability
    let below = Int(position)
    let share = position - Double(below)
    guard share > 0 else { return self[below] }
    return self[below] + share * (self[below + 1] - self[below])
  }
}

extension [Double] {
  /// The value that would stand at `rank` if the values were sorted; reorders them.
  ///
  /// Hoare's quickselect (*Communications of the ACM* 4, 1961) with the middle value as pivot, which
  /// splits values that are mostly equal evenly.
  ///
  /// - Complexity: O(*n*) on average.
  mutating func selectRank(_ rank: Int) -> Double {
    var low = startIndex
    var high = endIndex - 1
    while low < high {
      let pivot = self[low + (high - low) / 2]
      var left = low
      var right = high
      while left <= right {
        while self[left] < pivot { left += 1 }
        while self[right] > pivot { right -= 1 }
        if left <= right {
          swapAt(left, right)
          left += 1
          right -= 1
        }
      }
      if rank <= right {
        high = right
      } else if rank >= left {
        low = left
      } else {
        break
      }
    }
    return self[rank]
  }
}
