// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Numbers that are encoded as their bytes in little-endian order: exactly, and in half the size of
/// text.
///
/// In the binary format they are a list of numbers, in the narrowest width that represents them.
@propertyWrapper
struct DoubleBytes: Hashable, BinaryValue.NumberList, Sendable {
  var wrappedValue: [Double]

  init(wrappedValue: [Double]) { self.wrappedValue = wrappedValue }

  var numbers: [Double] { wrappedValue }

  init(numbers: [Double]) { wrappedValue = numbers }

  /// Decodes numbers from eight bytes each.
  init(from decoder: any Decoder) throws {
    let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    try decoder.require(bytes.count % 8 == 0, "Each number must have 8 bytes")
    wrappedValue = bytes[...].littleEndian(width: 8).map { Double(bitPattern: $0) }
  }

  /// Encodes each number as eight bytes.
  func encode(to encoder: any Encoder) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * wrappedValue.count)
    for value in wrappedValue { bytes.append(littleEndian: value.bitPattern, width: 8) }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

extension [UInt8] {
  /// Appends the low `width` bytes of a number in little-endian order.
  mutating func append(littleEndian pattern: UInt64, width: Int) {
    for byte in 0..<width { append(UInt8(truncatingIfNeeded: pattern >> UInt64(8 * byte))) }
  }
}

extension ArraySlice<UInt8> {
  /// The number with these little-endian bytes, at most eight.
  var littleEndian: UInt64 {
    var pattern: UInt64 = 0
    for byte in reversed() { pattern = pattern << 8 | UInt64(byte) }
    return pattern
  }

  /// Returns the numbers with `width` little-endian bytes each.
  func littleEndian(width: Int) -> [UInt64] {
    stride(from: startIndex, to: endIndex, by: width).map {
      self[$0..<Swift.min($0 + width, endIndex)].littleEndian
    }
  }
}
