/// The polygonal line through readings, evaluated at ascending instants.
struct ReadingLine {
  /// The instants at which readings are placed, and the index of the first reading, negative if its
  /// instant is not needed any more.
  private var times: [Double]
  private var firstTime: Int
  /// The number of readings up to the last whose instant is in `times`.
  private var placedCount: Int
  private var mover: ReadingMover?
  /// The instants at which the readings were taken, the values, and the index of the first of both.
  private let taken: [Double]
  private let values: [Double]
  private let first: Int
  private let maximumGap: Double
  /// The largest gap between placed readings that is certainly at most the maximum gap as taken.
  private let certainGap: Double
  private let isStepCertain: Bool
  private let last: Int
  /// The position of the last reading at or before the last evaluated instant, or of the first.
  private var left: Int
  private(set) var valueCount = 0
  /// The number of these values that are of isolated readings, with longer gaps on both sides.
  private(set) var aloneCount = 0

  /// Creates the line through the readings of a series, of which there is one, moved into the cells
  /// of `phase`, or where they were taken.
  init(_ series: GlucoseSeries, movedBy phase: SensorPhase?, step: Double, maximumGap: Double) {
    taken = series.columns.times
    values = series.columns.values
    self.maximumGap = maximumGap
    // Readings are moved at most 1.75 steps more than the previous ones, and half a step to a cell.
    certainGap = phase == nil ? maximumGap : maximumGap - 2.25 * step
    isStepCertain = step <= certainGap
    first = series.rows.lowerBound
    left = 0
    last = series.rows.count - 1
    mover = phase.map { ReadingMover(series, into: $0) }
    times = mover == nil ? taken : Array(repeating: 0, count: Self.mostPlaced)
    firstTime = mover == nil ? first : 0
    placedCount = mover == nil ? series.rows.count : 0
  }

  /// The number of moved readings whose instants are in memory.
  private static let mostPlaced = 1024

  var delays: [DayGrid.CellDelay] { mover?.delays ?? [] }

  /// Moves to the last reading at or before an instant, and places at least eight more.
  @inline(__always)
  private mutating func advance(to instant: Double) {
    while true {
      if left + SIMD8<Double>.width >= placedCount, placedCount <= last { placeNext() }
      guard left < last, time(left + 1) <= instant else { return }
      left += 1
    }
  }

  /// Places the next readings in the room of those before the current one.
  @inline(never)
  private mutating func placeNext() {
    let kept = placedCount - left
    for position in 0..<kept { times[position] = time(left + position) }
    firstTime = -left
    placedCount += mover?.place(in: &times, from: kept) ?? 0
  }

  /// Returns the time at which a reading is placed.
  @inline(__always)
  private func time(_ position: Int) -> Double { times[firstTime &+ position] }

  /// Returns the time from a reading to the next, as they were taken.
  @inline(__always)
  private func gap(after position: Int) -> Double {
    taken[first &+ position &+ 1] - taken[first &+ position]
  }

  private func isJoined(_ position: Int) -> Bool {
    position > 0 && gap(after: position - 1) <= maximumGap
      || position < last && gap(after: position) <= maximumGap
  }

  /// Fills `count` cells from `start`, the first at `origin` and each other a step later.
  mutating func fill(
    _ cells: inout MutableSpan<Double>, from start: Int, _ count: Int, origin: Double,
    _ step: Double
  ) {
    typealias Vector = SIMD8<Double>
    let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)
    for first in stride(from: 0, to: count, by: Vector.width) {
      let width = Swift.min(Vector.width, count - first)
      if width == Vector.width, let found = values(at: origin + (Double(first) + lanes) * step) {
        cells.setLanes(at: start + first, to: found)
      } else {
        for cell in first..<(first + width) {
          cells[start + cell] = value(at: origin + Double(cell) * step)
        }
      }
    }
  }

  /// Returns the values at eight instants if they are in eight adjacent gaps, otherwise `nil`.
  @inline(__always)
  private mutating func values(at instants: SIMD8<Double>) -> SIMD8<Double>? {
    advance(to: instants[0])
    let width = SIMD8<Double>.width
    guard left + width <= last else { return nil }
    let starts = times.elementSpan.lanes(at: firstTime + left)
    // Readings at the cells are a step apart, so that none of them is isolated.
    if isStepCertain, (starts .== instants).isEverywhere {
      let found = values.elementSpan.lanes(at: first + left)
      left += width - 1
      valueCount &+= width
      return found
    }
    let ends = times.elementSpan.lanes(at: firstTime + left + 1)
    let gaps = ends - starts
    let isWithin =
      starts.isAtMost(instants) .& instants.isBelow(ends)
      .& gaps.isAtMost(SIMD8(repeating: certainGap))
    guard isWithin.isEverywhere else { return nil }
    let low = values.elementSpan.lanes(at: first + left)
    let high = values.elementSpan.lanes(at: first + left + 1)
    left += width - 1
    valueCount &+= width
    return low + (high - low) * ((instants - starts) / gaps)
  }

  @inline(__always)
  mutating func value(at instant: Double) -> Double {
    advance(to: instant)
    let start = time(left)
    let value = values[first + left]
    if start == instant {
      valueCount &+= 1
      if !isJoined(left) { aloneCount &+= 1 }
      return value
    }
    guard start < instant, left < last, gap(after: left) <= maximumGap else { return .nan }
    valueCount &+= 1
    return value
      + (values[first + left + 1] - value) * ((instant - start) / (time(left + 1) - start))
  }
}
