// SPDX-License-Identifier: Apache-2.0

/// The bytes that were unpacked last, to which later ones may refer, and room for the next piece.
struct InflateWindow {
  /// The maximum distance of a reference.
  static let reach = 1 << 15
  /// The maximum length of a reference, rounded up to the words by which it is copied, after a few
  /// literals.
  private static let margin = 512
  private static let size = reach + ByteStream.pieceSize + margin

  private var bytes: [UInt8] = []
  /// The number of bytes in the window.
  private var count = 0
  /// The number of bytes of earlier pieces.
  private var old = 0

  /// A Boolean value that indicates whether a piece is complete.
  var isFull: Bool { count - old >= ByteStream.pieceSize }
  /// A Boolean value that indicates whether nothing was added since the beginning of the piece.
  var isEmpty: Bool { count == old }
  /// The number of bytes that are missing in the piece.
  var room: Int { ByteStream.pieceSize - (count - old) }
  /// The current piece.
  var piece: [UInt8] { Array(bytes[old..<count]) }

  /// Removes all bytes.
  mutating func removeAll() { (count, old) = (0, 0) }

  /// Begins a new piece.
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

  mutating func append(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }

  /// Adds at most ``room`` bytes.
  mutating func append(_ others: ArraySlice<UInt8>) {
    bytes.replaceSubrange(count..<count + others.count, with: others)
    count += others.count
  }

  /// Repeats `length` bytes from `distance` bytes before the end; returns `false` if there are
  /// fewer.
  mutating func copy(_ length: Int, from distance: Int) -> Bool {
    guard distance <= count else { return false }
    for _ in 0..<length {
      bytes[count] = bytes[count - distance]
      count += 1
    }
    return true
  }

  /// The reason that a run of symbols has ended.
  enum Stop {
    /// The rest of the piece or of the input requires care, or the next symbol does.
    case symbols
    case endOfBlock
  }

  /// Decodes symbols for as long as the input and the window have room for any symbol, without
  /// checking each.
  mutating func decode(
    _ codes: DeflateCodes, _ input: inout BitReader
  ) throws(ReadError) -> Stop {
    let piece = input.piece
    var run = InflateRun(
      index: input.index, bits: input.bits, bitCount: input.count, count: count)
    let limit = count + room
    guard piece.count - run.index >= InflateRun.inputMargin else { return .symbols }
    // The pointers are used within the closures only. The run reads within the piece, because
    // ``InflateRun/inputMargin`` bytes remain before each symbol, and writes at most ``margin``
    // bytes after `limit`.
    let result = unsafe bytes.withUnsafeMutableBytes { output in
      unsafe piece.withUnsafeBytes { input in
        unsafe codes.literals.table.withUnsafeBufferPointer { literals in
          unsafe codes.distances.table.withUnsafeBufferPointer { distances in
            unsafe run.decode(
              input, into: output, limit: min(limit, output.count - Self.margin), literals,
              distances)
          }
        }
      }
    }
    count = run.count
    input.move(to: run.index, bits: run.bits, count: run.bitCount)
    switch result {
    case .margin: return .symbols
    case .endOfBlock: return .endOfBlock
    case .badLength(let value): throw Inflater.error(value, "a length is out of range")
    case .badDistance(let value): throw Inflater.error(value, "a distance is out of range")
    case .beyondStart: throw Inflater.beyondStart
    }
  }
}
