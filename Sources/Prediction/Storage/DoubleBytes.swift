// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension BinaryValue {
  /// A value that is a list of numbers in the binary format, in the narrowest width that represents
  /// them, and in other formats the bytes of each number in little-endian order: exactly, and in half
  /// the size of text.
  protocol NumberList: Codable {
    /// The number of bytes of each number in other formats: eight or, in single precision, four.
    static var width: Int { get }
    /// The numbers.
    var numbers: [Double] { get }
    /// Creates a value from its numbers, or `nil` if their number is invalid.
    init?(numbers: [Double])
  }
}

extension BinaryValue.NumberList {
  static var width: Int { 8 }

  /// Decodes numbers from the bytes of each.
  init(from decoder: any Decoder) throws {
    let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    let numbers = bytes[...].littleEndian(width: Self.width).map {
      Self.width == 8
        ? Double(bitPattern: $0) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
    }
    guard bytes.count % Self.width == 0, let value = Self(numbers: numbers) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "There must be \(Self.width) bytes for each number, and in a matrix "
            + "the numbers of a triangle"))
    }
    self = value
  }

  /// Encodes the bytes of each number.
  func encode(to encoder: any Encoder) throws {
    let numbers = numbers
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.width * numbers.count)
    for number in numbers {
      let pattern = Self.width == 8 ? number.bitPattern : UInt64(Float(number).bitPattern)
      bytes.append(littleEndian: pattern, width: Self.width)
    }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }
}

/// Numbers that are encoded as a ``BinaryValue/NumberList``.
@propertyWrapper
struct DoubleBytes: Equatable, BinaryValue.NumberList, Sendable {
  var wrappedValue: [Double]

  init(wrappedValue: [Double]) { self.wrappedValue = wrappedValue }

  var numbers: [Double] { wrappedValue }

  init(numbers: [Double]) { wrappedValue = numbers }
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
