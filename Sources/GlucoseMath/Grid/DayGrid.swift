public import GlucoseFoundation

/// A record resampled to a constant interval, with one row per local day, in one contiguous array.
///
/// All metrics that depend on time use this grid. Build it once for several metrics:
///
///     let grid = series.dayGrid(in: zone)
///     grid?.meanOfDailyDifferences()
///     grid?.continuousOverallNetGlycemicAction(hours: 1)
///
/// The value of a cell is on the line between the readings around it. A cell is empty before the
/// first, after the last, and strictly inside a gap longer (`>`) than the maximum gap.
///
/// - Cells are at the sensor's readings, not at round clock times. Each cell is a whole number of
///   intervals from a reading of the sensor that recorded first, and a reading within a quarter of
///   an interval of its cell is the cell's value.
/// - Readings of a sensor with another phase are moved into cells at most one interval earlier or
///   half an interval later; ``time(ofCell:)`` is about when they were taken. Metrics do not depend
///   on the phase between the sensor's clock and the wall clock.
/// - An isolated reading, with longer gaps on both sides, is not recorded time and not an episode.
/// - A row is a local day of 23, 24 or 25 hours. Its first cell is at most an interval after
///   midnight, and cells follow elapsed time. Metrics that compare clock times of days pair cells
///   by the clock, average an hour that occurs twice, and leave out one that does not occur.
public struct DayGrid: Sendable {
  /// Concentrations in mg/dL, NaN where missing, row after row.
  package let cells: GridCells
  package let series: GlucoseSeries
  /// The delays of readings after their cells in seconds, in order; empty if none was moved.
  let delays: [CellDelay]
  /// The start of each row in ``cells``, and the end of the last.
  let starts: [Int]
  /// The instant of the first cell of each row, in seconds since the reference date.
  let origins: [Double]
  /// The rows whose cells are not one interval apart on the clock, by position.
  let irregular: [Int: IrregularRow]
  /// The day of the first row, in days since 1970-01-01.
  let firstOrdinal: Int
  package let table: ZoneTable
  /// The number of cells of a day of 24 hours.
  let columnCount: Int
  /// The interval in minutes: a whole number that divides a day.
  package let intervalInMinutes: Int
  /// The number of cells that have a value.
  package let valueCount: Int
  /// The number of cells that count as recorded time: without those of isolated readings.
  let recordedCount: Int
  package let rules: GridRules

  /// The delay of readings after their cells in seconds, from a cell to the next such entry.
  struct CellDelay {
    var start: Double
    var seconds: Double
  }

  /// A row that a change of clocks makes shorter, longer or discontinuous.
  struct IrregularRow {
    /// The instant of each cell; NaN if clocks skip it.
    var times: [Double]
    var columns: [Int]
  }

  /// The time from one cell to the next: whole minutes that divide a day of 24 hours.
  public var interval: Duration { .seconds(60 * intervalInMinutes) }

  /// The number of rows: the days from the first reading's to the last's.
  public var rowCount: Int { origins.count }

  /// The number of cells, with or without a value.
  public var cellCount: Int { cells.count }

  var seconds: Double { Double(intervalInMinutes) * 60 }

  package var cellsPerHour: Int { Int((60 / Double(intervalInMinutes)).rounded(.toNearestOrEven)) }

  /// The concentration of a cell, `0..<cellCount`, or `nil` if it is empty.
  public subscript(index: Int) -> Glucose? {
    precondition(cells.indices.contains(index), "`index` must be in 0..<cellCount")
    return cells[index].isNaN ? nil : .mgdL(cells[index])
  }

  /// Returns the cells of a row, `0..<rowCount`.
  public func cells(ofRow row: Int) -> Range<Int> {
    precondition(origins.indices.contains(row), "`row` must be in 0..<rowCount")
    return starts[row]..<starts[row + 1]
  }

  /// Returns the day of a row, `0..<rowCount`.
  public func day(ofRow row: Int) -> LocalDay {
    precondition(origins.indices.contains(row), "`row` must be in 0..<rowCount")
    return LocalDay(ordinal: firstOrdinal + row, in: table)
  }

  /// Returns the instant of a cell, or `nil` if clocks skip it. If a reading was moved into the
  /// cell, the result is about the instant of the reading.
  public func time(ofCell index: Int) -> Date? {
    precondition(cells.indices.contains(index), "`index` must be in 0..<cellCount")
    let seconds = seconds(ofCell: index)
    return seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds)
  }

  func row(ofCell index: Int) -> Int {
    // Days of 23 and 25 hours move rows a little.
    var row = Swift.min(index / columnCount, rowCount - 1)
    while starts[row] > index { row -= 1 }
    while starts[row + 1] <= index { row += 1 }
    return row
  }

  /// Returns the instant of a cell in the schedule of whole intervals, without a delay.
  func scheduledSeconds(ofCell index: Int) -> Double {
    let row = row(ofCell: index)
    let cell = index - starts[row]
    return irregular[row]?.times[cell] ?? origins[row] + Double(cell) * seconds
  }

  func seconds(ofCell index: Int) -> Double {
    let time = scheduledSeconds(ofCell: index)
    guard let first = delays.first, first.start <= time else { return time }
    return time + delays[delays.partitioningIndex { $0.start > time } - 1].seconds
  }

  /// Returns the instant of the reading in a cell, or of a cell without one in half an interval.
  func secondsOfReading(inCell index: Int) -> Double {
    let time = seconds(ofCell: index)
    guard !rules.followsWallClock, !time.isNaN else { return time }
    let (times, rows) = (series.columns.times, series.rows)
    // Most readings are as far along the record as their cells.
    let hint = rows.lowerBound + index * rows.count / cells.count
    let later = times.firstRow(atOrAfter: time, in: rows, near: hint)
    var nearest = Double.nan
    if later > rows.lowerBound { nearest = times[later - 1] }
    // Of two equally near readings the earlier one.
    if later < rows.upperBound, !(time - nearest <= times[later] - time) { nearest = times[later] }
    guard Swift.abs(nearest - time) < seconds / 2 else { return time }
    return nearest
  }

  /// Returns whether the cells of a row are one clock time each, in order.
  func isRegular(_ row: Int) -> Bool { rules.followsWallClock || irregular[row] == nil }

  /// Returns the values of a row by clock time of a day of 24 hours, NaN where missing; copies only
  /// on days when clocks change.
  func clockRow(_ row: Int) -> ArraySlice<Double> {
    guard let irregular = irregular[row], !isRegular(row) else {
      return cells[starts[row]..<starts[row + 1]]
    }
    var sums = [Double](repeating: 0, count: columnCount)
    var counts = [Double](repeating: 0, count: columnCount)
    for (cell, column) in zip(starts[row]..<starts[row + 1], irregular.columns)
    where !cells[cell].isNaN {
      sums[column] += cells[cell]
      counts[column] += 1
    }
    return zip(sums, counts).map { $1 > 0 ? $0 / $1 : .nan }[...]
  }
}
