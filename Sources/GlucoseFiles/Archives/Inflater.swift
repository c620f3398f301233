// SPDX-License-Identifier: Apache-2.0

/// A decoder of the deflate format (RFC 1951) that unpacks in pieces.
///
/// It is implemented in plain Swift, so that the package depends on no library of the system; an
/// export's size, not its speed, matters.
struct Inflater {
  /// The packed bits, which may continue after the end of the unpacked data.
  var input: BitReader

  private enum State {
    case betweenBlocks
    case stored(Int)
    case coded(literals: HuffmanCode, distances: HuffmanCode)
    case ended
  }

  private var state = State.betweenBlocks
  private var isLastBlock = false
  /// The last returned bytes, to which later bytes may refer, and the bytes to return.
  private var output: [UInt8] = []
  private var fresh = 0

  private static let reach = 1 << 15

  init(_ input: BitReader) { self.input = input }

  /// Resets the state for the next member.
  mutating func restart() {
    state = .betweenBlocks
    isLastBlock = false
    output = []
    fresh = 0
  }

  /// Returns the next bytes, at least one, or `nil` at the end.
  mutating func next() throws(ReadError) -> [UInt8]? {
    if fresh > Self.reach {
      output.removeFirst(fresh - Self.reach)
      fresh = Self.reach
    }
    output.reserveCapacity(Self.reach + ByteStream.pieceSize + 512)
    let wanted = fresh + ByteStream.pieceSize
    while output.count < wanted {
      switch state {
      case .betweenBlocks: try beginBlock()
      case .stored(let count): try copyStored(count)
      case .coded(let literals, let distances):
        if try decode(literals, distances, until: wanted) { endBlock() }
      case .ended:
        guard output.count > fresh else { return nil }
        return handOut()
      }
    }
    return handOut()
  }

  private mutating func handOut() -> [UInt8] {
    defer { fresh = output.count }
    return Array(output[fresh...])
  }

  private mutating func endBlock() { state = isLastBlock ? .ended : .betweenBlocks }

  private mutating func beginBlock() throws(ReadError) {
    isLastBlock = try input.take(1) == 1
    switch try input.take(2) {
    case 0:
      input.align()
      let count = try input.take(16)
      guard try input.take(16) == count ^ 0xFFFF else {
        throw ReadError(.badArchive("a block's length does not match its complement"))
      }
      state = .stored(count)
    case 1:
      state = .coded(
        literals: try HuffmanCode(
          lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }),
        distances: try HuffmanCode(lengths: Array(repeating: 5, count: 32)))
    case 2: state = try readCodes()
    default: throw ReadError(.badArchive("a block has an unknown type"))
    }
  }

  private mutating func copyStored(_ count: Int) throws(ReadError) {
    let part = min(count, ByteStream.pieceSize)
    for _ in 0..<part { output.append(UInt8(try input.take(8))) }
    if part == count { endBlock() } else { state = .stored(count - part) }
  }

  /// The order of the lengths of the codes for code lengths.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws(ReadError) -> State {
    let literals = try input.take(5) + 257
    let distances = try input.take(5) + 1
    guard literals <= 286, distances <= 30 else {
      throw ReadError(.badArchive("a block has too many codes"))
    }
    var meta = Array(repeating: UInt8(0), count: 19)
    for index in 0..<(try input.take(4) + 4) { meta[Self.order[index]] = UInt8(try input.take(3)) }
    let code = try HuffmanCode(lengths: meta)
    var lengths: [UInt8] = []
    while lengths.count < literals + distances {
      try input.refill()
      let symbol = try code.symbol(&input)
      switch symbol {
      case 0...15: lengths.append(UInt8(symbol))
      case 16:
        guard let last = lengths.last else { throw ReadError(.badArchive("a length is missing")) }
        lengths += Array(repeating: last, count: try input.take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try input.take(3) + 3)
      default: lengths += Array(repeating: 0, count: try input.take(7) + 11)
      }
    }
    guard lengths.count == literals + distances, lengths[256] > 0 else {
      throw ReadError(.badArchive("a block has no end"))
    }
    return .coded(
      literals: try HuffmanCode(lengths: lengths[..<literals]),
      distances: try HuffmanCode(lengths: lengths[literals...]))
  }

  private static let lengthStarts = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceStarts = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]

  /// Decodes symbols until there are `wanted` bytes; returns `true` if the block has ended.
  private mutating func decode(
    _ literals: HuffmanCode, _ distances: HuffmanCode, until wanted: Int
  ) throws(ReadError) -> Bool {
    while output.count < wanted {
      // 56 bits suffice for a length and a distance: 15 + 5 + 15 + 13.
      try input.refill()
      let symbol = try literals.symbol(&input)
      if symbol < 256 {
        output.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 { return true }
      let index = symbol - 257
      guard index < Self.lengthStarts.count else {
        throw ReadError(.badArchive("a length is out of range"))
      }
      let length = Self.lengthStarts[index] + (try input.take(Self.lengthBits[index]))
      let far = try distances.symbol(&input)
      guard far < Self.distanceStarts.count else {
        throw ReadError(.badArchive("a distance is out of range"))
      }
      let distance = Self.distanceStarts[far] + (try input.take(Self.distanceBits[far]))
      var source = output.count - distance
      guard source >= 0 else { throw ReadError(.badArchive("a distance is beyond the start")) }
      for _ in 0..<length {
        output.append(output[source])
        source += 1
      }
    }
    return false
  }
}
