/// The phase of a sensor's clock, which places the cells of a grid at its readings.
///
/// All cells are whole steps from the first reading that two more follow at whole steps. Readings
/// that keep to such steps are moved into their cells, so that a cell has the reading's own
/// concentration and seconds of delay change nothing. Where a sensor follows with another phase,
/// its readings are moved by that phase. Readings that keep to no steps are not moved; cells
/// between them are on straight lines.
struct SensorPhase {
  let step: Double
  private let inverse: Double
  /// The instant of one cell, in whole parts of 1/1024 second, so that sums with whole seconds are
  /// exact.
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

  /// Returns a Boolean value that indicates whether every reading is at its cell, without a gap, so
  /// that none needs to be moved.
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
