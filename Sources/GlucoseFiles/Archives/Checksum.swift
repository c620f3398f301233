// SPDX-License-Identifier: Apache-2.0

/// The cyclic redundancy check of gzip and zip, with 32 bits (RFC 1952, section 8).
struct Checksum {
  private var state: UInt32 = ~0

  /// The sum of all bytes so far.
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

/// How much may come out of an archive: an export shrinks to a tenth or a fiftieth, an attack to a
/// thousandth.
struct UnpackLimit {
  /// What any archive may hold, in bytes.
  static let always = 64 << 20
  /// How many times its packed size an archive may hold.
  static let ratio = 250

  private var unpacked = 0

  /// Takes note of bytes that came out of as many packed ones in all.
  mutating func add(_ count: Int, from packed: Int) throws(ReadError) {
    unpacked += count
    guard unpacked <= Self.always || unpacked / Self.ratio <= packed else {
      throw ReadError(
        .hostile("\(packed) packed bytes unfold to more than \(Self.ratio) times as many"))
    }
  }
}
