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
    let bytes = unsafe cells.span.bytes
    var sum = 0.0
    var count = 0
    var start = 0
    while start < runCount {
      guard start + Vector.scalarCount <= runCount else {
        add(deviationOfRun(start, length), &sum, &count)
        start += 1
        continue
      }
      // In bounds: the last run that begins in these eight ends at or before the last cell.
      let origin = unsafe bytes.unsafeLoadUnaligned(
        fromByteOffset: start &* MemoryLayout<Double>.stride, as: Vector.self)
      var total = Vector.zero
      var squares = Vector.zero
      for offset in 1..<length {
        let value = unsafe bytes.unsafeLoadUnaligned(
          fromByteOffset: (start &+ offset) &* MemoryLayout<Double>.stride, as: Vector.self)
        let deviation = value - origin
        total += deviation
        squares += deviation * deviation
      }
      let spread = squares.sum()
      if spread.isNaN {
        for run in start..<(start + Vector.scalarCount) {
          add(deviationOfRun(run, length), &sum, &count)
        }
      } else {
        let variance = (squares - total * total / n) / (n - 1)
        let positive = variance.replacing(with: 0, where: variance .< Vector.zero)
        sum += positive.squareRoot().sum()
        count += Vector.scalarCount
      }
      start += Vector.scalarCount
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
