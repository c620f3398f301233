// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// Returns the distances from `center` at the lower and upper bound of `ranks` in the sorted
  /// distances of all readings; `center` is at least zero.
  ///
  /// Counts values in narrow bins, which bound the distances at the ranks, and then visits only the
  /// readings within these bounds. Few distances are sorted instead.
  ///
  /// - Complexity: O(*n*)
  func distances(from center: Double, at ranks: ClosedRange<Int>) -> [Double] {
    let values = values
    guard count > 200 else {
      let sorted = values.map { Swift.abs($0 - center) }.sorted()
      return [sorted[ranks.lowerBound], sorted[ranks.upperBound]]
    }
    let limits = limits(ofDistancesFrom: center, at: ranks)
    let whole = values.count - values.count % SIMD8<Double>.width
    var closer = SIMD8<Double>.zero
    var between = RankBucket()
    var closerCount = 0
    func look(at value: Double) {
      let distance = Swift.abs(value - center)
      if distance < limits.lowerBound {
        closerCount += 1
      } else if distance <= limits.upperBound {
        between.add(distance)
      }
    }
    for index in stride(from: 0, to: whole, by: SIMD8<Double>.width) {
      let distances = (values.span.lanes(at: index) - center).magnitudes
      let isCloser = distances.isBelow(limits.lowerBound)
      if (isCloser .| distances.isAbove(limits.upperBound)).isEverywhere {
        closer += SIMD8(repeating: 1).only(where: isCloser)
      } else {
        for value in values.dropFirst(index).prefix(SIMD8<Double>.width) { look(at: value) }
      }
    }
    for value in values.dropFirst(whole) { look(at: value) }
    closerCount += Int(closer.sum())
    return [ranks.lowerBound, ranks.upperBound].map { between.value(at: $0 - closerCount) }
  }

  /// Returns bounds of the distances at `ranks`.
  private func limits(
    ofDistancesFrom center: Double, at ranks: ClosedRange<Int>
  ) -> ClosedRange<Double> {
    let perUnit = 4.0
    let bins = RankBins(perUnit: perUnit)
    let values = values
    let first = values.startIndex
    let counts = bins.counts(count: values.count) { values[first + $0] }
    let middle = bins.bin(of: center)
    // Values at most `reach` bins away are closer than `reach` + 1 bins; all others are at least
    // `reach` bins away.
    var reach = 0
    var held = counts[middle]
    func extend(to rank: Int) {
      while held <= rank {
        reach += 1
        if middle >= reach { held += counts[middle - reach] }
        if middle + reach < RankBins.count { held += counts[middle + reach] }
      }
    }
    extend(to: ranks.lowerBound)
    let low = Double(Swift.max(reach - 1, 0)) / perUnit
    extend(to: ranks.upperBound)
    // The last bin contains all greater values.
    let isBounded = middle + reach < RankBins.count - 1
    return low...(isBounded ? Double(reach + 1) / perUnit : .infinity)
  }
}
