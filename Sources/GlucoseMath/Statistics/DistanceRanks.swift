// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// Returns the distances from `center` at the lower and upper bound of `ranks` in the sorted
  /// distances of all readings; `center` is at least zero. `ranked` has the values of the series,
  /// unless they are few.
  ///
  /// Counts values in narrow bins, which bound the distances at the ranks, and then visits only the
  /// readings within these bounds. Few distances are sorted instead.
  ///
  /// - Complexity: O(*n*)
  func distances(
    from center: Double, at ranks: ClosedRange<Int>, _ ranked: RankedValues?
  ) -> [Double] {
    let values = values
    guard let ranked else {
      let sorted = values.map { Swift.abs($0 - center) }.sorted()
      return [sorted[ranks.lowerBound], sorted[ranks.upperBound]]
    }
    if let found = ranked.distances(from: center, at: ranks) { return found }
    let limits = ranked.limits(ofDistancesFrom: center, at: ranks)
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
}
