// SPDX-License-Identifier: Apache-2.0

extension DayGrid {
  /// Returns the mean of the standard deviations of all runs of `length` cells, at least half of
  /// which have values, or `nil` if there is none. In `MetricConvention.iglu` two values suffice.
  ///
  /// Eight runs are computed side by side, each about its own first value, so that no error
  /// accumulates along the record and a constant run is exactly zero. Runs of twelve cells, an hour
  /// of most sensors, are made of sums of four cells about a value near them, unless this leaves a
  /// variance uncertain.
  func meanDeviationWithin(_ length: Int) -> Double? {
    typealias Vector = SIMD8<Double>
    guard length > 1, cells.count >= length else { return nil }
    let cells = cells
    let runCount = cells.count - length + 1
    let whole = runCount - runCount % Vector.width
    var sum = 0.0
    var count = 0
    for block in stride(from: 0, to: whole, by: 256) {
      let origin = cells[block]
      var four = FourCellSums(cells, from: block, about: origin)
      for start in stride(from: block, to: Swift.min(block + 256, whole), by: Vector.width) {
        var variance: Vector?
        if length == 12 {
          let next = FourCellSums(cells, from: start + Vector.width, about: origin)
          variance = four.varianceOfTwelve(next)
          four = next
        }
        guard let variance = variance ?? varianceOfRuns(from: start, length) else {
          for run in start..<(start + Vector.width) {
            add(deviationOfRun(run, length), &sum, &count)
          }
          continue
        }
        sum += variance.squareRoot().sum()
        count += Vector.width
      }
    }
    for run in whole..<runCount { add(deviationOfRun(run, length), &sum, &count) }
    return count > 0 ? sum / Double(count) : nil
  }

  /// Returns the variances of eight runs, each about its own first value, or `nil` if a cell is
  /// missing.
  private func varianceOfRuns(from start: Int, _ length: Int) -> SIMD8<Double>? {
    let low = RunSums(cells, from: start, length)
    let high = RunSums(cells, from: start + RunSums.width, length)
    let variance = SIMD8(lowHalf: low.variance, highHalf: high.variance)
    return variance.isKnown.isEverywhere ? variance.only(where: variance.isAbove(0)) : nil
  }

  private func add(_ deviation: Double?, _ sum: inout Double, _ count: inout Int) {
    guard let deviation else { return }
    sum += deviation
    count += 1
  }

  private func deviationOfRun(_ start: Int, _ length: Int) -> Double? {
    let run = start..<(start + length)
    // Cells that are not stored are missing.
    let fewest = convention.gridFollowsWallClock ? 2 : Swift.max(2, (length + 1) / 2)
    guard run.clamped(to: cells.stored).count >= fewest else { return nil }
    let moments = cells[run].moments
    return moments.count >= fewest ? moments.standardDeviation : nil
  }
}

/// The sums of eight runs of four cells with consecutive starts, and of their squares.
private struct FourCellSums {
  private typealias Vector = SIMD8<Double>

  private let sums: SIMD8<Double>
  private let squares: SIMD8<Double>

  /// Creates the sums from `start`, about `origin`; they are undefined if a cell is missing or there
  /// are fewer than eleven.
  @inline(__always)
  init(_ cells: GridCells, from start: Int, about origin: Double) {
    guard cells.areStored(start..<(start + 3 + Vector.width)) else {
      sums = Vector(repeating: .nan)
      squares = sums
      return
    }
    // In bounds: the cells are stored.
    let a: Vector = unsafe cells.uncheckedLanes(at: start) - origin
    let b: Vector = unsafe cells.uncheckedLanes(at: start &+ 1) - origin
    let c: Vector = unsafe cells.uncheckedLanes(at: start &+ 2) - origin
    let d: Vector = unsafe cells.uncheckedLanes(at: start &+ 3) - origin
    sums = (a + b) + (c + d)
    squares = (a * a + b * b) + (c * c + d * d)
  }

  /// Returns the variances of the runs of twelve cells with the divisor 11, where `next` has the sums
  /// from eight cells later; `nil` if a cell is missing or rounding may exceed a part in 10¹⁰.
  @inline(__always)
  func varianceOfTwelve(_ next: Self) -> SIMD8<Double>? {
    let sum = sums + Vector(lowHalf: sums.highHalf, highHalf: next.sums.lowHalf) + next.sums
    let square =
      squares + Vector(lowHalf: squares.highHalf, highHalf: next.squares.lowHalf) + next.squares
    let rest = square - sum * sum * (1 / 12.0)
    // False for NaN.
    guard rest.isAbove(square * 1e-5).isEverywhere else { return nil }
    return rest * (1 / 11.0)
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
  @inline(__always)
  init(_ cells: GridCells, from start: Int, _ length: Int) {
    guard cells.areStored(start..<(start + Self.width + length - 1)) else {
      variance = Vector(repeating: .nan)
      return
    }
    var total = Vector.zero
    var squares = Vector.zero
    // In bounds: the cells are stored.
    let origin: Vector = unsafe cells.uncheckedLanes(at: start)
    for offset in 1..<length {
      let value: Vector = unsafe cells.uncheckedLanes(at: start &+ offset)
      let deviation = value - origin
      total += deviation
      squares += deviation * deviation
    }
    let n = Double(length)
    variance = (squares - total * total * (1 / n)) * (1 / (n - 1))
  }
}
