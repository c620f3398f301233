/// A reader of bits from packed bytes, the lowest bit of each byte first.
struct BitReader {
  /// The number of bytes after the packed ones at which words are loaded, whatever they are.
  static let padding = 24

  /// The packed bytes, and at least ``padding`` others after them.
  let bytes: [UInt8]
  private let start: Int
  /// The position after the packed bytes.
  let end: Int
  private(set) var index: Int
  /// The buffered bits, the next one lowest; bits above ``count`` are zero.
  private(set) var bits: UInt64 = 0
  /// The number of buffered bits, some of which may be of the bytes after the packed ones.
  private(set) var count = 0

  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    let range = range ?? bytes.indices
    let isPadded = range.upperBound + Self.padding <= bytes.count
    self.bytes = isPadded ? bytes : bytes[range] + Array(repeating: 0, count: Self.padding)
    start = isPadded ? range.lowerBound : 0
    (end, index) = (start + range.count, start)
  }

  private var position: Int { index * 8 - count }
  var consumed: Int { (position + 7) / 8 - start }
  var isAtEnd: Bool { position >= end * 8 }

  /// Buffers at least 56 bits.
  mutating func refill() {
    while count < 56, index < bytes.count {
      bits |= UInt64(bytes[index]) << UInt64(count)
      index += 1
      count += 8
    }
  }

  mutating func move(to index: Int, bits: UInt64, count: Int) throws(ReadError) {
    self.index = index
    self.count = count
    self.bits = bits & (1 << UInt64(count) - 1)
    guard position <= end * 8 else { throw Self.early }
  }

  mutating func drop(_ number: Int) throws(ReadError) {
    bits >>= UInt64(number)
    count -= number
    guard count >= 0, position <= end * 8 else { throw Self.early }
  }

  /// Takes `number` bits, at most 32.
  mutating func take(_ number: Int) throws(ReadError) -> Int {
    refill()
    let value = bits & ((1 << UInt64(number)) - 1)
    try drop(number)
    return Int(value)
  }

  /// Takes at least one and at most `number` bytes; the reader must be at the start of a byte.
  mutating func takeBytes(_ number: Int) throws(ReadError) -> ArraySlice<UInt8> {
    let place = position / 8
    guard place < end else { throw Self.early }
    let taken = bytes[place..<min(place + number, end)]
    (index, bits, count) = (taken.endIndex, 0, 0)
    return taken
  }

  mutating func align() {
    bits >>= UInt64(count & 7)
    count &= ~7
  }

  static var early: ReadError {
    ReadError(.badArchive("it is truncated"), expected: "the complete file; download it again")
  }
}
