// SPDX-License-Identifier: Apache-2.0

/// Calls `body` with each position in a run of cells, counted from its start, and the
/// difference between a short and a long moving mean at it; NaN where a window contains no value.
///
/// Means are of the preceding cells without missing ones; before a window is full, its first full
/// mean is used. Where rounding could decide the sign of a difference, it is computed from exact
/// sums, so that windows with the same values, and all windows of a constant run, have exactly the
/// same mean: a difference of zero is not a crossing.
///
/// Where rounding does not decide, `passOver` is called first with eight adjacent differences; it
/// returns `true` to skip them.
@inline(__always)
func forEachMovingDifference(
  _ cells: ArraySlice<Double>, short: Int, long: Int,
  passOver: (SIMD8<Double>) -> Bool, _ body: (Int, Double) -> Void
) {
  let run = cells.indices
  var shortWindow = MovingWindow(run, length: short)
  var longWindow = MovingWindow(run, length: long)
  let reach = Swift.max(short, long)
  let (shortShare, longShare) = (1 / Double(short), 1 / Double(long))
  var sums = RunningSums()

  @inline(__always)
  func give(_ index: Int, _ shortMean: Double, _ longMean: Double) {
    var difference = shortMean - longMean
    if Swift.abs(difference) < 1e-11 * (shortMean + longMean) {
      difference = shortWindow.mean(at: index, cells) - longWindow.mean(at: index, cells)
    }
    body(index - run.lowerBound, difference)
  }

  for start in stride(from: run.lowerBound, to: run.upperBound, by: MovingWindow.steps) {
    let block = start..<Swift.min(start + MovingWindow.steps, run.upperBound)
    if start - run.lowerBound >= reach, sums.take(cells, (start - reach)..<block.upperBound) {
      var index = start
      while index < block.upperBound {
        let end = Swift.min(index + SIMD8<Double>.width, block.upperBound)
        let place = index - start + reach + 1
        if end - index == SIMD8<Double>.width {
          let total = sums.lanes(at: place)
          let shortMeans = (total - sums.lanes(at: place - short)) * shortShare
          let longMeans = (total - sums.lanes(at: place - long)) * longShare
          let differences = shortMeans - longMeans
          let isDoubtful = differences.magnitudes.isBelow((shortMeans + longMeans) * 1e-11)
          if !isDoubtful.isAnywhere, passOver(differences) {
            index = end
            continue
          }
        }
        for (place, index) in zip(place..., index..<end) {
          let total = sums[place]
          give(
            index, (total - sums[place - short]) * shortShare,
            (total - sums[place - long]) * longShare)
        }
        index = end
      }
    } else {
      for index in block {
        shortWindow.move(to: index, cells)
        longWindow.move(to: index, cells)
        give(index, shortWindow.roundedMean, longWindow.roundedMean)
      }
    }
  }
}

/// The sums of the first cells of a range, for every number of them.
private struct RunningSums {
  private var sums: [Double] = [0]

  /// Computes the sums of a range; returns `false` if a cell is missing.
  ///
  /// Four cells take one addition to the sum before them, for which the next four wait. A different
  /// order of additions changes the last digits only, which no caller uses.
  mutating func take(_ cells: ArraySlice<Double>, _ indices: Range<Int>) -> Bool {
    while sums.count <= indices.count { sums.append(0) }
    let values = cells[indices].span
    var sums = sums.mutableElementSpan
    var sum = 0.0
    var place = 0
    while place &+ 4 <= values.count {
      let (a, c) = (values[place], values[place &+ 2])
      let (two, rest) = (a + values[place &+ 1], c + values[place &+ 3])
      sums[place &+ 1] = sum + a
      sums[place &+ 2] = sum + two
      sums[place &+ 3] = sum + (two + c)
      sum += two + rest
      sums[place &+ 4] = sum
      place &+= 4
    }
    while place < values.count {
      sum += values[place]
      place &+= 1
      sums[place] = sum
    }
    return !sum.isNaN
  }

  @inline(__always)
  subscript(count: Int) -> Double { sums[count] }

  /// Returns the sums of `count` cells and of up to seven more.
  @inline(__always)
  func lanes(at count: Int) -> SIMD8<Double> { sums.elementSpan.lanes(at: count) }
}

/// The cells of the moving mean at a cell: those up to it, or the first of the run.
private struct MovingWindow {
  private let run: Range<Int>
  private let length: Int
  private var sum = 0.0
  private var count = 0.0
  /// 1 / count, or NaN if the window is empty.
  private var share = Double.nan

  /// The number of steps after which the sum is recomputed, which bounds rounding errors.
  static let steps = 256

  init(_ run: Range<Int>, length: Int) {
    self.run = run
    self.length = length
  }

  /// Moves the window to the next cell, `index`.
  @inline(__always)
  mutating func move(to index: Int, _ cells: ArraySlice<Double>) {
    let position = index - run.lowerBound
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
    take(cells, at: index)
  }

  /// Recomputes the sum.
  private mutating func take(_ cells: ArraySlice<Double>, at index: Int) {
    sum = 0
    count = 0
    for index in window(at: index) where !cells[index].isNaN {
      sum += cells[index]
      count += 1
    }
    share = count > 0 ? 1 / count : .nan
  }

  private func window(at index: Int) -> Range<Int> {
    let end = Swift.max(index + 1, Swift.min(run.lowerBound + length, run.upperBound))
    return Swift.max(run.lowerBound, end - length)..<end
  }

  /// The mean up to rounding errors in its last digits, or NaN if the window is empty.
  @inline(__always)
  var roundedMean: Double { sum * share }

  /// Returns the number nearest to the mean at a cell, or NaN if the window is empty.
  func mean(at index: Int, _ cells: ArraySlice<Double>) -> Double {
    var sum = ExactSumOfCells()
    for index in window(at: index) { sum.add(cells[index]) }
    return sum.mean
  }
}

/// The sum of cells without rounding errors.
///
/// The rounding error of each addition is kept beside the sum (Knuth's two-sum). Concentrations
/// have so few bits below the point that the sum of the errors is itself exact.
struct ExactSumOfCells {
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

  /// The number nearest to the mean, or NaN if there are no cells.
  var mean: Double {
    guard count > 0 else { return .nan }
    let quotient = (sum + rest) / count
    // The quotient's upper half has few bits, so that its product with the count is exact.
    let upper = Double(bitPattern: quotient.bitPattern & ~0x3FF_FFFF)
    let remainder = ((sum - upper * count) - (quotient - upper) * count) + rest
    return quotient + remainder / count
  }
}
