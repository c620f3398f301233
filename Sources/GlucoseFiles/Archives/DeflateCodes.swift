/// The two codes of a block of the deflate format (RFC 1951, section 3.2).
struct DeflateCodes {
  let literals: HuffmanCode
  let distances: HuffmanCode

  static let literalWidth = 11
  static let distanceWidth = 8

  private init(
    literals: some Collection<UInt8>, distances: some Collection<UInt8>
  ) throws(ReadError) {
    self.literals = try HuffmanCode(
      lengths: literals, width: Self.literalWidth, meanings: Self.literalMeanings)
    self.distances = try HuffmanCode(
      lengths: distances, width: Self.distanceWidth, meanings: Self.distanceMeanings)
  }

  /// The codes of a block that has none of its own.
  static let fixed = Result { () throws(ReadError) in
    try Self(
      literals: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 },
      distances: Array(repeating: 5, count: 32))
  }

  init(_ input: inout BitReader) throws(ReadError) {
    let literals = try input.take(5) + 257
    let distances = try input.take(5) + 1
    guard literals <= 286, distances <= 30 else {
      throw ReadError(.badArchive("a block has too many codes"))
    }
    var meta = Array(repeating: UInt8(0), count: 19)
    for index in 0..<(try input.take(4) + 4) { meta[Self.order[index]] = UInt8(try input.take(3)) }
    let code = try HuffmanCode(lengths: meta, width: 7, meanings: Self.lengthMeanings)
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      input.refill()
      let (entry, symbol) = try code.next(&input)
      guard entry & HuffmanCode.isSpecial == 0 else { throw HuffmanCode.broken }
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw ReadError(.badArchive("a length is missing")) }
        lengths += repeatElement(last, count: try input.take(2) + 3)
      case 17: lengths += repeatElement(0, count: try input.take(3) + 3)
      default: lengths += repeatElement(0, count: try input.take(7) + 11)
      }
    }
    guard lengths.count == literals + distances, lengths[256] > 0 else {
      throw ReadError(.badArchive("a block has no end"))
    }
    try self.init(literals: lengths[..<literals], distances: lengths[literals...])
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let lengthStarts: [UInt32] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceStarts: [UInt32] = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits: [UInt32] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]

  private static let literalMeanings: [HuffmanCode.Entry] =
    (0..<256).map { HuffmanCode.isLiteral | $0 << 16 } + [HuffmanCode.end]
    + zip(lengthStarts, lengthBits).map { $0 << 16 | $1 }
    + [HuffmanCode.reserved, HuffmanCode.reserved]
  private static let distanceMeanings: [HuffmanCode.Entry] =
    zip(distanceStarts, distanceBits).map { $0 << 16 | $1 }
    + [HuffmanCode.reserved, HuffmanCode.reserved]
  private static let lengthMeanings: [HuffmanCode.Entry] = (0..<19).map { $0 << 16 }
}
