// SPDX-License-Identifier: Apache-2.0

/// The frame of what is stored as bytes: its kind and format, a checksum and a ``BinaryValue``.
///
/// The bytes begin with "glucose-", the kind, a space, the format in digits and a line feed; for
/// example "glucose-model 2\n". Eight bytes of checksum follow, the lowest first, then the content.
enum StoredBytes {
  /// What is stored, as it is named in the first line.
  enum Kind: String {
    case model, prior
  }

  /// The format that this version writes, of bytes and of what is encoded otherwise.
  ///
  /// - Format 1 had no number and no fingerprint of features: a model of version 0.3 and before.
  /// - Format 2 has both.
  static let format = 2

  /// The framed bytes of `content`.
  static func bytes(_ kind: Kind, _ content: BinaryValue) -> [UInt8] {
    let body = content.bytes
    var bytes = Array("glucose-\(kind.rawValue) \(format)\n".utf8)
    bytes.append(littleEndian: checksum(body[...]), width: 8)
    return bytes + body
  }

  /// The content of framed bytes, of this format or one before.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are of another kind or a newer format, or were
  ///   changed.
  static func content(_ kind: Kind, of bytes: [UInt8]) throws(StoredModelError) -> BinaryValue {
    let name = Array("glucose-\(kind.rawValue) ".utf8)
    // A format of more than nine digits is none.
    guard bytes.starts(with: name),
      let end = bytes.prefix(name.count + 10).firstIndex(of: 0x0A),
      let found = Int(String(decoding: bytes[name.count..<end], as: UTF8.self))
    else { throw StoredModelError.damaged("The bytes are not those of a stored \(kind.rawValue).") }
    try check(format: found)
    let head = bytes[(end + 1)...].prefix(8)
    let body = bytes[(end + 1 + head.count)...]
    guard head.count == 8, head.littleEndian == checksum(body) else {
      throw StoredModelError.damaged("The checksum differs from that of the bytes.")
    }
    return try BinaryValue(bytes: body)
  }

  /// Throws unless this version reads the format.
  static func check(format found: Int, since oldest: Int = 1) throws(StoredModelError) {
    guard (oldest...format).contains(found) else {
      throw StoredModelError(.format(found: found, readable: oldest...format))
    }
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo, 1991).
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
