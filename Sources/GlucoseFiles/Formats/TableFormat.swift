internal import GlucoseMath

/// A format whose files are tables, with the recognition of a file and the parsing of a row.
///
/// A new format is a declaration in ``VendorTable`` or, if that does not suffice, a type that
/// conforms to this protocol and an entry in ``TableFormats``. The pipeline does the rest, from
/// encodings to repeated hours.
protocol TableFormat: Sendable {
  /// Creates a reader from the first rows of the table, or `nil` if the file is not in this format.
  init?(recognizing head: TablePreview)

  static var formats: [FileFormat] { get }

  var format: FileFormat { get }

  var layout: TableLayout { get }

  /// The maximum number of columns of a row, read at the start and after each header.
  var columnCount: Int { get }

  /// Returns the reader of the rows below another header of the format, as in exports that were
  /// joined into one file, or `nil` if a row, which could not be read, does not begin one. The
  /// position of the header in the reader's layout is counted from the row.
  func reader(below row: borrowing TableCursor) -> Self?

  /// Returns the cells in which the row, which was accepted and added one reading of a sensor, may
  /// differ from other rows that are read in the same way, or `nil` if the reader does not know.
  ///
  /// A concentration in such a cell means its number if it is above 0 and below 1000.
  func readingCells(of row: borrowing TableCursor) -> ReadingCells?

  /// Reads a row below the header that is not blank, and adds its entries to `records`.
  ///
  /// - Throws: ``Rejection`` if the row should have content but cannot be understood. In this case,
  ///   nothing has been added.
  mutating func read(
    _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome
}

protocol HeaderedTable: TableFormat {
  /// Creates a reader by the header in a row of the first rows, or `nil` if it is not the format's.
  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview)
}

extension HeaderedTable {
  init?(recognizing head: TablePreview) {
    for (row, header) in head.names.enumerated() {
      guard let table = Self(header, row, head) else { continue }
      self = table
      return
    }
    return nil
  }
}

struct TableLayout {
  /// The header's row, counted from 0; −1 if the first row is data.
  var headerRow: Int
  /// Whether that row is the header; otherwise, it is the last row before the format's own rows.
  var hasHeader = true
  var columnCount: Int
  var evidence: DetectionEvidence
  var unit: DetectedValue<GlucoseUnit>?
  /// Whether the column may contain another quantity than glucose, so that only clear values
  /// determine the unit.
  var isUnitDoubtful = false
  /// The column of values, if neither its name nor a column of types states their quantity.
  var ambiguousColumn: String?
  var hasGlucose = true
  var unreadColumns: [String] = []
  var conventions = FormatDefaults()
  /// A hash of the patient's name above or below the header, if there is one.
  var patient: UInt64?

  static func unread(_ cells: [String], besides read: Set<Int>) -> [String] {
    cells.indices.compactMap { index in
      read.contains(index) || cells[index].allSatisfy(\.isWhitespace)
        ? nil : TableCursor.excerpt(cells[index])
    }
  }
}

enum Outcome {
  case accepted
  case skipped(RowSkipReason)
  /// A number that a device writes to report an error.
  case errorCode(Int)
}

/// The known formats of tables, those recognized by their structure first, and the plain table,
/// which requires the least, last.
enum TableFormats {
  static var all: [any TableFormat.Type] {
    [
      CareLinkTable.self, ClarityTable.self, LibreViewTable.self, TidepoolTable.self,
      DiasendTable.self, MySugrTable.self, TandemTable.self, DexcomStudioTable.self,
      CGMacrosTable.self, NamedTable.self, MyLifeTable.self, GlookoTable.self,
      NightscoutTable.self, GlucometerUtilsTable.self, GlimpTable.self, PlainTable.self,
    ]
  }

  /// Returns the first format that recognizes the text, under the delimiter with the most columns.
  static func recognize(_ text: DecodedText) -> Recognized? {
    let heads = TablePreview.all(of: text)
    for type in all {
      let found = heads.compactMap { head in
        type.init(recognizing: head).map { (format: $0 as any TableFormat, head: head) }
      }
      if let widest = widest(found) { return widest }
    }
    return nil
  }

  /// Returns the table with the most columns; of several, the one with the most rows that have as
  /// many cells and a time, because a delimiter may be a part of a name, as in "Glucose, mg/dL".
  static func widest(_ found: [(format: any TableFormat, head: TablePreview)]) -> Recognized? {
    let most = found.map(\.format.layout.columnCount).max()
    let best = found.filter { $0.format.layout.columnCount == most }.max {
      $0.head.timedRows(below: $0.format.layout) < $1.head.timedRows(below: $1.format.layout)
    }
    return best.map { Recognized(format: $0.format, cursor: $0.head.cursor) }
  }

  struct Recognized {
    var format: any TableFormat
    var cursor: TableCursor
  }
}

extension TableFormat {
  var format: FileFormat { Self.formats[0] }

  var columnCount: Int { layout.columnCount }

  func reader(below row: borrowing TableCursor) -> Self? { recognized(below: row) }

  /// Returns the reader that recognizes a row as its header, by the rows below it as well.
  func recognized(below row: borrowing TableCursor, depth: Int = 1) -> Self? {
    let reader = Self(recognizing: TablePreview(from: row, depth: depth))
    return reader.flatMap { $0.layout.hasHeader && $0.layout.headerRow >= 0 ? $0 : nil }
  }

  func readingCells(of row: borrowing TableCursor) -> ReadingCells? { nil }

  mutating func readRows(
    _ cursor: inout TableCursor, into records: inout Records, _ report: inout ImportReport
  ) throws(ReadError) {
    records.fileUnit = layout.unit?.value
    let end = cursor.bytes.count
    let last = cursor.bytes.last
    report.endsMidLine = last != Byte.lineFeed && last != Byte.carriageReturn
    var (headerRow, hasHeader) = (layout.headerRow, layout.hasHeader)
    // Read again only after a header, because reading it costs a call.
    var most = columnCount
    var isReserved = false
    let mayHaveRules = cursor.delimiter == .bar
    var row = report.rowCount - 1
    var templates = TemplateKeeper()
    // A header is not divided from the lines above it.
    while cursor.position < end || row < headerRow {
      if row >= 1000, !isReserved {
        isReserved = true
        records.reserve(cursor.bytes.count / (cursor.position / row) * 21 / 20)
      }
      if let template = templates.template {
        // A few rows only until it is known how many there may be.
        let limit = isReserved ? end : min(end, cursor.position + 1 << 15)
        let count = template.readRows(&cursor, into: &records, until: limit)
        report.accept(count)
        row += count
        templates.end(after: count)
        guard cursor.position < end else { break }
      }
      guard cursor.advance() else { break }
      row += 1
      if row <= headerRow {
        if hasHeader, row == headerRow { records.headers.begin(cursor.row) }
        report.skip(
          hasHeader && row == headerRow ? .header : cursor.isBlank ? .blankLine : .preamble)
      } else if cursor.isBlank {
        report.skip(.blankLine)
      } else if mayHaveRules, cursor.isRule {
        report.skip(.preamble)
      } else {
        do throws(Rejection) {
          if cursor.holdsZero { throw Rejection(.zeroBytes) }
          if cursor.isBroken { throw Rejection(.brokenQuotes) }
          if records.headers.rejectsRows { throw Rejection(.unknownKind) }
          // Even if the extra cell is empty: the cells of a row that a decimal comma splits are
          // shifted.
          if cursor.cellCount > most {
            throw Rejection(.extraCells(found: cursor.cellCount, expected: most))
          }
          if cursor.position == end { try cursor.checkEnd(below: records.headers.current) }
          let disposition = try read(&cursor, into: &records)
          report.note(disposition, line: cursor.line)
          switch disposition {
          case .accepted:
            if templates.wantsTemplate(), let cells = readingCells(of: cursor) {
              templates.take(RowTemplate(cursor, cells, records))
            }
          case .skipped(.header):
            most = columnCount
            records.headers.begin(cursor.row)
          case .skipped, .errorCode: break
          }
        } catch {
          if cursor.mayBeHeader {
            if cursor.equals(records.headers.current) {
              records.headers.rejectsRows = false
              records.markTable()
              report.skip(.header)
              continue
            }
            if let other = reader(below: cursor, &records) {
              self = other
              records.beginTable(in: other.layout.unit?.value)
              report.leaveOut(other.layout.unreadColumns)
              (headerRow, hasHeader, most) = (row + other.layout.headerRow, true, columnCount)
              records.headers.begin(row == headerRow ? cursor.row : nil)
              report.skip(row == headerRow ? .header : .preamble)
              continue
            }
          }
          let range = error.column.map { cursor.range($0) } ?? cursor.row
          report.reject(
            RejectedRow(
              reason: error.reason, line: cursor.line, column: error.column.map { $0 + 1 },
              text: cursor.excerpt(range)))
          try report.checkRejections()
        }
      }
    }
  }

  /// Returns the reader of the rows below another header, unless their numbers may be of another
  /// quantity than those above: they have no unit, and the file's have one, or they need one.
  ///
  /// The rows below a header that is refused are rejected if it names other columns.
  private func reader(below row: borrowing TableCursor, _ records: inout Records) -> Self? {
    if let refused = records.headers.refused, row.equals(refused.row) {
      records.headers.refuse(refused.row, hasOtherColumns: refused.hasOtherColumns)
      return nil
    }
    guard let other = reader(below: row) else { return nil }
    let layout = other.layout
    guard layout.unit == nil, layout.hasGlucose,
      layout.isUnitDoubtful || records.fileUnit != nil
    else { return other }
    records.headers.refuse(row.row, hasOtherColumns: !row.hasColumns(of: records.headers.current))
    return nil
  }
}

extension TableCursor {
  /// Whether the row, which was rejected, may be a header or a line above it: it is undamaged and
  /// does not begin with a digit, as nearly all other rows do.
  fileprivate var mayBeHeader: Bool {
    guard !isBroken, !holdsZero, cellCount > 1 else { return false }
    return range(0).first.map { !(Byte.zero...Byte.nine ~= bytes[$0]) } ?? true
  }

  func equals(_ other: Range<Int>?) -> Bool {
    guard let other, other.count == row.count else { return false }
    return bytes[other].elementsEqual(bytes[row])
  }

  /// Returns whether the row names the columns of the header in another row in the same order,
  /// regardless of units.
  func hasColumns(of header: Range<Int>?) -> Bool {
    guard let header else { return false }
    var other = moved(to: header.lowerBound)
    return other.advance() && other.columnNames == columnNames
  }

  private var columnNames: [String] { texts.map { HeaderName($0).name } }
}

/// The template of a table's rows, which is given up for a while where rows differ from each other.
private struct TemplateKeeper {
  private(set) var template: RowTemplate?
  private var misses = 0
  private var pause = 0

  mutating func wantsTemplate() -> Bool {
    guard template == nil else { return false }
    pause -= 1
    return pause < 0
  }

  mutating func take(_ template: RowTemplate?) {
    self.template = template
    if template == nil { giveUp() }
  }

  mutating func end(after count: Int) {
    template = nil
    misses = count > 0 ? 0 : misses + 1
    // A person or a device that changes is worth a new template; rows in turns are not.
    if misses > 8 { giveUp() }
  }

  private mutating func giveUp() { (template, misses, pause) = (nil, 0, 64) }
}

/// The headers of a table above the rows that are read, by their ranges in the text.
struct TableHeaders {
  private(set) var current: Range<Int>?
  /// The last row below the header that names other columns but is not taken for a header, and
  /// whether the names are others than those of the header.
  private(set) var refused: (row: Range<Int>, hasOtherColumns: Bool)?
  /// Whether the rows are below a refused header with other columns, so that the reader would
  /// mistake one column for another.
  var rejectsRows = false

  mutating func begin(_ row: Range<Int>?) { (current, refused, rejectsRows) = (row, nil, false) }

  mutating func refuse(_ row: Range<Int>, hasOtherColumns: Bool) {
    refused = (row, hasOtherColumns)
    rejectsRows = hasOtherColumns
  }
}
