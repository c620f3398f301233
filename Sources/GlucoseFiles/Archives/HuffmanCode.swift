// SPDX-License-Identifier: Apache-2.0

/// A canonical prefix code (RFC 1951, section 3.2.2) that decodes short codes by a table lookup and
/// long codes bit by bit.
struct HuffmanCode {
  /// The number of bits of the table's index.
  private static let width = 10
  private static let longest = 15

  /// The symbol times 16 plus the length of its code, by the next ten bits; 0 for a longer code.
  private var table = Array(repeating: UInt16(0), count: 1 << width)
  /// The number of codes of each length.
  private var counts = Array(repeating: 0, count: longest + 1)
  /// The symbols in the order of their codes.
  private var symbols: [UInt16] = []

  /// Creates the code whose symbols have codes of these lengths, zero for none.
  ///
  /// - Throws: ``ReadError`` with reason `badArchive` if no such code exists, or if some sequence
  ///   of bits is not a code; a code of one symbol or none is allowed.
  init(lengths: some Collection<UInt8>) throws(ReadError) {
    for length in lengths { counts[Int(length)] += 1 }
    let used = lengths.count - counts[0]
    counts[0] = 0
    var free = 1
    for length in 1...Self.longest {
      free = free * 2 - counts[length]
      guard free >= 0 else { throw Self.broken }
    }
    guard free == 0 || used <= 1 else { throw Self.broken }
    // The first symbol and the first code of each length.
    var starts = Array(repeating: 0, count: Self.longest + 2)
    var codes = Array(repeating: 0, count: Self.longest + 2)
    for length in 1...Self.longest {
      starts[length + 1] = starts[length] + counts[length]
      codes[length + 1] = (codes[length] + counts[length]) << 1
    }
    symbols = Array(repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[starts[length]] = UInt16(symbol)
      starts[length] += 1
      let code = codes[length]
      codes[length] += 1
      guard length <= Self.width else { continue }
      let entry = UInt16(symbol) << 4 | UInt16(length)
      var index = Self.reversed(code, length)
      while index < table.count {
        table[index] = entry
        index += 1 << length
      }
    }
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    (0..<length).reduce(0) { $0 | (code >> $1 & 1) << (length - 1 - $1) }
  }

  /// Returns the next symbol of `input`, which must have been refilled.
  @inline(__always)
  func symbol(_ input: inout BitReader) throws(ReadError) -> Int {
    let entry = table[Int(truncatingIfNeeded: input.bits & UInt64(1 << Self.width - 1))]
    guard entry != 0 else { return try longSymbol(&input) }
    try input.drop(Int(entry & 15))
    return Int(entry >> 4)
  }

  private func longSymbol(_ input: inout BitReader) throws(ReadError) -> Int {
    var (code, first, index) = (0, 0, 0)
    for length in 1...Self.longest {
      code |= Int(truncatingIfNeeded: input.bits >> UInt64(length - 1) & 1)
      let count = counts[length]
      if code - first < count {
        try input.drop(length)
        return Int(symbols[index + code - first])
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw Self.broken
  }

  private static var broken: ReadError { ReadError(.badArchive("it contains invalid codes")) }
}
