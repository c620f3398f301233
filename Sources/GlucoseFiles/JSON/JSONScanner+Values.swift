internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

extension JSONScanner {
  @inline(__always)
  func forEachMember(of node: Int, _ body: (_ key: Int, _ value: Int) -> Void) {
    guard nodes[node].kind == .object else { return }
    var key = node + 1
    let end = nodes[node].next
    while key < end {
      body(key, key + 1)
      key = nodes[key + 1].next
    }
  }

  func forEachElement(of node: Int, _ body: (Int) -> Void) {
    guard nodes[node].kind == .array else { return }
    var element = node + 1
    let end = nodes[node].next
    while element < end {
      body(element)
      element = nodes[element].next
    }
  }

  func elements(of node: Int) -> [Int] {
    var elements: [Int] = []
    forEachElement(of: node) { elements.append($0) }
    return elements
  }

  var elements: [JSONScanner] { elements(of: root).map { rooted(at: $0) } }

  /// Creates a scanner with the value at the start of a text, or `nil` if it is not JSON.
  init?(value text: String) {
    self.init(Array(text.utf8))
    guard (try? scanValue()) != nil else { return nil }
  }

  /// Returns a scanner whose ``root`` is the value of a member, or of the JSON within its string.
  func nested(_ name: StaticString) -> JSONScanner? {
    self[name].map { node in text(node).flatMap(JSONScanner.init(value:)) ?? rooted(at: node) }
  }

  /// Returns the last member with a name; RFC 8259 leaves the choice open, most use the last.
  func member(_ name: StaticString, of node: Int?) -> Int? {
    guard let node else { return nil }
    var found: Int?
    forEachMember(of: node) { (key, value) in
      if text(of: key, is: name) { found = value }
    }
    return found
  }

  subscript(name: StaticString) -> Int? { member(name, of: root) }

  func has(_ name: StaticString) -> Bool { self[name] != nil }

  /// Returns a scanner whose ``root`` is a node, or the document if there is none.
  func rooted(at node: Int?) -> JSONScanner {
    var scanner = self
    scanner.root = node ?? 0
    return scanner
  }

  func firstElement(of node: Int?) -> Int? {
    guard let node, nodes[node].kind == .array, nodes[node].next > node + 1 else { return nil }
    return node + 1
  }

  /// Returns whether a string without escapes equals `text`.
  @inline(__always)
  func text(of node: Int, is text: StaticString) -> Bool {
    nodes[node].kind == .string && ByteWords.isEqual(bytes, nodes[node].range, text)
  }

  func text(_ node: Int?) -> String? {
    guard let node, nodes[node].kind == .string else { return nil }
    let range = nodes[node].range
    guard nodes[node].isEscaped else { return String(decoding: bytes[range], as: UTF8.self) }
    return String(decoding: unescaped(range), as: UTF8.self)
  }

  func filledText(_ node: Int?) -> String? {
    guard let text = text(node), text.contains(where: { !$0.isWhitespace }) else { return nil }
    return text
  }

  /// Returns a number, or a number within a string, rounded correctly to the nearest `Double`.
  @inline(__always)
  func number(_ node: Int?) -> Double? {
    guard let node else { return nil }
    let kind = nodes[node].kind
    guard kind == .number || kind == .string else { return nil }
    var range = nodes[node].range
    if kind == .string {
      while let first = range.first, bytes[first] == Byte.blank { range = range.dropFirst() }
      while let last = range.last, bytes[last] == Byte.blank { range = range.dropLast() }
    }
    let number = ScannedNumber.value(
      filling: range, of: bytes.elementSpan, allowingComma: false)
    return number?.isFinite == true ? number : nil
  }

  /// Returns milliseconds since 1970 as seconds since the reference date, to the nanosecond.
  @inline(__always)
  func instant(milliseconds node: Int) -> Double? {
    let range = nodes[node].range
    var whole = 0
    var index = range.lowerBound
    while index < range.upperBound, bytes[index] &- Byte.zero <= 9, index - range.lowerBound < 16 {
      whole = whole &* 10 &+ Int(bytes[index] &- Byte.zero)
      index += 1
    }
    guard index > range.lowerBound else { return nil }
    // A division of whole milliseconds is rounded once, as is the sum of whole seconds and a
    // fraction.
    let reference = Int(Date.timeIntervalBetween1970AndReferenceDate)
    if index == range.upperBound { return Double(whole - reference * 1000) / 1000 }
    guard let number = number(node), number.magnitude < 1e16 else { return nil }
    guard bytes[index] == Byte.point,
      !bytes[range].contains(where: { $0 | 0x20 == UInt8(ascii: "e") }),
      let fraction = ScannedNumber(
        bytes.elementSpan, index..<range.upperBound, allowingComma: false)
    else { return number / 1000 - Date.timeIntervalBetween1970AndReferenceDate }
    let (seconds, rest) = (whole / 1000, whole % 1000)
    return Double(seconds - reference) + (Double(rest) + fraction.value) / 1000
  }

  func stamp(_ node: Int?) -> WrittenTime? {
    guard let node, nodes[node].kind == .string else { return nil }
    return WrittenTime(bytes.elementSpan, nodes[node].range)
  }

  func unit(_ node: Int?) throws(Rejection) -> GlucoseUnit? {
    guard let node = filled(node) else { return nil }
    guard let unit = namedUnit(node) else { throw Rejection(.unknownUnit, excerpt(node)) }
    return unit
  }

  func namedUnit(_ node: Int) -> GlucoseUnit? {
    if text(of: node, is: "mg/dL") || text(of: node, is: "mg/dl") { return .mgdL }
    if text(of: node, is: "mmol/L") || text(of: node, is: "mmol/l") { return .mmolL }
    return text(node).flatMap { GlucoseUnit(named: $0) }
  }

  /// Returns the bytes of an identifier, which is a text or a number, or `nil` if it is missing.
  func identifier(_ node: Int?) -> [UInt8]? {
    guard let node = filled(node) else { return nil }
    switch nodes[node].kind {
    case .string where nodes[node].isEscaped: return text(node).map { Array($0.utf8) }
    case .string, .number: return Array(bytes[nodes[node].range])
    default: return nil
    }
  }

  /// Returns the number of the device in a node; records that name no device share a number.
  func device(_ node: Int?, _ devices: inout Interner) -> Int {
    guard let node else { return devices.index() }
    return devices.index(of: bytes, nodes[node].range)
  }

  func excerpt(_ node: Int) -> String {
    guard let text = text(node) else {
      return TableCursor.excerpt(
        String(decoding: bytes[nodes[node].range.prefix(240)], as: UTF8.self))
    }
    return TableCursor.excerpt(text)
  }

  /// Returns the bytes of a string with its escapes resolved; an unpaired surrogate becomes U+FFFD.
  func unescaped(_ range: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(range.count)
    var index = range.lowerBound
    while index < range.upperBound {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        text.append(bytes[index])
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "u"):
        var unit = codeUnit(&index)
        if 0xD800...0xDBFF ~= unit, index + 6 <= range.upperBound,
          bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
        {
          var after = index + 2
          let low = codeUnit(&after)
          if 0xDC00...0xDFFF ~= low {
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            index = after
          }
        }
        text += Array(String(Unicode.Scalar(unit).map(Character.init) ?? "\u{FFFD}").utf8)
      default: text.append(Self.escapes[letter] ?? letter)
      }
    }
    return text
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): Byte.lineFeed,
    UInt8(ascii: "r"): Byte.carriageReturn, UInt8(ascii: "t"): Byte.tab,
  ]

  private func codeUnit(_ index: inout Int) -> UInt32 {
    var unit: UInt32 = 0
    for digit in index..<min(index + 4, bytes.count) {
      unit = unit << 4 | (Self.hexadecimal(bytes[digit]) ?? 0)
    }
    index += 4
    return unit
  }

  // The values of the members of the ``root``.

  func filled(_ name: StaticString) -> Int? { filled(self[name]) }
  func text(_ name: StaticString) -> String? { text(self[name]) }
  func filledText(_ name: StaticString) -> String? { filledText(self[name]) }
  func number(_ name: StaticString) -> Double? { number(self[name]) }
  func truth(_ name: StaticString) -> Bool? {
    switch self[name].map({ nodes[$0].kind }) {
    case .true: true
    case .false: false
    default: nil
    }
  }
  func insulinAction(_ name: StaticString) -> InsulinDose.Action? {
    filledText(name).flatMap { InsulinDose.Action(naming: $0) }
  }
  func unit(_ name: StaticString) throws(Rejection) -> GlucoseUnit? { try unit(self[name]) }
  func concentration(_ name: StaticString) throws(Rejection) -> Double? {
    try concentration(self[name])
  }
  func amount(
    _ name: StaticString, upTo limit: Double = RecordNumber.greatestAmount
  ) throws(Rejection) -> Double? {
    try amount(self[name], upTo: limit)
  }
}

extension String {
  var trimmed: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }
}
