internal import GlucoseMath
internal import GlucoseFoundation

extension ColumnRoles {
  func stamp(_ row: borrowing TableCursor, in caller: TimeZone?) throws(Rejection) -> WrittenTime {
    let column = timeColumn(of: row)
    let isExact = column == exactTime && column != time
    let isUTC = isUTC || isExact && isExactTimeUTC
    let written = try written(row, in: column)
    var stamp = try isExact ? written : written.located(by: zone, of: row, caller: caller)
    if isUTC, stamp.isWallClock { stamp.offset = 0 }
    return stamp
  }

  func timeColumn(of row: borrowing TableCursor) -> Int {
    if let correctedTime, !row.isMissing(correctedTime) { return correctedTime }
    if let exactTime, !row.isMissing(exactTime) { return exactTime }
    return time
  }

  func checkLocalTime(
    _ row: borrowing TableCursor, _ stamp: WrittenTime, _ records: inout Records
  ) {
    guard let exactTime, timeColumn(of: row) == exactTime, let zone = records.zone,
      let local = try? written(row, in: time)
    else { return }
    records.localTimes.add(
      local, at: stamp, in: zone, line: row.line, text: row.excerpt(row.range(time)))
  }

  private func written(
    _ row: borrowing TableCursor, in time: Int
  ) throws(Rejection) -> WrittenTime {
    if let timeUnit { return try row.stamp(time, sinceStartIn: timeUnit, clock: clock) }
    guard let clock, time == self.time else {
      if countsFrom1960, time == self.time,
        let stamp = WrittenTime(
          row.bytes.elementSpan, row.range(time), sinceStartIn: .seconds,
          on: WrittenTime.startOfSAS),
        // Smaller numbers are a year or a date without its clock.
        stamp.year >= 1990
      {
        if row.range(time).upperBound == row.bytes.count { try row.checkEnd(ofTime: time) }
        return stamp
      }
      do throws(Rejection) {
        return try row.stamp(time)
      } catch {
        guard omitsMidnight,
          let midnight = WrittenTime(midnightOf: row.range(time), in: row.bytes.elementSpan)
        else { throw error }
        return midnight
      }
    }
    return try row.stamp(date: time, clock: clock)
  }
}

extension TableCursor {
  func stamp(
    _ column: Int, sinceStartIn unit: ColumnMapping.ElapsedUnit, clock: Int?
  ) throws(Rejection) -> WrittenTime {
    guard !isEmpty(column) else { throw Rejection(.missingTime, column: column) }
    let span = bytes.elementSpan
    guard !mayHaveThousands(column),
      var stamp = WrittenTime(span, range(column), sinceStartIn: unit)
    else { throw Rejection(.unreadableTime, column: column) }
    // 1 may be the beginning of 10.
    if range(column).upperBound == bytes.count { try checkEnd(ofTime: column) }
    guard let clock else { return stamp }
    guard stamp.seconds == 0, let seconds = WrittenTime.clock(span, range(clock))
    else { throw Rejection(.unreadableTime, column: clock) }
    if range(clock).upperBound == bytes.count { try checkEnd(ofTime: clock) }
    stamp.seconds = seconds
    return stamp
  }

  /// Returns whether a number with quotes in a table with commas is written like "1,440", which may
  /// be 1440 or 1.44.
  private func mayHaveThousands(_ column: Int) -> Bool {
    let cell = range(column)
    guard delimiter == .comma, let comma = cell.first(where: { bytes[$0] == Byte.comma }),
      comma + 4 == cell.upperBound
    else { return false }
    return bytes[cell.lowerBound..<comma].contains { UInt8(ascii: "1")...Byte.nine ~= $0 }
  }

  func stamp(date: Int, clock: Int) throws(Rejection) -> WrittenTime {
    guard !isEmpty(date) else { throw Rejection(.missingTime, column: date) }
    let (day, hour) = (range(date), range(clock))
    if let stamp = WrittenTime(bytes.elementSpan, date: day, clock: hour) {
      if hour.upperBound == bytes.count { try checkEnd(ofTime: clock) }
      return stamp
    }
    // Some programs write the whole time into the first column, or midnight beside the clock.
    if var stamp = WrittenTime(bytes.elementSpan, day), stamp.form != .instant {
      guard let other = WrittenTime.clock(bytes.elementSpan, hour) else { return stamp }
      guard stamp.seconds == 0 || (stamp.seconds - other).magnitude < 60
      else { throw Rejection(.unreadableTime, column: clock) }
      if stamp.seconds == 0 { stamp.seconds = other }
      return stamp
    }
    if let stamp = WrittenTime(bytes.elementSpan, day) { return stamp }
    let isDate = !hour.isEmpty && WrittenTime(midnightOf: day, in: bytes.elementSpan) != nil
    throw Rejection(.unreadableTime, column: isDate ? clock : date)
  }
}
