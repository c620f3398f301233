internal import GlucoseMath

extension XMLScanner {
  func name(is text: StaticString) -> Bool { isEqual(name, text) }

  func localName(is text: StaticString) -> Bool { isEqual(Self.local(name, in: buffer), text) }

  /// Returns the index of the attribute with this name and any prefix, or `nil` if there is none.
  func prefixedAttribute(_ name: StaticString) -> Int? {
    attributes.firstIndex { attribute in
      let local = Self.local(attribute.name, in: buffer)
      return local != attribute.name && isEqual(local, name)
    }
  }

  static func local(_ name: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    guard let colon = name.first(where: { bytes[$0] == Byte.colon }) else { return name }
    return colon + 1..<name.upperBound
  }

  func attribute(_ name: StaticString) -> Int? {
    attributes.firstIndex { isEqual($0.name, name) }
  }

  subscript(name: StaticString) -> String? { value(attribute(name)) }

  func value(_ name: StaticString, is text: StaticString) -> Bool {
    guard let attribute = attribute(name) else { return false }
    if attributes[attribute].needsDecoding { return value(attribute) == text.description }
    return isEqual(attributes[attribute].value, text)
  }

  /// Returns an attribute's value with references resolved and spaces for tabs and line ends.
  func value(_ attribute: Int?) -> String? {
    guard let attribute else { return nil }
    let range = attributes[attribute].value
    guard attributes[attribute].needsDecoding
    else { return String(decoding: buffer[range], as: UTF8.self) }
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = buffer[position]
      if byte == UInt8(ascii: "&"),
        // The reference was checked when the tag was scanned, so nothing is thrown here.
        let (scalar, end) = try? reference(at: position)
      {
        text += Array(String(Character(scalar)).utf8)
        position = end
        continue
      }
      if byte == Byte.carriageReturn, self.byte(position + 1) == Byte.lineFeed { position += 1 }
      text.append(Self.isBlank(byte) ? Byte.blank : byte)
      position += 1
    }
    return String(decoding: text, as: UTF8.self)
  }

  func filled(_ name: StaticString) -> String? {
    guard let text = self[name]?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  func number(_ name: StaticString) -> Double? {
    guard let attribute = attribute(name) else { return nil }
    let number = ScannedNumber.value(
      filling: trimmed(attributes[attribute].value), of: buffer.elementSpan, allowingComma: false)
    return number?.isFinite == true ? number : nil
  }

  func integer(_ name: StaticString) -> Int? { number(name).flatMap { Int(exactly: $0) } }

  func stamp(_ name: StaticString) -> WrittenTime? {
    attribute(name).flatMap { WrittenTime(buffer.elementSpan, trimmed(attributes[$0].value)) }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, Self.isBlank(buffer[first]) { range = range.dropFirst() }
    while let last = range.last, Self.isBlank(buffer[last]) { range = range.dropLast() }
    return range
  }

  @inline(__always)
  func isEqual(_ range: Range<Int>, _ text: StaticString) -> Bool {
    ByteWords.isEqual(buffer, range, text)
  }
}
