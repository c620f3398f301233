/// The phase of a sensor's clock, which places the cells of a grid at its readings, as
/// <doc:DecisionGrid> states, so that a cell has the reading's own concentration and seconds of
/// delay change nothing. Readings that keep to no steps are not moved.
struct SensorPhase {
  let step: Double
  private let inverse: Double
  /// The instant of one cell, in whole 1/1024 s, so that sums with whole seconds are exact.
  let anchor: Double

  /// Creates the phase of a series of at least one reading.
  init(_ series: GlucoseSeries, step: Double) {
    self.step = step
    let inverse = 1 / step
    self.inverse = inverse
    let times = series.columns.times
    let rows = series.rows
    let steady = (rows.lowerBound..<Swift.max(rows.lowerBound, rows.upperBound - 2)).first {
      Self.isSteady(times, $0, rows.upperBound, step, inverse)
    }
    anchor = (times[steady ?? rows.lowerBound] * 1024).rounded(.up) / 1024
  }

  /// Returns a Boolean value that indicates whether two more readings follow one at whole steps.
  func isSteady(_ times: [Double], _ row: Int, _ end: Int) -> Bool {
    Self.isSteady(times, row, end, step, inverse)
  }

  @inline(__always)
  private static func isSteady(
    _ times: [Double], _ row: Int, _ end: Int, _ step: Double, _ inverse: Double
  ) -> Bool {
    guard row + 2 < end else { return false }
    func isWhole(_ gap: Double) -> Bool {
      let steps = (gap * inverse).rounded()
      return steps >= 1 && Swift.abs(gap - steps * step) <= 0.2 * step
    }
    return isWhole(times[row + 1] - times[row]) && isWhole(times[row + 2] - times[row + 1])
  }

  func cell(atOrAfter time: Double) -> Double {
    anchor + ((time - anchor) / step).rounded(.up) * step
  }

  func cell(nearest time: Double) -> Double {
    anchor + ((time - anchor) * inverse).rounded() * step
  }

  /// Returns the cell `count` cells after the last one at or before an instant.
  func cell(atOrBefore time: Double, plus count: Double = 0) -> Double {
    anchor + (((time - anchor) * inverse).rounded(.down) + count) * step
  }

  /// Returns whether every reading is at its cell, without a gap, so that none needs to be moved.
  func isKept(by series: GlucoseSeries) -> Bool {
    let times = series.columns.times
    let base = series.rows.lowerBound
    var row = base
    while row + Vector.width <= series.rows.upperBound {
      let cells = anchor + (Double(row - base) + Self.lanes) * step
      guard (times.elementSpan.lanes(at: row) .== cells).isEverywhere else { return false }
      row += Vector.width
    }
    return (row..<series.rows.upperBound).allSatisfy {
      times[$0] == anchor + Double($0 - base) * step
    }
  }

  private typealias Vector = SIMD8<Double>
  private static let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)
}
