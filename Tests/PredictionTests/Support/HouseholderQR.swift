/// Returns the least-squares solution by Householder reflections (Golub and Van Loan, *Matrix
/// Computations*, 5.3.2), a method without a Gram matrix.
func leastSquaresByQR(rows: [[Double]], outcomes: [Double]) -> [Double] {
  let columns = rows[0].count
  var matrix = (0..<columns).map { column in rows.map { $0[column] } }
  var sides = outcomes
  for column in 0..<columns {
    let norm = matrix[column][column...].reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard norm > 0 else { continue }
    var reflector = Array(matrix[column][column...])
    reflector[0] += reflector[0] >= 0 ? norm : -norm
    let scale = 2 / reflector.reduce(0) { $0 + $1 * $1 }
    for other in column..<columns {
      var product = 0.0
      for (offset, value) in reflector.enumerated() {
        product += value * matrix[other][column + offset]
      }
      for (offset, value) in reflector.enumerated() {
        matrix[other][column + offset] -= scale * product * value
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
      value -= matrix[column][row] * solution[column]
    }
    solution[row] = value / matrix[row][row]
  }
  return solution
}
