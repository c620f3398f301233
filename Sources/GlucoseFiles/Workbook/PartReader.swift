extension XMLStream {
  /// Creates a reader of a part of a workbook, which is XML in UTF-8, with its name for errors.
  init(part stream: ByteStream, _ name: String) throws(ReadError) {
    var stream = stream
    let marks = DecodedText.textStart(of: try stream.peek(16))
    if marks > 0 { stream.drop(marks) }
    self.init(stream, name)
  }

  /// Advances to the next tag; returns `true` for the start of an element, `false` for its end, and
  /// `nil` at the end of the part.
  mutating func nextTag() throws(ReadError) -> Bool? {
    switch try next() {
    case .start: return true
    case .end: return false
    case .endOfDocument: return nil
    case .cut, .needsMore: throw ReadError(.malformed("\(name) ends before its root does"))
    }
  }

  /// Returns and removes the collected text, as ``WorkbookText`` reads it.
  mutating func takeText() -> [UInt8] {
    var text: [UInt8] = []
    swap(&text, &scanner.text)
    return WorkbookText.plain(text)
  }
}

enum WorkbookText {
  /// Returns the text with line feeds for all line ends, and escapes such as `_x000D_` resolved.
  static func plain(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 == Byte.carriageReturn || $0 == UInt8(ascii: "_") })
    else { return text }
    var plain: [UInt8] = []
    plain.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if let unit = escape(text, index) {
        index += 7
        switch unit {
        case 0x0D where index < text.count && text[index] == Byte.lineFeed: break
        case 0x0D: plain.append(Byte.lineFeed)
        case 0x09, 0x0A, 0x20...: plain += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
        default: break
        }
        continue
      }
      if text[index] == Byte.carriageReturn {
        plain.append(Byte.lineFeed)
        if index + 1 < text.count, text[index + 1] == Byte.lineFeed { index += 1 }
      } else {
        plain.append(text[index])
      }
      index += 1
    }
    return plain
  }

  /// Returns the code unit of the escape `_xHHHH_` at `index`, or `nil` if there is none.
  private static func escape(_ text: [UInt8], _ index: Int) -> UInt16? {
    guard text[index] == UInt8(ascii: "_"), index + 7 <= text.count,
      text[index + 1] == UInt8(ascii: "x"), text[index + 6] == UInt8(ascii: "_")
    else { return nil }
    let digits = text[index + 2..<index + 6]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}

/// The shared texts of a workbook's cells (ECMA-376 part 1, 18.4), in one array.
struct SharedTexts {
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  init() {}

  init(_ stream: ByteStream) throws(ReadError) {
    var part = try XMLStream(part: stream, "the part of texts")
    var text = TextCollector()
    while let begins = try part.nextTag() {
      if begins {
        text.open(&part, item: "si")
      } else if let whole = text.close(&part) {
        bytes += whole
        ends.append(bytes.count)
      }
    }
  }

  subscript(number: Int) -> Range<Int>? {
    guard ends.indices.contains(number) else { return nil }
    return (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }
}

/// A collector of the text of an item, of runs in any style, without the phonetic text beside it.
struct TextCollector {
  private var itemDepth: Int?
  private var pronunciationDepth: Int?

  mutating func open(_ part: inout XMLStream, item: StaticString) {
    guard itemDepth != nil else {
      if part.scanner.localName(is: item) {
        itemDepth = part.scanner.depth
        part.scanner.text.removeAll(keepingCapacity: true)
      }
      return
    }
    if part.scanner.localName(is: "rPh") {
      pronunciationDepth = part.scanner.depth
    } else if part.scanner.localName(is: "t"), pronunciationDepth == nil {
      part.scanner.collectsText = true
    }
  }

  /// Processes the end of an element, and returns the text if it is the end of the item.
  mutating func close(_ part: inout XMLStream) -> [UInt8]? {
    part.scanner.collectsText = false
    let depth = part.scanner.depth
    if let pronunciation = pronunciationDepth, depth < pronunciation { pronunciationDepth = nil }
    guard let item = itemDepth, depth < item else { return nil }
    itemDepth = nil
    return part.takeText()
  }
}
