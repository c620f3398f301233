import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

struct TableCursorTests {
  private struct Row: Equatable {
    var line: Int
    var cells: [String]
    var isBroken = false
  }

  private func rows(_ text: String, _ delimiter: CellDelimiter = .comma) -> [Row] {
    var cursor = TableCursor(Array(text), delimiter: delimiter)
    var rows: [Row] = []
    while cursor.advance() {
      rows.append(
        Row(
          line: cursor.line, cells: (0..<cursor.cellCount).map { cursor.text($0) ?? "" },
          isBroken: cursor.isBroken))
    }
    return rows
  }

  @Test func splitsCellsAndLinesOfEveryKind() {
    #expect(
      rows("a,b\r\nc,\rd\n\ne") == [
        Row(line: 1, cells: ["a", "b"]), Row(line: 2, cells: ["c", ""]), Row(line: 3, cells: ["d"]),
        Row(line: 4, cells: [""]), Row(line: 5, cells: ["e"]),
      ])
  }

  @Test func readsQuotedCells() {
    #expect(
      rows("\"a,b\",\"say \"\"no\"\"\",\"\"\nlast,\"two\r\nlines\" \nx") == [
        Row(line: 1, cells: ["a,b", "say \"no\"", ""]),
        Row(line: 2, cells: ["last", "two\r\nlines"]),
        Row(line: 4, cells: ["x"]),
      ])
  }

  @Test func endsARowWithAnUnclosedQuoteWithItsLine() {
    #expect(
      rows("\"a,b\nc,d\n\"e\"f,g\nh,i") == [
        Row(line: 1, cells: ["\"a", "b"], isBroken: true), Row(line: 2, cells: ["c", "d"]),
        Row(line: 3, cells: ["\"e\"f", "g"], isBroken: true), Row(line: 4, cells: ["h", "i"]),
      ])
  }

  @Test func keepsQuotesWithinUnquotedCells() {
    #expect(rows("5\" tube,b") == [Row(line: 1, cells: ["5\" tube", "b"])])
  }

  @Test func hasNoRowsInNoText() { #expect(rows("") == []) }

  @Test func aFinalLineEndMakesNoRow() { #expect(rows("a\n").count == 1) }

  @Test func rowsMayHaveMoreCellsThanAnyBefore() {
    let wide = Array(repeating: "x", count: 1000)
    #expect(rows("a\n" + wide.joined(separator: ";"), .semicolon).last?.cells == wide)
  }

  /// Written cells are read back with any content; the lengths include all ends of words.
  @Test func readsBackWhatTheWriterQuotes() {
    var random = SeededGenerator(seed: 3)
    let letters: [Character] = ["a", "b", " ", ",", ";", "\"", "\n", "\r", "#", "é"]
    for _ in 0..<500 {
      let table = (0..<3).map { _ in
        (0..<4).map { _ in
          String(
            (0..<Int.random(in: 1...20, using: &random)).map { _ in
              letters[Int.random(in: letters.indices, using: &random)]
            })
        }
      }
      let text = table.map { row in
        row.map { String(decoding: ByteBuilder.cell($0), as: UTF8.self) }.joined(separator: ",")
      }.joined(separator: "\n")
      var cursor = TableCursor(Array(text), delimiter: .comma)
      for row in table {
        let hasRow = cursor.advance()
        #expect(hasRow)
        for (column, expected) in row.enumerated() {
          let cell = cursor[column]
          let raw = String(decoding: cursor.bytes[cell.start..<cell.end], as: UTF8.self)
          #expect(
            raw.split(separator: "\"\"", omittingEmptySubsequences: false)
              .joined(separator: "\"") == expected)
        }
      }
      let hasMore = cursor.advance()
      #expect(!hasMore)
    }
  }

  @Test func aThousandBrokenQuotesTakeNoLongerThanAThousandRows() {
    let text = String(repeating: "\"a\"b,1\n", count: 1000) + String(repeating: "\"\"c\n", count: 9)
    #expect(rows(text).count == 1009)
    #expect(rows(text).allSatisfy { $0.isBroken })
  }
}
