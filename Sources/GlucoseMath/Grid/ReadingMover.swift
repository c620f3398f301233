/// The readings of a series, moved into the cells of a phase in chronological order.
struct ReadingMover {
  private typealias Vector = SIMD8<Double>
  private static let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)
  /// The minimum time between two readings that were moved, in seconds.
  private static let least = 1 / 1024.0

  private let phase: SensorPhase
  private let times: [Double]
  private let end: Int
  /// The next reading, the cell that it is expected in, and the time since the one before.
  private var row: Int
  private var next: Double
  private var before = Double.infinity
  /// Where the previous reading was placed.
  private var previous = -Double.infinity
  /// The delay of the current sensor after the cells, and the delay that was last noted.
  private var delay = 0.0
  private var noted = 0.0
  private(set) var delays: [DayGrid.CellDelay] = []

  init(_ series: GlucoseSeries, into phase: SensorPhase) {
    self.phase = phase
    times = series.columns.times
    row = series.rows.lowerBound
    end = series.rows.upperBound
    next = phase.anchor
  }

  /// Stores the instants at which the next readings are placed, from a position in an array as long
  /// as there is room for eight, and returns their number.
  mutating func place(in room: inout [Double], from start: Int) -> Int {
    let step = phase.step
    let tolerance = 0.25 * step
    let near = 0.5 * step
    var places = room.mutableElementSpan
    var position = start
    while row < end, position + Vector.width <= places.count {
      if next > previous, delay >= -near, delay < 1.25 * step, let error = steadyError() {
        places.setLanes(at: position, to: next + Self.lanes * step)
        delay += error
        note(at: next)
        row += Vector.width
        position += Vector.width
        previous = next + Double(Vector.width - 1) * step
        next = previous + step
        before = row < end ? times[row] - times[row - 1] : .infinity
        continue
      }
      let time = times[row]
      let after = row + 1 < end ? times[row + 1] - time : .infinity
      var place = time - delay
      if before >= near, after >= near {
        var error = place - next
        if Swift.abs(error) > tolerance {
          next = phase.cell(nearest: place)
          error = place - next
        }
        if Swift.abs(error) <= tolerance {
          // Of two readings in one cell, which a slow clock causes, the first counts.
          place = next
          delay += error / 8
          if delay >= 1.25 * step { delay -= step } else if delay < -near { delay += step }
        } else if phase.isSteady(times, row, end) {
          place = phase.cell(atOrBefore: time)
          if place <= previous { place = phase.cell(atOrBefore: time, plus: 1) }
          delay = time - place
          next = place
        }
        note(at: place)
        next += step
      }
      if place <= previous { place = previous + Self.least }
      places[position] = place
      previous = place
      before = after
      row += 1
      position += 1
    }
    return position - start
  }

  /// Returns the change of the delay if the next eight readings are in their cells, else `nil`.
  @inline(__always)
  private func steadyError() -> Double? {
    let step = phase.step
    guard row + Vector.width < end, before >= 0.5 * step else { return nil }
    let errors = times.elementSpan.lanes(at: row) - (next + delay + Self.lanes * step)
    guard errors.magnitudes.isAtMost(Vector(repeating: 0.25 * step)).isEverywhere,
      times[row + Vector.width] - times[row + Vector.width - 1] >= 0.5 * step
    else { return nil }
    return errors.sum() / 16
  }

  private mutating func note(at cell: Double) {
    guard Swift.abs(delay - noted) > 0.05 * phase.step else { return }
    delays.append(DayGrid.CellDelay(start: cell, seconds: delay))
    noted = delay
  }
}
