// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A reader of bits from a stream of bytes, the lowest bit of each byte first.
struct BitReader {
  private var stream: ByteStream
  private var piece: [UInt8] = []
  private var index = 0
  private var taken = 0
  /// The buffered bits, the next one lowest; bits above ``count`` are undefined.
  private(set) var bits: UInt64 = 0
  /// The number of buffered bits.
  private(set) var count = 0

  init(_ stream: ByteStream) { self.stream = stream }

  /// The number of bytes taken from the stream.
  var consumed: Int { taken + index }

  /// Buffers at least 56 bits, or all remaining bits.
  @inline(__always)
  mutating func refill() throws(ReadError) {
    guard count < 56 else { return }
    if index &+ 8 <= piece.count {
      // Every bit of a byte is initialized, as a view of raw bytes requires.
      let word = ByteWords.load(unsafe piece.elementSpan.bytes, at: index)
      let bytes = (63 &- count) / 8
      bits |= word << UInt64(count)
      index &+= bytes
      count &+= bytes &* 8
      // Clears the bits that were shifted in beyond the counted bytes.
      bits &= ~0 >> UInt64(64 &- count)
    } else {
      try refillSlowly()
    }
  }

  private mutating func refillSlowly() throws(ReadError) {
    while count < 56 {
      if index == piece.count {
        taken += index
        (piece, index) = (try stream.next() ?? [], 0)
        if piece.isEmpty { return }
      }
      bits |= UInt64(piece[index]) << UInt64(count)
      index += 1
      count += 8
    }
  }

  /// Drops `number` of the buffered bits.
  @inline(__always)
  mutating func drop(_ number: Int) throws(ReadError) {
    guard number <= count else { throw Self.early }
    bits >>= UInt64(number)
    count &-= number
  }

  /// Takes `number` bits, at most 32.
  @inline(__always)
  mutating func take(_ number: Int) throws(ReadError) -> Int {
    if count < number { try refill() }
    let value = bits & ((1 << UInt64(number)) - 1)
    try drop(number)
    return Int(value)
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
