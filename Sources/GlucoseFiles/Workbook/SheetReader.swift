/// A reader of the cells of a sheet (ECMA-376 part 1, 18.3) as text, as they are unpacked.
struct SheetReader {
  private let texts: SharedTexts
  private let styles: NumberStyles
  private var times: SerialTime
  private var part: XMLStream
  private var sheet: SheetText

  /// The number of the row, counted from 1.
  private var row = 0
  /// The column of the cell, counted from 0.
  private var column = -1
  private var isInCell = false
  private var kind = Kind.number
  private var style = 0

  private enum Kind {
    case number, sharedText, text, inlineText, truth
  }

  init(
    _ stream: ByteStream, name: String, texts: SharedTexts, styles: NumberStyles,
    countsFrom1904: Bool
  ) throws(ReadError) {
    part = try XMLStream(part: stream, "the sheet \"\(TableCursor.excerpt(name))\"")
    sheet = SheetText(name: name)
    times = SerialTime(countsFrom1904: countsFrom1904)
    self.texts = texts
    self.styles = styles
  }

  mutating func read() throws(ReadError) -> SheetText {
    while let begins = try part.nextTag() {
      if isInCell, kind == .inlineText { part.collectRun(begins) }
      if begins { open() } else { try close() }
    }
    return sheet
  }

  private mutating func open() {
    if part.scanner.localName(is: "v"), isInCell, kind != .inlineText {
      part.scanner.collectsText = true
    } else if part.scanner.localName(is: "row") {
      column = -1
      let number = part.scanner.integer("r")
      row = number.map { $0 > row && $0 < 1 << 32 ? $0 : row + 1 } ?? row + 1
    } else if part.scanner.localName(is: "c"), part.scanner.isChild(of: "row") {
      isInCell = true
      openCell()
    }
  }

  private mutating func openCell() {
    let scanner = part.scanner
    style = scanner.integer("s") ?? 0
    kind = scanner["t"].map { Self.kinds[$0] ?? .text } ?? .number
    column =
      scanner.attribute("r").flatMap { columnNumber(scanner.attributes[$0].value) } ?? column + 1
  }

  /// The kinds by attribute; any other is a date, the text of a formula, or an error such as `#N/A`.
  private static let kinds: [String: Kind] = [
    "n": .number, "s": .sharedText, "inlineStr": .inlineText, "b": .truth,
  ]

  /// Returns the column of a reference such as `AB12`, counted from 0.
  private func columnNumber(_ range: Range<Int>) -> Int? {
    var number = 0
    for index in range.prefix(4) {
      let letter = part.scanner.buffer[index] & 0xDF
      guard UInt8(ascii: "A")...UInt8(ascii: "Z") ~= letter else { break }
      number = number * 26 + Int(letter - UInt8(ascii: "A")) + 1
    }
    return number > 0 ? number - 1 : nil
  }

  private mutating func close() throws(ReadError) {
    if part.scanner.localName(is: "v"), part.scanner.collectsText {
      part.scanner.collectsText = false
      try closeValue()
    } else if part.scanner.localName(is: "is"), isInCell, kind == .inlineText {
      try append(part.takeText()[...])
    } else if part.scanner.localName(is: "c") {
      isInCell = false
      part.scanner.text.removeAll(keepingCapacity: true)
    } else if part.scanner.localName(is: "row") {
      sheet.endRow(row)
    }
  }

  private mutating func closeValue() throws(ReadError) {
    switch kind {
    case .number:
      // The most common case: the bytes are used in place.
      try append(number: part.scanner.text)
    case .sharedText:
      let text = part.scanner.text
      guard let number = Int(String(decoding: text, as: UTF8.self).trimmed),
        let range = texts[number]
      else {
        throw ReadError(
          .malformed("row \(row) refers to a text that is not in the workbook"),
          text: TableCursor.excerpt(String(decoding: text, as: UTF8.self)),
          expected: "an undamaged file")
      }
      try append(texts.bytes[range])
    case .truth:
      try append(Array((part.scanner.text.first == UInt8(ascii: "1") ? "TRUE" : "FALSE").utf8)[...])
    case .text, .inlineText: try append(part.takeText()[...])
    }
  }

  private mutating func append(number text: [UInt8]) throws(ReadError) {
    let kind = styles[style]
    if kind == .number, text.allSatisfy({ Byte.zero...Byte.nine ~= $0 }) {
      return try append(text[...])
    }
    let plain = String(decoding: text, as: UTF8.self).trimmed
    guard let number = Double(plain), number.isFinite
    else { return try append(Array(plain.utf8)[...]) }
    if kind != .number, let time = times.text(number, kind) {
      if time.hasDate { sheet.dates.add(times.date, column: column) }
      return try append(time.text[...])
    }
    // Some programs write 120 as 120.0, and 5.6 as 5.5999999999999996, which is the same number.
    let written = number.magnitude < 1e15 ? Records.text(number) : "\(number)"
    try append(Array(written.utf8)[...])
  }

  private mutating func append(_ text: ArraySlice<UInt8>) throws(ReadError) {
    try sheet.append(text, column: column, sheetSize: part.byteCount)
  }
}
