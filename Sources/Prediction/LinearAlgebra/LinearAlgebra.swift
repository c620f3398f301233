// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if BLAS && canImport(Accelerate)
  internal import Accelerate
#elseif BLAS && canImport(CGlucoseBLAS)
  internal import CGlucoseBLAS
#endif

/// The linear algebra of this module, and the only file that knows of BLAS and LAPACK.
///
/// With the trait `BLAS` each call goes to OpenBLAS, or to Accelerate on Apple; without it, to its
/// twin in ``PortableLinearAlgebra``. OpenBLAS is set to one thread at the first call, for the whole process:
/// work is spread over people, and a host that wants several threads in its own calls sets them again.
/// Matrices are row-major in one array; of a symmetric one only the
/// upper triangle is read or written.
enum LinearAlgebra {
  /// Adds XᵀX to `gram`, where X is the first `rows` rows of `matrix`.
  static func addGram(
    of matrix: [Double], rows: Int, columns: Int, to gram: inout [Double]
  ) {
    precondition(
      matrix.count >= rows * columns && gram.count == columns * columns,
      "A Gram matrix has a row and a column for each column of its matrix")
    guard rows > 0, columns > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      // In bounds by the precondition, here and in the calls below.
      unsafe cblas_dsyrk(
        CblasRowMajor, CblasUpper, CblasTrans, .init(columns), .init(rows), 1, matrix,
        .init(columns), 1, &gram, .init(columns))
    #else
      PortableLinearAlgebra.addGram(of: matrix, rows: rows, columns: columns, to: &gram)
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
      "A matrix of products has a row for each outcome and a column for each column")
    guard rows > 0, columns > 0, count > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      unsafe cblas_dgemm(
        CblasRowMajor, CblasTrans, CblasNoTrans, .init(count), .init(columns), .init(rows), 1,
        outcomes, .init(count), matrix, .init(columns), 1, &products, .init(columns))
    #else
      PortableLinearAlgebra.addProducts(
        of: outcomes, count: count, with: matrix, rows: rows, columns: columns, to: &products)
    #endif
  }

  /// Adds to each of `products` the sum of products of `count` numbers from `first` on with those that lie
  /// as many places before them as its position.
  static func addLaggedProducts(
    _ values: [Double], from first: Int, count: Int, to products: inout [Double]
  ) {
    precondition(
      first + 1 >= products.count && count >= 0 && first + count <= values.count,
      "All stretches lie in the array")
    guard count > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      unsafe values.withUnsafeBufferPointer { values in
        guard let base = values.baseAddress else { return }
        for lag in products.indices {
          // In bounds by the precondition.
          products[lag] += unsafe cblas_ddot(
            .init(count), base + first, 1, base + (first - lag), 1)
        }
      }
    #else
      PortableLinearAlgebra.addLaggedProducts(values, from: first, count: count, to: &products)
    #endif
  }

  /// The sum of `count` numbers from `first` on.
  static func sum(_ values: [Double], from first: Int, count: Int) -> Double {
    let values = values.elementSpan.extracting(first..<first + count)
    // Four sums at once, for each addition waits for the one before.
    var sums = SIMD4<Double>()
    let whole = count - count % 4
    for index in stride(from: 0, to: whole, by: 4) {
      sums += SIMD4(
        values[index], values[index &+ 1], values[index &+ 2], values[index &+ 3])
    }
    var sum = sums.sum()
    for index in whole..<count { sum += values[index] }
    return sum
  }

  /// X·Wᵀ, where X is the first `rows` rows of `matrix` and W has `count` rows of weights.
  static func multiply(
    _ matrix: [Double], rows: Int, columns: Int, by weights: [Double], count: Int
  ) -> [Double] {
    var result = [Double](repeating: 0, count: rows * count)
    multiply(
      matrix, rows: rows, columns: columns, by: weights, count: count, into: &result,
      stride: count, from: 0)
    return result
  }

  /// Writes X·Wᵀ to rows of `result` that are `stride` wide, from column `start` on.
  static func multiply(
    _ matrix: [Double], rows: Int, columns: Int, by weights: [Double], count: Int,
    into result: inout [Double], stride: Int, from start: Int
  ) {
    precondition(
      matrix.count >= rows * columns && weights.count == count * columns,
      "There is a weight for each column")
    precondition(
      start >= 0 && start + count <= stride && result.count >= rows * stride,
      "There is room for the products")
    guard rows > 0, columns > 0, count > 0 else { return }
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      prepare()
      unsafe result.withUnsafeMutableBufferPointer { result in
        guard let base = result.baseAddress else { return }
        // In bounds by the second precondition: the last number is at rows·stride − stride + start + count.
        unsafe cblas_dgemm(
          CblasRowMajor, CblasNoTrans, CblasTrans, .init(rows), .init(count), .init(columns), 1,
          matrix, .init(columns), weights, .init(columns), 0, base + start, .init(stride))
      }
    #else
      PortableLinearAlgebra.multiply(
        matrix, rows: rows, columns: columns, by: weights, count: count, into: &result,
        stride: stride, from: start)
    #endif
  }

  /// The solutions x of A·x = b for a symmetric A and each row b of `rightSides`, or `nil` if A is not
  /// positive definite.
  static func solve(
    _ matrix: consuming [Double], size: Int, _ rightSides: consuming [Double]
  ) -> [Double]? {
    precondition(
      size > 0 && matrix.count == size * size && rightSides.count % size == 0,
      "A right side has a number for each row of the matrix")
    // Whatever else is not finite shows in the solution.
    for place in 0..<size where !matrix[place * size + place].isFinite { return nil }
    var factor = consume matrix
    var solution = consume rightSides
    #if BLAS && (canImport(Accelerate) || canImport(CGlucoseBLAS))
      // The upper triangle by rows is the lower triangle by columns, and right sides by rows are
      // LAPACK's columns: nothing needs transposing.
      prepare()
      guard factorize(&factor, size) else { return nil }
      guard substitute(factor, size, &solution) else { return nil }
    #else
      guard PortableLinearAlgebra.factorize(&factor, size: size) else { return nil }
      PortableLinearAlgebra.substitute(factor, size: size, into: &solution)
    #endif
    return solution.allSatisfy(\.isFinite) ? solution : nil
  }

  #if BLAS && canImport(Accelerate)
    // The newer interface of Accelerate came with iOS 16.4 and macOS 13.3, so this is the older one. It has
    // not been compiled by the project's checks, which run on Linux.
    private static func prepare() {}

    private static func factorize(_ matrix: inout [Double], _ size: Int) -> Bool {
      var lower = CChar(UInt8(ascii: "L"))
      var size = __CLPK_integer(size)
      var leading = size
      var info: __CLPK_integer = 0
      _ = unsafe dpotrf_(&lower, &size, &matrix, &leading, &info)
      return info == 0
    }

    private static func substitute(
      _ factor: [Double], _ size: Int, _ sides: inout [Double]
    ) -> Bool {
      var lower = CChar(UInt8(ascii: "L"))
      var factor = factor
      var count = __CLPK_integer(sides.count / size)
      var size = __CLPK_integer(size)
      var leading = size
      var leadingOfSides = size
      var info: __CLPK_integer = 0
      _ = unsafe dpotrs_(
        &lower, &size, &count, &factor, &leading, &sides, &leadingOfSides, &info)
      return info == 0
    }
  #elseif BLAS && canImport(CGlucoseBLAS)
    /// Work is spread over people, and several threads inside one call only get in its way.
    private static let oneThread: Void = openblas_set_num_threads(1)

    private static func prepare() { _ = oneThread }

    private static func factorize(_ matrix: inout [Double], _ size: Int) -> Bool {
      // The variants named "work" do not look for NaN, which shows in the solution.
      unsafe LAPACKE_dpotrf_work(
        LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), .init(size), &matrix, .init(size)) == 0
    }

    private static func substitute(
      _ factor: [Double], _ size: Int, _ sides: inout [Double]
    ) -> Bool {
      unsafe LAPACKE_dpotrs_work(
        LAPACK_COL_MAJOR, CChar(UInt8(ascii: "L")), .init(size), .init(sides.count / size), factor,
        .init(size), &sides, .init(size)) == 0
    }
  #endif
}
