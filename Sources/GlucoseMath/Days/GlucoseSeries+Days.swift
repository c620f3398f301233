public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the local days of `zone` that have readings, in chronological order, each with its readings:
  /// those at or after its start and before its end, without copying.
  public func days(in zone: TimeZone) -> [(day: LocalDay, series: GlucoseSeries)] {
    var days: [(day: LocalDay, series: GlucoseSeries)] = []
    days.reserveCapacity(dayCapacity)
    forEachDay(in: zone) { ordinal, table, rows in
      days.append(
        (LocalDay(ordinal: ordinal, in: table), GlucoseSeries(columns: columns, rows: rows)))
    }
    return days
  }

  /// The most local days that have readings.
  var dayCapacity: Int {
    guard let first = times.first, let last = times.last else { return 0 }
    return Int(Swift.min(Double(count), (last - first) / 86_400 + 2))
  }

  /// Calls `body` with each local day that has readings, in days since 1970-01-01, and their rows.
  package func forEachDay(in zone: TimeZone, _ body: (Int, ZoneTable, Range<Int>) -> Void) {
    guard !rows.isEmpty else { return }
    let times = columns.times
    let table = ZoneTable(zone, covering: times[rows.lowerBound]...times[rows.upperBound - 1])
    var row = rows.lowerBound
    var usual = 0
    while row < rows.upperBound {
      let day = table.day(at: times[row])
      let end = times.firstRow(
        atOrAfter: table.start(ofDay: day + 1), in: row..<rows.upperBound, near: row + usual)
      body(day, table, row..<end)
      usual = end - row
      row = end
    }
  }
}
