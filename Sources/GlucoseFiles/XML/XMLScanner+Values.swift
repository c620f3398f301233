// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What the tag scanned last says.
extension XMLScanner {
  /// Whether the element that begins is called `text`.
  func name(is text: String) -> Bool { isEqual(name, text) }

  /// The name of the element that begins, without the prefix of its namespace.
  var localName: Range<Int> { local(name) }

  /// Whether the element that begins is called `text`, whatever the prefix of its namespace.
  func localName(is text: String) -> Bool { isEqual(localName, text) }

  /// The number of the attribute called `name` that has a prefix, whatever that is.
  func prefixedAttribute(_ name: String) -> Int? {
    attributes.firstIndex { attribute in
      let local = local(attribute.name)
      return local != attribute.name && isEqual(local, name)
    }
  }

  private func local(_ name: Range<Int>) -> Range<Int> {
    guard let colon = name.first(where: { buffer[$0] == Byte.colon }) else { return name }
    return colon + 1..<name.upperBound
  }

  /// The number of the attribute called `name`, or `nil` if the element has none.
  func attribute(_ name: String) -> Int? {
    attributes.firstIndex { isEqual($0.name, name) }
  }

  /// Whether the value of an attribute is `text`.
  func value(_ attribute: Int?, is text: String) -> Bool {
    guard let attribute else { return false }
    if attributes[attribute].needsDecoding { return value(attribute) == text }
    return isEqual(attributes[attribute].value, text)
  }

  /// The value of an attribute, normalized: references resolved, tabs and line ends made blanks.
  func value(_ attribute: Int?) -> String? {
    guard let attribute else { return nil }
    let range = attributes[attribute].value
    guard attributes[attribute].needsDecoding else {
      return String(decoding: buffer[range], as: UTF8.self)
    }
    var text: [UInt8] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let byte = buffer[position]
      if byte == UInt8(ascii: "&"),
        // The tag was scanned with it, so there is nothing to throw.
        case .character(let scalar, let end)? = try? reference(at: position, limit: buffer.count)
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

  /// The value of an attribute without blanks around it, unless it is empty.
  func filledValue(_ attribute: Int?) -> String? {
    guard let text = value(attribute)?.trimmed, !text.isEmpty else { return nil }
    return text
  }

  /// The number that is the value of an attribute, or `nil` if it is none.
  func number(_ attribute: Int?) -> Double? {
    guard let attribute else { return nil }
    let range = trimmed(attributes[attribute].value)
    guard let number = ScannedNumber(buffer.elementSpan, range, allowingComma: false),
      number.end == range.upperBound, number.value.isFinite
    else { return nil }
    return number.value
  }

  /// The time that is the value of an attribute, or `nil` if it is none.
  func stamp(_ attribute: Int?) -> WrittenTime? {
    guard let attribute else { return nil }
    return WrittenTime(buffer.elementSpan, trimmed(attributes[attribute].value))
  }

  /// Where the value of an attribute stands in the buffer.
  func range(_ attribute: Int) -> Range<Int> { attributes[attribute].value }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, Self.isBlank(buffer[first]) { range = range.dropFirst() }
    while let last = range.last, Self.isBlank(buffer[last]) { range = range.dropLast() }
    return range
  }

  func isEqual(_ range: Range<Int>, _ text: String) -> Bool {
    guard range.count == text.utf8.count else { return false }
    for (position, letter) in zip(range, text.utf8) where buffer[position] != letter {
      return false
    }
    return true
  }
}
