// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A reader of bits from a stream of bytes, the lowest bit of each byte first.
struct BitReader {
  private var stream: ByteStream
  private var taken = 0
  /// The current piece of the stream.
  private(set) var piece: [UInt8] = []
  /// The position in the piece of the first byte that is not buffered.
  private(set) var index = 0
  /// The buffered bits, the next one lowest; bits above ``count`` are zero.
  private(set) var bits: UInt64 = 0
  /// The number of buffered bits.
  private(set) var count = 0

  init(_ stream: ByteStream) { self.stream = stream }

  /// The number of bytes taken from the stream.
  var consumed: Int { taken + index }

  /// Buffers at least 56 bits, or all remaining bits.
  mutating func refill() throws(ReadError) {
    while count < 56 {
      if index == piece.count, try !advance() { return }
      bits |= UInt64(piece[index]) << UInt64(count)
      index += 1
      count += 8
    }
  }

  /// Takes the next piece of the stream; returns `false` at its end.
  private mutating func advance() throws(ReadError) -> Bool {
    taken += index
    (piece, index) = (try stream.next() ?? [], 0)
    return !piece.isEmpty
  }

  /// Continues at another position of the current piece, with these buffered bits.
  mutating func move(to index: Int, bits: UInt64, count: Int) {
    self.index = index
    self.count = count
    self.bits = bits & (1 << UInt64(count) - 1)
  }

  /// Drops `number` of the buffered bits.
  @inline(__always)
  mutating func drop(_ number: Int) throws(ReadError) {
    guard number <= count else { throw Self.early }
    bits >>= UInt64(number)
    count &-= number
  }

  /// Takes `number` bits, at most 32.
  mutating func take(_ number: Int) throws(ReadError) -> Int {
    if count < number { try refill() }
    let value = bits & ((1 << UInt64(number)) - 1)
    try drop(number)
    return Int(value)
  }

  /// Takes at least one and at most `number` bytes; the reader must be at the start of a byte.
  mutating func takeBytes(_ number: Int) throws(ReadError) -> ArraySlice<UInt8> {
    guard count == 0 else { return [UInt8(try take(8))] }
    if index == piece.count, try !advance() { throw Self.early }
    let bytes = piece[index...].prefix(number)
    index += bytes.count
    return bytes
  }

  /// Drops the remaining bits of a partially read byte.
  mutating func align() {
    bits >>= UInt64(count & 7)
    count &= ~7
  }

  /// Returns a Boolean value that indicates whether no bits remain.
  mutating func isAtEnd() throws(ReadError) -> Bool {
    try refill()
    return count == 0
  }

  static var early: ReadError {
    ReadError(.badArchive("it is truncated"), expected: "the complete file; download it again")
  }
}
