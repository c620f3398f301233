// SPDX-License-Identifier: Apache-2.0

/// Where bytes come from, piece by piece.
protocol ByteSource {
  /// The next bytes, at least one, or `nil` at the end.
  mutating func next() throws(ReadError) -> [UInt8]?

  /// How many bytes are still to come, if that is known; only a hint.
  var remaining: Int? { get }
}

/// The bytes of a file in pieces, so that a reader holds no more of them than it needs.
///
/// The beginning can be looked at before anything is taken.
struct ByteStream {
  /// How large a piece is that comes from a file or an archive.
  static let pieceSize = 1 << 18

  /// How many bytes are read at most of what does not state its size: 1 GiB, a sensor's readings of
  /// fifty years.
  static let limit = 1 << 30
  /// What is expected of what is longer.
  static let expectation = "a stream that ends, or a file by its path"

  private var source: any ByteSource
  /// What was looked at and not yet taken.
  private var head: [UInt8] = []

  init(_ source: any ByteSource) { self.source = source }

  /// The bytes of an array, all of them one piece.
  init(_ bytes: [UInt8]) { self.init(MemoryBytes(bytes: bytes)) }

  /// At least the first `count` of the bytes to come, or all if there are fewer; they stay.
  mutating func peek(_ count: Int) throws(ReadError) -> [UInt8] {
    while head.count < count, let piece = try source.next() {
      if head.isEmpty { head = piece } else { head += piece }
    }
    return head
  }

  /// Takes away the first `count` bytes of those looked at.
  mutating func drop(_ count: Int) { head.removeFirst(count) }

  /// Takes the next piece, of whatever size; `nil` at the end.
  mutating func next() throws(ReadError) -> [UInt8]? {
    guard head.isEmpty else {
      defer { head = [] }
      return head
    }
    return try source.next()
  }

  /// Takes all that is left, of what states no size at most as many bytes as `limit`.
  mutating func rest(upTo limit: Int = Self.limit) throws(ReadError) -> [UInt8] {
    var bytes = head
    head = []
    guard let second = try source.next() else { return bytes }
    bytes.reserveCapacity(bytes.count + second.count + (source.remaining ?? 0))
    bytes += second
    while let piece = try source.next() {
      bytes += piece
      if bytes.count > limit, source.remaining == nil {
        throw ReadError(.tooLong(bytes: limit), expected: Self.expectation)
      }
    }
    return bytes
  }
}

/// The bytes of an array.
struct MemoryBytes: ByteSource {
  var bytes: [UInt8]

  var remaining: Int? { bytes.count }

  mutating func next() -> [UInt8]? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes = [] }
    return bytes
  }
}
