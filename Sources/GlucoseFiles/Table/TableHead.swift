// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The first rows of a table under one delimiter, from which formats recognise themselves.
struct TableHead {
  /// The texts of the first rows.
  let rows: [[String]]
  /// A cursor before the first row.
  let cursor: TableCursor

  /// The rows that a header may hide behind.
  static let depth = 40

  init(_ text: DecodedText, delimiter: Delimiter) {
    cursor = TableCursor(text.bytes, from: text.start, delimiter: delimiter)
    var rows: [[String]] = []
    var walker = cursor
    while rows.count < Self.depth, walker.advance() {
      rows.append((0..<min(walker.cellCount, 256)).map { walker.text($0) ?? "" })
    }
    self.rows = rows
  }
}

/// The name of a column, freed of what varies: case, blanks, punctuation, units, stray marks.
struct HeaderName: Hashable {
  /// Words in lower case, joined by single underscores.
  let name: String
  /// The unit that the cell names.
  let unit: GlucoseUnit?

  init(_ cell: String) {
    let text = cell.lowercased()
    unit = GlucoseUnit(mentionedIn: text)
    var plain = text
    for word in ["mg/dl", "mg_dl", "mgdl", "mg dl", "mmol/l", "mmol_l", "mmoll", "mmol l", "ï»¿"] {
      plain = plain.split(separator: word, omittingEmptySubsequences: false).joined(separator: " ")
    }
    name = plain.split { !($0.isLetter || $0.isNumber) }.joined(separator: "_")
  }
}

extension GlucoseUnit {
  /// The unit that a text in lower case names.
  init?(mentionedIn text: String) {
    let letters = text.filter { !" _/()".contains($0) }
    if letters.contains("mgdl") {
      self = .mgdL
    } else if letters.contains("mmoll") || letters.hasSuffix("mmol") {
      self = .mmolL
    } else {
      return nil
    }
  }
}
