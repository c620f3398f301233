// SPDX-License-Identifier: Apache-2.0

/// The Windows code page 1252.
enum Windows1252 {
  /// Returns the text in UTF-8. The five bytes without a character become the control codes of
  /// Latin-1, as in browsers.
  static func decode(_ bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      let scalar: UInt32 =
        0x80...0x9F ~= byte ? UInt32(upperControls[Int(byte) - 0x80]) : UInt32(byte)
      switch scalar {
      case ..<0x80: text.append(UInt8(scalar))
      case ..<0x800:
        text.append(UInt8(0xC0 | scalar >> 6))
        text.append(UInt8(0x80 | scalar & 0x3F))
      default:
        text.append(UInt8(0xE0 | scalar >> 12))
        text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
        text.append(UInt8(0x80 | scalar & 0x3F))
      }
    }
    return text
  }

  /// The characters of 0x80 to 0x9F, where the code page differs from Latin-1.
  private static let upperControls: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
    0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]
}
