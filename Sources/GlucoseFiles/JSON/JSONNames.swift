// SPDX-License-Identifier: Apache-2.0

/// The names of members that a reader asks for, found by comparing words instead of strings.
///
/// A name of up to 16 bytes is told from all others by its length, its first and its last eight bytes.
struct JSONNames<Name: CaseIterable & RawRepresentable<String> & Sendable>: Sendable {
  private struct Key: Sendable {
    var count: Int
    var first: UInt64
    var last: UInt64
    var name: Name
  }

  private let keys: [Key]

  init() {
    keys = Name.allCases.map { name in
      let bytes = Array(name.rawValue.utf8)
      precondition(1...16 ~= bytes.count, "Names of members have 1 to 16 bytes")
      let (first, last) = Self.words(bytes, 0..<bytes.count)
      return Key(count: bytes.count, first: first, last: last, name: name)
    }
  }

  /// The name that stands in `range`, or `nil` if it is not asked for.
  @inline(__always)
  func name(_ bytes: [UInt8], _ range: Range<Int>) -> Name? {
    guard 1...16 ~= range.count else { return nil }
    let (first, last) = Self.words(bytes, range)
    for key in keys where key.first == first && key.last == last && key.count == range.count {
      return key.name
    }
    return nil
  }

  /// The first and the last eight bytes; of fewer, all of them twice.
  @inline(__always)
  private static func words(_ bytes: [UInt8], _ range: Range<Int>) -> (UInt64, UInt64) {
    // A byte is initialised in all its bits, which is what a view as raw bytes asks for.
    let words = unsafe bytes.span.bytes
    if range.count >= 8 {
      return (
        Words.load(words, at: range.lowerBound), Words.load(words, at: range.upperBound - 8)
      )
    }
    var word: UInt64 = 0
    for index in range.reversed() { word = word << 8 | UInt64(bytes[index]) }
    return (word, word)
  }
}
