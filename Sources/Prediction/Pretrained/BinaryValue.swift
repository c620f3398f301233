// SPDX-License-Identifier: Apache-2.0

/// What an `Encodable` value consists of, to be written in few bytes.
///
/// Numbers are written exactly: in two or three bytes where they are small multiples of 1/64, in
/// four where single precision holds them, else in eight.
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

  /// Reads a value, which begins with its tag.
  init(_ input: inout BinaryInput) throws(PretrainedModelsError) {
    guard let tag = Tag(rawValue: try input.byte()) else { throw PretrainedModelsError(.damaged) }
    switch tag {
    case .absent: self = .absent
    case .no: self = .flag(false)
    case .yes: self = .flag(true)
    case .whole: self = .whole(Int64(bitPattern: try input.pattern(8)))
    case .sixtyFourths:
      self = .numbers(
        try input.items { input throws(PretrainedModelsError) in
          Double(Int16(truncatingIfNeeded: try input.pattern(2))) / 64
        })
    case .singles:
      self = .numbers(
        try input.items { input throws(PretrainedModelsError) in
          Double(Float(bitPattern: UInt32(truncatingIfNeeded: try input.pattern(4))))
        })
    case .doubles:
      self = .numbers(
        try input.items { input throws(PretrainedModelsError) in
          Double(bitPattern: try input.pattern(8))
        })
    case .text: self = .text(String(decoding: try input.bytes(), as: UTF8.self))
    case .bytes: self = .bytes(try input.bytes())
    case .list:
      self = .list(
        try input.items { input throws(PretrainedModelsError) in try BinaryValue(&input) })
    case .record:
      let pairs = try input.items { input throws(PretrainedModelsError) in
        (String(decoding: try input.bytes(), as: UTF8.self), try BinaryValue(&input))
      }
      self = .record(Dictionary(pairs) { first, _ in first })
    }
  }

  /// Writes the value behind its tag. Equal values give equal bytes.
  func write(to output: inout BinaryOutput) {
    func tag(_ tag: Tag) { output.bytes.append(tag.rawValue) }
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
    case .record(let pairs):
      tag(.record)
      output.write(UInt64(pairs.count), width: 4)
      for (key, value) in pairs.sorted(by: { $0.key < $1.key }) {
        output.write(Array(key.utf8))
        value.write(to: &output)
      }
    }
  }

  private static func write(_ values: [Double], to output: inout BinaryOutput) {
    let tag: Tag
    if values.allSatisfy({ abs($0) < 500 && ($0 * 64).rounded() == $0 * 64 }) {
      tag = .sixtyFourths
    } else {
      tag = values.allSatisfy { Double(Float($0)) == $0 } ? .singles : .doubles
    }
    output.bytes.append(tag.rawValue)
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

/// Bytes in the making.
struct BinaryOutput {
  var bytes: [UInt8] = []

  /// Appends the low bytes of a number, the lowest first.
  mutating func write(_ pattern: UInt64, width: Int) {
    for byte in 0..<width {
      bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt64(8 * byte)))
    }
  }

  /// Appends bytes behind their number.
  mutating func write(_ values: [UInt8]) {
    write(UInt64(values.count), width: 4)
    bytes += values
  }
}

/// Bytes being read.
struct BinaryInput {
  private let all: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { all = bytes }

  /// Whether all was read.
  var isAtEnd: Bool { next == all.count }

  mutating func byte() throws(PretrainedModelsError) -> UInt8 {
    guard next < all.count else { throw PretrainedModelsError(.damaged) }
    next += 1
    return all[next - 1]
  }

  mutating func pattern(_ width: Int) throws(PretrainedModelsError) -> UInt64 {
    guard all.count - next >= width else { throw PretrainedModelsError(.damaged) }
    var pattern: UInt64 = 0
    for byte in 0..<width { pattern |= UInt64(all[next + byte]) << UInt64(8 * byte) }
    next += width
    return pattern
  }

  mutating func bytes() throws(PretrainedModelsError) -> [UInt8] {
    let count = Int(try pattern(4))
    guard count <= all.count - next else { throw PretrainedModelsError(.damaged) }
    next += count
    return Array(all[(next - count)..<next])
  }

  /// Reads a number and so many items.
  mutating func items<Item>(
    _ item: (inout Self) throws(PretrainedModelsError) -> Item
  ) throws(PretrainedModelsError) -> [Item] {
    let count = Int(try pattern(4))
    guard count <= all.count - next else { throw PretrainedModelsError(.damaged) }
    var items: [Item] = []
    items.reserveCapacity(count)
    for _ in 0..<count { items.append(try item(&self)) }
    return items
  }
}
