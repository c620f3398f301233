internal import GlucoseMath

extension SymmetricMatrix: NumberList {
  /// The maximum size of a decoded matrix, beyond the number of features of any model.
  private static let greatestSize = 4096

  /// The upper triangle by rows.
  var numbers: [Double] {
    (0..<size).flatMap { row -> ArraySlice<Double> in
      let start = row * size
      return elements[(start + row)..<(start + size)]
    }
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

  var rounded: Self {
    var result = self
    for index in elements.indices { result.elements[index] = Double(Float(elements[index])) }
    return result
  }
}
