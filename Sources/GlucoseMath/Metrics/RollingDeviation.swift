// SPDX-License-Identifier: Apache-2.0

extension DayGrid {
  /// The mean of the standard deviations of all runs of `length` cells that hold two values, or `nil`
  /// if there is none.
  ///
  /// Eight runs are reckoned side by side, each about its own first value, so that no error builds
  /// up along the record and a constant run is exactly zero.
  func meanDeviationWithin(_ length: Int) -> Double? {
    typealias Vector = SIMD8<Double>
    guard length > 1, cells.count >= length else { return nil }
    let runCount = cells.count - length + 1
    let n = Double(length)
    var sum = 0.0
    var count = 0
    var start = 0
    while start < runCount {
      guard start + Vector.width <= runCount else {
        add(deviationOfRun(start, length), &sum, &count)
        start += 1
        continue
      }
      let origin = cells.span.lanes(at: start)
      var total = Vector.zero
      var squares = Vector.zero
      for offset in 1..<length {
        let deviation = cells.span.lanes(at: start + offset) - origin
        total += deviation
        squares += deviation * deviation
      }
      let spread = squares.sum()
      if spread.isNaN {
        for run in start..<(start + Vector.width) {
          add(deviationOfRun(run, length), &sum, &count)
        }
      } else {
        let variance = (squares - total * total / n) / (n - 1)
        sum += variance.only(where: variance.isAbove(0)).squareRoot().sum()
        count += Vector.width
      }
      start += Vector.width
    }
    return count > 0 ? sum / Double(count) : nil
  }

  private func add(_ deviation: Double?, _ sum: inout Double, _ count: inout Int) {
    guard let deviation else { return }
    sum += deviation
    count += 1
  }

  private func deviationOfRun(_ start: Int, _ length: Int) -> Double? {
    cells[start..<(start + length)].moments.standardDeviation
  }
}
