internal import GlucoseMath

/// The 32-bit cyclic redundancy check of gzip and zip (RFC 1952, section 8).
///
/// Four words are added at a time, each to a remainder of its own, so that no table lookup waits
/// for the one before; the four are combined in the last block (Kadatch and Jenkins 2010).
struct Checksum {
  private static let lanes = 4
  private static let block = 8 * lanes

  private var state: UInt32 = ~0

  var value: UInt32 { ~state }

  mutating func add(_ bytes: [UInt8]) {
    let span = bytes.elementSpan
    let words = unsafe span.bytes
    var index = 0
    if bytes.count >= 2 * Self.block {
      let tables = Self.blockTable.elementSpan
      let last = bytes.count - 2 * Self.block
      var (one, two, three, four) = (UInt64(state), UInt64(0), UInt64(0), UInt64(0))
      while index <= last {
        one = Self.next(tables, one ^ ByteWords.load(words, at: index))
        two = Self.next(tables, two ^ ByteWords.load(words, at: index &+ 8))
        three = Self.next(tables, three ^ ByteWords.load(words, at: index &+ 16))
        four = Self.next(tables, four ^ ByteWords.load(words, at: index &+ 24))
        index &+= Self.block
      }
      let word = Self.wordTable.elementSpan
      var sum = Self.next(word, one ^ ByteWords.load(words, at: index))
      sum = Self.next(word, sum ^ two ^ ByteWords.load(words, at: index + 8))
      sum = Self.next(word, sum ^ three ^ ByteWords.load(words, at: index + 16))
      sum = Self.next(word, sum ^ four ^ ByteWords.load(words, at: index + 24))
      index += Self.block
      state = UInt32(truncatingIfNeeded: sum)
    }
    let table = Self.table.elementSpan
    while index < span.count {
      state = table[Int(UInt8(truncatingIfNeeded: state) ^ span[index])] ^ state >> 8
      index += 1
    }
  }

  /// Returns the remainder of a word by a table of 256 entries for each of its bytes.
  @inline(__always)
  private static func next(_ table: Span<UInt32>, _ word: UInt64) -> UInt64 {
    let low = table[word.byte(0)] ^ table[256 + word.byte(1)]
    let middle = table[512 + word.byte(2)] ^ table[768 + word.byte(3)]
    let upper = table[1024 + word.byte(4)] ^ table[1280 + word.byte(5)]
    let high = table[1536 + word.byte(6)] ^ table[1792 + word.byte(7)]
    return UInt64(low ^ middle ^ upper ^ high)
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  private static let wordTable = tables(following: 0)
  private static let blockTable = tables(following: block - 8)

  /// Returns the remainder of each byte of a word, followed by the rest of the word and zeros.
  private static func tables(following zeros: Int) -> [UInt32] {
    (0..<8).flatMap { place in
      table.map { entry in
        (0..<(7 - place + zeros)).reduce(entry) { sum, _ in table[Int(sum & 0xFF)] ^ sum >> 8 }
      }
    }
  }
}

/// The limit of an archive's unpacked size: an export is compressed to a tenth or a fiftieth of its
/// size, an attack to a thousandth.
///
/// Beyond the size that is always allowed, memory is thus in proportion to the archive.
struct UnpackLimit {
  static let always = 64 << 20
  static let ratio = 100

  var packed: Int
  private var unpacked = 0

  init(from packed: Int = 0) { self.packed = packed }

  var rest: Int {
    let (most, isTooLarge) = packed.multipliedReportingOverflow(by: Self.ratio)
    return (isTooLarge ? .max : max(Self.always, most)) - unpacked
  }

  mutating func add(_ count: Int) throws(ReadError) {
    guard count <= rest else { throw Self.error(packed) }
    unpacked += count
  }

  static func error(_ packed: Int) -> ReadError {
    ReadError(
      .limitExceeded("\(packed) packed bytes expand to more than \(ratio) times their size"))
  }
}
