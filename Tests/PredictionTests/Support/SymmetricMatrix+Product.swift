@testable import Prediction

extension SymmetricMatrix {
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
}
