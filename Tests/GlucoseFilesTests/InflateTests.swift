import GlucoseTestSupport
import Testing

@testable import GlucoseFiles

struct InflateTests {
  @Test(arguments: [1, 1 << 20])
  func unpacksBlocksWithCodesOfEveryLength(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var deflater = Deflater()
    var expected: [UInt8] = []
    // More than two pieces of the output in all.
    for block in 0..<12 {
      let literals = Deflater.lengths(286, &random)
      let distances = Deflater.lengths(30, &random)
      let tokens = Deflater.tokens(8000, after: expected.count, &random)
      for token in tokens { token.append(to: &expected) }
      deflater.add(tokens, literals, distances, isLast: block == 11)
    }
    #expect(expected.count > 2 * ByteStream.pieceSize + InflateWindow.reach)
    var inflater = Inflater(BitReader(deflater.bytes))
    var unpacked: [UInt8] = []
    while let piece = try inflater.next() { unpacked += piece }
    // Compared before, because the difference of long arrays takes minutes to describe.
    let isSame = unpacked == expected
    #expect(isSame)
    #expect(inflater.input.consumed == deflater.bytes.count)
  }

  /// A copy may end after the piece that it fills.
  @Test(arguments: [0, 1, 2, 5, 9, 14, 20]) func longCopiesEndWherePiecesEnd(literalCount: Int)
    throws
  {
    var random = SeededGenerator(seed: UInt64(literalCount))
    let (literals, distances) = (Deflater.lengths(286, &random), Deflater.lengths(30, &random))
    var tokens: [Deflater.Token] = [.literal(0)]
    tokens += repeatElement(.copy(length: 258, distance: 1), count: 1018)
    tokens += repeatElement(.literal(1), count: literalCount)
    tokens += repeatElement(.copy(length: 258, distance: 1), count: 3000)
    var expected: [UInt8] = []
    for token in tokens { token.append(to: &expected) }
    var deflater = Deflater()
    deflater.add(tokens, literals, distances, isLast: true)
    var inflater = Inflater(BitReader(deflater.bytes))
    var unpacked: [UInt8] = []
    while let piece = try inflater.next() { unpacked += piece }
    let isSame = unpacked == expected
    #expect(isSame)
  }

  @Test func aDistanceBeyondTheStartIsAnError() throws {
    var random = SeededGenerator(seed: 3)
    for before in [0, 1, 500, 5000] {
      let literals = Deflater.lengths(286, &random)
      let distances = Deflater.lengths(30, &random)
      var tokens = (0..<before).map { Deflater.Token.literal(UInt8($0 & 0xFF)) }
      tokens.append(.copy(length: 20, distance: before + 1))
      // Bytes after it, so that it is decoded by the fast loop as well.
      tokens += (0..<400).map { _ in .literal(7) }
      var deflater = Deflater()
      deflater.add(tokens, literals, distances, isLast: true)
      var inflater = Inflater(BitReader(deflater.bytes))
      let error = #expect(throws: ReadError.self) { while try inflater.next() != nil {} }
      #expect(error?.reason == .badArchive("a distance is beyond the start"))
    }
  }

  @Test(arguments: [0, 1, 15, 16, 63, 64, 65, 95, 96, 1000, 4099])
  func theChecksumOfWordsIsThatOfBytes(count: Int) {
    var random = SeededGenerator(seed: 11)
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    var (all, single) = (Checksum(), Checksum())
    for part in [bytes[..<(count / 3)], bytes[(count / 3)...]] { all.add(Array(part)) }
    for byte in bytes { single.add([byte]) }
    #expect(all.value == single.value)
    // The check value of the algorithm's catalogs.
    var known = Checksum()
    known.add(Array("123456789".utf8))
    #expect(known.value == 0xCBF4_3926)
  }
}

/// A writer of the deflate format with any codes.
private struct Deflater {
  enum Token {
    case literal(UInt8)
    case copy(length: Int, distance: Int)

    func append(to bytes: inout [UInt8]) {
      switch self {
      case .literal(let byte): bytes.append(byte)
      case .copy(let length, let distance):
        for _ in 0..<length { bytes.append(bytes[bytes.count - distance]) }
      }
    }
  }

  private(set) var bytes: [UInt8] = []
  private var bitCount = 0

  /// Returns the lengths of a complete code: of a tree whose leaves are split at random.
  static func lengths(_ count: Int, _ random: inout SeededGenerator) -> [Int] {
    var lengths = [1, 1]
    while lengths.count < count {
      // The deepest leaf often, so that some codes have 15 bits.
      let deepest = lengths.indices.filter { lengths[$0] < 15 }.max { lengths[$0] < lengths[$1] }
      let any = lengths.indices.randomElement(using: &random) ?? 0
      let index = Bool.random(using: &random) ? deepest ?? 0 : any
      guard lengths[index] < 15 else { continue }
      lengths[index] += 1
      lengths.append(lengths[index])
    }
    return lengths.shuffled(using: &random)
  }

  static func tokens(_ count: Int, after start: Int, _ random: inout SeededGenerator) -> [Token] {
    var size = start
    return (0..<count).map { _ in
      if size == 0 || Int.random(in: 0..<3, using: &random) > 0 {
        size += 1
        return .literal(UInt8.random(in: 0...255, using: &random))
      }
      let length = Int.random(in: 3...258, using: &random) / (Bool.random(using: &random) ? 1 : 8)
      let far = Bool.random(using: &random) ? 1 << 15 : 40
      let distance = Int.random(in: 1...min(size, far), using: &random)
      size += max(length, 3)
      return .copy(length: max(length, 3), distance: distance)
    }
  }

  mutating func add(_ tokens: [Token], _ literals: [Int], _ distances: [Int], isLast: Bool) {
    add(isLast ? 1 : 0, 1)
    add(2, 2)
    add(29, 5)
    add(29, 5)
    add(15, 4)
    // The code of lengths: four bits for each of 0 to 15, none for repetitions.
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15] {
      add(symbol < 16 ? 4 : 0, 3)
    }
    for length in literals + distances { add(code: length, 4) }
    let (literalCodes, distanceCodes) = (Self.codes(literals), Self.codes(distances))
    for token in tokens {
      switch token {
      case .literal(let byte): add(code: literalCodes[Int(byte)], literals[Int(byte)])
      case .copy(let length, let distance):
        let (long, extra, bits) = Self.place(length, Self.lengthStarts, Self.lengthBits)
        add(code: literalCodes[257 + long], literals[257 + long])
        add(extra, bits)
        let (far, rest, count) = Self.place(distance, Self.distanceStarts, Self.distanceBits)
        add(code: distanceCodes[far], distances[far])
        add(rest, count)
      }
    }
    add(code: literalCodes[256], literals[256])
  }

  /// Returns the canonical codes of lengths (RFC 1951, section 3.2.2).
  private static func codes(_ lengths: [Int]) -> [Int] {
    var codes = lengths
    var code = 0
    for length in 1...15 {
      for symbol in lengths.indices where lengths[symbol] == length {
        codes[symbol] = code
        code += 1
      }
      code <<= 1
    }
    return codes
  }

  private static func place(_ value: Int, _ starts: [Int], _ bits: [Int]) -> (Int, Int, Int) {
    let index = starts.lastIndex { $0 <= value } ?? 0
    return (index, value - starts[index], bits[index])
  }

  private mutating func add(code: Int, _ length: Int) {
    for bit in (0..<length).reversed() { add(code >> bit & 1, 1) }
  }

  private mutating func add(_ number: Int, _ bits: Int) {
    for bit in 0..<bits {
      if bitCount % 8 == 0 { bytes.append(0) }
      bytes[bitCount / 8] |= UInt8(number >> bit & 1) << (bitCount % 8)
      bitCount += 1
    }
  }

  private static let lengthStarts =
    (0..<28).map { 3 + ($0 < 8 ? $0 : (4 + $0 % 4) << ($0 / 4 - 1)) } + [258]
  private static let lengthBits = (0..<28).map { $0 < 8 ? 0 : $0 / 4 - 1 } + [0]
  private static let distanceStarts = (0..<30).map {
    1 + ($0 < 4 ? $0 : (2 + $0 % 2) << ($0 / 2 - 1))
  }
  private static let distanceBits = (0..<30).map { $0 < 4 ? 0 : $0 / 2 - 1 }
}
