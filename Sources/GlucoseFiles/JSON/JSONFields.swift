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
  private struct Key: Sendable {
    var first: UInt64
    var last: UInt64
    var middle: UInt64
    var count: Int
  }

  private let keys: [Key]
  /// The node of each field's value, or −1 if the document lacks it.
  private var nodes: [Int]

  init() {
    precondition(
      Field.names.count == Field.allCases.count
        && Field.names.allSatisfy { 1...24 ~= $0.utf8.count },
      "Every field must have a name of 1 to 24 bytes")
    keys = Field.names.map { name in
      let bytes = Array(name.utf8)
      let (first, last) = Self.words(bytes, 0..<bytes.count)
      return Key(
        first: first, last: last, middle: Self.middle(bytes, 0..<bytes.count), count: bytes.count)
    }
    nodes = Array(repeating: -1, count: keys.count)
  }

  /// Finds the fields of an object; if several members have one name, the last is used.
  mutating func find(in scanner: JSONScanner, node: Int = 0) {
    for field in nodes.indices { nodes[field] = -1 }
    guard scanner.nodes[node].kind == .object else { return }
    let end = scanner.nodes[node].next
    var key = node + 1
    while key < end {
      let range = scanner.nodes[key].range
      if 1...24 ~= range.count {
        let (first, last) = Self.words(scanner.bytes, range)
        for field in keys.indices where keys[field].first == first {
          guard keys[field].last == last, keys[field].count == range.count,
            range.count <= 16 || keys[field].middle == Self.middle(scanner.bytes, range)
          else { continue }
          nodes[field] = key + 1
          break
        }
      }
      key = scanner.nodes[key + 1].next
    }
  }

  /// The value of a field, or `nil` if the document lacks it.
  subscript(field: Field) -> Int? {
    let node = nodes[field.rawValue]
    return node < 0 ? nil : node
  }

  /// Returns a Boolean value that indicates whether the document has the field.
  func has(_ field: Field) -> Bool { nodes[field.rawValue] >= 0 }

  /// Returns the second eight bytes of a name of more than 16 bytes.
  private static func middle(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    guard range.count > 16 else { return 0 }
    // Every bit of a byte is initialized, as a view of raw bytes requires.
    return ByteWords.load(unsafe bytes.elementSpan.bytes, at: range.lowerBound + 8)
  }

  /// Returns the first and the last eight bytes; of a shorter name, all bytes twice.
  @inline(__always)
  private static func words(_ bytes: [UInt8], _ range: Range<Int>) -> (UInt64, UInt64) {
    // Every bit of a byte is initialized, as a view of raw bytes requires.
    let words = unsafe bytes.elementSpan.bytes
    if range.count >= 8 {
      return (
        ByteWords.load(words, at: range.lowerBound), ByteWords.load(words, at: range.upperBound - 8)
      )
    }
    var word: UInt64 = 0
    for index in range.reversed() { word = word << 8 | UInt64(bytes[index]) }
    return (word, word)
  }
}
