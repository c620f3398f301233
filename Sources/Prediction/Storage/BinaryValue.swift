// SPDX-License-Identifier: Apache-2.0

/// The content of an `Encodable` value, as a tree with a compact binary format.
///
/// Each value begins with a byte for its type. Counts have four bytes and integers eight, in
/// little-endian order. Numbers are written exactly, in the narrowest of three widths that
/// represents all numbers of a list: two bytes for multiples of 1/64 below 500, four for single
/// precision, and eight for double. The keys of a record are in ascending order of their UTF-8
/// bytes, so that equal values have equal bytes.
package enum BinaryValue: Equatable, Sendable {
  case absent
  case flag(Bool)
  case whole(Int64)
  case numbers([Double])
  case text(String)
  case bytes([UInt8])
  case list([BinaryValue])
  case record([String: BinaryValue])

  /// Creates a single number.
  static func number(_ value: Double) -> Self { .numbers([value]) }
}

// MARK: - Bytes

extension BinaryValue {
  private enum Tag: UInt8 {
    case absent, no, yes, whole, sixtyFourths, singles, doubles, text, bytes, list, record
  }

  /// The maximum nesting depth of lists and records. Stored models have seven levels.
  static let maximumDepth = 64

  /// Creates a value from `bytes`, which must contain exactly one.
  ///
  /// The memory in use is at most 64 times the number of bytes.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are not those of one value, or lists and records
  ///   are nested more than 64 deep.
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  package init(bytes: ArraySlice<UInt8>) throws(StoredModelError) {
    var input = Input(bytes)
    self = try Self(&input, depth: 0)
    guard input.isAtEnd else { throw StoredModelError.damaged("There are bytes after the value.") }
  }

  private init(_ input: inout Input, depth: Int) throws(StoredModelError) {
    guard depth <= Self.maximumDepth else {
      throw StoredModelError.damaged("Lists must be nested at most \(Self.maximumDepth) deep.")
    }
    guard let tag = Tag(rawValue: try input.byte()) else {
      throw StoredModelError.damaged("A value has an unknown type.")
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
      // An element may be one byte, so no capacity is reserved for the count.
      var items: [BinaryValue] = []
      for _ in 0..<(try input.count()) { items.append(try Self(&input, depth: depth + 1)) }
      self = .list(items)
    case .record:
      var fields: [String: BinaryValue] = [:]
      var last: String?
      for _ in 0..<(try input.count()) {
        let key = try input.text()
        if let last, !last.utf8.lexicographicallyPrecedes(key.utf8) {
          throw StoredModelError.damaged("The keys of a record are not in ascending order.")
        }
        fields[key] = try Self(&input, depth: depth + 1)
        last = key
      }
      self = .record(fields)
    }
  }

  /// The bytes of the value.
  package var bytes: [UInt8] {
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
    // A negative zero is not representable as a multiple of 1/64 in two bytes.
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
  /// Appends the low bytes of a number in little-endian order.
  fileprivate mutating func write(_ pattern: UInt64, width: Int) {
    append(littleEndian: pattern, width: width)
  }

  /// Appends the number of bytes and the bytes.
  fileprivate mutating func write(_ values: [UInt8]) {
    write(UInt64(values.count), width: 4)
    self += values
  }
}

extension BinaryValue {
  /// The input of bytes. A count is validated against the remaining bytes before any use.
  fileprivate struct Input {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// A Boolean value that indicates whether there are no remaining bytes.
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

    /// Reads the number of elements that follow, each of at least `width` bytes.
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
      // Decoding would replace invalid UTF-8.
      guard text.utf8.elementsEqual(bytes) else {
        throw StoredModelError.damaged("A text is not valid UTF-8.")
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
