// SPDX-License-Identifier: Apache-2.0

/// Eight bytes at a time, for loops that pass over every byte of a file.
enum ByteWords {
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

  /// The digits of a word that is written as `pattern` is, with a digit for each `0`, or `nil`.
  ///
  /// In the answer each byte is the number of two digits that its own and the next byte write; it is
  /// meaningful where two digits stand.
  @inline(__always)
  static func pairs(_ word: UInt64, written pattern: Pattern) -> UInt64? {
    // What agrees becomes zero and what is a digit 0 to 9; adding 118 carries any more into the
    // highest bit.
    let digits = word ^ pattern.word
    let wrong = (digits | (digits &+ filled(with: 118))) & filled(with: 0x80)
    guard wrong | digits & pattern.fixed == 0 else { return nil }
    return digits &* 10 &+ digits >> 8
  }

  /// Whether all eight bytes are ASCII and none is zero.
  @inline(__always)
  static func isPlainASCII(_ word: UInt64) -> Bool {
    doubt(word) & filled(with: 0x80) == 0
  }

  /// Whether that holds for all 32 bytes from `index`.
  @inline(__always)
  static func arePlainASCII(_ bytes: RawSpan, at index: Int) -> Bool {
    let (one, two) = (load(bytes, at: index), load(bytes, at: index &+ 8))
    let (three, four) = (load(bytes, at: index &+ 16), load(bytes, at: index &+ 24))
    return (doubt(one) | doubt(two) | doubt(three) | doubt(four)) & filled(with: 0x80) == 0
  }

  /// A word with the highest bit of some byte set if a byte of `word` is zero or no ASCII: the lowest
  /// zero borrows from it, for what lies below it borrows nothing.
  @inline(__always)
  private static func doubt(_ word: UInt64) -> UInt64 { word | (word &- filled(with: 1)) }

  /// Eight characters of ASCII, `0` standing for any digit.
  struct Pattern {
    let word: UInt64
    /// All bits of the bytes that are not digits.
    let fixed: UInt64

    /// The characters, the last one first: a word of them is worked out when the program is built, a
    /// text would be at its first use, which would have to be asked for at every one.
    @inline(__always)
    init(reversed word: UInt64) {
      let others = (word ^ ByteWords.filled(with: Byte.zero)) &+ ByteWords.filled(with: 0x7F)
      (self.word, fixed) = (word, (others & ByteWords.filled(with: 0x80)) >> 7 &* 0xFF)
    }
  }
}

extension UInt64 {
  /// The byte at an index, the lowest first.
  @inline(__always)
  func byte(_ index: Int) -> Int { Int(truncatingIfNeeded: self >> (8 * index) & 0xFF) }
}
