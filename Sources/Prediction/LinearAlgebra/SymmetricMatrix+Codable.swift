// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SymmetricMatrix: BinaryValue.NumberList {
  /// The maximum size of a decoded matrix, beyond the number of features of any model.
  private static let greatestSize = 4096

  /// Decodes the upper triangle by rows, from eight bytes for each number.
  init(from decoder: any Decoder) throws {
    self = try Self.decoded(decoder, width: 8) { Double(bitPattern: $0) }
  }

  /// Encodes the upper triangle by rows, as eight bytes for each number.
  func encode(to encoder: any Encoder) throws {
    try encode(to: encoder, width: 8) { $0.bitPattern }
  }

  /// The matrix with its elements rounded to single precision.
  var rounded: Self {
    var result = self
    for index in elements.indices { result.elements[index] = Double(Float(elements[index])) }
    return result
  }

  /// A matrix of numbers in single precision, encoded in four bytes each.
  struct Rounded: BinaryValue.NumberList {
    let matrix: SymmetricMatrix

    init(_ matrix: SymmetricMatrix) { self.matrix = matrix.rounded }

    var numbers: [Double] { matrix.numbers }

    init?(numbers: [Double]) {
      guard let matrix = SymmetricMatrix(numbers: numbers) else { return nil }
      self.matrix = matrix.rounded
    }

    init(from decoder: any Decoder) throws {
      matrix = try SymmetricMatrix.decoded(decoder, width: 4) {
        Double(Float(bitPattern: UInt32(truncatingIfNeeded: $0)))
      }
    }

    func encode(to encoder: any Encoder) throws {
      try matrix.encode(to: encoder, width: 4) { UInt64(Float($0).bitPattern) }
    }
  }

  /// The upper triangle by rows.
  var numbers: [Double] {
    (0..<size).flatMap { row -> ArraySlice<Double> in
      let start = row * size
      return elements[(start + row)..<(start + size)]
    }
  }

  /// Creates a matrix from its upper triangle, or `nil` if the number of elements is not that of a
  /// triangle of at most 4,096 rows.
  init?(numbers: [Double]) {
    guard let size = Self.size(ofTriangle: numbers.count) else { return nil }
    self.init(size: size)
    var next = 0
    for row in 0..<size {
      for column in row..<size {
        elements[row * size + column] = numbers[next]
        next += 1
      }
    }
  }

  private static func size(ofTriangle count: Int) -> Int? {
    guard count <= greatestSize * (greatestSize + 1) / 2 else { return nil }
    let size = Int((Double(8 * count + 1).squareRoot() - 1) / 2)
    return size * (size + 1) / 2 == count ? size : nil
  }

  private func encode(
    to encoder: any Encoder, width: Int, _ pattern: (Double) -> UInt64
  ) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size * (size + 1) / 2 * width)
    for number in numbers { bytes.append(littleEndian: pattern(number), width: width) }
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes))
  }

  private static func decoded(
    _ decoder: any Decoder, width: Int, _ number: (UInt64) -> Double
  ) throws -> Self {
    let bytes = [UInt8](try decoder.singleValueContainer().decode(Data.self))
    let (count, rest) = bytes.count.quotientAndRemainder(dividingBy: width)
    let isTriangle = rest == 0 && size(ofTriangle: count) != nil
    try decoder.require(
      isTriangle, "A matrix must have the elements of a triangle of at most \(greatestSize) rows")
    let numbers = bytes[...].littleEndian(width: width).map(number)
    guard let matrix = Self(numbers: numbers) else { return Self(size: 0) }
    return matrix
  }
}
