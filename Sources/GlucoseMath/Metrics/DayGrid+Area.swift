// SPDX-License-Identifier: Apache-2.0

/// The area between a trace and a threshold.
public struct AreaBeyond: Hashable, Codable, Sendable {
  /// The area above the threshold in mg/dL × hours.
  public let above: Double
  /// The area below the threshold in mg/dL × hours.
  public let below: Double
  /// The hours of trace, in which areas lie: divide by it, or by 24 for days.
  public let hours: Double
}

extension DayGrid {
  /// The hourly area under the curve in mg/dL × hours per hour, that is in mg/dL as ``Glucose``: the
  /// mean over days of the day's mean trapezoid between neighbouring cells, or `nil` if no two
  /// neighbours of a day have values.
  ///
  /// In ``MetricConvention/iglu`` the labels of days are repeated cell by cell, so that a trapezoid
  /// joins cells as many apart as the grid has rows, and all trapezoids count the same.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cells.
  public func hourlyArea() -> Glucose? {
    if convention.areaJoinsAcrossDays {
      return meanTrapezoid(0..<cells.count, apart: rowCount).map { .mgdL($0) }
    }
    return hourlyAreaWithinDays()
  }

  /// ``hourlyArea()`` with trapezoids within days, whatever the convention: on iglu's grid the value
  /// that iglu would give if it labelled days rightly.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cells.
  public func hourlyAreaWithinDays() -> Glucose? {
    var days = Moments()
    for row in 0..<rowCount {
      if let day = meanTrapezoid(starts[row]..<starts[row + 1], apart: 1) { days.add(day) }
    }
    return days.mean.map { .mgdL($0) }
  }

  private func meanTrapezoid(_ range: Range<Int>, apart: Int) -> Double? {
    var sum = 0.0
    var count = 0
    for index in stride(from: range.lowerBound + apart, to: range.upperBound, by: 1) {
      let area = (cells[index] + cells[index - apart]) / 2
      if !area.isNaN {
        sum += area
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The area above and the area below a threshold, or `nil` if no two neighbours have values.
  ///
  /// The trace is the straight line between neighbouring cells; where it crosses the threshold each
  /// side gets its triangle.
  ///
  /// - Complexity: O(*c*), where *c* is the number of cells.
  public func area(beyond threshold: Glucose) -> AreaBeyond? {
    typealias Vector = SIMD8<Double>
    let edge = threshold.mgdL
    var above = Vector.zero
    var below = Vector.zero
    var count = 0
    var index = 0
    while index + 1 < cells.count {
      let width = Swift.min(Vector.width, cells.count - 1 - index)
      if width == Vector.width {
        let start = cells.span.lanes(at: index) - edge
        let end = cells.span.lanes(at: index + 1) - edge
        let sum = start + end
        if Vector.zero.isAtMost(start * end).isEverywhere {
          above += sum.only(where: sum.isAbove(0))
          below -= sum.only(where: sum.isBelow(0))
          count += width
          index += width
          continue
        }
      }
      for index in index..<(index + width) {
        let start = cells[index] - edge
        let end = cells[index + 1] - edge
        guard !(start + end).isNaN else { continue }
        count += 1
        let areas = Self.twiceAreas(from: start, to: end)
        above[0] += areas.above
        below[0] += areas.below
      }
      index += width
    }
    guard count > 0 else { return nil }
    let hours = Double(intervalInMinutes) / 60
    return AreaBeyond(
      above: above.sum() / 2 * hours, below: below.sum() / 2 * hours, hours: Double(count) * hours)
  }

  /// Twice the areas above and below zero of the line between two heights one apart.
  private static func twiceAreas(from start: Double, to end: Double) -> (
    above: Double, below: Double
  ) {
    if start >= 0, end >= 0 { return (start + end, 0) }
    if start <= 0, end <= 0 { return (0, -start - end) }
    let distance = Swift.abs(start - end)
    let areas = (start * start / distance, end * end / distance)
    return start > 0 ? areas : (areas.1, areas.0)
  }
}
