internal import GlucoseMath

/// The first rows of a table under one delimiter, by which formats are recognized.
struct TablePreview {
  let rows: [[String]]
  let names: [[HeaderName]]
  let cursor: TableCursor
  private let end: Int
  let sheetName: String?

  static let depth = 40
  /// The number of these rows that may be the header.
  static let headerDepth = 12

  init(_ text: DecodedText, delimiter: CellDelimiter) {
    self.init(
      TableCursor(text.bytes, from: text.start, delimiter: delimiter), depth: Self.depth,
      sheetName: text.sheetName)
  }

  init(from row: borrowing TableCursor, depth: Int) {
    self.init(row.moved(to: row.row.lowerBound), depth: depth, sheetName: nil)
  }

  private init(_ cursor: TableCursor, depth: Int, sheetName: String?) {
    self.cursor = cursor
    self.sheetName = sheetName
    var rows: [[String]] = []
    var walker = cursor
    while rows.count < depth, walker.advance() {
      rows.append((0..<min(walker.cellCount, 256)).map { walker.text($0, most: 1024) ?? "" })
    }
    self.rows = rows
    end = walker.position
    names = rows.prefix(Self.headerDepth).map { $0.map(HeaderName.init) }
  }

  /// Returns the previews under the delimiters that occur in the first rows, or under the first.
  static func all(of text: DecodedText) -> [TablePreview] {
    guard let first = text.delimiters.first else { return [] }
    let preview = TablePreview(text, delimiter: first)
    func occurs(_ delimiter: CellDelimiter) -> Bool {
      let words = unsafe text.bytes.elementSpan.extracting(0..<preview.end).bytes
      let word = ByteWords.filled(with: delimiter.rawValue)
      return ByteWords.first(of: word, word, word, in: words, from: text.start) < preview.end
    }
    let others = text.delimiters.dropFirst().filter(occurs)
      .map { TablePreview(text, delimiter: $0) }
    return (others.isEmpty || occurs(first) ? [preview] : []) + others
  }

  /// Returns the number of rows below a header that have as many cells and a time or a date.
  func timedRows(below layout: TableLayout) -> Int {
    rows.dropFirst(layout.headerRow + 1).count { row in
      row.count == layout.columnCount
        && row.contains { cell in
          let bytes = Array(cell.utf8)
          return WrittenTime(cell) != nil
            || WrittenTime(midnightOf: bytes.indices, in: bytes.elementSpan) != nil
        }
    }
  }
}

/// The normalized name of a column, without case, spaces, punctuation, units, and stray marks.
struct HeaderName: Hashable {
  /// The words in lower case, joined by single underscores.
  let name: String
  let unit: GlucoseUnit?

  init(_ cell: String) {
    let text = cell.lowercased()
    unit = GlucoseUnit(mentionedIn: text)
    if let words = Self.asciiWords(text) {
      name = Self.name(words)
      return
    }
    var words = text.split { !($0.isLetter || $0.isNumber) }
    // The remains of a byte order mark that was decoded as Windows-1252.
    if text.hasPrefix("ï»¿"), words.first == "ï" { words.removeFirst() }
    name = Self.name(words)
  }

  private static func asciiWords(_ text: String) -> [Substring]? {
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return text.utf8.split { byte in
      !(Byte.zero...Byte.nine ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte)
    }.map { Substring($0) }
  }

  private static func name(_ words: [Substring]) -> String {
    var kept: [Substring] = []
    for word in words {
      switch (kept.last ?? "", word) {
      case (_, "mgdl"), (_, "mmoll"): break
      case ("mg", "dl"), ("mmol", "l"), ("мг", "дл"), ("ммоль", "л"): kept.removeLast()
      default: kept.append(word)
      }
    }
    // "Glucose mmol"
    if kept.count > 1, kept.last == "mmol" { kept.removeLast() }
    return kept.joined(separator: "_")
  }
}

extension DetectedValue<GlucoseUnit> {
  /// Creates the unit that the cell of a header mentions, or `nil` if it mentions none.
  init?(header cell: String) {
    guard let unit = GlucoseUnit(mentionedIn: cell.lowercased()) else { return nil }
    self.init(unit, .header(cell))
  }
}

extension [HeaderName] {
  func has(_ name: String) -> Bool { contains { $0.name == name } }

  /// The columns by name, the first of those with one name.
  var columns: [String: Int] {
    Dictionary(enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension GlucoseUnit {
  /// Creates the unit that is the whole of a text, regardless of case: mg/dL, mmol/L, or mmol,
  /// optionally with the molar mass of glucose, in brackets, or in Cyrillic letters.
  init?(named text: String) {
    let letters = text.lowercased().filter { !$0.isWhitespace && $0 != "(" && $0 != ")" }
    switch letters {
    case "mg/dl", "mgdl", "mg_dl", "mg.dl-1", "mg.dl^-1": self = .mgdL
    case "mmol/l", "mmoll", "mmol", "mmol_l", "mmol.l-1", "mmol.l^-1": self = .mmolL
    case _ where letters.hasPrefix("mmol<180.15") && letters.hasSuffix(">/l"): self = .mmolL
    default:
      guard let unit = Self.cyrillic.first(where: { letters == $0.word })?.unit else { return nil }
      self = unit
    }
  }

  /// Creates the unit that occurs in a text in lower case.
  init?(mentionedIn text: String) {
    // Most texts contain no unit, and have no letter m.
    let letters =
      text.utf8.contains(UInt8(ascii: "m")) ? text.utf8.filter { !" _/()".utf8.contains($0) } : []
    if Self.contains(letters, "mgdl") {
      self = .mgdL
    } else if Self.contains(letters, "mmoll") || letters.suffix(4).elementsEqual("mmol".utf8) {
      self = .mmolL
    } else if text.utf8.contains(where: { $0 >= 0x80 }),
      let unit = Self.cyrillic.first(where: { text.contains($0.word) })?.unit
    {
      self = unit
    } else {
      return nil
    }
  }

  private static let cyrillic: [(word: String, unit: Self)] = [
    ("ммоль/л", .mmolL), ("ммол/л", .mmolL), ("мг/дл", .mgdL),
  ]

  private static func contains(_ letters: [UInt8], _ word: StaticString) -> Bool {
    let word = Array(word.description.utf8)
    guard letters.count >= word.count else { return false }
    return (0...letters.count - word.count).contains { start in
      letters[start..<(start + word.count)].elementsEqual(word)
    }
  }
}
