// SPDX-License-Identifier: Apache-2.0

/// Calls `body` with each position of a run of cells, counted from the run's start, and the
/// difference between a short and a long moving mean there; NaN where a window holds no value.
///
/// Means look back and leave out missing cells; before a window is full its first full mean stands.
/// Sums are exact, so that windows that hold the same values, and all windows of a constant run, have
/// exactly the same mean: where the difference is zero there is no crossing.
@inline(__always)
func forEachMovingDifference(
  _ cells: [Double], in run: Range<Int>, short: Int, long: Int, _ body: (Int, Double) -> Void
) {
  var shortSum = ExactWindowSum()
  var longSum = ExactWindowSum()
  for index in run.prefix(short) { shortSum.add(cells[index]) }
  for index in run.prefix(long) { longSum.add(cells[index]) }
  var position = 0
  for index in run {
    if position >= short {
      shortSum.replace(cells[index - short], with: cells[index])
    }
    if position >= long {
      longSum.replace(cells[index - long], with: cells[index])
    }
    var difference = shortSum.roundedMean - longSum.roundedMean
    if Swift.abs(difference) < 1e-9 { difference = shortSum.mean - longSum.mean }
    body(position, difference)
    position += 1
  }
}

/// The sum of the values in a moving window, without any rounding error.
///
/// What each addition rounds away is kept beside the sum (Knuth's two-sum). Concentrations have so
/// few bits below the point that the kept part is itself exact.
private struct ExactWindowSum {
  private var sum = 0.0
  private var rest = 0.0
  private var count = 0.0
  /// 1 / count; NaN of nothing.
  private var share = Double.nan

  @inline(__always)
  mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    count += 1
    share = 1 / count
    addExactly(value)
  }

  @inline(__always)
  mutating func remove(_ value: Double) {
    guard !value.isNaN else { return }
    count -= 1
    share = count > 0 ? 1 / count : .nan
    addExactly(-value)
  }

  /// Adds one value and takes away another.
  @inline(__always)
  mutating func replace(_ old: Double, with new: Double) {
    if (old + new).isNaN {
      add(new)
      remove(old)
    } else {
      addExactly(new)
      addExactly(-old)
    }
  }

  @inline(__always)
  private mutating func addExactly(_ value: Double) {
    let total = sum + value
    let share = total - sum
    rest += (sum - (total - share)) + (value - share)
    sum = total
  }

  /// The mean to within its last bits; NaN of nothing.
  @inline(__always)
  var roundedMean: Double { (sum + rest) * share }

  /// The number nearest to the mean; NaN of nothing.
  var mean: Double {
    guard count > 0 else { return .nan }
    let quotient = (sum + rest) / count
    // The quotient's upper half has few bits, so that its product with the count is exact.
    let upper = Double(bitPattern: quotient.bitPattern & ~0x3FF_FFFF)
    let remainder = ((sum - upper * count) - (quotient - upper) * count) + rest
    return quotient + remainder / count
  }
}
