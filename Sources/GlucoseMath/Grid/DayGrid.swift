// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A record resampled to a steady interval, one row to a local day, in one contiguous array.
///
/// Everything that depends on time is computed from this grid: build it once and ask it for many
/// metrics.
///
///     let grid = series.dayGrid(in: zone)
///     grid.meanOfDailyDifferences()
///     grid.continuousOverallNetGlycemicAction(hours: 1)
///
/// A cell holds the straight line between the readings around it, or nothing before the first
/// reading, after the last, and strictly inside a gap longer (`>`) than the maximum gap.
///
/// In the clinical convention cells lie where the sensor's readings do, not at round clock times: each
/// is a whole number of intervals from a reading of the sensor that wrote first, and a reading that
/// keeps to the interval, give or take a quarter, is the cell's value as it is. Readings of a sensor
/// with another phase are moved into cells at most one interval earlier, and ``time(ofCell:)`` is
/// about when they were taken. So numbers do not depend on how the sensor's clock lies to the wall
/// clock. A reading alone, with longer gaps on
/// both sides, is no recorded time and no episode. A row is a real local day of
/// 23, 24 or 25 hours, its first cell is at most an interval after midnight, and cells follow the time
/// that passes; metrics that compare a clock time with the same
/// clock time of another day pair cells by the clock, take the mean of an hour that occurs twice and
/// leave out an hour that does not occur. In ``MetricConvention/iglu`` cells follow the wall clock,
/// the first is one interval after midnight and the last is the next midnight.
public struct DayGrid: Sendable {
  /// Concentrations in mg/dL, NaN where missing, row after row.
  let cells: [Double]
  /// The readings.
  let series: GlucoseSeries
  /// How many seconds after their cells readings were taken, from a cell on, in order; empty where
  /// none were moved.
  let delays: [CellDelay]
  /// Where each row begins in ``cells``, and the end of the last.
  let starts: [Int]
  /// The instant of the first cell of each row, in seconds since the reference date.
  let origins: [Double]
  /// Rows whose cells are not one interval apart on the clock, by position.
  let irregular: [Int: IrregularRow]
  /// The day of the first row, in days since 1970-01-01.
  let firstOrdinal: Int
  let table: ZoneTable
  /// How many cells a day of 24 hours has.
  let columnCount: Int
  /// The interval in minutes: a whole number that divides a day.
  public let intervalInMinutes: Int
  /// The number of cells that have a value.
  public let valueCount: Int
  /// The number of cells that count as recorded time: in the clinical convention without those of a
  /// reading alone.
  let recordedCount: Int
  /// The choices by which the grid was laid.
  public let convention: MetricConvention

  /// How many seconds after its cell a reading was taken, from a cell on to the next such entry.
  struct CellDelay {
    var start: Double
    var seconds: Double
  }

  /// A row that a change of clocks makes shorter, longer or broken.
  struct IrregularRow {
    /// The instant of each cell; NaN if clocks skip it.
    var times: [Double]
    /// The clock column of each cell.
    var columns: [Int]
  }

  /// The number of rows: days from the first reading's to the last's.
  public var rowCount: Int { origins.count }

  /// The number of cells, with or without a value.
  public var cellCount: Int { cells.count }

  /// The seconds from one cell to the next.
  var seconds: Double { Double(intervalInMinutes) * 60 }

  /// How many cells lie in an hour, rounded.
  var cellsPerHour: Int { Int((60 / Double(intervalInMinutes)).rounded(.toNearestOrEven)) }

  /// The concentration at a cell, or `nil` where there is none.
  ///
  /// - Precondition: `index` is in `0..<cellCount`.
  public subscript(index: Int) -> Glucose? {
    precondition(cells.indices.contains(index), "A cell lies between 0 and the grid's cell count")
    return cells[index].isNaN ? nil : .mgdL(cells[index])
  }

  /// The cells of a row.
  ///
  /// - Precondition: `row` is in `0..<rowCount`.
  public func cells(ofRow row: Int) -> Range<Int> {
    precondition(origins.indices.contains(row), "A row lies between 0 and the grid's row count")
    return starts[row]..<starts[row + 1]
  }

  /// The day of a row.
  ///
  /// - Precondition: `row` is in `0..<rowCount`.
  public func day(ofRow row: Int) -> LocalDay {
    precondition(origins.indices.contains(row), "A row lies between 0 and the grid's row count")
    return LocalDay(ordinal: firstOrdinal + row, in: table)
  }

  /// The instant of a cell, or `nil` if clocks skip it. Where the cell has a reading that was moved into
  /// it, about the instant of the reading.
  ///
  /// - Precondition: `index` is in `0..<cellCount`.
  /// - Complexity: O(1)
  public func time(ofCell index: Int) -> Date? {
    precondition(cells.indices.contains(index), "A cell lies between 0 and the grid's cell count")
    let seconds = seconds(ofCell: index)
    return seconds.isNaN ? nil : Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// The row that holds a cell.
  func row(ofCell index: Int) -> Int {
    // Days of 23 and 25 hours move rows a little from where they would be without.
    var row = Swift.min(index / columnCount, rowCount - 1)
    while starts[row] > index { row -= 1 }
    while starts[row + 1] <= index { row += 1 }
    return row
  }

  /// The instant of a cell in the schedule of whole intervals, whatever the reading in it was taken.
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

  /// The instant of the reading in a cell, or of the cell if no reading is within half an interval.
  func secondsOfReading(inCell index: Int) -> Double {
    let time = seconds(ofCell: index)
    guard convention.gridFollowsSensor, !time.isNaN else { return time }
    let times = series.times
    let later = times.partitioningIndex { $0 >= time }
    let nearest = [later - 1, later].filter(times.indices.contains).map { times[$0] }
      .min { Swift.abs($0 - time) < Swift.abs($1 - time) }
    guard let nearest, Swift.abs(nearest - time) < seconds / 2 else { return time }
    return nearest
  }

  /// Whether each cell of a row stands for one clock time, in order.
  func isRegular(_ row: Int) -> Bool {
    convention.gridFollowsWallClock || irregular[row] == nil
  }

  /// The values of a row by clock time, one to each column of a day of 24 hours; NaN where missing.
  ///
  /// Copies nothing except on days when clocks change.
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
