internal import GlucoseMath

struct PlainTable: HeaderedTable {
  private typealias Names = PlainNames

  static let formats = [FileFormat.plain]
  @Shared private(set) var layout: TableLayout
  private let roles: ColumnRoles
  /// The column after concentrations in mmol/L, if it has no name.
  private let unnamed: Int?

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    let (cells, below) = (head.rows[row], head.rows[(row + 1)...])
    guard
      let glucose = Self.sensor(in: header, above: below) ?? Names.anyGlucose.column(in: header)
        ?? header.firstIndex(where: { $0.name.isEmpty && $0.unit != nil })
        ?? Self.meter(in: header, above: below),
      let times = Self.times(in: header, of: glucose, above: below),
      !Self.isOfAnotherQuantity(glucose, header, below: head.rows[..<row])
    else { return nil }
    roles = Self.roles(times, glucose, header, above: below)
    let (name, unit, next) = (header[glucose].name, header[glucose].unit, glucose + 1)
    unnamed = unit == .mmolL && next < cells.count && cells[next].isEmpty ? next : nil
    let isAmbiguous = Names.ofAnyQuantity.contains(name) && roles.quantities.isEmpty
    layout = TableLayout(
      headerRow: row, columnCount: cells.count,
      evidence: .header("\(cells[roles.time]), \(cells[glucose])"),
      unit: DetectedValue(header: cells[glucose]), isUnitDoubtful: Names.vague.contains(name),
      ambiguousColumn: isAmbiguous ? TableCursor.excerpt(cells[glucose]) : nil,
      unreadColumns: TableLayout.unread(cells, besides: roles.columns),
      conventions: FormatDefaults(
        mayNumberRows: roles.person != nil, areDatesShifted: roles.timeUnit != nil,
        metersMayBeSensors: roles.type != nil,
        sensorsMayBeMeters: !Names.isSensors(name) && !Self.statesSensor(roles, below)))
  }

  /// Returns the column named after a sensor, unless it contains something else, such as its model.
  private static func sensor(in header: [HeaderName], above rows: ArraySlice<[String]>) -> Int? {
    Names.sensorGlucose.column(in: header).flatMap { mayBeGlucose($0, in: rows) ? $0 : nil }
  }

  /// Returns whether a number other than 0 and 1 is in the first cells of a column, or only words for
  /// limits, or nothing at all.
  private static func mayBeGlucose(_ column: Int, in rows: ArraySlice<[String]>) -> Bool {
    let cells = rows.map { cell(column, $0).lowercased() }.filter { !$0.isEmpty }
    return cells.contains { !["0", "1"].contains($0) && $0.first?.isNumber ?? false }
      || cells.allSatisfy { word in
        [LimitWords.low, LimitWords.high, LimitWords.missing].contains { $0.contains(word) }
          || word.hasPrefix("<") || word.hasPrefix(">")
      }
  }

  private static func cell(_ column: Int, _ row: [String]) -> String {
    row.indices.contains(column) ? row[column].filter { !$0.isWhitespace } : ""
  }

  private static func areEqual(_ one: Int, _ two: Int, in rows: ArraySlice<[String]>) -> Bool {
    let pairs = rows.map { (cell(one, $0), cell(two, $0)) }.filter { !$0.isEmpty && !$1.isEmpty }
    return pairs.count > 1 && pairs.allSatisfy { $0 == $1 }
  }

  /// Returns whether the column of types states a sensor in one of the first rows, or only words
  /// for no glucose or none at all.
  private static func statesSensor(_ roles: ColumnRoles, _ rows: ArraySlice<[String]>) -> Bool {
    guard let type = roles.type else { return false }
    let origins = rows.compactMap { row in
      row.indices.contains(type) ? ReadingOrigin(row[type]) : nil
    }
    return origins.contains(.sensor) || !origins.contains(.glucose)
  }

  /// Returns the column of a meter's or a laboratory's glucose; words for any meter need a unit,
  /// except in a registry, whose column of that name has numbers.
  private static func meter(in header: [HeaderName], above rows: ArraySlice<[String]>) -> Int? {
    guard let column = Names.meter.column(in: header) else { return nil }
    guard ["meter", "capillary"].contains(header[column].name), header[column].unit == nil
    else { return column }
    let isRegistrys = Names.registry.column(in: header) != nil && mayBeGlucose(column, in: rows)
    return isRegistrys ? column : nil
  }

  private static func times(
    in header: [HeaderName], of glucose: Int, above rows: ArraySlice<[String]>
  ) -> ColumnRoles? {
    if var roles = localTimes(in: header, of: glucose, above: rows) {
      if let utc = header.firstIndex(where: { Names.isUTC($0.name) }) {
        (roles.exactTime, roles.isExactTimeUTC) = (utc, true)
        // That of a registry omits midnight, as the time of the device does.
        if header[utc].name == Names.registryUTC { roles.omitsMidnight = true }
      } else {
        roles.exactTime = exactTime(beside: roles, in: header, rows)
      }
      return roles
    }
    if let days = Names.daysFromEnrollment.column(in: header),
      let clock = header.firstIndex(where: { $0.name == Names.clockOfEnrollment })
    {
      return ColumnRoles(time: days, clock: clock, timeUnit: .days)
    }
    let exact = header.firstIndex { Names.isUTC($0.name) }.map { time in
      ColumnRoles(time: time, isUTC: true, omitsMidnight: Names.registryUTC == header[time].name)
    }
    return exact ?? shortDateAndClock(in: header)
  }

  private static func localTimes(
    in header: [HeaderName], of glucose: Int, above rows: ArraySlice<[String]>
  ) -> ColumnRoles? {
    if let date = Names.date.column(in: header), let clock = Names.clock.column(in: header) {
      return ColumnRoles(time: date, clock: clock)
    }
    // A column that is empty beside glucose is the time only if no other is.
    let readings = rows.filter { !cell(glucose, $0).isEmpty }
    let filled = header.enumerated().map { column, name in
      (readings.isEmpty ? Array(rows) : readings).contains { !cell(column, $0).isEmpty }
        ? name : HeaderName("")
    }
    guard
      let time = Names.timeOrDate.column(in: filled) ?? Names.timeOrDate.column(in: header)
        ?? header.firstIndex(where: { Names.isLocalTime($0.name) })
    else { return nil }
    if let pair = dateAndClock(of: time, in: header, above: rows) { return pair }
    let name = header[time].name
    let isRegistry = Names.registry.contains(name)
    return ColumnRoles(
      time: time,
      correctedTime: header.firstIndex { Names.isCorrection($0.name, of: name) },
      countsFrom1960: name == Names.timeOfSAS, omitsMidnight: isRegistry)
  }

  /// Returns the column of a time that states its instant beside one that does not, if the two differ
  /// by the offset of a time zone in all of the first rows.
  private static func exactTime(
    beside roles: ColumnRoles, in header: [HeaderName], _ rows: ArraySlice<[String]>
  ) -> Int? {
    func time(_ row: [String], _ column: Int) -> WrittenTime? {
      guard row.indices.contains(column) else { return nil }
      guard let clock = roles.clock, column == roles.time else { return WrittenTime(row[column]) }
      return row.indices.contains(clock) ? WrittenTime(date: row[column], clock: row[clock]) : nil
    }
    return header.indices.first { column in
      guard column != roles.time, column != roles.clock, column != roles.correctedTime,
        Names.timeOrDate.contains(header[column].name)
      else { return false }
      let pairs = rows.prefix(10).compactMap { row in
        time(row, roles.time).flatMap { local in time(row, column).map { (local, $0) } }
      }
      return !pairs.isEmpty
        && pairs.allSatisfy { local, exact in
          guard local.isWallClock, let instant = LocalTimeCheck.seconds(exact) else { return false }
          return DateOrder.all.contains { order in
            guard let own = local.local(order) else { return false }
            let quarters = (own - instant) / 900
            return (quarters - quarters.rounded()).magnitude <= 60 / 900 && quarters.magnitude <= 58
          }
        }
    }
  }

  /// Returns the roles of a date and a clock whose names differ in these words only, such as
  /// `event_date` and `event_time`, if the first cell of the latter is not a time with a date.
  private static func dateAndClock(
    of time: Int, in header: [HeaderName], above rows: ArraySlice<[String]>
  ) -> ColumnRoles? {
    let name = header[time].name
    let stem = ["time", "date"].first(where: name.hasSuffix).map { name.dropLast($0.count) }
    guard let stem, let date = header.firstIndex(where: { $0.name == stem + "date" }),
      let clock = header.firstIndex(where: { $0.name == stem + "time" }),
      let cell = rows.lazy.compactMap({ $0.indices.contains(clock) ? $0[clock] : nil })
        .first(where: { !$0.allSatisfy(\.isWhitespace) })
    else { return nil }
    return WrittenTime(cell) != nil ? nil : ColumnRoles(time: date, clock: clock)
  }

  /// Returns the roles of the only date and clock such as `ReadingDt` and `ReadingTm`.
  private static func shortDateAndClock(in header: [HeaderName]) -> ColumnRoles? {
    let pairs = header.enumerated().compactMap { date, column -> ColumnRoles? in
      guard column.name.hasSuffix("dt") else { return nil }
      let clock = column.name.dropLast(2) + "tm"
      return header.firstIndex { $0.name == clock }.map { ColumnRoles(time: date, clock: $0) }
    }
    return pairs.count == 1 ? pairs.first : nil
  }

  /// Returns whether a column of any quantity without a unit, or one whose name is only a unit, is
  /// in a table that names another quantity, such as a list of doses, or in an export of Glooko,
  /// whose tables of glucose state the unit.
  private static func isOfAnotherQuantity(
    _ column: Int, _ header: [HeaderName], below rows: ArraySlice<[String]>
  ) -> Bool {
    let name = header[column].name
    func hasOthers() -> Bool {
      header.contains { name in Names.otherQuantities.contains { name.name.contains($0) } }
    }
    if name.isEmpty { return hasOthers() }
    guard Names.ofAnyQuantity.contains(name), header[column].unit == nil,
      Names.unit.column(in: header) == nil
    else { return false }
    if Names.onlyWithUnit.contains(name) { return true }
    return hasOthers() || rows.contains { GlookoTable.isTitle($0) }
  }

  /// Returns whether a column states the quantity of a value. A class beside a unit of
  /// glucose may be that of the value, such as high, unless one of the first is a word for readings.
  private static func isQuantity(
    _ column: Int, _ header: [HeaderName], above rows: ArraySlice<[String]>
  ) -> Bool {
    let name = header[column].name
    return Names.isQuantity(name)
      && (name != "class" || Names.unit.column(in: header) == nil
        || rows.contains { ReadingOrigin(cell(column, $0)) != nil })
  }

  private static func roles(
    _ times: ColumnRoles, _ glucose: Int, _ header: [HeaderName], above rows: ArraySlice<[String]>
  ) -> ColumnRoles {
    var roles = times
    roles.sensor = glucose
    roles.person = Names.person(in: header)
    if !times.isUTC {
      roles.zone = Names.zone.column(in: header).map { index in
        ZoneColumn(index: index, unit: StatedZone.Unit(of: header[index]))
      }
    }
    roles.unit = Names.unit.column(in: header)
    roles.flags = Names.flags.column(in: header)
    roles.isCalibration = Names.calibration.column(in: header)
    roles.control = Names.control.column(in: header)
    roles.originalControl = header.indices.first {
      $0 != roles.control && Names.control.contains(header[$0].name)
    }
    roles.limitIndicator = header.firstIndex { $0.name == Names.limitIndicator }
    let name = header[glucose].name
    // The column of glucose has no other role.
    var others = header
    others[glucose] = HeaderName("")
    roles.type = Names.type.column(in: others)
    if Names.ofAnyQuantity.contains(name) {
      let taken = roles.columns.subtracting(roles.type.map { [$0] } ?? [])
      let quantities = others.indices.filter {
        !taken.contains($0) && ($0 == roles.type || isQuantity($0, others, above: rows))
      }
      // A rejection names the word of the most specific column.
      let isGeneral = { (column: Int) in column == roles.type || others[column].name == "category" }
      roles.quantities = quantities.filter { !isGeneral($0) } + quantities.filter(isGeneral)
      roles.field = others.firstIndex { $0.name == Names.field }
    }
    roles.isGlucoseNamed = !Names.vague.contains(name) && !name.isEmpty
    roles.isNamedByUnit = name.isEmpty
    roles.rejectsUnknownTypes = !roles.isGlucoseNamed && header[glucose].unit == nil
    if Names.meter.contains(name) {
      (roles.sensor, roles.meter) = (nil, glucose)
      return roles
    }
    let isSensors = Names.isSensors(name)
    // The same values may be there twice, or in both units.
    let names = isSensors ? Names.besideSensor : Names.meter
    while let column = names.column(in: others) {
      let units = Set([header[glucose].unit, others[column].unit].compactMap(\.self))
      guard isSensors,
        units.count > 1 || areEqual(column, glucose, in: rows) || !mayBeGlucose(column, in: rows)
      else {
        roles.meter = column
        break
      }
      others[column] = HeaderName("")
    }
    return roles
  }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? { roles.readingCells(of: row) }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    if let unnamed, isSplit(row, at: unnamed) {
      throw Rejection(.extraCells(found: row.cellCount, expected: unnamed))
    }
    return try roles.read(&row, into: &records)
  }

  /// Returns whether a number such as `5,6` was divided by its decimal comma: one or two digits,
  /// and one digit in the column after it, which has no name.
  private func isSplit(_ row: borrowing TableCursor, at column: Int) -> Bool {
    guard row.delimiter == .comma, !row[column].isQuoted else { return false }
    let ranges = [row.range(column - 1), row.range(column)]
    return 1...2 ~= ranges[0].count && ranges[1].count == 1
      && ranges.allSatisfy { $0.allSatisfy { Byte.zero...Byte.nine ~= row.bytes[$0] } }
  }
}

enum PlainFlags {
  private static let words: [(word: String, flag: ReadingFlags)] = [
    ("low", .belowDeviceLimit), ("high", .aboveDeviceLimit), ("repeated", .ambiguousLocalTime),
  ]

  static func flags(_ cell: String) -> ReadingFlags {
    let found = cell.split(separator: " ")
    return words.reduce(into: []) { flags, entry in
      if found.contains(Substring(entry.word)) { flags.insert(entry.flag) }
    }
  }

  static func cell(_ flags: ReadingFlags) -> String {
    words.filter { flags.contains($0.flag) }.map(\.word).joined(separator: " ")
  }
}
