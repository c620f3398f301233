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
    let last = rows.upperBound - 1
    var row = rows.lowerBound
    while row < last {
      let end = Swift.min(row + Vector.width, last)
      if end - row == Vector.width {
        let gaps = times.elementSpan.lanes(at: row + 1) - times.elementSpan.lanes(at: row)
        if (gaps.isAbove(low) .& gaps.isBelow(high)).isEverywhere {
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
