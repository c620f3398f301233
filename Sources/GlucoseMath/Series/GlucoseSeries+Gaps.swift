// SPDX-License-Identifier: Apache-2.0

extension GlucoseSeries {
  /// Calls `body` with each time between neighbouring readings, in seconds, that does not lie between
  /// `low` and `high` or equals one of them.
  ///
  /// Most gaps of a record are alike; these are passed over eight at a time.
  @inline(__always)
  func forEachGap(notBetween low: Double, and high: Double, _ body: (Double) -> Void) {
    typealias Vector = SIMD8<Double>
    let times = columns.times
    let bytes = unsafe times.span.bytes
    let lows = Vector(repeating: low)
    let highs = Vector(repeating: high)
    let last = rows.upperBound - 1
    var row = rows.lowerBound
    while row < last {
      let end = Swift.min(row + Vector.scalarCount, last)
      if end - row == Vector.scalarCount {
        // In bounds: row + 8 ≤ last, and every pattern of bits is a Double.
        let earlier = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: row &* MemoryLayout<Double>.stride, as: Vector.self)
        let later = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: (row &+ 1) &* MemoryLayout<Double>.stride, as: Vector.self)
        let gaps = later - earlier
        if all((gaps .> lows) .& (gaps .< highs)) {
          row = end
          continue
        }
      }
      for row in row..<end {
        let gap = times[row + 1] - times[row]
        if !(gap > low && gap < high) { body(gap) }
      }
      row = end
    }
  }
}
