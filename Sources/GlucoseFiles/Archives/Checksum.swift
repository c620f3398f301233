// SPDX-License-Identifier: Apache-2.0

/// The 32-bit cyclic redundancy check of gzip and zip (RFC 1952, section 8).
struct Checksum {
  private var state: UInt32 = ~0

  /// The checksum of all bytes added so far.
  var value: UInt32 { ~state }

  mutating func add(_ bytes: [UInt8]) {
    var state = state
    for byte in bytes {
      state = Self.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }
}

/// The limit of an archive's unpacked size: an export is compressed to a tenth or a fiftieth of its
/// size, an attack to a thousandth.
struct UnpackLimit {
  /// The unpacked size that is always allowed, in bytes.
  static let always = 64 << 20
  /// The maximum ratio of unpacked to packed size.
  static let ratio = 250

  private var unpacked = 0

  /// Adds a number of unpacked bytes, where `packed` is the total number of packed bytes so far.
  mutating func add(_ count: Int, from packed: Int) throws(ReadError) {
    unpacked += count
    guard unpacked <= Self.always || unpacked / Self.ratio <= packed else {
      throw ReadError(
        .hostile("\(packed) packed bytes expand to more than \(Self.ratio) times their size"))
    }
  }
}
