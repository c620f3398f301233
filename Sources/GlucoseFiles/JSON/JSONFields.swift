// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The names of the members that a reader uses, one for each case, in the order of the cases.
protocol JSONFieldNames: RawRepresentable<Int>, CaseIterable, Sendable {
  /// The names, of 1 to 24 bytes each.
  static var names: [String] { get }
}

/// The members of a document that a reader uses, found in one pass by comparison of words.
///
/// A name is compared by its length and its first, last, and, if it is longer than 16 bytes, middle
/// eight bytes, which together are all of up to 24 bytes.
struct JSONFields<Field: JSONFieldNames>: Sendable {
  /// The words of a name.
  private struct Key: Equatable, Sendable {
    var first: UInt64
    var last: UInt64
    var middle: UInt64
    var count: Int
  }

  /// A name at a position of the last document, and the number of its field, or −1 if none has it.
  private struct Known: Sendable {
    var key: Key
    var field: Int
  }

  private let keys: [Key]
  /// The names of the last document, in its order, which is often that of the next one.
  private var known: [Known] = []
  /// The node of each field's value, or −1 if the document lacks it.
  private var nodes: [Int]

  init() {
    precondition(
      Field.names.count == Field.allCases.count
        && Field.names.allSatisfy { 1...24 ~= $0.utf8.count },
      "Every field must have a name of 1 to 24 bytes")
    keys = Field.names.map { name in
      let bytes = Array(name.utf8)
      return Self.key(bytes, 0..<bytes.count)
    }
    nodes = Array(repeating: -1, count: keys.count)
  }

  /// Finds the fields of an object; if several members have one name, the last is used.
  mutating func find(in scanner: JSONScanner, node: Int = 0) {
    for field in nodes.indices { nodes[field] = -1 }
    guard scanner.nodes[node].kind == .object else { return }
    let end = scanner.nodes[node].next
    var name = node + 1
    var position = 0
    while name < end {
      let range = scanner.nodes[name].range
      if 1...24 ~= range.count {
        let key = Self.key(scanner.bytes, range)
        if position == known.count {
          known.append(Known(key: key, field: field(key)))
        } else if known[position].key != key {
          known[position] = Known(key: key, field: field(key))
        }
        if known[position].field >= 0 { nodes[known[position].field] = name + 1 }
        position += 1
      }
      name = scanner.nodes[name + 1].next
    }
  }

  /// Returns the number of the field with a name, or −1 if there is none.
  private func field(_ key: Key) -> Int { keys.firstIndex(of: key) ?? -1 }

  /// The value of a field, or `nil` if the document lacks it.
  subscript(field: Field) -> Int? {
    let node = nodes[field.rawValue]
    return node < 0 ? nil : node
  }

  /// Returns a Boolean value that indicates whether the document has the field.
  func has(_ field: Field) -> Bool { nodes[field.rawValue] >= 0 }

  /// Returns the words of a name: its first and last eight bytes, or all bytes of a shorter name
  /// twice, and the second eight bytes of a name of more than 16 bytes.
  @inline(__always)
  private static func key(_ bytes: [UInt8], _ range: Range<Int>) -> Key {
    // Every bit of a byte is initialized, as a view of raw bytes requires.
    let words = unsafe bytes.elementSpan.bytes
    let count = range.count
    if count >= 8 {
      return Key(
        first: ByteWords.load(words, at: range.lowerBound),
        last: ByteWords.load(words, at: range.upperBound - 8),
        middle: count > 16 ? ByteWords.load(words, at: range.lowerBound + 8) : 0, count: count)
    }
    var word: UInt64 = 0
    if range.lowerBound + 8 <= words.byteCount {
      word = ByteWords.load(words, at: range.lowerBound) & (1 << UInt64(8 * count) - 1)
    } else {
      for index in range.reversed() { word = word << 8 | UInt64(bytes[index]) }
    }
    return Key(first: word, last: word, middle: 0, count: count)
  }
}
