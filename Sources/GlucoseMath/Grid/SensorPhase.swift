// SPDX-License-Identifier: Apache-2.0

/// The phase of a sensor's clock, which places the cells of a grid at its readings.
///
/// All cells are whole steps from the first reading that two more follow at whole steps. Readings
/// that keep to such steps are moved into their cells, so that a cell has the reading's own
/// concentration and seconds of delay change nothing. Where a sensor follows with another phase,
/// its readings are moved by that phase. Readings that keep to no steps are not moved; cells
/// between them are on straight lines.
struct SensorPhase {
  private let step: Double
  private let inverse: Double
  /// The instant of one cell, in whole parts of 1/1024 second, so that sums with whole seconds are
  /// exact.
  private let anchor: Double

  /// The minimum time between two readings that were moved, in seconds.
  private static let least = 1 / 1024.0

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

  /// Returns the first cell at or after an instant.
  func cell(atOrAfter time: Double) -> Double {
    anchor + ((time - anchor) / step).rounded(.up) * step
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

  /// The instants at which readings are placed, and how much later they were taken.
  struct Moved {
    var times: [Double]
    var delays: [DayGrid.CellDelay] = []
  }

  private typealias Vector = SIMD8<Double>
  private static let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)

  /// Returns the change of a sensor's delay if the next eight readings are each in their cells,
  /// otherwise `nil`.
  @inline(__always)
  private func steadyError(
    _ times: [Double], _ row: Int, _ end: Int, at start: Double, _ before: Double
  ) -> Double? {
    let width = Vector.width
    guard row + width < end, before >= 0.5 * step else { return nil }
    let errors = times.elementSpan.lanes(at: row) - (start + Self.lanes * step)
    guard errors.magnitudes.isAtMost(Vector(repeating: 0.25 * step)).isEverywhere,
      times[row + width] - times[row + width - 1] >= 0.5 * step
    else { return nil }
    return errors.sum() / 16
  }

  /// Returns the readings moved into their cells.
  ///
  /// - Complexity: O(*n*)
  func move(_ series: GlucoseSeries) -> Moved {
    let source = series.columns.times
    let base = series.rows.lowerBound
    let end = series.rows.upperBound
    var times = Array(source[base..<end])
    var places = times.mutableElementSpan
    var delays: [DayGrid.CellDelay] = []
    let tolerance = 0.25 * step
    let near = 0.5 * step
    // The delay of the current sensor after the cells, and the delay that was last noted.
    var delay = 0.0
    var noted = 0.0
    var next = anchor
    var previous = -Double.infinity
    var before = Double.infinity
    var row = base
    while row < end {
      if next > previous, delay >= -tolerance, delay < 1.25 * step,
        let error = steadyError(source, row, end, at: next + delay, before)
      {
        places.setLanes(at: row - base, to: next + Self.lanes * step)
        delay += error
        if Swift.abs(delay - noted) > 0.05 * step {
          delays.append(DayGrid.CellDelay(start: next, seconds: delay))
          noted = delay
        }
        row += Vector.width
        previous = next + Double(Vector.width - 1) * step
        next = previous + step
        before = row < end ? source[row] - source[row - 1] : .infinity
        continue
      }
      defer { row += 1 }
      let time = source[row]
      let after = row + 1 < end ? source[row + 1] - time : .infinity
      var place = time - delay
      if before >= near, after >= near {
        var error = place - next
        if Swift.abs(error) > tolerance {
          next = anchor + ((place - anchor) * inverse).rounded() * step
          error = place - next
        }
        if Swift.abs(error) <= tolerance {
          // Of two readings in one cell, which a slow clock causes, the first counts.
          place = next
          delay += error / 8
          if delay >= 1.25 * step { delay -= step } else if delay < -tolerance { delay += step }
        } else if Self.isSteady(source, row, end, step, inverse) {
          let steps = ((time - anchor) * inverse).rounded(.down)
          place = anchor + steps * step
          if place <= previous { place = anchor + (steps + 1) * step }
          delay = time - place
          next = place
        }
        if Swift.abs(delay - noted) > 0.05 * step {
          delays.append(DayGrid.CellDelay(start: place, seconds: delay))
          noted = delay
        }
        next += step
      }
      if place <= previous { place = previous + Self.least }
      places[row - base] = place
      previous = place
      before = after
    }
    return Moved(times: times, delays: delays)
  }
}
