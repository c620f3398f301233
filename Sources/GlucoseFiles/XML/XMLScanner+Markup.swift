internal import GlucoseMath

extension XMLScanner {
  mutating func markup() throws(XMLFault) -> Event? {
    guard let second = byte(index + 1) else { return .needsMore }
    switch second {
    case Byte.slash: return try endTag()
    case UInt8(ascii: "?"): return try instruction()
    case UInt8(ascii: "!") where matches("<!--", at: index):
      (index, mode) = (index + 4, .comment)
      return nil
    case UInt8(ascii: "!") where matches("<![CDATA[", at: index):
      guard depth > 0 else { throw XMLFault(.unexpectedCharacter, at: index) }
      (index, mode) = (index + 9, .characterData)
      return nil
    case UInt8(ascii: "!") where matches("<!DOCTYPE", at: index): return try documentType()
    case UInt8(ascii: "!"):
      // The beginning of one of these may have arrived.
      guard
        ["--", "[CDATA[", "DOCTYPE"].contains(where: {
          $0.utf8.starts(with: buffer[(index + 2)...])
        })
      else { throw XMLFault(.unexpectedCharacter, at: index) }
      return .needsMore
    default: return try startTag()
    }
  }

  func byte(_ position: Int) -> UInt8? { position < buffer.count ? buffer[position] : nil }

  private mutating func endTag() throws(XMLFault) -> Event? {
    let start = index + 2
    guard let nameEnd = try endOfName(start) else { return try unfinishedTag() }
    var end = nameEnd
    guard let close = passBlanks(&end) else { return try unfinishedTag() }
    guard close == UInt8(ascii: ">") else { throw XMLFault(.unexpectedCharacter, at: end) }
    try closeElement(start..<nameEnd, end: end + 1)
    return .end
  }

  /// Skips spaces, and returns the byte after them, or `nil` if it is not yet available.
  @inline(__always)
  private func passBlanks(_ position: inout Int) -> UInt8? {
    while position < buffer.count, Self.isBlank(buffer[position]) { position += 1 }
    return byte(position)
  }

  func unfinishedTag() throws(XMLFault) -> Event? {
    guard buffer.count - index <= Self.lengthLimit else { throw XMLFault(.tooLong, at: index) }
    return .needsMore
  }

  /// Scans a processing instruction or the XML declaration, which has the same form.
  private mutating func instruction() throws(XMLFault) -> Event? {
    let start = index + 2
    guard let end = try endOfName(start) else { return try unfinishedTag() }
    let target = buffer[start..<end].map { TableCursor.lowercased($0) }
    // Only the declaration at the start of the document may have this name.
    if target.elementsEqual("xml".utf8), hasRoot || hasDocumentType {
      throw XMLFault(.unexpectedCharacter, at: index)
    }
    index = end
    mode = .instruction
    return nil
  }

  /// Skips a document type with its internal subset, none of which is interpreted.
  private mutating func documentType() throws(XMLFault) -> Event? {
    guard !hasRoot, !hasDocumentType else { throw XMLFault(.unexpectedCharacter, at: index) }
    var position = index + 9
    var depth = 1
    while let byte = byte(position) {
      guard position - index <= Self.lengthLimit else { throw XMLFault(.tooLong, at: index) }
      // A literal, a comment, or an instruction, by the length of its start and by its end.
      let passage: (start: Int, end: String)? =
        switch byte {
        case Byte.quote, UInt8(ascii: "'"): (1, String(Unicode.Scalar(byte)))
        case UInt8(ascii: "<") where matches("<!--", at: position): (4, "-->")
        case UInt8(ascii: "<") where matches("<?", at: position): (2, "?>")
        default: nil
        }
      if let passage {
        guard let end = find(passage.end, from: position + passage.start)
        else { return try unfinishedTag() }
        position = end + passage.end.utf8.count
        continue
      }
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ">"):
        depth -= 1
        if depth == 0 {
          guard byte == UInt8(ascii: ">")
          else { throw XMLFault(.unexpectedCharacter, at: position) }
          hasDocumentType = true
          index = position + 1
          return nil
        }
      case 0..<0x20 where !Self.isBlank(byte): throw XMLFault(.controlCharacter, at: position)
      default: break
      }
      position += 1
    }
    return try unfinishedTag()
  }

  func matches(_ text: String, at position: Int) -> Bool {
    buffer[min(position, buffer.count)...].starts(with: text.utf8)
  }

  /// Returns the position of a text from `start` on, or `nil` if it is not yet available.
  func find(_ text: String, from start: Int) -> Int? {
    let end = buffer.count - text.utf8.count + 1
    return start < end ? (start..<end).first { matches(text, at: $0) } : nil
  }

  private mutating func startTag() throws(XMLFault) -> Event? {
    let start = index + 1
    guard let nameEnd = try endOfName(start) else { return try unfinishedTag() }
    attributes.removeAll(keepingCapacity: true)
    var position = nameEnd
    while true {
      let before = position
      guard let byte = passBlanks(&position) else { return try unfinishedTag() }
      if byte == UInt8(ascii: ">") || byte == Byte.slash {
        let isEmpty = byte == Byte.slash
        if isEmpty { position += 1 }
        guard let close = self.byte(position) else { return try unfinishedTag() }
        guard close == UInt8(ascii: ">")
        else { throw XMLFault(.unexpectedCharacter, at: position - 1) }
        try openElement(start..<nameEnd, end: position + 1, isEmpty: isEmpty)
        return .start
      }
      guard position > before else { throw XMLFault(.unexpectedCharacter, at: position) }
      guard attributes.count < Self.attributeLimit else { throw XMLFault(.tooLong, at: index) }
      guard let attribute = try attribute(&position) else { return try unfinishedTag() }
      for other in attributes where buffer[other.name].elementsEqual(buffer[attribute.name]) {
        throw XMLFault(.repeatedAttribute, at: attribute.name.lowerBound)
      }
      attributes.append(attribute)
    }
  }

  @inline(__always)
  private func attribute(_ position: inout Int) throws(XMLFault) -> Attribute? {
    let start = position
    guard let nameEnd = try endOfName(start) else { return nil }
    position = nameEnd
    guard let sign = passBlanks(&position) else { return nil }
    guard sign == UInt8(ascii: "=") else { throw XMLFault(.unexpectedCharacter, at: position) }
    position += 1
    guard let quote = passBlanks(&position) else { return nil }
    guard quote == Byte.quote || quote == UInt8(ascii: "'")
    else { throw XMLFault(.unexpectedCharacter, at: position) }
    position += 1
    let valueStart = position
    var needsDecoding = false
    let words = unsafe buffer.elementSpan.bytes
    while true {
      position = Self.endOfPlainValue(words, position, quote)
      guard let byte = byte(position) else { return nil }
      switch byte {
      case quote:
        position += 1
        return Attribute(
          name: start..<nameEnd, value: valueStart..<position - 1, needsDecoding: needsDecoding)
      case UInt8(ascii: "&"):
        guard let end = try reference(at: position)?.end else { return nil }
        position = end
      case _ where Self.isBlank(byte): position += 1
      case UInt8(ascii: "<"): throw XMLFault(.unexpectedCharacter, at: position)
      default: throw XMLFault(.controlCharacter, at: position)
      }
      needsDecoding = true
    }
  }

  /// Returns the position of the first byte that ends a value or requires processing.
  @inline(__always)
  static func endOfPlainValue(_ bytes: RawSpan, _ index: Int, _ quote: UInt8) -> Int {
    ByteWords.first(
      of: ByteWords.filled(with: quote), ByteWords.filled(with: UInt8(ascii: "&")),
      ByteWords.filled(with: UInt8(ascii: "<")), orControl: true, in: bytes, from: index)
  }

  /// Returns the position after a name, or `nil` if the bytes end with it. Every character outside
  /// ASCII is accepted, because the names that are read have none.
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
