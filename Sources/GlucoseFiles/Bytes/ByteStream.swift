protocol ByteSource {
  /// Returns the next bytes, at least one, or `nil` at the end.
  mutating func next() throws(ReadError) -> [UInt8]?

  /// The number of remaining bytes, if known; only a hint.
  var remaining: Int? { get }
}

/// The bytes of a file in pieces, so that a reader keeps no more of them in memory than it needs.
struct ByteStream {
  static let pieceSize = 1 << 18

  /// The maximum number of bytes read from a source that states no size: 1 GiB, a sensor's readings
  /// of fifty years.
  static let limit = 1 << 30
  /// The maximum size of a file of which all bytes are in memory at the same time, such as a table:
  /// 4 GiB, 4000 years of a sensor.
  static let mostAtOnce = Int(clamping: Int64(4) << 30)
  static let expectation = "a shorter stream, or the path of a file"

  private var source: any ByteSource
  /// The bytes that were examined and not yet consumed.
  private var head: [UInt8] = []
  /// The number of bytes that is expected in all, although the source does not state it.
  private let expected: Int

  init(_ source: any ByteSource, expecting expected: Int = 0) {
    self.source = source
    self.expected = expected
  }

  init(_ bytes: [UInt8]) { self.init(MemoryBytes(bytes: bytes, range: bytes.indices)) }

  /// Returns at least `count` of the remaining bytes, if there are as many, without consuming them.
  mutating func peek(_ count: Int) throws(ReadError) -> [UInt8] {
    while head.count < count, let piece = try source.next() {
      if head.isEmpty { head = piece } else { head += piece }
    }
    return head
  }

  mutating func drop(_ count: Int) { head.removeFirst(count) }

  mutating func next() throws(ReadError) -> [UInt8]? {
    guard head.isEmpty else {
      defer { head = [] }
      return head
    }
    return try source.next()
  }

  mutating func rest(upTo limit: Int = Self.limit) throws(ReadError) -> [UInt8] {
    if let remaining = source.remaining, remaining > Self.mostAtOnce {
      throw ReadError(.tooLong(bytes: Self.mostAtOnce), expected: "a file in parts")
    }
    var bytes = head
    head = []
    guard let second = try source.next() else { return bytes }
    if bytes.isEmpty, source.remaining == 0 { return second }
    bytes.reserveCapacity(max(expected, bytes.count + second.count + (source.remaining ?? 0)))
    bytes += second
    while let piece = try source.next() {
      // Before the array grows, which takes the memory of the old and the new one.
      if bytes.count + piece.count > limit, source.remaining == nil {
        throw ReadError(.tooLong(bytes: limit), expected: Self.expectation)
      }
      bytes += piece
    }
    return bytes
  }
}

struct MemoryBytes: ByteSource {
  let bytes: [UInt8]
  var range: Range<Int>

  var remaining: Int? { range.count }

  mutating func next() -> [UInt8]? {
    guard !range.isEmpty else { return nil }
    let isWhole = range == bytes.indices
    let piece = isWhole ? bytes : Array(bytes[range.prefix(ByteStream.pieceSize)])
    range = range.dropFirst(piece.count)
    return piece
  }
}
