/// Returns the least-squares solution by Householder reflections (Golub and Van Loan, *Matrix
/// Computations*, 5.3.2), a method without a Gram matrix.
func leastSquaresByQR(rows: [[Double]], outcomes: [Double]) -> [Double] {
  var matrix = rows
  var sides = outcomes
  let columns = matrix[0].count
  for column in 0..<columns {
    let norm = (column..<matrix.count).reduce(0) { $0 + matrix[$1][column] * matrix[$1][column] }
      .squareRoot()
    guard norm > 0 else { continue }
    var reflector = (column..<matrix.count).map { matrix[$0][column] }
    reflector[0] += reflector[0] >= 0 ? norm : -norm
    let scale = 2 / reflector.reduce(0) { $0 + $1 * $1 }
    for other in column..<columns {
      var product = 0.0
      for (offset, value) in reflector.enumerated() {
        product += value * matrix[column + offset][other]
      }
      for (offset, value) in reflector.enumerated() {
        matrix[column + offset][other] -= scale * product * value
      }
    }
    var product = 0.0
    for (offset, value) in reflector.enumerated() { product += value * sides[column + offset] }
    for (offset, value) in reflector.enumerated() {
      sides[column + offset] -= scale * product * value
    }
  }
  var solution = [Double](repeating: 0, count: columns)
  for row in (0..<columns).reversed() {
    var value = sides[row]
    for column in (row + 1)..<max(columns, row + 1) {
      value -= matrix[row][column] * solution[column]
    }
    solution[row] = value / matrix[row][row]
  }
  return solution
}
