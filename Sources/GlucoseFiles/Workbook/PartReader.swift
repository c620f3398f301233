// SPDX-License-Identifier: Apache-2.0

/// A reader of a part of a workbook, which is XML in UTF-8, tag by tag as it is unpacked.
struct PartReader {
  /// The scanner, which contains the tag after a step.
  var scanner = XMLScanner([], isWhole: false)
  private var pieces = UTF8Pieces()
  private var stream: ByteStream
  private let name: String
  /// The number of unpacked bytes.
  private(set) var byteCount = 0

  init(_ stream: ByteStream, _ name: String) throws(ReadError) {
    self.stream = stream
    self.name = name
    let marks = DecodedText.textStart(of: try self.stream.peek(16))
    if marks > 0 { self.stream.drop(marks) }
  }

  /// Advances to the next tag; returns `true` for the start of an element, `false` for its end, and
  /// `nil` at the end of the part.
  ///
  /// - Throws: ``ReadError`` with reason `malformed` or `limitExceeded` if the part is not well
  ///   formed or ends before its root does.
  mutating func next() throws(ReadError) -> Bool? {
    while true {
      let event: XMLScanner.Event
      do throws(XMLFault) {
        event = try scanner.next()
      } catch {
        throw XMLFlaw.error(error, &scanner)
      }
      switch event {
      case .start: return true
      case .end: return false
      case .endOfDocument: return nil
      case .cut: throw ReadError(.malformed("\(name) ends before its root does"))
      case .needsMore:
        guard let piece = try stream.next() else {
          scanner.append(pieces.rest)
          scanner.finish()
          continue
        }
        byteCount += piece.count
        guard let text = pieces.text(of: piece) else {
          throw ReadError(
            .malformed("\(name) is not UTF-8"), expected: "a workbook saved by a spreadsheet")
        }
        scanner.append(text)
      }
    }
  }

  /// Returns and removes the collected text, with line ends converted to line feeds and escapes
  /// such as `_x000D_`, for characters that XML does not allow, resolved.
  mutating func takeText() -> [UInt8] {
    var text: [UInt8] = []
    swap(&text, &scanner.text)
    return WorkbookText.plain(text)
  }
}

/// The text in workbooks.
enum WorkbookText {
  /// Returns the text with all line ends converted to line feeds and escapes such as `_x000D_`
  /// resolved.
  static func plain(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(where: { $0 == Byte.carriageReturn || $0 == UInt8(ascii: "_") }) else {
      return text
    }
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
