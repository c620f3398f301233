internal import GlucoseMath

struct ScanFault<Flaw: Equatable & Sendable>: Error, Equatable {
  var reason: Flaw
  var offset: Int

  init(_ reason: Flaw, at offset: Int) { (self.reason, self.offset) = (reason, offset) }
}

extension ScanFault where Flaw: RawRepresentable<String> {
  func error(line: Int, in bytes: [UInt8], isHostile: Bool, expected: String) -> ReadError {
    ReadError(
      isHostile ? .limitExceeded(reason.rawValue) : .malformed(reason.rawValue), line: line,
      text: bytes.lineExcerpt(from: offset), expected: expected)
  }
}

/// A violation of the JSON grammar (RFC 8259), with its position.
typealias JSONFault = ScanFault<JSONFlaw>

enum JSONFlaw: String {
  case unexpectedEnd = "the document ends within a value"
  case unexpectedCharacter = "a character that JSON does not allow here"
  case malformedNumber = "a number that is not in JSON notation"
  case malformedEscape = "an invalid escape sequence"
  case controlCharacter = "a control character within a string"
  case tooDeep = "more than 100 nested values"
}

/// A violation of well-formedness (XML 1.0, fifth edition), with its position in the buffer.
typealias XMLFault = ScanFault<XMLFlaw>

enum XMLFlaw: String {
  case unexpectedCharacter = "a character that XML does not allow here"
  case controlCharacter = "a control character, which XML does not allow"
  case wrongEndTag = "an end tag that does not match the open element"
  case repeatedAttribute = "an attribute that occurs twice in its element"
  case entity = "an entity that is not predefined; entities are not expanded"
  case tooLong =
    "a tag or a document type longer than 1048576 bytes, or one with more than 256 attributes"
  case tooDeep = "more than 100 nested elements"
}

struct LineCounter {
  var position = 0
  private var line = 1

  /// Returns the line of a position, counted from 1, at least that of the last counted position.
  mutating func line(of offset: Int, in bytes: [UInt8]) -> Int {
    let end = min(offset, bytes.count)
    if position < end {
      line += Self.lineFeeds(bytes, position..<end)
      position = end
    }
    return line
  }

  static func lineFeeds(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    let words = unsafe bytes.elementSpan.extracting(0..<range.upperBound).bytes
    let lineFeed = ByteWords.filled(with: Byte.lineFeed)
    func next(_ start: Int) -> Int {
      ByteWords.first(of: lineFeed, lineFeed, lineFeed, in: words, from: start)
    }
    var (index, count) = (next(range.lowerBound), 0)
    while index < range.upperBound { (index, count) = (next(index + 1), count + 1) }
    return count
  }
}

extension [UInt8] {
  func lineExcerpt(from position: Int) -> String {
    let line = self[Swift.min(position, count)...].prefix(240).prefix {
      $0 != Byte.lineFeed && $0 != Byte.carriageReturn
    }
    return TableCursor.excerpt(String(decoding: line, as: UTF8.self))
  }
}
