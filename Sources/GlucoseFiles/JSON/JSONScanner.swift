internal import GlucoseMath

/// A scanner of JSON that reads value by value, strictly by RFC 8259, without creating objects or
/// strings.
///
/// ``scanValue()`` checks a value with everything within it and lists it in ``nodes``: each array
/// and object is followed by its content, an object by key, value, key, value. The storage is
/// reused for the next value. The bytes must be valid UTF-8.
struct JSONScanner {
  static let depthLimit = 100

  let bytes: [UInt8]
  private(set) var index: Int
  /// The line on which the last scanned value begins, and the name of the array that contains it in
  /// an object of arrays, as far as the reader of documents has set them.
  var line = 0
  var section: String?
  /// The object whose members are looked up by name.
  var root = 0
  /// The nodes of the last scanned value, the value itself first.
  private(set) var nodes: [JSONNode] = []

  private var open: [Int] = []

  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  /// Skips whitespace and returns the next byte, or `nil` at the end.
  mutating func peek() -> UInt8? {
    index = Self.skipBlanks(bytes.elementSpan, index)
    return index < bytes.count ? bytes[index] : nil
  }

  mutating func skipByte() { index += 1 }

  mutating func skipLine(after position: Int) {
    index = bytes[position...].firstIndex(of: Byte.lineFeed) ?? bytes.count
  }

  mutating func scanValue() throws(JSONFault) {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    let bytes = bytes
    let span = bytes.elementSpan
    let words = unsafe span.bytes
    var index = index
    while true {
      index = Self.skipBlanks(span, index)
      guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
      let first = span[index]
      switch first {
      case Byte.quote: try addString(span, words, &index)
      case Byte.minus, Byte.zero...Byte.nine:
        let end = try Self.endOfNumber(span, index)
        add(.number, index, end)
        index = end
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard open.count < Self.depthLimit else { throw JSONFault(.tooDeep, at: index) }
        let isObject = first == UInt8(ascii: "{")
        open.append(nodes.count)
        add(isObject ? .object : .array, index, index)
        index = Self.skipBlanks(span, index + 1)
        guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
        if span[index] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
          index += 1
          close(at: index)
          break
        }
        if isObject { try addKey(span, words, &index) }
        continue
      case UInt8(ascii: "t"): try addWord(.true, "true", span, &index)
      case UInt8(ascii: "f"): try addWord(.false, "false", span, &index)
      case UInt8(ascii: "n"): try addWord(.null, "null", span, &index)
      default: throw JSONFault(.unexpectedCharacter, at: index)
      }
      // The value is complete: continue in the enclosing array or object, if any.
      while let parent = open.last {
        index = Self.skipBlanks(span, index)
        guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
        let isObject = nodes[parent].kind == .object
        let byte = span[index]
        if byte == Byte.comma {
          index += 1
          if isObject { try addKey(span, words, &index) }
          break
        }
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
        else { throw JSONFault(.unexpectedCharacter, at: index) }
        index += 1
        close(at: index)
      }
      if open.isEmpty { break }
    }
    self.index = index
  }

  @inline(__always)
  private mutating func add(_ kind: JSONNode.Kind, _ start: Int, _ end: Int) {
    nodes.append(JSONNode(kind: kind, start: start, end: end, next: nodes.count + 1))
  }

  private mutating func close(at end: Int) {
    let node = open.removeLast()
    nodes[node].end = end
    nodes[node].next = nodes.count
  }

  private mutating func addWord(
    _ kind: JSONNode.Kind, _ word: String, _ span: Span<UInt8>, _ index: inout Int
  ) throws(JSONFault) {
    let start = index
    for letter in word.utf8 {
      guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
      guard span[index] == letter else { throw JSONFault(.unexpectedCharacter, at: index) }
      index += 1
    }
    add(kind, start, index)
  }

  @inline(__always)
  private mutating func addKey(
    _ span: Span<UInt8>, _ words: RawSpan, _ index: inout Int
  ) throws(JSONFault) {
    index = Self.skipBlanks(span, index)
    guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
    guard span[index] == Byte.quote else { throw JSONFault(.unexpectedCharacter, at: index) }
    try addString(span, words, &index)
    index = Self.skipBlanks(span, index)
    guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
    guard span[index] == Byte.colon else { throw JSONFault(.unexpectedCharacter, at: index) }
    index += 1
  }

  @inline(__always)
  private mutating func addString(
    _ span: Span<UInt8>, _ words: RawSpan, _ index: inout Int
  ) throws(JSONFault) {
    let start = index + 1
    index = start
    var isEscaped = false
    while true {
      index = Self.endOfPlainText(words, index)
      guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
      let byte = span[index]
      if byte == Byte.quote { break }
      guard byte == UInt8(ascii: "\\") else { throw JSONFault(.controlCharacter, at: index) }
      isEscaped = true
      index = try Self.endOfEscape(span, index)
    }
    nodes.append(
      JSONNode(
        kind: .string, isEscaped: isEscaped, start: start, end: index, next: nodes.count + 1))
    index += 1
  }

  @inline(__always)
  static func skipBlanks(_ span: Span<UInt8>, _ index: Int) -> Int {
    var index = index
    while index < span.count {
      let byte = span[index]
      guard
        byte <= Byte.blank,
        byte == Byte.blank || byte == Byte.lineFeed || byte == Byte.carriageReturn
          || byte == Byte.tab
      else { break }
      index &+= 1
    }
    return index
  }

  @inline(__always)
  static func endOfPlainText(_ bytes: RawSpan, _ index: Int) -> Int {
    let backslashes = ByteWords.filled(with: UInt8(ascii: "\\"))
    return ByteWords.first(
      of: ByteWords.filled(with: Byte.quote), backslashes, backslashes, orControl: true, in: bytes,
      from: index)
  }

  static func endOfEscape(_ span: Span<UInt8>, _ index: Int) throws(JSONFault) -> Int {
    guard index + 1 < span.count else { throw JSONFault(.unexpectedEnd, at: span.count) }
    switch span[index + 1] {
    case Byte.quote, UInt8(ascii: "\\"), Byte.slash, UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index + 2
    case UInt8(ascii: "u"):
      for digit in index + 2..<index + 6 {
        guard digit < span.count else { throw JSONFault(.unexpectedEnd, at: span.count) }
        guard hexadecimal(span[digit]) != nil else { throw JSONFault(.malformedEscape, at: index) }
      }
      return index + 6
    default: throw JSONFault(.malformedEscape, at: index)
    }
  }

  static func hexadecimal(_ byte: UInt8) -> UInt32? {
    switch byte {
    case Byte.zero...Byte.nine: UInt32(byte - Byte.zero)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  @inline(__always)
  static func endOfNumber(_ span: Span<UInt8>, _ start: Int) throws(JSONFault) -> Int {
    var index = start
    if span[index] == Byte.minus { index += 1 }
    let whole = index
    index = endOfDigits(span, index)
    guard index > whole, index == whole + 1 || span[whole] != Byte.zero
    else { throw fault(span, index, start) }
    if index < span.count, span[index] == Byte.point {
      let fraction = index + 1
      index = endOfDigits(span, fraction)
      guard index > fraction else { throw fault(span, index, start) }
    }
    if index < span.count, span[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < span.count, span[index] == Byte.minus || span[index] == Byte.plus { index += 1 }
      let exponent = index
      index = endOfDigits(span, exponent)
      guard index > exponent else { throw fault(span, index, start) }
    }
    return index
  }

  @inline(__always)
  private static func endOfDigits(_ span: Span<UInt8>, _ index: Int) -> Int {
    var index = index
    while index < span.count, span[index] &- Byte.zero <= 9 { index &+= 1 }
    return index
  }

  private static func fault(_ span: Span<UInt8>, _ index: Int, _ start: Int) -> JSONFault {
    index == span.count
      ? JSONFault(.unexpectedEnd, at: index) : JSONFault(.malformedNumber, at: start)
  }
}

struct JSONNode: Equatable {
  enum Kind: UInt8 {
    case object, array, string, number, `true`, `false`, null
  }

  var kind: Kind
  var isEscaped = false
  /// The start of the value: of a string without its quotes, of others with their brackets.
  var start: Int
  var end: Int
  /// The index of the first node after the value and everything within it.
  var next: Int

  var range: Range<Int> { start..<end }
}
