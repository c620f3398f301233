// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Scans JSON value by value, strictly after RFC 8259, without making objects or strings.
///
/// ``scanValue()`` checks a value with all that it holds and lays it out flat in ``nodes``: each array
/// and object is followed by what it holds, an object by key, value, key, value. The storage is used
/// again for the next value, so a file of a million small documents needs the memory of one.
///
/// The bytes are UTF-8 that was checked before.
struct JSONScanner {
  /// How many arrays and objects may stand in each other.
  static let depthLimit = 100

  /// The text.
  let bytes: [UInt8]
  /// The position after what was scanned last.
  private(set) var index: Int
  /// The value scanned last; the value itself comes first.
  private(set) var nodes: [JSONNode] = []

  private var open: [Int] = []

  /// A scanner before the text that begins at `start`.
  init(_ bytes: [UInt8], from start: Int = 0) {
    self.bytes = bytes
    index = start
  }

  /// Moves past blanks and returns the byte that stands there, or `nil` at the end.
  mutating func peek() -> UInt8? {
    index = Self.skipBlanks(bytes.elementSpan, index)
    return index < bytes.count ? bytes[index] : nil
  }

  /// Moves past the byte that ``peek()`` showed.
  mutating func skipByte() { index += 1 }

  /// Moves to the start of the next line after `position`, or to the end.
  mutating func skipLine(after position: Int) {
    index = position
    while index < bytes.count, bytes[index] != Byte.lineFeed { index += 1 }
  }

  /// Scans the value that comes next.
  ///
  /// - Complexity: O(length), whatever is nested in what.
  mutating func scanValue() throws(JSONFault) {
    nodes.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    let bytes = bytes
    let span = bytes.elementSpan
    // A byte is initialized in all its bits, which is what a view as raw bytes asks for.
    let words = unsafe span.bytes
    var index = index
    while true {
      index = Self.skipBlanks(span, index)
      guard index < span.count else { throw JSONFault(.unexpectedEnd, at: index) }
      let first = span[index]
      switch first {
      case Byte.quote:
        try addString(span, words, &index)
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
      case UInt8(ascii: "t"):
        try addWord(.true, "true", span, &index)
      case UInt8(ascii: "f"):
        try addWord(.false, "false", span, &index)
      case UInt8(ascii: "n"):
        try addWord(.null, "null", span, &index)
      default:
        throw JSONFault(.unexpectedCharacter, at: index)
      }
      // The value is whole: go on in the array or the object around it, if there is one.
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
        guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw JSONFault(.unexpectedCharacter, at: index)
        }
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

  /// A key and the colon after it.
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

  /// The string whose quote stands at `index`.
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
}
