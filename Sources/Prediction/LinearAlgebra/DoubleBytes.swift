// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Numbers that are encoded as their bytes, the lowest first: exactly, and in half the room of text.
@propertyWrapper
struct DoubleBytes: Hashable, Codable, Sendable {
  var wrappedValue: [Double]

  init(wrappedValue: [Double]) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    guard bytes.count % 8 == 0 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(bytes.count) bytes are no numbers of eight"))
    }
    wrappedValue = stride(from: 0, to: bytes.count, by: 8).map { start in
      var pattern: UInt64 = 0
      for byte in 0..<8 { pattern |= UInt64(bytes[start + byte]) << UInt64(8 * byte) }
      return Double(bitPattern: pattern)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * wrappedValue.count)
    for value in wrappedValue {
      for byte in 0..<8 {
        bytes.append(UInt8(truncatingIfNeeded: value.bitPattern >> UInt64(8 * byte)))
      }
    }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}
