internal import GlucoseMath

/// Operations on eight bytes at a time, for loops over every byte of a file.
enum ByteWords {
  static func filled(with byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  /// Returns the eight bytes from `index`, the first in the lowest position.
  @inline(__always)
  static func load(_ bytes: RawSpan, at index: Int) -> UInt64 {
    // The precondition ensures that the load is in bounds; any bytes are a valid integer.
    precondition(index >= 0 && index &+ 8 <= bytes.byteCount, "The word must be within the bytes")
    return UInt64(
      littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  @inline(__always)
  static func isEqual(_ bytes: [UInt8], _ range: Range<Int>, _ text: StaticString) -> Bool {
    // Nearly all comparisons end here.
    guard range.count == text.utf8CodeUnitCount else { return false }
    let span = bytes.elementSpan.extracting(range)
    // The bytes of a text in the program's code are read within the closure only.
    return text.withUTF8Buffer { unsafe areEqual(span, $0.span) }
  }

  @inline(__always)
  static func areEqual(_ one: Span<UInt8>, _ other: Span<UInt8>) -> Bool {
    guard one.count == other.count else { return false }
    // Every bit of a byte is initialized, as a view of raw bytes requires.
    let (words, others) = unsafe (one.bytes, other.bytes)
    var index = 0
    while index &+ 8 <= one.count {
      guard load(words, at: index) == load(others, at: index) else { return false }
      index &+= 8
    }
    while index < one.count, one[index] == other[index] { index &+= 1 }
    return index == one.count
  }

  /// Returns a word whose lowest set bit is the highest bit of the lowest zero byte of `word`, or
  /// zero if there is none (Mycroft 1987).
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
  }

  /// Returns the position at or after `index` of the first byte that is one of three or, if wanted, a
  /// control character of ASCII, or the end.
  ///
  /// Each of the three is specified as a word filled with that byte.
  @inline(__always)
  static func first(
    of one: UInt64, _ two: UInt64, _ three: UInt64, orControl: Bool = false, in bytes: RawSpan,
    from index: Int
  ) -> Int {
    var index = index
    while index &+ 8 <= bytes.byteCount {
      let word = load(bytes, at: index)
      var hits = zeroBytes(word ^ one) | zeroBytes(word ^ two) | zeroBytes(word ^ three)
      // A byte below 0x20 borrows from its highest bit; a byte with that bit set is not a control
      // character.
      if orControl { hits |= (word &- filled(with: 0x20)) & ~word & filled(with: 0x80) }
      if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
      index &+= 8
    }
    while index < bytes.byteCount {
      let byte = unsafe bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self)
      let word = filled(with: byte)
      if word == one || word == two || word == three || orControl && byte < 0x20 { break }
      index &+= 1
    }
    return index
  }

  @inline(__always)
  static func digitCount(_ word: UInt64) -> Int {
    // As in ``pairs(_:written:)``; a carry out of a byte changes none before it.
    let digits = word ^ filled(with: Byte.zero)
    let others = (digits | (digits &+ filled(with: 118))) & filled(with: 0x80)
    return others.trailingZeroBitCount / 8
  }

  /// Returns the digits of a word that matches `pattern`, which has a `0` for each digit, or `nil`.
  ///
  /// Each byte of the result is the number written by the two digits at its own and the next
  /// position; it is meaningful where both positions are digits.
  @inline(__always)
  static func pairs(_ word: UInt64, written pattern: Pattern) -> UInt64? {
    // A matching character becomes zero, and a digit becomes 0 to 9; adding 118 carries higher
    // values into the highest bit.
    let digits = word ^ pattern.word
    let wrong = (digits | (digits &+ filled(with: 118))) & filled(with: 0x80)
    guard wrong | digits & pattern.fixed == 0 else { return nil }
    return digits &* 10 &+ digits >> 8
  }

  @inline(__always)
  static func isPlainASCII(_ word: UInt64) -> Bool { doubt(word) & filled(with: 0x80) == 0 }

  @inline(__always)
  static func arePlainASCII(_ bytes: RawSpan, at index: Int) -> Bool {
    let (one, two) = (load(bytes, at: index), load(bytes, at: index &+ 8))
    let (three, four) = (load(bytes, at: index &+ 16), load(bytes, at: index &+ 24))
    return (doubt(one) | doubt(two) | doubt(three) | doubt(four)) & filled(with: 0x80) == 0
  }

  /// Returns a word with the highest bit of some byte set if a byte of `word` is zero or not ASCII:
  /// the lowest zero byte borrows, because no byte below it does.
  @inline(__always)
  private static func doubt(_ word: UInt64) -> UInt64 { word | (word &- filled(with: 1)) }

  /// A pattern of eight ASCII characters, in which `0` matches any digit.
  struct Pattern {
    let word: UInt64
    /// A mask of the bytes that are not digits.
    let fixed: UInt64

    /// Creates a pattern from its characters as a word, the last character first.
    ///
    /// A word is a constant at compile time. A text would be converted at its first use, which
    /// would require a check at every use.
    @inline(__always)
    init(reversed word: UInt64) {
      let others = (word ^ ByteWords.filled(with: Byte.zero)) &+ ByteWords.filled(with: 0x7F)
      (self.word, fixed) = (word, (others & ByteWords.filled(with: 0x80)) >> 7 &* 0xFF)
    }
  }
}

extension UInt64 {
  @inline(__always)
  func byte(_ index: Int) -> Int { Int(truncatingIfNeeded: self >> (8 * index) & 0xFF) }
}
