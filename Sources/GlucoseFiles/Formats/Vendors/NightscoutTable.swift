internal import GlucoseMath

/// The CSV of Nightscout's entries, which has no header: a time as text, the same time in
/// milliseconds, a value in mg/dL, the trend arrow, the device.
struct NightscoutTable: TableFormat {
  static let formats = [FileFormat.nightscout]

  private enum Column {
    static let words = 0
    static let milliseconds = 1
    static let value = 2
    static let device = 4
    static let counts = 3...8
  }

  @Shared private(set) var layout: TableLayout
  private var isAmongEntries = true

  init?(recognizing head: TablePreview) {
    var cursor = head.cursor
    repeat {
      guard cursor.advance() else { return nil }
    } while cursor.isBlank || cursor.isComment
    guard Self.isEntry(cursor) else { return nil }
    layout = TableLayout(
      headerRow: -1, columnCount: max(cursor.cellCount, 5),
      evidence: .structure("no header; the first two cells are a time as text and in milliseconds"),
      unit: DetectedValue(.mgdL, .structure("the only unit of Nightscout")))
  }

  private static func isEntry(_ row: TableCursor) -> Bool {
    guard Column.counts ~= row.cellCount, let instant = instant(row),
      ScannedNumber(row.bytes.elementSpan, row.range(Column.value), allowingComma: false) != nil
    else { return false }
    guard !row.isEmpty(Column.words) else { return true }
    // The time as text may be in any zone.
    guard let words = WrittenTime(row.bytes.elementSpan, row.range(Column.words))
    else { return false }
    let local = words.form == .instant ? words.seconds : words.local(.yearFirst) ?? .infinity
    return abs(local - instant) <= 26 * 3600
  }

  /// Returns the instant written as milliseconds since 1970, optionally with a fraction.
  private static func instant(_ row: TableCursor) -> Double? {
    let range = row.range(Column.milliseconds)
    let digits = row.bytes[range].prefix { Byte.zero...Byte.nine ~= $0 }
    guard 12...13 ~= digits.count,
      let number = ScannedNumber(row.bytes.elementSpan, range, allowingComma: false),
      number.end == range.upperBound
    else { return nil }
    return WrittenTime(since1970: number.value / 1000)?.seconds
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
    guard !row.isEmpty(Column.milliseconds) || !row.isEmpty(Column.words)
    else { throw Rejection(.missingTime, column: Column.milliseconds) }
    let stamp: WrittenTime
    if row.isEmpty(Column.milliseconds) {
      stamp = try row.stamp(Column.words)
    } else if let instant = Self.instant(row) {
      stamp = WrittenTime(instant: instant)
    } else {
      throw Rejection(.unreadableTime, column: Column.milliseconds)
    }
    let cell = try row.glucose(Column.value)
    var mayBeCode = false
    if case .value(let number, nil) = cell {
      switch ErrorCodes.meaning(of: number) {
      case .reading: break
      case .code: return .errorCode(Int(number))
      case .possibleCode: mayBeCode = true
      case .noReading: throw Rejection(.implausible, column: Column.value)
      }
    }
    let device = records.devices.index(of: row.bytes, row.range(Column.device))
    return records.add(
      cell, .sensor, at: RecordTime(stamp: stamp, line: row.line, column: Column.milliseconds),
      device: device, mayBeCode: mayBeCode)
  }
}

extension TableCursor {
  var isComment: Bool {
    let range = range(0)
    return !range.isEmpty && bytes[range.lowerBound] == UInt8(ascii: "#")
  }
}
