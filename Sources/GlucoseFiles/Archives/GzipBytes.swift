/// The unpacked bytes of a gzip file (RFC 1952), of all its members in order.
struct GzipBytes: ByteSource {
  private var inflater: Inflater
  private var isWithinMember = false
  private var checksum = Checksum()
  private var length: UInt32 = 0
  private var limit = UnpackLimit()

  init(_ packed: [UInt8]) { inflater = Inflater(BitReader(packed)) }

  var remaining: Int? { nil }

  static func stream(_ packed: [UInt8]) -> ByteStream {
    let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    return ByteStream(GzipBytes(packed), expecting: min(size, UnpackLimit.always))
  }

  static func isGzip(_ head: [UInt8]) -> Bool { head.starts(with: [0x1F, 0x8B]) }

  mutating func next() throws(ReadError) -> [UInt8]? {
    while true {
      if !isWithinMember, try !beginMember() { return nil }
      if let piece = try inflater.next() {
        checksum.add(piece)
        length &+= UInt32(truncatingIfNeeded: piece.count)
        limit.packed = inflater.input.consumed
        try limit.add(piece.count)
        return piece
      }
      inflater.input.align()
      let (sum, size) = (try inflater.input.take(32), try inflater.input.take(32))
      guard UInt32(sum) == checksum.value, UInt32(size) == length else {
        throw ReadError(.badArchive("its checksum does not match"), expected: "an undamaged file")
      }
      isWithinMember = false
    }
  }

  private mutating func beginMember() throws(ReadError) -> Bool {
    var input = inflater.input
    defer { inflater.input = input }
    // Tapes and some servers pad a file with zeros.
    input.refill()
    while !input.isAtEnd, input.bits & 0xFF == 0 {
      try input.drop(8)
      input.refill()
    }
    if input.isAtEnd { return false }
    guard try input.take(16) == 0x8B1F, try input.take(8) == 8
    else { throw ReadError(.badArchive("the header of a part is invalid")) }
    let flags = try input.take(8)
    for _ in 0..<6 { _ = try input.take(8) }
    if flags & 4 != 0 { for _ in 0..<(try input.take(16)) { _ = try input.take(8) } }
    for flag in [8, 16] where flags & flag != 0 { while try input.take(8) != 0 {} }
    if flags & 2 != 0 { _ = try input.take(16) }
    inflater.restart()
    (checksum, length, isWithinMember) = (Checksum(), 0, true)
    return true
  }
}

extension FileBundle {
  /// Returns the unpacked bytes of a gzip file, or `bytes` if they are not a gzip file.
  ///
  /// - Throws: ``ReadError`` with reason ``ReadError/Reason/badArchive(_:)`` if the file is
  ///   damaged, ``ReadError/Reason/limitExceeded(_:)`` if more than 64 MiB are unpacked from less
  ///   than a 100th of their number, or ``ReadError/Reason/tooLong(bytes:)`` if they are more than
  ///   1 GiB.
  /// - Complexity: O(*n*), where *n* is the number of unpacked bytes.
  public static func decompressed(_ bytes: [UInt8]) throws(ReadError) -> [UInt8] {
    guard GzipBytes.isGzip(Array(bytes.prefix(2))) else { return bytes }
    var stream = GzipBytes.stream(bytes)
    return try stream.rest()
  }
}
