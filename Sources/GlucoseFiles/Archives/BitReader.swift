// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Takes bits, the lowest of each byte first, from a stream of bytes.
struct BitReader {
  private var stream: ByteStream
  private var piece: [UInt8] = []
  private var index = 0
  private var taken = 0
  /// The bits to come, the next one lowest; those above ``count`` mean nothing.
  private(set) var bits: UInt64 = 0
  /// How many bits there are.
  private(set) var count = 0

  init(_ stream: ByteStream) { self.stream = stream }

  /// How many bytes were taken from the stream.
  var consumed: Int { taken + index }

  /// Makes sure of 56 bits, or of all that are left.
  @inline(__always)
  mutating func refill() throws(ReadError) {
    guard count < 56 else { return }
    if index &+ 8 <= piece.count {
      // A byte is initialized in all its bits, which is what a view as raw bytes asks for.
      let word = ByteWords.load(unsafe piece.elementSpan.bytes, at: index)
      let bytes = (63 &- count) / 8
      bits |= word << UInt64(count)
      index &+= bytes
      count &+= bytes &* 8
      // What was shifted in beyond the bytes that count.
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

  /// Drops `number` of the bits that are there.
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

  /// Drops what is left of a byte that was begun.
  mutating func align() {
    bits >>= UInt64(count & 7)
    count &= ~7
  }

  /// Whether nothing is left.
  mutating func isAtEnd() throws(ReadError) -> Bool {
    try refill()
    return count == 0
  }

  static var early: ReadError {
    ReadError(.badArchive("it ends early"), expected: "the whole file; download it anew")
  }
}
