/// A zip archive (PKWARE's APPNOTE.TXT, including 64-bit sizes), whose files are listed in the
/// directory at its end.
struct ZipArchive {
  struct Entry {
    var name: String
    var method: Int
    var isEncrypted: Bool
    var checksum: UInt32
    var packedSize: Int
    var size: Int
    var offset: Int

    var isFolder: Bool { name.hasSuffix("/") }
  }

  private let bytes: [UInt8]
  var byteCount: Int { bytes.count }
  private(set) var entries: [Entry] = []

  private static let mostEntries = 100_000

  static func isZip(_ head: [UInt8]) -> Bool {
    head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  init(_ bytes: [UInt8]) throws(ReadError) {
    self.bytes = bytes
    let (start, size, number) = try directory()
    guard number <= Self.mostEntries else {
      throw ReadError(
        .limitExceeded("an archive of \(number) files, more than \(Self.mostEntries)"))
    }
    guard start >= 0, size >= 0, start <= bytes.count, size <= bytes.count - start
    else { throw Self.damaged }
    let block = Block(bytes: bytes[start..<start + size])
    var place = 0
    for _ in 0..<number {
      guard let entry = block.entry(at: &place) else { throw Self.damaged }
      entries.append(entry)
    }
  }

  private func directory() throws(ReadError) -> (start: Int, size: Int, number: Int) {
    let reach = min(bytes.count, 22 + 0xFFFF)
    let tail = Block(bytes: bytes.suffix(reach))
    let end = stride(from: reach - 22, through: 0, by: -1).first { place in
      tail.number(place, 4) == 0x0605_4B50 && tail.number(place + 20, 2) == reach - place - 22
    }
    guard let end, let number = tail.number(end + 10, 2), let size = tail.number(end + 12, 4),
      let start = tail.number(end + 16, 4)
    else {
      throw ReadError(
        .badArchive("its directory is missing"), expected: "the complete file; download it again")
    }
    guard number == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF
    else { return (start, size, number) }
    // The actual numbers are in another record, whose position is in a third one.
    let all = Block(bytes: bytes[...])
    let locator = bytes.count - reach + end - 20
    guard all.number(locator, 4) == 0x0706_4B50, let place = all.number(locator + 8, 8),
      place <= bytes.count
    else { throw Self.damaged }
    let record = Block(bytes: bytes[place...])
    guard record.number(0, 4) == 0x0606_4B50, let number = record.number(32, 8),
      let size = record.number(40, 8), let start = record.number(48, 8)
    else { throw Self.damaged }
    return (start, size, number)
  }

  func stream(_ entry: Entry) throws(ReadError) -> ByteStream {
    guard !entry.isEncrypted else { throw ReadError(.badArchive("it is encrypted")) }
    guard entry.method == 0 || entry.method == 8
    else { throw ReadError(.badArchive("its compression method \(entry.method) is not supported")) }
    let head = Block(bytes: bytes[min(entry.offset, bytes.count)...])
    guard head.number(0, 4) == 0x0403_4B50, let name = head.number(26, 2),
      let extra = head.number(28, 2)
    else { throw Self.damaged }
    let start = entry.offset + 30 + name + extra
    guard start <= bytes.count, entry.packedSize <= bytes.count - start else { throw Self.damaged }
    return ByteStream(ZipEntryBytes(bytes, start..<(start + entry.packedSize), entry))
  }

  static var damaged: ReadError {
    ReadError(.badArchive("its directory is damaged"), expected: "an undamaged file")
  }

  /// A block of bytes that contains numbers, the lowest byte first.
  private struct Block {
    let bytes: ArraySlice<UInt8>

    /// Returns a number of `length` bytes, or `nil` if it is outside the block or too large.
    func number(_ place: Int, _ length: Int) -> Int? {
      guard place >= 0, length <= bytes.count, place <= bytes.count - length else { return nil }
      let start = bytes.startIndex + place
      let value = (0..<length).reduce(UInt64(0)) { $0 | UInt64(bytes[start + $1]) << (8 * $1) }
      return Int(exactly: value)
    }

    func entry(at place: inout Int) -> Entry? {
      guard number(place, 4) == 0x0201_4B50, let flags = number(place + 8, 2),
        let method = number(place + 10, 2), let checksum = number(place + 16, 4),
        var packed = number(place + 20, 4), var size = number(place + 24, 4),
        let nameLength = number(place + 28, 2), let extraLength = number(place + 30, 2),
        let commentLength = number(place + 32, 2), var offset = number(place + 42, 4)
      else { return nil }
      let nameStart = place + 46
      let extraStart = nameStart + nameLength
      let end = extraStart + extraLength + commentLength
      guard end <= bytes.count else { return nil }
      // Numbers of more than 32 bits are in an extra field, in this order.
      var field = extraStart
      while field + 4 <= extraStart + extraLength, let kind = number(field, 2),
        let length = number(field + 2, 2)
      {
        if kind == 1 {
          var wide = field + 4
          func widen(_ value: inout Int) -> Bool {
            guard value == 0xFFFF_FFFF else { return true }
            guard wide + 8 <= field + 4 + length, let number = number(wide, 8) else { return false }
            value = number
            wide += 8
            return true
          }
          guard widen(&size), widen(&packed), widen(&offset) else { return nil }
        }
        field += 4 + length
      }
      place = end
      return Entry(
        name: String(decoding: bytes.dropFirst(nameStart).prefix(nameLength), as: UTF8.self),
        method: method,
        isEncrypted: flags & 1 != 0, checksum: UInt32(checksum), packedSize: packed, size: size,
        offset: offset)
    }
  }
}

struct ZipEntryBytes: ByteSource {
  private var inflater: Inflater?
  private var stored: MemoryBytes
  private let entry: ZipArchive.Entry
  private var checksum = Checksum()
  private var count = 0

  init(_ bytes: [UInt8], _ packed: Range<Int>, _ entry: ZipArchive.Entry) {
    stored = MemoryBytes(bytes: bytes, range: packed)
    self.entry = entry
    inflater = entry.method == 8 ? Inflater(BitReader(bytes, packed)) : nil
  }

  /// The size in the directory, limited so that a wrong size reserves little memory.
  var remaining: Int? { min(entry.size - count, UnpackLimit.always) }

  mutating func next() throws(ReadError) -> [UInt8]? {
    let piece = inflater == nil ? stored.next() : try inflater?.next()
    guard let piece else {
      guard count == entry.size, checksum.value == entry.checksum else {
        throw ReadError(
          .badArchive("the size or checksum of \(entry.name) does not match"),
          expected: "an undamaged file")
      }
      return nil
    }
    checksum.add(piece)
    count += piece.count
    guard count <= entry.size
    else { throw ReadError(.badArchive("\(entry.name) is longer than its size in the directory")) }
    // The directory states the whole size, so that no more than is always allowed is unpacked. What
    // is not a recording is recognized before.
    if count > UnpackLimit.always {
      var limit = UnpackLimit(from: entry.packedSize)
      try limit.add(entry.size)
    }
    return piece
  }
}
