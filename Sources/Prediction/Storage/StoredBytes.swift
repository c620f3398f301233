// SPDX-License-Identifier: Apache-2.0

/// The container of stored bytes: their kind and format, a checksum and a ``BinaryValue``.
///
/// The bytes begin with "glucose-", the kind, a space, the format in digits and a line feed; for
/// example "glucose-model 1\n". Eight bytes of checksum in little-endian order follow, and then the
/// content.
package enum StoredBytes {
  /// The kind of content, with its name in the first line.
  package enum Kind: String {
    case model, prior, task, part, backtest
  }

  /// The format that this version writes and reads, as bytes and in other encodings. It also stands for the
  /// features: a change of their values makes the weights of stored models wrong, and needs another number.
  package static let format = 1

  /// Returns `content` as bytes with a header.
  package static func bytes(_ kind: Kind, _ content: BinaryValue) -> [UInt8] {
    let body = content.bytes
    var bytes = Array("glucose-\(kind.rawValue) \(format)\n".utf8)
    bytes.append(littleEndian: checksum(body[...]), width: 8)
    return bytes + body
  }

  /// Returns the content of bytes with a header.
  ///
  /// - Throws: ``StoredModelError`` if the bytes have another kind or format, or are damaged.
  package static func content(_ kind: Kind, of bytes: [UInt8]) throws(StoredModelError)
    -> BinaryValue
  {
    let name = Array("glucose-\(kind.rawValue) ".utf8)
    // A format of more than nine digits is invalid.
    guard bytes.starts(with: name),
      let end = bytes.prefix(name.count + 10).firstIndex(of: 0x0A),
      let found = Int(String(decoding: bytes[name.count..<end], as: UTF8.self))
    else { throw StoredModelError.damaged("The bytes are not those of a stored \(kind.rawValue).") }
    try check(format: found)
    let head = bytes[(end + 1)...].prefix(8)
    let body = bytes[(end + 1 + head.count)...]
    guard head.count == 8, head.littleEndian == checksum(body) else {
      throw StoredModelError.damaged("The checksum does not match the content.")
    }
    return try BinaryValue(bytes: body)
  }

  /// Returns the value that bytes with a header contain.
  ///
  /// - Throws: ``StoredModelError`` as of ``content(_:of:)``, or if the content is not such a value.
  package static func value<Value: Decodable>(
    _ kind: Kind, of bytes: [UInt8]
  ) throws(StoredModelError) -> Value {
    let content = try content(kind, of: bytes)
    do {
      return try content.decoded(as: Value.self)
    } catch {
      throw StoredModelError(error)
    }
  }

  /// Throws an error unless this version reads the format.
  package static func check(format found: Int) throws(StoredModelError) {
    guard found == format else {
      throw StoredModelError(.format(found: found, expected: format))
    }
  }

  /// Returns the FNV-1a checksum of 64 bits (Fowler, Noll and Vo, 1991).
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
