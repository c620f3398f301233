// SPDX-License-Identifier: Apache-2.0

/// A symmetric matrix, of which the upper triangle counts.
///
/// It is encoded as that triangle, row by row.
struct SymmetricMatrix: Hashable, Codable, Sendable {
  let size: Int
  /// All numbers by rows; those below the diagonal are zero.
  var elements: [Double]

  init(size: Int) {
    self.size = size
    elements = Array(repeating: 0, count: size * size)
  }

  subscript(row: Int, column: Int) -> Double {
    get { elements[min(row, column) * size + max(row, column)] }
    set { elements[min(row, column) * size + max(row, column)] = newValue }
  }

  static func += (lhs: inout Self, rhs: Self) {
    precondition(lhs.size == rhs.size, "Only matrices of one size add")
    for index in lhs.elements.indices { lhs.elements[index] += rhs.elements[index] }
  }

  static func -= (lhs: inout Self, rhs: Self) {
    precondition(lhs.size == rhs.size, "Only matrices of one size subtract")
    for index in lhs.elements.indices { lhs.elements[index] -= rhs.elements[index] }
  }

  func scaled(by factor: Double) -> Self {
    var result = self
    for index in result.elements.indices { result.elements[index] *= factor }
    return result
  }

  /// The product with a vector.
  func times(_ vector: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: size)
    for row in 0..<size {
      result[row] += elements[row * size + row] * vector[row]
      for column in (row + 1)..<max(size, row + 1) {
        let element = elements[row * size + column]
        result[row] += element * vector[column]
        result[column] += element * vector[row]
      }
    }
    return result
  }

  init(from decoder: any Decoder) throws {
    let packed = try [Double](from: decoder)
    let size = Int((Double(8 * packed.count + 1).squareRoot() - 1) / 2)
    guard size * (size + 1) / 2 == packed.count else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "\(packed.count) numbers fill no triangle"))
    }
    self.init(size: size)
    var next = 0
    for row in 0..<size {
      for column in row..<size {
        elements[row * size + column] = packed[next]
        next += 1
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    try (0..<size).flatMap { elements[($0 * size + $0)..<($0 + 1) * size] }.encode(to: encoder)
  }
}
