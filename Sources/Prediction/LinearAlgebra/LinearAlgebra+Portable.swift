internal import GlucoseMath

extension LinearAlgebra {
  enum Portable {
    /// Adds XᵀX to the upper triangle of `gram`, four rows at a time, so that each element of the
    /// Gram matrix is loaded and stored once for four products.
    static func addGram(of matrix: [Double], rows: Int, columns: Int, to gram: inout [Double]) {
      let matrix = matrix.elementSpan
      var gram = gram.mutableElementSpan
      let whole = rows - rows % 4
      for row in stride(from: 0, to: whole, by: 4) {
        let first = matrix.extracting(row * columns..<(row + 1) * columns)
        let second = matrix.extracting((row + 1) * columns..<(row + 2) * columns)
        let third = matrix.extracting((row + 2) * columns..<(row + 3) * columns)
        let fourth = matrix.extracting((row + 3) * columns..<(row + 4) * columns)
        for i in 0..<columns {
          let (a, b, c, d) = (first[i], second[i], third[i], fourth[i])
          for j in i..<columns {
            gram[i &* columns &+ j] +=
              a * first[j] + b * second[j] + (c * third[j] + d * fourth[j])
          }
        }
      }
      for row in whole..<rows {
        let values = matrix.extracting(row * columns..<(row + 1) * columns)
        for i in 0..<columns {
          for j in i..<columns { gram[i &* columns &+ j] += values[i] * values[j] }
        }
      }
    }

    static func addProducts(
      of outcomes: [Double], count: Int, with matrix: [Double], rows: Int, columns: Int,
      to products: inout [Double]
    ) {
      let matrix = matrix.elementSpan
      let outcomes = outcomes.elementSpan
      var products = products.mutableElementSpan
      for row in 0..<rows {
        for outcome in 0..<count {
          let value = outcomes[row &* count &+ outcome]
          for column in 0..<columns {
            products[outcome &* columns &+ column] += value * matrix[row &* columns &+ column]
          }
        }
      }
    }

    static func multiply(
      _ matrix: [Double], rows: Int, columns: Int, by weights: [Double], count: Int,
      into result: inout [Double], stride: Int, from start: Int
    ) {
      let matrix = matrix.elementSpan
      let weights = weights.elementSpan
      for row in 0..<rows {
        for outcome in 0..<count {
          var sum = 0.0
          for column in 0..<columns {
            sum += matrix[row &* columns &+ column] * weights[outcome &* columns &+ column]
          }
          result[row * stride + start + outcome] = sum
        }
      }
    }

    /// Replaces the upper triangle of a symmetric matrix with U, where UᵀU = A (Cholesky
    /// factorization), or returns `false` if the matrix is not positive definite.
    static func factorize(_ matrix: inout [Double], size: Int) -> Bool {
      var matrix = matrix.mutableElementSpan
      for row in 0..<size {
        let pivot = matrix[row * size + row]
        guard pivot > 0, pivot.isFinite else { return false }
        let root = pivot.squareRoot()
        for column in row..<size { matrix[row &* size &+ column] /= root }
        for below in (row + 1)..<max(size, row + 1) {
          let factor = matrix[row &* size &+ below]
          for column in below..<size {
            matrix[below &* size &+ column] -= factor * matrix[row &* size &+ column]
          }
        }
      }
      return true
    }

    /// Replaces each row b of `sides` with the solution of UᵀU·x = b.
    static func substitute(_ factor: [Double], size: Int, into sides: inout [Double]) {
      let factor = factor.elementSpan
      var sides = sides.mutableElementSpan
      for start in stride(from: 0, to: sides.count, by: size) {
        for row in 0..<size {
          let value = sides[start + row] / factor[row * size + row]
          sides[start + row] = value
          for column in (row + 1)..<max(size, row + 1) {
            sides[start &+ column] -= value * factor[row &* size &+ column]
          }
        }
        for row in (0..<size).reversed() {
          var value = sides[start + row]
          for column in (row + 1)..<max(size, row + 1) {
            value -= factor[row &* size &+ column] * sides[start &+ column]
          }
          sides[start + row] = value / factor[row * size + row]
        }
      }
    }
  }
}
