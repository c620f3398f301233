// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A format whose files are tables: what recognizes it, and what makes sense of one row.
///
/// A new format is one new type with this protocol and one line in ``TableFormats``, or, where the
/// names of columns say all, one entry in ``NamedTable``. Everything else, from encodings to repeated
/// hours, is the pipeline's work.
protocol TableFormat {
  /// What the head of the table says, or `nil` if this is not a file of the format.
  init?(recognizing head: TablePreview)

  /// The name of the format.
  var format: FileFormat { get }

  /// Where the header stands and what it says.
  var layout: TableLayout { get }

  /// How many columns a row may have; asked for at the start and behind each header.
  var columnCount: Int { get }

  /// Reads a row below the header that has cells; adds to `intake` the entries of that row.
  ///
  /// - Throws: ``Rejection`` if the row should hold something but cannot be understood. Nothing has
  ///   been added then.
  mutating func read(
    _ row: inout TableCursor, into intake: inout RowCollector
  ) throws(Rejection) -> RowDisposition
}

/// Where a table's header stands and what it says.
struct TableLayout {
  /// The header's row, counted from 0; -1 if the first row is data.
  var headerRow: Int
  /// Whether that row is the header; else it is the last of those before the format's own rows.
  var hasHeader = true
  /// How many columns the header names.
  var columnCount: Int
  /// What the format was recognized by.
  var evidence: DetectionEvidence
  /// The unit that the header states.
  var unit: DetectedValue<GlucoseUnit>?
  /// Whether the column might hold something else than glucose, so that only clear values decide.
  var isUnitDoubtful = false
  /// What the format leaves unsaid.
  var conventions: FormatDefaults
}

/// What became of a row that is not rejected.
enum RowDisposition {
  case accepted
  case skipped(RowSkipReason)
  /// A number by which a device reports an error.
  case errorCode(Int)
}

/// The formats of tables that are known; those that are recognized by their structure come first,
/// the plain table, which is satisfied with little, last.
enum TableFormats {
  static var all: [any TableFormat.Type] {
    [
      CareLinkTable.self, ClarityTable.self, LibreViewTable.self, TidepoolTable.self,
      DiasendTable.self, MySugrTable.self, TandemTable.self, DexcomStudioTable.self,
      CGMacrosTable.self, NamedTable.self, MyLifeTable.self, GlookoTable.self,
      NightscoutTable.self, PlainTable.self,
    ]
  }

  /// The first format that recognizes the text, under the delimiter that gives its header the most
  /// columns, and a cursor before the first row.
  static func recognize(_ text: DecodedText) -> (format: any TableFormat, cursor: TableCursor)? {
    let heads = text.delimiters.map { TablePreview(text, delimiter: $0) }
    for type in all {
      let found = heads.compactMap { head in
        type.init(recognizing: head).map { (format: $0, cursor: head.cursor) }
      }
      let widest = found.max { $0.format.layout.columnCount < $1.format.layout.columnCount }
      if let widest { return widest }
    }
    return nil
  }
}

extension TableFormat {
  /// As many as the header names.
  var columnCount: Int { layout.columnCount }

  /// Reads all rows.
  mutating func readRows(
    _ cursor: inout TableCursor, into intake: inout RowCollector, _ account: inout ImportReport
  ) {
    let (headerRow, hasHeader) = (layout.headerRow, layout.hasHeader)
    // Asked for again only behind a header, for it is one call to a row.
    var most = columnCount
    let mayHaveRules = cursor.delimiter == .bar
    var row = -1
    while cursor.advance() {
      row += 1
      if row == 1000 {
        intake.reserve(cursor.bytes.count / (cursor.row.upperBound / row) * 21 / 20)
      }
      if row <= headerRow {
        account.skip(
          hasHeader && row == headerRow ? .header : cursor.isBlank ? .blankLine : .preamble)
      } else if cursor.isBlank {
        account.skip(.blankLine)
      } else if mayHaveRules, cursor.isRule {
        account.skip(.preamble)
      } else {
        do throws(Rejection) {
          if cursor.holdsZero { throw Rejection(.zeroBytes) }
          if cursor.isBroken { throw Rejection(.brokenQuotes) }
          // Even an empty one: the cells of a row that a decimal comma splits are shifted.
          if cursor.cellCount > most {
            throw Rejection(.extraCells(found: cursor.cellCount, expected: most))
          }
          switch try read(&cursor, into: &intake) {
          case .accepted: account.accept()
          case .skipped(let reason):
            account.skip(reason)
            if reason == .header { most = columnCount }
          case .errorCode(let code): account.skip(code, line: cursor.line)
          }
        } catch {
          let range = error.column.map { cursor.range($0) } ?? cursor.row
          account.reject(
            RejectedRow(
              reason: error.reason, line: cursor.line, column: error.column.map { $0 + 1 },
              text: cursor.excerpt(range)))
        }
      }
    }
    let last = cursor.bytes.last
    account.endsMidLine = last != Byte.lineFeed && last != Byte.carriageReturn
  }
}
