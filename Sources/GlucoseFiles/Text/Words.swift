// SPDX-License-Identifier: Apache-2.0

/// Eight bytes at a time, for loops that pass over every byte of a file.
enum Words {
  /// The same byte eight times.
  static func filled(with byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// The eight bytes from `index`, the first one lowest.
  @inline(__always)
  static func load(_ bytes: RawSpan, at index: Int) -> UInt64 {
    // In bounds, for the precondition is what the load needs; any bytes are a valid integer.
    precondition(index >= 0 && index &+ 8 <= bytes.byteCount, "A word lies within the bytes")
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// A word whose lowest set bit is the highest of the lowest byte of `word` that is zero, or zero if
  /// none is (Mycroft 1987).
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// The position at or after `index` of the first byte that is one of three, or the end.
  ///
  /// The bytes are given as words filled with them.
  @inline(__always)
  static func first(
    of one: UInt64, _ two: UInt64, _ three: UInt64, in bytes: RawSpan, from index: Int
  ) -> Int {
    var index = index
    while index &+ 8 <= bytes.byteCount {
      let word = load(bytes, at: index)
      let hits = zeroBytes(word ^ one) | zeroBytes(word ^ two) | zeroBytes(word ^ three)
      if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.byteCount {
      let word = filled(with: unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
      if word == one || word == two || word == three { break }
      index &+= 1
    }
    return index
  }
}
