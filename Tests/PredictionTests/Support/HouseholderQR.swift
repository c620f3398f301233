/// Returns the least-squares solution by Householder reflections (Golub and Van Loan, *Matrix
/// Computations*, 5.3.2), a method without a Gram matrix.
func leastSquaresByQR(rows: [[Double]], outcomes: [Double]) -> [Double] {
  let columns = rows[0].count
  // Column after column, in one array.
  var matrix = (0..<columns).flatMap { column in rows.map { $0[column] } }
  var sides = outcomes
  for column in 0..<columns {
    var reflector = Array(matrix[(column * rows.count + column)..<((column + 1) * rows.count)])
    let norm = reflector.reduce(0) { $0 + $1 * $1 }.squareRoot()
    guard norm > 0 else { continue }
    reflector[0] += reflector[0] >= 0 ? norm : -norm
    let scale = 2 / reflector.reduce(0) { $0 + $1 * $1 }
    for other in column..<columns {
      let start = other * rows.count + column
      var product = 0.0
      for offset in reflector.indices { product += reflector[offset] * matrix[start + offset] }
      for offset in reflector.indices {
        matrix[start + offset] -= scale * product * reflector[offset]
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
      value -= matrix[column * rows.count + row] * solution[column]
    }
    solution[row] = value / matrix[row * rows.count + row]
  }
  return solution
}
