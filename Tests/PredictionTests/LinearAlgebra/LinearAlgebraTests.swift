import Testing

@testable import Prediction

#if BLAS && canImport(CGlucoseBLAS)
  import CGlucoseBLAS
#endif

struct LinearAlgebraTests {
  private static func random(_ count: Int, seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in generator.normal() }
  }

  private func greatestDifference(_ lhs: [Double], _ rhs: [Double]) -> Double {
    zip(lhs, rhs).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test func gramMatrixIsThatOfAHandWorkedExample() {
    // Rows (1, 2) and (3, 4): XᵀX = ((10, 14), (14, 20)); the lower triangle doesn't change.
    var gram = [0.5, 0, 7, 0]
    LinearAlgebra.addGram(of: [1, 2, 3, 4], rows: 2, columns: 2, to: &gram)
    #expect(gram == [10.5, 14, 7, 20])
  }

  @Test(arguments: [(1, 1), (3, 2), (4, 5), (7, 3), (130, 24), (1024, 56)])
  func gramMatrixEqualsItsTwin(rows: Int, columns: Int) {
    let matrix = Self.random(rows * columns, seed: 1)
    var ours = [Double](repeating: 1, count: columns * columns)
    var twin = ours
    LinearAlgebra.addGram(of: matrix, rows: rows, columns: columns, to: &ours)
    LinearAlgebra.Portable.addGram(of: matrix, rows: rows, columns: columns, to: &twin)
    #expect(greatestDifference(ours, twin) < 1e-11)
  }

  @Test(arguments: [(1, 1, 1), (5, 3, 2), (130, 24, 6)])
  func productsEqualTheirTwins(rows: Int, columns: Int, outcomes: Int) {
    let matrix = Self.random(rows * columns, seed: 2)
    let changes = Self.random(rows * outcomes, seed: 3)
    var ours = [Double](repeating: 1, count: columns * outcomes)
    var twin = ours
    LinearAlgebra.addProducts(
      of: changes, count: outcomes, with: matrix, rows: rows, columns: columns, to: &ours)
    LinearAlgebra.Portable.addProducts(
      of: changes, count: outcomes, with: matrix, rows: rows, columns: columns, to: &twin)
    #expect(greatestDifference(ours, twin) < 1e-11)

    let weights = Self.random(columns * outcomes, seed: 4)
    let result = LinearAlgebra.multiply(
      matrix, rows: rows, columns: columns, by: weights, count: outcomes)
    var other = [Double](repeating: 0, count: rows * outcomes)
    LinearAlgebra.Portable.multiply(
      matrix, rows: rows, columns: columns, by: weights, count: outcomes, into: &other,
      stride: outcomes, from: 0)
    #expect(greatestDifference(result, other) < 1e-11)
  }

  @Test func solvesAHandWorkedSystem() throws {
    // ((4, 2), (2, 3))·x = (8, 8) has the solution x = (1, 2); the lower triangle is not read.
    let solution = try #require(
      LinearAlgebra.solve([4, 2, .greatestFiniteMagnitude, 3], size: 2, [8, 8]))
    #expect(greatestDifference(solution, [1, 2]) < 1e-14)
  }

  @Test(arguments: [1, 2, 13, 56])
  func solutionEqualsItsTwinForSeveralRightSides(size: Int) throws {
    let rows = 2 * size
    var gram = [Double](repeating: 0, count: size * size)
    LinearAlgebra.Portable.addGram(
      of: Self.random(rows * size, seed: 5), rows: rows, columns: size, to: &gram)
    let sides = Self.random(3 * size, seed: 6)
    let ours = try #require(LinearAlgebra.solve(gram, size: size, sides))
    var factor = gram
    var twin = sides
    #expect(LinearAlgebra.Portable.factorize(&factor, size: size))
    LinearAlgebra.Portable.substitute(factor, size: size, into: &twin)
    #expect(greatestDifference(ours, twin) < 1e-9)
  }

  @Test(arguments: [[1.0, 2, 0, 1], [0, 0, 0, 0], [.nan, 0, 0, 1], [1, 0, 0, .infinity]])
  func refusesAMatrixThatIsNotPositiveDefinite(matrix: [Double]) {
    #expect(LinearAlgebra.solve(matrix, size: 2, [1, 1]) == nil)
    var factor = matrix
    if matrix.allSatisfy(\.isFinite) {
      #expect(!LinearAlgebra.Portable.factorize(&factor, size: 2))
    }
  }

  /// The library rounds differently from its counterpart, which adds in another order: if each call
  /// has the counterpart's last bits, no call used the library.
  @Test func callsGoToTheSystemLibraryIfTheTraitIsOn() throws {
    #if BLAS
      let isExpected = true
    #else
      let isExpected = false
    #endif
    let (rows, size) = (300, 56)
    let matrix = Self.random(rows * size, seed: 10)
    var (ours, twin) = (
      [Double](repeating: 0, count: size * size), [Double](repeating: 0, count: size * size)
    )
    LinearAlgebra.addGram(of: matrix, rows: rows, columns: size, to: &ours)
    LinearAlgebra.Portable.addGram(of: matrix, rows: rows, columns: size, to: &twin)
    #expect((ours != twin) == isExpected)

    let targets = Self.random(rows * 6, seed: 11)
    var (products, others) = (
      [Double](repeating: 0, count: size * 6), [Double](repeating: 0, count: size * 6)
    )
    LinearAlgebra.addProducts(
      of: targets, count: 6, with: matrix, rows: rows, columns: size, to: &products)
    LinearAlgebra.Portable.addProducts(
      of: targets, count: 6, with: matrix, rows: rows, columns: size, to: &others)
    #expect((products != others) == isExpected)

    let solution = try #require(LinearAlgebra.solve(twin, size: size, others))
    var (factor, sides) = (twin, others)
    #expect(LinearAlgebra.Portable.factorize(&factor, size: size))
    LinearAlgebra.Portable.substitute(factor, size: size, into: &sides)
    #expect((solution != sides) == isExpected)
  }

  #if BLAS && canImport(CGlucoseBLAS)
    @Test func theSystemLibraryWorksOnOneThread() {
      _ = LinearAlgebra.solve([1], size: 1, [1])
      #expect(openblas_get_num_threads() == 1)
    }
  #endif
}
