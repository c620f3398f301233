/// The grammar of values (RFC 8259).
extension JSONScanner {
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

  /// Returns the position of the next quote, backslash, or control character, or the end.
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
    guard index > whole, index == whole + 1 || span[whole] != Byte.zero else {
      throw fault(span, index, start)
    }
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
