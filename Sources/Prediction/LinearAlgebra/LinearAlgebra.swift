internal import GlucoseMath

#if BLAS && canImport(Accelerate)
  internal import Accelerate
#elseif BLAS && canImport(CGlucoseBLAS)
  internal import CGlucoseBLAS
#endif

/// The linear algebra of this module; the only file that calls BLAS and LAPACK.
///
/// With the trait `BLAS`, it uses OpenBLAS, or Accelerate on Apple platforms; without it,
/// ``LinearAlgebra/Portable``. OpenBLAS is set to one thread for the whole process at the first
/// call, because work is distributed over people; a host application that needs several must set
/// them again. Matrices are row-major in one array; of a symmetric matrix only the upper triangle
/// is used.
package enum LinearAlgebra {
  /// Adds XᵀX to `gram`, where X is the first `rows` rows of `matrix`.
  static func addGram(
    of matrix: [Double], rows: Int, columns: Int, to gram: inout [Double]
  ) {
    precondition(
      matrix.count >= rows * columns && gram.count == columns * columns,
      "`gram` must have a row and a column for each column of `matrix`")
    guard rows > 0, columns > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      // In bounds by the precondition, here and in the calls below.
      unsafe cblas_dsyrk(
        CblasRowMajor, CblasUpper, CblasTrans, .init(columns), .init(rows), 1, matrix,
        .init(columns), 1, &gram, .init(columns))
    #else
      Portable.addGram(of: matrix, rows: rows, columns: columns, to: &gram)
    #endif
  }

  /// Adds YᵀX to `products`, where X and Y are the first `rows` rows of `matrix` and `outcomes`.
  static func addProducts(
    of outcomes: [Double], count: Int, with matrix: [Double], rows: Int, columns: Int,
    to products: inout [Double]
  ) {
    precondition(
      matrix.count >= rows * columns && outcomes.count >= rows * count
        && products.count == count * columns,
      "`products` must have a row for each outcome and a column for each column of `matrix`")
    guard rows > 0, columns > 0, count > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      unsafe cblas_dgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, .init(count), .init(columns), .init(rows), 1,
        outcomes, .init(count), matrix, .init(columns), 1, &products, .init(columns))
    #else
      Portable.addProducts(
        of: outcomes, count: count, with: matrix, rows: rows, columns: columns, to: &products)
    #endif
  }

  /// Returns X·Wᵀ, where X is the first `rows` rows of `matrix` and W has `count` rows of weights.
  package static func multiply(
    _ matrix: [Double], rows: Int, columns: Int, by weights: [Double], count: Int
  ) -> [Double] {
    var result = [Double](repeating: 0, count: rows * count)
    multiply(
      matrix, rows: rows, columns: columns, by: weights, count: count, into: &result,
      stride: count, from: 0)
    return result
  }

  /// Writes X·Wᵀ to the rows of `result`, which have `stride` elements, from column `start`.
  package static func multiply(
    _ matrix: [Double], rows: Int, columns: Int, by weights: [Double], count: Int,
    into result: inout [Double], stride: Int, from start: Int
  ) {
    precondition(
      matrix.count >= rows * columns && weights.count == count * columns,
      "`weights` must have an element for each column of `matrix` and row of the result")
    precondition(
      start >= 0 && start + count <= stride && result.count >= rows * stride,
      "`result` must have `rows` rows of `stride` elements")
    guard rows > 0, columns > 0, count > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      unsafe result.withUnsafeMutableBufferPointer { result in
        guard let base = result.baseAddress else { return }
        // In bounds by the second precondition: the last element is at (rows − 1)·stride + start +
        // count − 1.
        unsafe cblas_dgemm(
          CblasRowMajor, CblasNoTrans, CblasTrans, .init(rows), .init(count), .init(columns), 1,
          matrix, .init(columns), weights, .init(columns), 0, base + start, .init(stride))
      }
    #else
      Portable.multiply(
        matrix, rows: rows, columns: columns, by: weights, count: count, into: &result,
        stride: stride, from: start)
    #endif
  }

  /// Returns the solutions x of A·x = b for a symmetric A and each row b of `rightSides`, or `nil`
  /// if A is not positive definite.
  package static func solve(
    _ matrix: consuming [Double], size: Int, _ rightSides: consuming [Double]
  ) -> [Double]? {
    precondition(
      size > 0 && matrix.count == size * size && rightSides.count % size == 0,
      "`rightSides` must have an element for each row of the matrix")
    // Other elements that are not finite make the solution not finite.
    for place in 0..<size where !matrix[place * size + place].isFinite { return nil }
    var factor = consume matrix
    var solution = consume rightSides
    guard solve(&factor, size, &solution) else { return nil }
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  // The upper triangle by rows is the lower triangle by columns, and right sides by rows are
  // LAPACK's columns, so that no matrix is transposed.
  #if BLAS && canImport(Accelerate)
    // The newer interface of Accelerate requires iOS 16.4 or macOS 13.3, so this is the older one.
    // The project's checks, which run on Linux, compile this against its interface.
    private static func prepare() {}

    private static func solve(
      _ matrix: inout [Double], _ size: Int, _ sides: inout [Double]
    ) -> Bool {
      var lower = CChar(UInt8(ascii: "L"))
      var count = __CLPK_integer(sides.count / size)
      var size = __CLPK_integer(size)
      var leading = size
      var leadingOfSides = size
      var info: __CLPK_integer = 0
      _ = unsafe dpotrf_(&lower, &size, &matrix, &leading, &info)
      guard info == 0 else { return false }
      _ = unsafe dpotrs_(
        &lower, &size, &count, &matrix, &leading, &sides, &leadingOfSides, &info)
      return info == 0
    }
  #elseif BLAS && canImport(CGlucoseBLAS)
    /// Work is distributed over people, and threads within a call would compete with it.
    private static let oneThread: Void = openblas_set_num_threads(1)

    private static func prepare() { _ = oneThread }

    private static func solve(
      _ matrix: inout [Double], _ size: Int, _ sides: inout [Double]
    ) -> Bool {
      prepare()
      // The variants named "work" do not check for NaN, which is visible in the solution.
      let lower = CChar(UInt8(ascii: "L"))
      return unsafe LAPACKE_dpotrf_work(
        LAPACK_COL_MAJOR, lower, .init(size), &matrix, .init(size)) == 0
        && LAPACKE_dpotrs_work(
          LAPACK_COL_MAJOR, lower, .init(size), .init(sides.count / size), matrix, .init(size),
          &sides, .init(size)) == 0
    }
  #else
    private static func solve(
      _ matrix: inout [Double], _ size: Int, _ sides: inout [Double]
    ) -> Bool {
      guard Portable.factorize(&matrix, size: size) else { return false }
      Portable.substitute(matrix, size: size, into: &sides)
      return true
    }
  #endif
}
