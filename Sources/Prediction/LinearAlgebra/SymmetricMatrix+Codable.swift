// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SymmetricMatrix {
  init(from decoder: any Decoder) throws {
    let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    self = try Self.unpacked(bytes, width: 8, decoder) { Double(bitPattern: $0) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Self.bytes(packed.map(\.bitPattern), width: 8))
  }

  /// The numbers rounded to single precision.
  var rounded: Self {
    var result = self
    for index in elements.indices { result.elements[index] = Double(Float(elements[index])) }
    return result
  }

  /// A matrix of numbers in single precision, encoded in half the room.
  struct Rounded: Codable {
    let matrix: SymmetricMatrix

    init(_ matrix: SymmetricMatrix) { self.matrix = matrix }

    init(from decoder: any Decoder) throws {
      let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
      matrix = try SymmetricMatrix.unpacked(bytes, width: 4, decoder) {
        Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
      }
    }

    func encode(to encoder: any Encoder) throws {
      let patterns = matrix.packed.map { UInt64(Float($0).bitPattern) }
      var container = encoder.singleValueContainer()
      try container.encode(SymmetricMatrix.bytes(patterns, width: 4))
    }
  }

  /// The upper triangle, row by row.
  private var packed: [Double] {
    (0..<size).flatMap { elements[($0 * size + $0)..<($0 + 1) * size] }
  }

  /// The `width` low bytes of each number, the lowest first.
  private static func bytes(_ patterns: [UInt64], width: Int) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(patterns.count * width)
    for pattern in patterns {
      for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: pattern >> UInt64(8 * byte))) }
    }
    return Data(bytes)
  }

  private static func unpacked(
    _ bytes: [UInt8], width: Int, _ decoder: any Decoder, _ number: (UInt64) -> Double
  ) throws -> Self {
    let count = bytes.count / width
    let size = Int((Double(8 * count + 1).squareRoot() - 1) / 2)
    guard bytes.count % width == 0, size * (size + 1) / 2 == count else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(bytes.count) bytes fill no triangle"))
    }
    var result = Self(size: size)
    var next = 0
    for row in 0..<size {
      for column in row..<size {
        var pattern: UInt64 = 0
        for byte in 0..<width { pattern |= UInt64(bytes[next + byte]) << UInt64(8 * byte) }
        result.elements[row * size + column] = number(pattern)
        next += width
      }
    }
    return result
  }
}
