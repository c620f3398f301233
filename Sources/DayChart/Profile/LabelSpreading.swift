internal import GlucoseMath

extension [Double] {
  /// Returns the positions nearest to these in the least-squares sense that are at least `distance`
  /// apart and within `range`; closer together if they do not all fit. The positions must be in
  /// ascending order.
  ///
  /// After subtraction of the distances, this is isotonic regression by pooling adjacent violators
  /// (Ayer et al., *Annals of Mathematical Statistics* 26, 1955).
  func spread(distance: Double, in range: ClosedRange<Double>) -> [Double] {
    guard count > 1 else { return map { $0.clamped(to: range) } }
    let room = range.upperBound - range.lowerBound
    let distance = Swift.min(distance, room / Double(count - 1))
    var pools: [(sum: Double, count: Int)] = []
    for (index, place) in enumerated() {
      pools.append((place - distance * Double(index), 1))
      while pools.count > 1 {
        let (last, before) = (pools[pools.count - 1], pools[pools.count - 2])
        guard before.sum / Double(before.count) > last.sum / Double(last.count) else { break }
        pools.removeLast()
        pools[pools.count - 1] = (before.sum + last.sum, before.count + last.count)
      }
    }
    let limit =
      range
      .lowerBound...Swift.max(range.lowerBound, range.upperBound - distance * Double(count - 1))
    let means = pools.flatMap { pool in
      repeatElement((pool.sum / Double(pool.count)).clamped(to: limit), count: pool.count)
    }
    return means.enumerated().map { $0.element + distance * Double($0.offset) }
  }
}
