/// A canonical prefix code (RFC 1951, section 3.2.2), decoded by lookups in a table: by one for a
/// code of at most ``width`` bits, by two for a longer code.
struct HuffmanCode {
  /// The meaning of a code, or of the beginning of one, packed for the decoder.
  ///
  /// - Bits 0 to 5: the number of bits to drop: of the code, and of the extra bits that follow it.
  /// - Bits 8 to 13: the number of bits of the code alone; of a link, of the second index.
  /// - Bit 14: this is a link to a second table.
  /// - Bit 15: this is not a value: a link, the end of a block, or an error.
  /// - Bits 16 to 30: the value without the extra bits; of a link, the start of the second table.
  /// - Bit 31: the value is a literal byte.
  typealias Entry = UInt32

  static let isLink: Entry = 1 << 14
  static let isSpecial: Entry = 1 << 15
  static let isLiteral: Entry = 1 << 31
  /// The end of a block, without its code.
  static let end: Entry = isSpecial
  /// Bits that are not a code, or a symbol that the format reserves.
  static let invalid: Entry = isSpecial | 1 << 16

  private static let longest = 15

  private let width: Int
  /// The first table, of 2 to the power of ``width`` entries, and the second tables after it.
  ///
  /// The index of every link plus any number of its width is within the table.
  private(set) var table: [Entry]

  /// Creates the code whose symbols have codes of these lengths, zero for none.
  ///
  /// The lowest bits of each symbol's meaning are the number of its extra bits. All sequences of bits
  /// must be codes, unless there is one symbol or none.
  init(lengths: some Collection<UInt8>, width: Int, meanings: [Entry]) throws(ReadError) {
    self.width = width
    table = Array(repeating: Self.invalid, count: 1 << width)
    var starts = Array(repeating: 0, count: Self.longest + 2)
    for length in lengths where length > 0 { starts[Int(length) + 1] += 1 }
    let used = starts.reduce(0, +)
    let share = lengths.reduce(0) { $1 > 0 ? $0 + 1 << (Self.longest - Int($1)) : $0 }
    guard share == 1 << Self.longest || used <= 1 else { throw Self.broken }
    for length in 1...Self.longest { starts[length + 1] += starts[length] }
    // The symbols in the order of their codes.
    var codes = Array(repeating: (symbol: 0, length: 0, reversed: 0), count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      codes[starts[Int(length)]] = (symbol, Int(length), 0)
      starts[Int(length)] += 1
    }
    // A code is read from its highest bit on, so its bits are in reverse order in the index.
    var reversed = 0
    for index in codes.indices {
      codes[index].reversed = reversed
      let zeros = reversed ^ (1 << codes[index].length - 1)
      guard zeros > 0 else { break }
      let bit = 1 << (Int.bitWidth - 1 - zeros.leadingZeroBitCount)
      reversed = reversed & (bit - 1) | bit
    }
    fill(codes, meanings)
  }

  private typealias Code = (symbol: Int, length: Int, reversed: Int)

  private mutating func fill(_ codes: [Code], _ meanings: [Entry]) {
    let mask = 1 << width - 1
    // Codes are in ascending order of length, and those of one beginning are adjacent.
    var first = codes.firstIndex { $0.length > width } ?? codes.endIndex
    for code in codes[..<first] {
      let entry = meanings[code.symbol] &+ UInt32(code.length) | UInt32(code.length) << 8
      for index in stride(from: code.reversed, through: mask, by: 1 << code.length) {
        table[index] = entry
      }
    }
    while first < codes.endIndex {
      let beginning = codes[first].reversed & mask
      let next = codes[first...].firstIndex { $0.reversed & mask != beginning } ?? codes.endIndex
      let bits = codes[next - 1].length - width
      let start = table.count
      table[beginning] =
        Self.isSpecial | Self.isLink | UInt32(start) << 16 | UInt32(bits) << 8 | UInt32(width)
      table += Array(repeating: Self.invalid, count: 1 << bits)
      for code in codes[first..<next] {
        let length = code.length - width
        let entry = meanings[code.symbol] &+ UInt32(length) | UInt32(length) << 8
        for index in stride(from: code.reversed >> width, to: 1 << bits, by: 1 << length) {
          table[start + index] = entry
        }
      }
      first = next
    }
  }

  /// Returns the next symbol of `input`, in a code without links and extra bits.
  func next(_ input: inout BitReader) throws(ReadError) -> Int {
    input.refill()
    let entry = table[Int(truncatingIfNeeded: input.bits) & (1 << width - 1)]
    guard entry & Self.isSpecial == 0 else { throw Self.broken }
    try input.drop(Int(entry & 63))
    return Self.value(entry)
  }

  @inline(__always)
  static func value(_ entry: Entry) -> Int { Int(entry >> 16 & 0x7FFF) }

  static var broken: ReadError { ReadError(.badArchive("it contains invalid codes")) }
}
