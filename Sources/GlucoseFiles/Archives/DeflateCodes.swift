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
    guard literals <= 286, distances <= 30
    else { throw ReadError(.badArchive("a block has too many codes")) }
    var meta = Array(repeating: UInt8(0), count: 19)
    for index in 0..<(try input.take(4) + 4) { meta[Self.order[index]] = UInt8(try input.take(3)) }
    let code = try HuffmanCode(lengths: meta, width: 7, meanings: Self.lengthMeanings)
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      switch try code.next(&input) {
      case let length where length < 16: lengths.append(UInt8(length))
      case 16:
        guard let last = lengths.last else { throw ReadError(.badArchive("a length is missing")) }
        lengths += repeatElement(last, count: try input.take(2) + 3)
      case 17: lengths += repeatElement(0, count: try input.take(3) + 3)
      default: lengths += repeatElement(0, count: try input.take(7) + 11)
      }
    }
    guard lengths.count == literals + distances, lengths[256] > 0
    else { throw ReadError(.badArchive("a block has no end")) }
    try self.init(literals: lengths[..<literals], distances: lengths[literals...])
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// The extra bits of lengths and of distances, of which the longest length has none.
  private static let lengthBits: [UInt32] = (0..<28).map { $0 < 8 ? 0 : $0 / 4 - 1 } + [0]
  private static let distanceBits: [UInt32] = (0..<30).map { $0 < 4 ? 0 : $0 / 2 - 1 }

  private static func starts(from first: UInt32, _ bits: [UInt32]) -> [UInt32] {
    bits.dropLast().reduce(into: [first]) { $0.append($0[$0.count - 1] + 1 << $1) }
  }

  private static let literalMeanings: [HuffmanCode.Entry] =
    (0..<256).map { HuffmanCode.isLiteral | $0 << 16 } + [HuffmanCode.end]
    + zip(starts(from: 3, lengthBits).dropLast() + [258], lengthBits).map { $0 << 16 | $1 }
    + [HuffmanCode.invalid, HuffmanCode.invalid]
  private static let distanceMeanings: [HuffmanCode.Entry] =
    zip(starts(from: 1, distanceBits), distanceBits).map { $0 << 16 | $1 }
    + [HuffmanCode.invalid, HuffmanCode.invalid]
  private static let lengthMeanings: [HuffmanCode.Entry] = (0..<19).map { $0 << 16 }
}
