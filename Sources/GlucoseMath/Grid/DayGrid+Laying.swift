// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GlucoseSeries {
  /// The record resampled to a steady interval, or `nil` if there are no readings.
  ///
  /// - Parameters:
  ///   - zone: The zone whose midnights divide days.
  ///   - convention: Where cells lie; see ``DayGrid``.
  ///   - intervalInMinutes: The interval, or `nil` for the median gap in whole minutes, where that
  ///     does not divide a day the nearest multiple of five minutes, at most 20.
  ///   - maximumGap: Cells strictly inside a gap longer (`>`) than this stay empty.
  /// - Precondition: `intervalInMinutes` divides 1440.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells.
  public func dayGrid(
    in zone: TimeZone, convention: MetricConvention = .clinical, intervalInMinutes: Int? = nil,
    maximumGap: Duration = .seconds(2700)
  ) -> DayGrid? {
    precondition(
      intervalInMinutes.map { $0 > 0 && 1440 % $0 == 0 } ?? true,
      "The interval of a grid divides a day of 1440 minutes")
    guard !isEmpty else { return nil }
    return DayGrid(
      self, in: zone, convention, interval: intervalInMinutes ?? gridInterval(medianGapInMinutes),
      maximumGap: maximumGap.inSeconds)
  }
}

extension DayGrid {
  /// Lays the grid over a series of at least one reading.
  init(
    _ series: GlucoseSeries, in zone: TimeZone, _ convention: MetricConvention, interval: Int,
    maximumGap: Double
  ) {
    let times = series.columns.times
    let first = times[series.rows.lowerBound]
    let last = times[series.rows.upperBound - 1]
    let table = ZoneTable(zone, covering: first...(last + 2 * 86_400))
    let ordinal = table.day(at: first)
    let rowCount =
      convention.gridFollowsWallClock
      ? Int(((last - first) / 86_400 + 1).rounded(.up))
      : table.day(at: last) - ordinal + 1
    let step = Double(interval) * 60
    let columns = 1440 / interval

    var origins: [Double] = []
    var starts = [0]
    var irregular: [Int: IrregularRow] = [:]
    origins.reserveCapacity(rowCount)
    starts.reserveCapacity(rowCount + 1)
    var midnight = table.start(ofDay: ordinal)
    for row in 0..<rowCount {
      let next = table.start(ofDay: ordinal + row + 1)
      var cellCount = columns
      if next - midnight != 86_400 {
        let broken = IrregularRow(
          ordinal + row, from: midnight, to: next, step, columns, table, convention)
        cellCount = broken.times.count
        irregular[row] = broken
      }
      origins.append(midnight + (convention.gridSkipsMidnight ? step : 0))
      starts.append(starts[row] + cellCount)
      midnight = next
    }

    var cells = [Double](repeating: .nan, count: starts[rowCount])
    var line = ReadingLine(
      values: series.columns.values, times, series.rows, maximumGap: maximumGap)
    var room = cells.mutableSpan
    for row in 0..<rowCount {
      let start = starts[row]
      if let times = irregular[row]?.times {
        for (cell, time) in times.enumerated() { room[start + cell] = line.value(at: time) }
      } else {
        line.fill(&room, from: start, columns, origin: origins[row], step)
      }
    }
    self.cells = cells
    valueCount = line.valueCount
    self.starts = starts
    self.origins = origins
    self.irregular = irregular
    firstOrdinal = ordinal
    self.table = table
    columnCount = columns
    intervalInMinutes = interval
    self.convention = convention
  }
}

extension DayGrid.IrregularRow {
  /// The cells of a day on which clocks change.
  fileprivate init(
    _ ordinal: Int, from start: Double, to end: Double, _ step: Double, _ columnCount: Int,
    _ table: ZoneTable, _ convention: MetricConvention
  ) {
    let midnight = Double(ordinal) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    if convention.gridFollowsWallClock {
      columns = Array(0..<columnCount)
      times = columns.map { column in
        let local = midnight + Double(column + (convention.gridSkipsMidnight ? 1 : 0)) * step
        return table.instants(ofLocal: local).first ?? .nan
      }
    } else {
      let cellCount = Swift.max(0, Int(((end - start) / step).rounded(.up)))
      times = (0..<cellCount).map { start + Double($0) * step }
      columns = times.map { time in
        let column = Int((time + table.offset(at: time) - midnight) / step)
        return Swift.min(Swift.max(column, 0), columnCount - 1)
      }
    }
  }
}

/// The broken line through readings, asked for at ascending instants.
private struct ReadingLine {
  private let times: [Double]
  private let values: [Double]
  private let maximumGap: Double
  private let last: Int
  /// The last reading at or before the instant asked for, or the first.
  private var left: Int
  /// How many values were given.
  private(set) var valueCount = 0

  init(values: [Double], _ times: [Double], _ rows: Range<Int>, maximumGap: Double) {
    self.times = times
    self.values = values
    self.maximumGap = maximumGap
    left = rows.lowerBound
    last = rows.upperBound - 1
  }

  /// Fills `count` cells from `start` on, of which the first lies at `origin` and each other a step after
  /// the one before.
  mutating func fill(
    _ cells: inout MutableSpan<Double>, from start: Int, _ count: Int, origin: Double,
    _ step: Double
  ) {
    typealias Vector = SIMD8<Double>
    let lanes = Vector(0, 1, 2, 3, 4, 5, 6, 7)
    for first in stride(from: 0, to: count, by: Vector.width) {
      let width = Swift.min(Vector.width, count - first)
      if width == Vector.width,
        let found = values(at: origin + (Double(first) + lanes) * step)
      {
        cells.setLanes(at: start + first, to: found)
      } else {
        for cell in first..<(first + width) {
          cells[start + cell] = value(at: origin + Double(cell) * step)
        }
      }
    }
  }

  /// The values at eight instants, if they lie in eight gaps that follow each other, as they do where
  /// readings are as far apart as cells; else `nil`.
  @inline(__always)
  private mutating func values(at instants: SIMD8<Double>) -> SIMD8<Double>? {
    while left < last, times[left + 1] <= instants[0] { left += 1 }
    let width = SIMD8<Double>.width
    guard left + width <= last else { return nil }
    let starts = times.span.lanes(at: left)
    let ends = times.span.lanes(at: left + 1)
    let gaps = ends - starts
    let isWithin =
      starts.isAtMost(instants) .& instants.isBelow(ends)
      .& gaps.isAtMost(SIMD8(repeating: maximumGap))
    guard isWithin.isEverywhere else { return nil }
    let low = values.span.lanes(at: left)
    let high = values.span.lanes(at: left + 1)
    left += width - 1
    valueCount &+= width
    return low + (high - low) * ((instants - starts) / gaps)
  }

  @inline(__always)
  mutating func value(at time: Double) -> Double {
    while left < last, times[left + 1] <= time { left += 1 }
    let start = times[left]
    if start == time {
      valueCount &+= 1
      return values[left]
    }
    guard start < time, left < last else { return .nan }
    let gap = times[left + 1] - start
    guard gap <= maximumGap else { return .nan }
    valueCount &+= 1
    return values[left] + (values[left + 1] - values[left]) * ((time - start) / gap)
  }
}
