internal import GlucoseMath

/// The CSV of Nightscout's entries, which has no header: a time as text, the same time in
/// milliseconds, a value in mg/dL, the trend arrow, the device. With a header, as a database exports
/// them, the columns have the names of the members.
struct NightscoutTable: TableFormat {
  static let formats = [FileFormat.nightscout]

  private struct Columns {
    var words = 0
    var milliseconds = 1
    var value = 2
    var device = 4
    var type: Int?
  }

  @Shared private(set) var layout: TableLayout
  private var columns = Columns()
  private var isAmongEntries = true

  init?(recognizing head: TablePreview) {
    let unit = DetectedValue(GlucoseUnit.mgdL, .structure("the only unit of Nightscout"))
    if let (row, found) = Self.header(of: head) {
      columns = found
      layout = TableLayout(
        headerRow: row, columnCount: head.rows[row].count,
        evidence: .header("date, sgv, with a time in milliseconds"), unit: unit)
      return
    }
    var cursor = head.cursor
    repeat {
      guard cursor.advance() else { return nil }
    } while cursor.isBlank || cursor.isComment
    guard Self.isEntry(cursor) else { return nil }
    layout = TableLayout(
      headerRow: -1, columnCount: max(cursor.cellCount, 5),
      evidence: .structure("no header; the first two cells are a time as text and in milliseconds"),
      unit: unit)
  }

  /// Returns the row of the header and its columns if each entry has one value, `sgv`.
  private static func header(of head: TablePreview) -> (Int, Columns)? {
    guard let (row, cells) = head.rows.enumerated().first(where: { $0.element != [""] }),
      let milliseconds = cells.firstIndex(of: "date"), let value = cells.firstIndex(of: "sgv"),
      let words = cells.firstIndex(of: "dateString"), let device = cells.firstIndex(of: "device"),
      Set(cells).isDisjoint(with: ["mbg", "cal", "glucose", "carbs", "insulin"]),
      head.rows.indices.contains(row + 1), head.rows[row + 1].indices.contains(milliseconds),
      let first = Double(head.rows[row + 1][milliseconds]), 1e11..<1e13 ~= first
    else { return nil }
    let columns = Columns(
      words: words, milliseconds: milliseconds, value: value, device: device,
      type: cells.firstIndex(of: "type"))
    return (row, columns)
  }

  private static func isEntry(_ row: TableCursor) -> Bool {
    let columns = Columns()
    guard 3...8 ~= row.cellCount, let instant = instant(row, columns.milliseconds),
      ScannedNumber(row.bytes.elementSpan, row.range(columns.value), allowingComma: false) != nil
    else { return false }
    guard !row.isEmpty(columns.words) else { return true }
    // The time as text may be in any zone.
    guard let words = WrittenTime(row.bytes.elementSpan, row.range(columns.words))
    else { return false }
    let local = words.form == .instant ? words.seconds : words.local(.yearFirst) ?? .infinity
    return abs(local - instant) <= 26 * 3600
  }

  /// Returns the instant written as milliseconds since 1970, optionally with a fraction.
  private static func instant(_ row: TableCursor, _ column: Int) -> Double? {
    let range = row.range(column)
    let digits = row.bytes[range].prefix { Byte.zero...Byte.nine ~= $0 }
    guard 12...13 ~= digits.count,
      let number = ScannedNumber.value(
        filling: range, of: row.bytes.elementSpan, allowingComma: false)
    else { return nil }
    return WrittenTime(since1970: number / 1000)?.seconds
  }

  mutating func read(
    _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome {
    if row.isComment {
      // Some programs write several tables into one file, each below a title.
      let title = row.lowercased(0)
      if title.contains("treatments") { isAmongEntries = false }
      if title.contains("entries") { isAmongEntries = true }
      return .skipped(.comment)
    }
    guard isAmongEntries else { throw Rejection(.unknownKind) }
    if let type = columns.type, !row.isEmpty(type), row.lowercased(type) != "sgv" {
      return .skipped(.otherMeasurement)
    }
    let milliseconds = columns.milliseconds
    guard !row.isEmpty(milliseconds) || !row.isEmpty(columns.words)
    else { throw Rejection(.missingTime, column: milliseconds) }
    let stamp: WrittenTime
    if row.isEmpty(milliseconds) {
      stamp = try row.stamp(columns.words)
    } else if let instant = Self.instant(row, milliseconds) {
      stamp = WrittenTime(instant: instant)
    } else {
      throw Rejection(.unreadableTime, column: milliseconds)
    }
    let cell = try row.glucose(columns.value)
    var mayBeCode = false
    var flags: ReadingFlags = []
    if case .value(let number, nil) = cell {
      switch ErrorCodes.meaning(of: number) {
      case .reading: flags = NightscoutDocuments.limit(number)
      case .code: return .errorCode(Int(number))
      case .possibleCode: mayBeCode = true
      case .noReading: throw Rejection(.implausible, column: columns.value)
      }
    }
    let device = records.devices.index(of: row.bytes, row.range(columns.device))
    return records.add(
      cell, .sensor, flags: flags,
      at: RecordTime(stamp: stamp, line: row.line, column: milliseconds), device: device,
      mayBeCode: mayBeCode)
  }
}

extension TableCursor {
  var isComment: Bool {
    let range = range(0)
    return !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "#")
  }
}
