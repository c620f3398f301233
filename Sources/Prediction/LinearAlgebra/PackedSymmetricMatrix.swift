internal import GlucoseMath

/// The upper triangle of a symmetric matrix by rows, in half the memory of a ``SymmetricMatrix``.
///
/// It is encoded as that matrix is.
struct PackedSymmetricMatrix: Equatable, NumberList, Sendable {
  let size: Int
  private var elements: [Double]

  init(_ matrix: SymmetricMatrix) {
    let size = matrix.size
    var elements = [Double](repeating: 0, count: size * (size + 1) / 2)
    do {
      let whole = matrix.elements.elementSpan
      var room = elements.mutableElementSpan
      var next = 0
      for row in 0..<size {
        for column in row..<size {
          room[next] = whole[row &* size &+ column]
          next &+= 1
        }
      }
    }
    self.size = size
    self.elements = elements
  }

  var unpacked: SymmetricMatrix {
    var result = SymmetricMatrix(size: size)
    let elements = elements.elementSpan
    var room = result.elements.mutableElementSpan
    var next = 0
    for row in 0..<size {
      for column in row..<size {
        room[row &* size &+ column] = elements[next]
        next &+= 1
      }
    }
    return result
  }

  func map(_ transform: (SymmetricMatrix) -> SymmetricMatrix) -> Self { Self(transform(unpacked)) }

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

  var numbers: [Double] { elements }

  init?(numbers: [Double]) {
    guard let matrix = SymmetricMatrix(numbers: numbers) else { return nil }
    self.init(matrix)
  }
}
