internal import GlucoseMath

extension XMLScanner {
  mutating func startTag() throws(XMLFault) -> Markup {
    let start = index + 1
    guard let nameEnd = try endOfName(start) else { return try unfinishedTag() }
    var attributes = takeAttributes()
    var position = nameEnd
    while true {
      let before = position
      while position < buffer.count, Self.isBlank(buffer[position]) { position += 1 }
      guard position < buffer.count else { return try unfinishedTag() }
      let byte = buffer[position]
      if byte == UInt8(ascii: ">") {
        try openElement(start..<nameEnd, attributes, end: position + 1, isEmpty: false)
        return .tag(.start)
      }
      if byte == Byte.slash {
        guard let close = self.byte(position + 1) else { return try unfinishedTag() }
        guard close == UInt8(ascii: ">") else {
          throw XMLFault(.unexpectedCharacter, at: position)
        }
        try openElement(start..<nameEnd, attributes, end: position + 2, isEmpty: true)
        return .tag(.start)
      }
      guard position > before else { throw XMLFault(.unexpectedCharacter, at: position) }
      guard attributes.count < Self.attributeLimit else { throw XMLFault(.tooLong, at: index) }
      guard let attribute = try attribute(&position) else { return try unfinishedTag() }
      for other in attributes
      where buffer[other.name].elementsEqual(buffer[attribute.name]) {
        throw XMLFault(.repeatedAttribute, at: attribute.name.lowerBound)
      }
      attributes.append(attribute)
    }
  }

  /// Returns the attribute at `position` and moves past it, or returns `nil` if it is incomplete.
  @inline(__always)
  private func attribute(_ position: inout Int) throws(XMLFault) -> Attribute? {
    let start = position
    guard let nameEnd = try endOfName(start) else { return nil }
    position = nameEnd
    while position < buffer.count, Self.isBlank(buffer[position]) { position += 1 }
    guard position < buffer.count else { return nil }
    guard buffer[position] == UInt8(ascii: "=") else {
      throw XMLFault(.unexpectedCharacter, at: position)
    }
    position += 1
    while position < buffer.count, Self.isBlank(buffer[position]) { position += 1 }
    guard position < buffer.count else { return nil }
    let quote = buffer[position]
    guard quote == Byte.quote || quote == UInt8(ascii: "'") else {
      throw XMLFault(.unexpectedCharacter, at: position)
    }
    position += 1
    let valueStart = position
    var needsDecoding = false
    let words = unsafe buffer.elementSpan.bytes
    while true {
      position = Self.endOfPlainValue(words, position, quote)
      guard position < buffer.count else { return nil }
      let byte = buffer[position]
      if byte == quote { break }
      switch byte {
      case UInt8(ascii: "&"):
        guard let end = try reference(at: position)?.end else { return nil }
        position = end
      case _ where Self.isBlank(byte): position += 1
      case UInt8(ascii: "<"): throw XMLFault(.unexpectedCharacter, at: position)
      default: throw XMLFault(.controlCharacter, at: position)
      }
      needsDecoding = true
    }
    position += 1
    return Attribute(
      name: start..<nameEnd, value: valueStart..<position - 1, needsDecoding: needsDecoding)
  }

  /// Returns the position of the first byte that ends a value or requires processing.
  @inline(__always)
  static func endOfPlainValue(_ bytes: RawSpan, _ index: Int, _ quote: UInt8) -> Int {
    ByteWords.first(
      of: ByteWords.filled(with: quote), ByteWords.filled(with: UInt8(ascii: "&")),
      ByteWords.filled(with: UInt8(ascii: "<")), orControl: true, in: bytes, from: index)
  }

  /// Returns the position after the name that starts at `start`, or `nil` if the bytes end with the
  /// name.
  ///
  /// Every character outside ASCII is accepted, because the names that are read have none.
  func endOfName(_ start: Int) throws(XMLFault) -> Int? {
    guard start < buffer.count else { return nil }
    guard Self.isNameStart(buffer[start]) else { throw XMLFault(.unexpectedCharacter, at: start) }
    var end = start + 1
    while end < buffer.count {
      let byte = buffer[end]
      guard
        Self.isNameStart(byte) || Byte.zero...Byte.nine ~= byte || byte == Byte.minus
          || byte == Byte.point
      else { return end }
      end += 1
    }
    return nil
  }

  @inline(__always)
  private static func isNameStart(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return UInt8(ascii: "a")...UInt8(ascii: "z") ~= letter && byte < 0x80
      || byte == UInt8(ascii: "_") || byte == Byte.colon || byte >= 0x80
  }
}
