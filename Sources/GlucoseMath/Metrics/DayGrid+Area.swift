/// The areas between a trace and a threshold (AUC above and below).
public struct ThresholdAreas: Equatable, Sendable {
  /// The area above the threshold in mg/dL × hours.
  public let above: Double
  /// The area below the threshold in mg/dL × hours.
  public let below: Double
  /// The duration of the trace in hours: divide an area by it for a mean per hour.
  public let hours: Double
}

extension DayGrid {
  /// Returns the hourly area under the curve (AUC) in mg/dL × hours per hour, that is in mg/dL as
  /// ``Glucose``: the mean over days of the day's mean trapezoid between neighboring cells, or
  /// `nil` if no two neighbors of a day have values.
  public func hourlyAreaUnderCurve() -> Glucose? {
    var days = Moments()
    for row in 0..<rowCount {
      if let day = meanTrapezoid(starts[row]..<starts[row + 1]) { days.add(day) }
    }
    return days.mean.map { .mgdL($0) }
  }

  private func meanTrapezoid(_ range: Range<Int>) -> Double? {
    typealias Vector = SIMD8<Double>
    let cells = cells
    let start = Swift.min(range.lowerBound + 1, range.upperBound)
    let whole = range.upperBound - (range.upperBound - start) % Vector.width
    var sums = Vector.zero
    var counts = Vector.zero
    for index in stride(from: start, to: whole, by: Vector.width) {
      let sum = cells.lanes(at: index) + cells.lanes(at: index - 1)
      sums += sum.only(where: sum.isKnown)
      counts += Vector(repeating: 1).only(where: sum.isKnown)
    }
    var sum = sums.sum()
    var count = counts.sum()
    for index in whole..<range.upperBound {
      let pair = cells[index] + cells[index - 1]
      if !pair.isNaN {
        sum += pair
        count += 1
      }
    }
    return count > 0 ? sum / 2 / count : nil
  }

  /// Returns the areas above and below a threshold, or `nil` if no two neighbors have values.
  ///
  /// The trace is the straight line between neighboring cells; where it crosses the threshold, the
  /// two triangles are counted exactly.
  public func areas(aboveAndBelow threshold: Glucose) -> ThresholdAreas? {
    typealias Vector = SIMD8<Double>
    let cells = cells
    let stepCount = Swift.max(0, cells.count - 1)
    let whole = stepCount - stepCount % Vector.width
    var sums = (above: Vector.zero, below: Vector.zero, count: Vector.zero)
    func add(_ start: Vector, _ end: Vector) {
      let sum = start + end
      var above = start.only(where: start.isAbove(0)) + end.only(where: end.isAbove(0))
      var below = above - sum
      let isCrossed = (start * end).isBelow(0)
      if isCrossed.isAnywhere {
        let distance = (start - end).magnitudes
        above.replace(with: above * above / distance, where: isCrossed)
        below.replace(with: below * below / distance, where: isCrossed)
      }
      sums.above += above.only(where: sum.isKnown)
      sums.below += below.only(where: sum.isKnown)
      sums.count += Vector(repeating: 1).only(where: sum.isKnown)
    }
    for index in stride(from: 0, to: whole, by: Vector.width) {
      let (first, second) = cells.neighbors(at: index)
      let start = first - threshold.mgdL
      let end = second - threshold.mgdL
      // Most cells are on the same side as their neighbors; the comparisons are false for NaN.
      if (start.isAbove(0) .& end.isAbove(0)).isEverywhere {
        sums.above += start + end
        sums.count += 1
      } else if (start.isBelow(0) .& end.isBelow(0)).isEverywhere {
        sums.below -= start + end
        sums.count += 1
      } else {
        add(start, end)
      }
    }
    var start = Vector(repeating: .nan)
    var end = start
    for index in whole..<stepCount {
      start[index - whole] = cells[index] - threshold.mgdL
      end[index - whole] = cells[index + 1] - threshold.mgdL
    }
    add(start, end)
    let count = sums.count.sum()
    guard count > 0 else { return nil }
    let hours = Double(intervalInMinutes) / 60
    return ThresholdAreas(
      above: sums.above.sum() / 2 * hours, below: sums.below.sum() / 2 * hours, hours: count * hours
    )
  }
}
