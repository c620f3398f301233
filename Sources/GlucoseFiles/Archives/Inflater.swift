/// A decoder of the deflate format (RFC 1951) that unpacks in pieces.
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

  mutating func restart() {
    state = .betweenBlocks
    isLastBlock = false
    window.removeAll()
  }

  mutating func next() throws(ReadError) -> [UInt8]? {
    window.begin()
    while !window.isFull {
      switch state {
      case .betweenBlocks: try beginBlock()
      case .stored(let count): try copyStored(count)
      case .coded(let codes): if try window.decode(codes, &input) { endBlock() }
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
      guard try input.take(16) == count ^ 0xFFFF
      else { throw ReadError(.badArchive("a block's length does not match its complement")) }
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
}

/// The bytes that were unpacked last, to which later ones may refer, and room for the next piece.
struct InflateWindow {
  /// The maximum distance of a reference.
  static let reach = 1 << 15
  /// The maximum length of a reference after a few literals, rounded up to words.
  private static let margin = 512
  private static let size = reach + ByteStream.pieceSize + margin

  private var bytes: [UInt8] = []
  private var count = 0
  /// The number of bytes of earlier pieces.
  private var old = 0

  var isFull: Bool { count - old >= ByteStream.pieceSize }
  var isEmpty: Bool { count == old }
  /// The number of bytes that are missing in the piece, which the last symbol may exceed.
  var room: Int { max(ByteStream.pieceSize - (count - old), 0) }
  var piece: [UInt8] { Array(bytes[old..<count]) }

  mutating func removeAll() { (count, old) = (0, 0) }

  mutating func begin() {
    if bytes.isEmpty { bytes = Array(repeating: 0, count: Self.size) }
    if count > Self.reach {
      let start = count - Self.reach
      // Both ranges are within the array; the copy allows that they overlap.
      unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe buffer.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: buffer[start..<start + Self.reach]))
      }
      count = Self.reach
    }
    old = count
  }

  mutating func append(_ others: ArraySlice<UInt8>) {
    bytes.replaceSubrange(count..<count + others.count, with: others)
    count += others.count
  }

  /// Decodes symbols until the piece is complete; returns `true` if the block has ended.
  mutating func decode(_ codes: DeflateCodes, _ input: inout BitReader) throws(ReadError) -> Bool {
    var run = InflateRun(index: input.index, bits: input.bits, bitCount: input.count, count: count)
    let (packed, end, limit) = (input.bytes, input.end + BitReader.padding, count + room)
    // The pointers are used within the closures only. The run reads at most ``BitReader/padding``
    // bytes after the packed ones, and writes at most ``margin`` bytes after `limit`.
    let result = unsafe bytes.withUnsafeMutableBytes { output in
      unsafe packed.withUnsafeBytes { input in
        unsafe codes.literals.table.withUnsafeBufferPointer { literals in
          unsafe codes.distances.table.withUnsafeBufferPointer { distances in
            unsafe run.decode(
              UnsafeRawBufferPointer(rebasing: input[..<end]), into: output,
              limit: min(limit, output.count - Self.margin), literals, distances)
          }
        }
      }
    }
    count = run.count
    try input.move(to: run.index, bits: run.bits, count: run.bitCount)
    switch result {
    case .margin:
      guard isFull else { throw BitReader.early }
      return false
    case .endOfBlock: return true
    case .invalidCode: throw HuffmanCode.broken
    case .beyondStart: throw ReadError(.badArchive("a distance is beyond the start"))
    }
  }
}
