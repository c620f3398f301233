internal import GlucoseMath

/// A symmetric matrix, represented by its upper triangle, whose elements by rows are encoded.
struct SymmetricMatrix: Equatable, Sendable {
  let size: Int
  /// All elements by rows; those below the diagonal are zero.
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
    precondition(lhs.size == rhs.size, "Both matrices must have the same size")
    let added = rhs.elements.elementSpan
    var room = lhs.elements.mutableElementSpan
    for index in room.indices { room[index] += added[index] }
  }

  static func - (lhs: Self, rhs: Self) -> Self {
    precondition(lhs.size == rhs.size, "Both matrices must have the same size")
    var result = lhs
    let subtracted = rhs.elements.elementSpan
    var room = result.elements.mutableElementSpan
    for index in room.indices { room[index] -= subtracted[index] }
    return result
  }

  /// Returns the elements, to change them in place, and removes them from the matrix.
  mutating func releasing() -> [Double] {
    let released = elements
    elements = []
    return released
  }

  private func mapped(_ transform: (Double) -> Double) -> Self {
    var result = self
    result.elements = elements.map(transform)
    return result
  }

  func scaled(by factor: Double) -> Self { mapped { $0 * factor } }

  /// The elements in single precision.
  var rounded: Self { mapped { Double(Float($0)) } }

  func limited(to size: Int) -> Self { selecting(Array(0..<size)) }

  /// Returns some rows and the same columns, whose positions must ascend.
  func selecting(_ selected: [Int]) -> Self {
    var result = Self(size: selected.count)
    let (elements, columns) = (elements.elementSpan, selected.elementSpan)
    var room = result.elements.mutableElementSpan
    for row in columns.indices {
      let from = columns[row] &* size
      for column in row..<columns.count {
        room[row &* columns.count &+ column] = elements[from &+ columns[column]]
      }
    }
    return result
  }

  /// Adds `factor` times a smaller matrix to the rows and columns from `start`.
  mutating func add(_ other: Self, times factor: Double, from start: Int) {
    for row in 0..<other.size {
      for column in row..<other.size {
        elements[(start + row) * size + start + column] +=
          factor * other.elements[row * other.size + column]
      }
    }
  }

  func quadratic(_ vector: [Double]) -> Double { quadratics(vector).first ?? 0 }

  /// Returns the quadratic form of each row of `vectors`.
  func quadratics(_ vectors: [Double]) -> [Double] {
    let count = vectors.count / max(size, 1)
    // Elements below the diagonal are zero, so that the product includes half of those beside it.
    let halves = LinearAlgebra.multiply(
      vectors, rows: count, columns: size, by: elements, count: size)
    return (0..<count).map { vector in
      var sum = 0.0
      for index in 0..<size {
        let place = vector * size + index
        let beside = 2 * halves[place] - elements[index * size + index] * vectors[place]
        sum += vectors[place] * beside
      }
      return sum
    }
  }
}

extension SymmetricMatrix: NumberList {
  /// The maximum size of a decoded matrix, beyond the number of features of any model.
  private static let greatestSize = 4096

  /// The upper triangle by rows.
  var numbers: [Double] {
    (0..<size).flatMap { elements[($0 * size + $0)..<($0 + 1) * size] }
  }

  /// Creates a matrix from its upper triangle, or `nil` if it is none of at most 4,096 rows.
  init?(numbers: [Double]) {
    let size = Int((Double(8 * numbers.count + 1).squareRoot() - 1) / 2)
    guard size <= Self.greatestSize, size * (size + 1) / 2 == numbers.count else { return nil }
    self.init(size: size, triangle: numbers)
  }

  init(size: Int, triangle: [Double]) {
    self.init(size: size)
    let triangle = triangle.elementSpan
    var room = elements.mutableElementSpan
    var next = 0
    for row in 0..<size {
      for column in row..<size {
        room[row &* size &+ column] = triangle[next]
        next &+= 1
      }
    }
  }
}
