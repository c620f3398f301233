internal import GlucoseMath

/// The content between tags, which is checked and skipped.
extension XMLScanner {
  @inline(__always)
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == Byte.blank || byte == Byte.lineFeed || byte == Byte.tab || byte == Byte.carriageReturn
  }

  /// Moves to the next `<`, and collects the text before it; `false` if it is not available.
  mutating func passText() throws(XMLFault) -> Bool {
    if depth == 0 {
      while let byte = byte(index), Self.isBlank(byte) { index += 1 }
      guard let byte = byte(index) else { return false }
      guard byte == UInt8(ascii: "<") else { throw XMLFault(.unexpectedCharacter, at: index) }
      return true
    }
    while index < buffer.count {
      let start = index
      index = Self.endOfPlainValue(unsafe buffer.elementSpan.bytes, index, UInt8(ascii: "]"))
      if collectsText { text += buffer[start..<index] }
      guard let byte = byte(index) else { return false }
      switch byte {
      case UInt8(ascii: "<"): return true
      case UInt8(ascii: "&"):
        guard let (scalar, end) = try reference(at: index) else { return false }
        if collectsText { text += Array(String(Character(scalar)).utf8) }
        index = end
        continue
      case UInt8(ascii: "]"):
        if matches("]]>", at: index) { throw XMLFault(.unexpectedCharacter, at: index) }
        if index + 2 >= buffer.count, !isWhole { return false }
      case _ where Self.isBlank(byte): break
      default: throw XMLFault(.controlCharacter, at: index)
      }
      if collectsText { text.append(byte) }
      index += 1
    }
    return false
  }

  /// Moves past the end of character data, and collects it; `false` if it is not available.
  mutating func passCharacterData() -> Bool {
    let start = index
    let isEnded = skip(to: "]]>")
    if collectsText { text += buffer[start..<(isEnded ? index - 3 : index)] }
    return isEnded
  }

  mutating func skipComment() throws(XMLFault) -> Bool {
    guard let hyphens = find("--", from: index), let close = byte(hyphens + 2) else {
      index = max(index, buffer.count - 2)
      return false
    }
    // Two hyphens are allowed only at the end of a comment.
    guard close == UInt8(ascii: ">") else { throw XMLFault(.unexpectedCharacter, at: hyphens) }
    (index, mode) = (hyphens + 3, .markup)
    return true
  }

  /// Moves past `pattern`, which ends the current mode; returns `false` if it is not yet available.
  mutating func skip(to pattern: String) -> Bool {
    let found = find(pattern, from: index)
    if found != nil { mode = .markup }
    // The beginning of the pattern may have arrived.
    let count = pattern.utf8.count
    index = found.map { $0 + count } ?? max(index, buffer.count - count + 1)
    return found != nil
  }

  /// Returns the character of the reference at `start`, the position of its `&`, and the position
  /// after it, or `nil` if it is not yet complete.
  func reference(at start: Int) throws(XMLFault) -> (scalar: Unicode.Scalar, end: Int)? {
    // The longest predefined name and the longest number are well below this.
    let longest = 16
    var end = start + 1
    while end < buffer.count, buffer[end] != UInt8(ascii: ";") {
      guard end - start < longest else { throw XMLFault(.entity, at: start) }
      end += 1
    }
    guard end < buffer.count else { return nil }
    let name = String(decoding: buffer[start + 1..<end], as: UTF8.self)
    if let predefined = Self.entities[name] { return (predefined, end + 1) }
    guard name.hasPrefix("#") else { throw XMLFault(.entity, at: start) }
    let isHexadecimal = name.hasPrefix("#x")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    guard digits.first?.isHexDigit == true,
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10),
      let scalar = Unicode.Scalar(number), number != 0xFFFE, number != 0xFFFF
    else { throw XMLFault(.unexpectedCharacter, at: start) }
    guard number >= 0x20 || [0x09, 0x0A, 0x0D].contains(number)
    else { throw XMLFault(.controlCharacter, at: start) }
    return (scalar, end + 1)
  }

  private static let entities: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "apos": "'", "quot": "\"",
  ]
}
