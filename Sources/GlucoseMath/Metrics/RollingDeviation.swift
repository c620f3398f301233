// SPDX-License-Identifier: Apache-2.0

extension DayGrid {
  /// Returns the mean of the standard deviations of all runs of `length` cells with at least two
  /// values, or `nil` if there is none.
  ///
  /// Eight runs are computed side by side, each about its own first value, so that no error
  /// accumulates along the record and a constant run is exactly zero.
  func meanDeviationWithin(_ length: Int) -> Double? {
    typealias Vector = SIMD8<Double>
    guard length > 1, cells.count >= length else { return nil }
    let runCount = cells.count - length + 1
    var sum = 0.0
    var count = 0
    var start = 0
    while start < runCount {
      guard start + Vector.width <= runCount else {
        add(deviationOfRun(start, length), &sum, &count)
        start += 1
        continue
      }
      let low = RunSums(cells.elementSpan, from: start, length)
      let high = RunSums(cells.elementSpan, from: start + RunSums.width, length)
      let variance = Vector(lowHalf: low.variance, highHalf: high.variance)
      if !variance.isKnown.isEverywhere {
        for run in start..<(start + Vector.width) {
          add(deviationOfRun(run, length), &sum, &count)
        }
      } else {
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

/// Sums over four runs of cells with consecutive starts, each about its own first value: as many as
/// the baseline instruction set has registers for.
private struct RunSums {
  private typealias Vector = SIMD4<Double>

  /// The number of runs.
  static let width = 4

  /// The variances of the runs with the divisor *n* − 1; NaN where a cell is missing.
  let variance: SIMD4<Double>

  /// Creates the sums of the runs of `length` cells from `start`.
  ///
  /// - Precondition: the last run ends at or before the last cell.
  @inline(__always)
  init(_ cells: Span<Double>, from start: Int, _ length: Int) {
    precondition(
      start >= 0 && start + Self.width + length - 1 <= cells.count,
      "Runs must be within the cells")
    let bytes = unsafe cells.bytes
    // In bounds by the precondition, and every bit pattern is a valid Double.
    var total = Vector.zero
    var squares = Vector.zero
    let origin = unsafe bytes.unsafeLoadUnaligned(
      fromUncheckedByteOffset: start &* 8, as: Vector.self)
    for offset in 1..<length {
      let value = unsafe bytes.unsafeLoadUnaligned(
        fromUncheckedByteOffset: (start &+ offset) &* 8, as: Vector.self)
      let deviation = value - origin
      total += deviation
      squares += deviation * deviation
    }
    let n = Double(length)
    variance = (squares - total * total * (1 / n)) * (1 / (n - 1))
  }
}
