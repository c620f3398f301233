// SPDX-License-Identifier: Apache-2.0

/// A canonical prefix code, as RFC 1951 section 3.2.2 has it: short codes by one look at a table, long
/// ones bit by bit.
struct HuffmanCode {
  /// The bits that the table looks at.
  private static let width = 10
  private static let longest = 15

  /// By the next ten bits: the symbol times 16 plus the length of its code, or 0 for a longer code.
  private var table = Array(repeating: UInt16(0), count: 1 << width)
  /// How many codes there are of each length.
  private var counts = Array(repeating: 0, count: longest + 1)
  /// The symbols in order of their codes.
  private var symbols: [UInt16] = []

  /// The code whose symbols have codes of these lengths, zero for none.
  ///
  /// - Throws: ``ReadError`` if there are no such codes, or some sequence of bits would be none; a code
  ///   of one symbol, or of none, is let pass.
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
    // Where the symbols, and the codes, of each length begin.
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

  /// The next symbol of `input`, which has been refilled.
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

  private static var broken: ReadError { ReadError(.badArchive("its codes are damaged")) }
}
