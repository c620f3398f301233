// SPDX-License-Identifier: Apache-2.0

/// Calls `body` with each position of a run of cells, counted from the run's start, and the
/// difference between a short and a long moving mean there; NaN where a window holds no value.
///
/// Means look back and leave out missing cells; before a window is full its first full mean stands.
/// Where rounding might decide on the sign of a difference, it is reckoned from exact sums, so that
/// windows that hold the same values, and all windows of a constant run, have exactly the same mean:
/// where the difference is zero there is no crossing.
@inline(__always)
func forEachMovingDifference(
  _ cells: [Double], in run: Range<Int>, short: Int, long: Int, _ body: (Int, Double) -> Void
) {
  var shortWindow = MovingWindow(run, length: short)
  var longWindow = MovingWindow(run, length: long)
  for index in run {
    shortWindow.move(to: index, cells)
    longWindow.move(to: index, cells)
    let (shortMean, longMean) = (shortWindow.roundedMean, longWindow.roundedMean)
    var difference = shortMean - longMean
    if Swift.abs(difference) < 1e-11 * (shortMean + longMean) {
      difference = shortWindow.mean(cells) - longWindow.mean(cells)
    }
    body(index - run.lowerBound, difference)
  }
}

/// The cells whose mean stands at a cell: those up to it, or the first of the run.
private struct MovingWindow {
  private let run: Range<Int>
  private let length: Int
  private var end: Int
  private var sum = 0.0
  private var count = 0.0
  /// 1 / count; NaN of nothing.
  private var share = Double.nan

  /// How many steps rounding may add up before the sum is taken anew.
  private static let steps = 256

  init(_ run: Range<Int>, length: Int) {
    self.run = run
    self.length = length
    end = run.lowerBound
  }

  /// Moves on to the next cell, `index`.
  @inline(__always)
  mutating func move(to index: Int, _ cells: [Double]) {
    let position = index - run.lowerBound
    end = index + 1
    if position >= length {
      let (old, new) = (cells[index - length], cells[index])
      let change = new - old
      if position % Self.steps != 0, !change.isNaN {
        sum += change
        return
      }
    } else if position > 0 {
      return
    }
    take(cells)
  }

  /// Takes the sum anew.
  private mutating func take(_ cells: [Double]) {
    sum = 0
    count = 0
    for index in window where !cells[index].isNaN {
      sum += cells[index]
      count += 1
    }
    share = count > 0 ? 1 / count : .nan
  }

  private var window: Range<Int> {
    let end = Swift.max(end, Swift.min(run.lowerBound + length, run.upperBound))
    return Swift.max(run.lowerBound, end - length)..<end
  }

  /// The mean to within its last digits; NaN of nothing.
  @inline(__always)
  var roundedMean: Double { sum * share }

  /// The number nearest to the mean; NaN of nothing.
  func mean(_ cells: [Double]) -> Double {
    var sum = ExactSumOfCells()
    for index in window { sum.add(cells[index]) }
    return sum.mean
  }
}

/// The sum of cells without any rounding error.
///
/// What each addition rounds away is kept beside the sum (Knuth's two-sum). Concentrations have so
/// few bits below the point that the kept part is itself exact.
private struct ExactSumOfCells {
  private var sum = 0.0
  private var rest = 0.0
  private var count = 0.0

  mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    count += 1
    let total = sum + value
    let share = total - sum
    rest += (sum - (total - share)) + (value - share)
    sum = total
  }

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
