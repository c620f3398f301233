// SPDX-License-Identifier: Apache-2.0

/// A decoder of the deflate format (RFC 1951) that unpacks in pieces.
///
/// It is implemented in Swift, so that the package depends on no library of the system.
struct Inflater {
  /// The packed bits, which may continue after the end of the unpacked data.
  var input: BitReader

  private enum State {
    case betweenBlocks
    case stored(Int)
    case coded(DeflateCodes)
    case ended
  }

  private var state = State.betweenBlocks
  private var isLastBlock = false
  private var window = InflateWindow()

  init(_ input: BitReader) { self.input = input }

  /// Resets the state for the next member.
  mutating func restart() {
    state = .betweenBlocks
    isLastBlock = false
    window.removeAll()
  }

  /// Returns the next bytes, at least one, or `nil` at the end.
  mutating func next() throws(ReadError) -> [UInt8]? {
    window.begin()
    while !window.isFull {
      switch state {
      case .betweenBlocks: try beginBlock()
      case .stored(let count): try copyStored(count)
      case .coded(let codes): if try decode(codes) { endBlock() }
      case .ended: return window.isEmpty ? nil : window.piece
      }
    }
    return window.piece
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
    case 1: state = .coded(try DeflateCodes.fixed.get())
    case 2: state = .coded(try DeflateCodes(&input))
    default: throw ReadError(.badArchive("a block has an unknown type"))
    }
  }

  private mutating func copyStored(_ count: Int) throws(ReadError) {
    guard count > 0 else { return endBlock() }
    let bytes = try input.takeBytes(min(count, window.room))
    window.append(bytes)
    state = .stored(count - bytes.count)
  }

  /// Decodes symbols until the window is full; returns `true` if the block has ended.
  private mutating func decode(_ codes: DeflateCodes) throws(ReadError) -> Bool {
    while !window.isFull {
      switch try window.decode(codes, &input) {
      case .symbols: if window.isFull { return false }
      case .endOfBlock: return true
      }
      // The beginning and the end of a piece are decoded symbol by symbol.
      try input.refill()
      let (entry, length) = try codes.literals.next(&input)
      if entry & HuffmanCode.isLiteral != 0 {
        window.append(UInt8(truncatingIfNeeded: length))
        continue
      }
      if entry & HuffmanCode.isSpecial != 0 {
        if length == HuffmanCode.value(HuffmanCode.end) { return true }
        throw Self.error(length, "a length is out of range")
      }
      let (far, distance) = try codes.distances.next(&input)
      if far & HuffmanCode.isSpecial != 0 {
        throw Self.error(distance, "a distance is out of range")
      }
      guard window.copy(length, from: distance) else { throw Self.beyondStart }
    }
    return false
  }

  /// Returns the error of a special entry with a value.
  static func error(_ value: Int, _ reserved: String) -> ReadError {
    value == HuffmanCode.value(HuffmanCode.invalid)
      ? HuffmanCode.broken : ReadError(.badArchive(reserved))
  }

  static var beyondStart: ReadError { ReadError(.badArchive("a distance is beyond the start")) }
}
