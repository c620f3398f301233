internal import GlucoseMath

/// The upper triangle of a symmetric matrix by rows, in half the memory of a ``SymmetricMatrix``
/// and encoded as that is.
struct PackedSymmetricMatrix: Equatable, NumberList, Sendable {
  let size: Int
  private var elements: [Double]

  var numbers: [Double] { elements }

  init?(numbers: [Double]) {
    guard let matrix = SymmetricMatrix(numbers: numbers) else { return nil }
    (size, elements) = (matrix.size, numbers)
  }

  init(_ matrix: SymmetricMatrix) { self.init(size: matrix.size, elements: matrix.numbers) }

  private init(size: Int, elements: [Double]) { (self.size, self.elements) = (size, elements) }

  var unpacked: SymmetricMatrix { SymmetricMatrix(size: size, triangle: elements) }

  func map(_ transform: (SymmetricMatrix) -> SymmetricMatrix) -> Self { Self(transform(unpacked)) }

  /// Returns some rows and the same columns, whose positions must ascend.
  func selecting(_ selected: [Int]) -> Self {
    var chosen: [Double] = []
    chosen.reserveCapacity(selected.count * (selected.count + 1) / 2)
    for (index, row) in selected.enumerated() {
      // The element of the row in column 0, if the triangle had it.
      let start = row * (2 * size - row - 1) / 2
      for column in selected[index...] { chosen.append(elements[start + column]) }
    }
    return Self(size: selected.count, elements: chosen)
  }

  static func += (lhs: inout Self, rhs: Self) {
    precondition(lhs.size == rhs.size, "Both matrices must have the same size")
    let added = rhs.elements.elementSpan
    var room = lhs.elements.mutableElementSpan
    for index in room.indices { room[index] += added[index] }
  }

  static func - (lhs: SymmetricMatrix, rhs: Self) -> SymmetricMatrix {
    precondition(lhs.size == rhs.size, "Both matrices must have the same size")
    var result = lhs
    let subtracted = rhs.elements.elementSpan
    var room = result.elements.mutableElementSpan
    var next = 0
    for row in 0..<rhs.size {
      for column in row..<rhs.size {
        room[row &* rhs.size &+ column] -= subtracted[next]
        next &+= 1
      }
    }
    return result
  }

  func quadratic(_ vector: [Double]) -> Double {
    let elements = elements.elementSpan
    let vector = vector.elementSpan
    var (sum, next) = (0.0, 0)
    for row in 0..<size {
      let diagonal = elements[next]
      next &+= 1
      var beside = 0.0
      for column in (row &+ 1)..<max(size, row &+ 1) {
        beside += elements[next] * vector[column]
        next &+= 1
      }
      sum += vector[row] * (diagonal * vector[row] + 2 * beside)
    }
    return sum
  }
}
