// SPDX-License-Identifier: Apache-2.0

/// The content of an `Encodable` value, as a tree that is written in few bytes.
///
/// Each value begins with a byte for its kind. Counts take four bytes and integers eight, the lowest
/// first. Numbers are written exactly, in the narrowest of three widths that holds all numbers of a
/// list: two bytes for multiples of 1/64 below 500, four for single precision, eight for double. The
/// keys of a record ascend in the order of their UTF-8 bytes, so that equal values have equal bytes.
enum BinaryValue: Hashable, Sendable {
  case absent
  case flag(Bool)
  case whole(Int64)
  case numbers([Double])
  case text(String)
  case bytes([UInt8])
  case list([BinaryValue])
  case record([String: BinaryValue])

  /// One number.
  static func number(_ value: Double) -> Self { .numbers([value]) }
}

// MARK: - Bytes

extension BinaryValue {
  private enum Tag: UInt8 {
    case absent, no, yes, whole, sixtyFourths, singles, doubles, text, bytes, list, record
  }

  /// The greatest number of lists and records within each other. Stored models have seven.
  static let maximumDepth = 64

  /// Reads one value, which fills `bytes`.
  ///
  /// The memory taken is at most 64 times the number of bytes.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are not those of one value, or lists and records are
  ///   more than 64 deep.
  /// - Complexity: O(*n*) in the bytes.
  init(bytes: ArraySlice<UInt8>) throws(StoredModelError) {
    var input = Input(bytes)
    self = try Self(&input, depth: 0)
    guard input.isAtEnd else { throw StoredModelError.damaged("Bytes follow the stored value.") }
  }

  private init(_ input: inout Input, depth: Int) throws(StoredModelError) {
    guard depth <= Self.maximumDepth else {
      throw StoredModelError.damaged("Lists are more than \(Self.maximumDepth) deep.")
    }
    guard let tag = Tag(rawValue: try input.byte()) else {
      throw StoredModelError.damaged("A value is of no known kind.")
    }
    switch tag {
    case .absent: self = .absent
    case .no: self = .flag(false)
    case .yes: self = .flag(true)
    case .whole: self = .whole(Int64(bitPattern: try input.pattern(8)))
    case .sixtyFourths:
      self = .numbers(
        try input.numbers(width: 2) { Double(Int16(truncatingIfNeeded: $0)) / 64 })
    case .singles:
      self = .numbers(
        try input.numbers(width: 4) {
          Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
        })
    case .doubles: self = .numbers(try input.numbers(width: 8) { Double(bitPattern: $0) })
    case .text: self = .text(try input.text())
    case .bytes: self = .bytes(Array(try input.bytes()))
    case .list:
      // An item may be one byte, so no room is made for what the count promises.
      var items: [BinaryValue] = []
      for _ in 0..<(try input.count()) { items.append(try Self(&input, depth: depth + 1)) }
      self = .list(items)
    case .record:
      var fields: [String: BinaryValue] = [:]
      var last: String?
      for _ in 0..<(try input.count()) {
        let key = try input.text()
        if let last, !last.utf8.lexicographicallyPrecedes(key.utf8) {
          throw StoredModelError.damaged("The keys of a record do not ascend.")
        }
        fields[key] = try Self(&input, depth: depth + 1)
        last = key
      }
      self = .record(fields)
    }
  }

  /// The bytes of the value.
  var bytes: [UInt8] {
    var output: [UInt8] = []
    write(to: &output)
    return output
  }

  private func write(to output: inout [UInt8]) {
    func tag(_ tag: Tag) { output.append(tag.rawValue) }
    switch self {
    case .absent: tag(.absent)
    case .flag(let flag): tag(flag ? .yes : .no)
    case .whole(let value):
      tag(.whole)
      output.write(UInt64(bitPattern: value), width: 8)
    case .numbers(let values): Self.write(values, to: &output)
    case .text(let text):
      tag(.text)
      output.write(Array(text.utf8))
    case .bytes(let bytes):
      tag(.bytes)
      output.write(bytes)
    case .list(let values):
      tag(.list)
      output.write(UInt64(values.count), width: 4)
      for value in values { value.write(to: &output) }
    case .record(let fields):
      tag(.record)
      output.write(UInt64(fields.count), width: 4)
      let ordered = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (key, value) in ordered {
        output.write(Array(key.utf8))
        value.write(to: &output)
      }
    }
  }

  private static func write(_ values: [Double], to output: inout [UInt8]) {
    let tag: Tag
    // A negative zero is no multiple of 1/64 that two bytes hold.
    if values.allSatisfy({
      abs($0) < 500 && ($0 * 64).rounded() == $0 * 64 && !($0 == 0 && $0.sign == .minus)
    }) {
      tag = .sixtyFourths
    } else {
      tag = values.allSatisfy { Double(Float($0)) == $0 } ? .singles : .doubles
    }
    output.append(tag.rawValue)
    output.write(UInt64(values.count), width: 4)
    for value in values {
      switch tag {
      case .sixtyFourths:
        output.write(UInt64(UInt16(bitPattern: Int16(value * 64))), width: 2)
      case .singles: output.write(UInt64(Float(value).bitPattern), width: 4)
      default: output.write(value.bitPattern, width: 8)
      }
    }
  }
}

extension [UInt8] {
  /// Appends a number's low bytes, the lowest first.
  fileprivate mutating func write(_ pattern: UInt64, width: Int) {
    append(littleEndian: pattern, width: width)
  }

  /// Appends bytes behind their number.
  fileprivate mutating func write(_ values: [UInt8]) {
    write(UInt64(values.count), width: 4)
    self += values
  }
}

extension BinaryValue {
  /// Bytes being read. A count is checked against the bytes that are left before anything is made of it.
  fileprivate struct Input {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Whether all was read.
    var isAtEnd: Bool { rest.isEmpty }

    mutating func byte() throws(StoredModelError) -> UInt8 {
      guard let byte = rest.popFirst() else { throw Self.cut }
      return byte
    }

    mutating func pattern(_ width: Int) throws(StoredModelError) -> UInt64 {
      guard rest.count >= width else { throw Self.cut }
      defer { rest = rest.dropFirst(width) }
      return rest.prefix(width).littleEndian
    }

    /// The number of items that follow, each of at least `width` bytes.
    mutating func count(ofWidth width: Int = 1) throws(StoredModelError) -> Int {
      let count = Int(try pattern(4))
      guard count <= rest.count / width else { throw Self.cut }
      return count
    }

    mutating func bytes() throws(StoredModelError) -> ArraySlice<UInt8> {
      let count = try count()
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }

    mutating func text() throws(StoredModelError) -> String {
      let bytes = try bytes()
      let text = String(decoding: bytes, as: UTF8.self)
      // Decoding replaces what is not UTF-8.
      guard text.utf8.elementsEqual(bytes) else {
        throw StoredModelError.damaged("A text is not in UTF-8.")
      }
      return text
    }

    mutating func numbers(
      width: Int, _ number: (UInt64) -> Double
    ) throws(StoredModelError) -> [Double] {
      let count = try count(ofWidth: width)
      defer { rest = rest.dropFirst(count * width) }
      return rest.prefix(count * width).littleEndian(width: width).map(number)
    }

    private static let cut = StoredModelError.damaged("The bytes end within a value.")
  }
}
