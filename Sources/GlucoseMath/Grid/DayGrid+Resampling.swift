public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the record resampled to a constant interval, or `nil` if there are no readings or they
  /// are too far apart; see ``scatteredReadings``.
  ///
  /// - Parameters:
  ///   - zone: The zone whose midnights divide days.
  ///   - interval: The interval, or `nil` for the largest of at most 5 minutes that divides the
  ///     shortest interval at which the sensor recorded for a day or for a tenth of its time.
  ///   - maximumGap: The gap above which (`>`) cells strictly inside it are empty.
  /// - Precondition: `interval` is a number of whole minutes that divides a day of 24 hours.
  public func dayGrid(
    in zone: TimeZone, interval: Duration? = nil, maximumGap: Duration = .seconds(2700)
  ) -> DayGrid? {
    dayGrid(in: zone, .clinical, interval: interval, maximumGap: maximumGap)
  }

  package func dayGrid(
    in zone: TimeZone, _ rules: GridRules, interval: Duration? = nil,
    maximumGap: Duration = .seconds(2700)
  ) -> DayGrid? {
    let minutes = interval.map { interval in
      let minutes = interval.wholeMinutes.flatMap { $0 > 0 && 1440 % $0 == 0 ? $0 : nil }
      precondition(minutes != nil, "`interval` must be whole minutes that divide a day")
      return minutes ?? 5
    }
    guard !isEmpty, !isScattered else { return nil }
    return DayGrid(
      self, in: zone, rules, interval: minutes ?? samplingIntervals(rules).grid,
      maximumGap: maximumGap.inSeconds)
  }
}

extension DayGrid {
  /// Creates the grid of a series of at least one reading.
  init(
    _ series: GlucoseSeries, in zone: TimeZone, _ rules: GridRules, interval: Int,
    maximumGap: Double
  ) {
    let times = series.columns.times
    let first = times[series.rows.lowerBound]
    let last = times[series.rows.upperBound - 1]
    let table = ZoneTable(zone, covering: first...(last + 2 * 86_400))
    let ordinal = table.day(at: first)
    let rowCount =
      rules.followsWallClock
      ? Int(((last - first) / 86_400 + 1).rounded(.up)) : table.day(at: last) - ordinal + 1
    let step = Double(interval) * 60
    let columns = 1440 / interval
    let phase = rules.followsWallClock ? nil : SensorPhase(series, step: step)

    var origins: [Double] = []
    var starts = [0]
    var irregular: [Int: IrregularRow] = [:]
    origins.reserveCapacity(rowCount)
    starts.reserveCapacity(rowCount + 1)
    var midnight = table.start(ofDay: ordinal)
    for row in 0..<rowCount {
      let next = table.start(ofDay: ordinal + row + 1)
      var cellCount = columns
      let origin =
        phase?.cell(atOrAfter: midnight) ?? midnight + (rules.followsWallClock ? step : 0)
      if next - midnight != 86_400 {
        let broken = IrregularRow(
          ordinal + row, from: rules.followsWallClock ? midnight : origin, to: next, step,
          columns, table, rules)
        cellCount = broken.times.count
        irregular[row] = broken
      }
      origins.append(origin)
      starts.append(starts[row] + cellCount)
      midnight = next
    }

    let isKept = phase?.isKept(by: series) ?? false
    if isKept, step <= maximumGap,
      let cells = GridCells(sharing: series, origins: origins, starts: starts, step: step)
    {
      self.cells = cells
      valueCount = series.count
      recordedCount = series.count
      delays = []
    } else {
      var cells = [Double](repeating: .nan, count: starts[rowCount])
      var line = ReadingLine(
        series, movedBy: isKept ? nil : phase, step: step, maximumGap: maximumGap)
      var room = cells.mutableElementSpan
      for row in 0..<rowCount {
        let start = starts[row]
        if let times = irregular[row]?.times {
          for (cell, time) in times.enumerated() { room[start + cell] = line.value(at: time) }
        } else {
          line.fill(&room, from: start, columns, origin: origins[row], step)
        }
      }
      self.cells = GridCells(cells)
      valueCount = line.valueCount
      recordedCount = line.valueCount - (rules.followsWallClock ? 0 : line.aloneCount)
      delays = line.delays
    }
    self.starts = starts
    self.origins = origins
    self.irregular = irregular
    firstOrdinal = ordinal
    self.table = table
    columnCount = columns
    intervalInMinutes = interval
    self.rules = rules
    self.series = series
  }
}

extension GridCells {
  /// Creates cells that share the array of a series, or returns `nil` if they are not its readings.
  fileprivate init?(sharing series: GlucoseSeries, origins: [Double], starts: [Int], step: Double) {
    let time = series.columns.times[series.rows.lowerBound]
    let first = Int((time - origins[0]) / step)
    let count = starts[origins.count]
    guard series.count > 1, first >= 0, first + series.count <= count,
      origins[0] + Double(first) * step == time,
      zip(origins, starts).allSatisfy({ $0 == origins[0] + Double($1) * step })
    else { return nil }
    self.init(sharing: series.columns.values, in: series.rows, from: first, count: count)
  }
}

extension DayGrid.IrregularRow {
  fileprivate init(
    _ ordinal: Int, from start: Double, to end: Double, _ step: Double, _ columnCount: Int,
    _ table: ZoneTable, _ rules: GridRules
  ) {
    let midnight = Double(ordinal) * 86_400 - Date.timeIntervalBetween1970AndReferenceDate
    if rules.followsWallClock {
      columns = Array(0..<columnCount)
      times = columns.map { column in
        let local = midnight + Double(column + 1) * step
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
