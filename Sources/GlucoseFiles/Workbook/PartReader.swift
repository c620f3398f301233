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

  /// Collects the text of the current element if it is a run, which may be in any style; not the
  /// phonetic text beside one.
  mutating func collectRun(_ begins: Bool) {
    guard scanner.localName(is: "t") else { return }
    scanner.collectsText = begins && !scanner.isChild(of: "rPh")
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
      let (byte, unit) = (text[index], escape(text, index))
      index += unit == nil ? 1 : 7
      switch unit ?? UInt16(byte) {
      case 0x0D:
        plain.append(Byte.lineFeed)
        if index < text.count, text[index] == Byte.lineFeed { index += 1 }
      case 0x09, 0x0A, 0x20...:
        if let unit {
          plain += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
        } else {
          plain.append(byte)
        }
      default: break
      }
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
  private var ends = [0]

  init() {}

  init(_ stream: ByteStream) throws(ReadError) {
    var part = try XMLStream(part: stream, "the part of texts")
    while let begins = try part.nextTag() {
      part.collectRun(begins)
      guard !begins, part.scanner.localName(is: "si") else { continue }
      bytes += part.takeText()
      ends.append(bytes.count)
    }
  }

  subscript(number: Int) -> Range<Int>? {
    0..<ends.count - 1 ~= number ? ends[number]..<ends[number + 1] : nil
  }
}
