// SPDX-License-Identifier: Apache-2.0

/// The location of a file's bytes, with random access.
enum ByteOrigin {
  case memory([UInt8])
  case file(OpenFile)

  func count() throws(ReadError) -> Int {
    switch self {
    case .memory(let bytes): bytes.count
    case .file(let file): file.size ?? 0
    }
  }

  /// Returns the bytes from `offset` on, or from the start if `offset` is negative; fewer than
  /// `count` only at the end.
  func read(_ count: Int, at offset: Int) throws(ReadError) -> [UInt8] {
    switch self {
    case .memory(let bytes):
      let start = min(max(offset, 0), bytes.count)
      return Array(bytes[start..<min(start + max(count, 0), bytes.count)])
    case .file(let file): return try file.read(count, at: max(offset, 0))
    }
  }

  /// Returns a stream of all bytes, from the start.
  func stream() -> ByteStream {
    switch self {
    case .memory(let bytes): ByteStream(bytes)
    case .file(let file): ByteStream(FileBytes(file))
    }
  }

  /// Returns a stream of the bytes in a range.
  func stream(_ range: Range<Int>) -> ByteStream {
    switch self {
    case .memory(let bytes) where range == bytes.indices: ByteStream(bytes)
    case .memory, .file: ByteStream(RangeBytes(origin: self, range: range))
    }
  }
}

/// The bytes in a range of a file.
struct RangeBytes: ByteSource {
  let origin: ByteOrigin
  var range: Range<Int>

  var remaining: Int? { range.count }

  mutating func next() throws(ReadError) -> [UInt8]? {
    guard !range.isEmpty else { return nil }
    let piece = try origin.read(min(range.count, ByteStream.pieceSize), at: range.lowerBound)
    range = range.dropFirst(piece.count)
    if piece.isEmpty { range = range.upperBound..<range.upperBound }
    return piece.isEmpty ? nil : piece
  }
}
