import GlucoseMath
import Testing

@testable import Prediction

struct HyperparametersTests {
  private func map(_ detail: FeatureDetail, _ kernel: KernelLandmarks? = nil) -> FeatureMap {
    FeatureMap(
      cadence: .fiveMinutes, detail: detail, lags: 12, usesTimeOfDay: false, kernel: kernel)
  }

  /// Returns the sums of uncorrelated features with squares of one per row, and of a target with
  /// these products and the square one per row.
  private func sums(rows: Int, columns: Int, _ products: [Int: Double]) -> NormalEquations {
    var gram = SymmetricMatrix(size: columns)
    for column in 0..<columns { gram[column, column] = Double(rows) }
    return NormalEquations(
      rows: rows, gram: gram,
      products: (0..<columns).map { Double(rows) * (products[$0] ?? 0) }, squares: [Double(rows)])
  }

  /// With XᵀX = n·I, the weights of the kernel block solve w + λ·K·w = Xᵀy / n, where K is the
  /// kernel of the landmarks.
  @Test func theKernelBlockIsPenalizedByTheKernelOfItsLandmarks() throws {
    let dimensions = map(.daily).kernelDimensions
    let landmarks = KernelLandmarks(
      dimensions: dimensions, coordinates: (0..<2 * dimensions).map { $0 == 0 ? 6 : 0 })
    let map = map(.kernel, landmarks)
    let first = map.layout.kernel.lowerBound
    let parameters = Hyperparameters(map: map, ridges: [0], kernelRidges: [0.5])
    let weights = try #require(
      parameters.weights(of: sums(rows: 100, columns: map.columns, [first + 1: 1])))
    // |x − y|² = 36, so that K = ((1, ¼), (¼, 1)), and 1 + ½·K = ((1.5, 0.125), (0.125, 1.5)).
    let determinant = 1.5 * 1.5 - 0.125 * 0.125
    #expect(abs(weights[first] + 0.125 / determinant) < 1e-6)
    #expect(abs(weights[first + 1] - 1.5 / determinant) < 1e-6)
  }

  /// Returns the hyperparameters that are chosen if the level explains half of the squares, and the
  /// first of the columns `gain` of the rest.
  private func chosen(
    for whole: FeatureMap, rows: Int, _ gain: Double, of columns: Range<Int>,
    minimum: FeatureDetail
  ) throws -> Hyperparameters {
    let sums = sums(
      rows: rows, columns: whole.columns,
      [
        whole.layout.level: 0.5.squareRoot(),
        columns.lowerBound: (0.5 * gain).squareRoot(),
      ])
    var options = FitOptions()
    (options.minimumDetail, options.ridgeCandidates) = (minimum, [1e-9])
    return try #require(Hyperparameters(for: whole, training: sums, validation: sums, options))
  }

  /// With 6,000 rows of one target, the squared error must fall by 0.3 percent.
  @Test(arguments: [(0.002, FeatureDetail.lags), (0.0028, .lags), (0.004, .interactions)])
  func moreDetailMustReduceTheErrorByAMargin(gain: Double, expected: FeatureDetail) throws {
    let whole = map(.interactions)
    let chosen = try chosen(
      for: whole, rows: 6000, gain, of: whole.layout.interactions, minimum: .lags)
    #expect(chosen.map.detail == expected)
  }

  /// With ten rows of one target, the squared error must fall by a half, not by more.
  @Test(arguments: [(0.45, FeatureDetail.lags), (0.55, .interactions)])
  func theMarginOfFewRowsIsAHalf(gain: Double, expected: FeatureDetail) throws {
    let whole = map(.interactions)
    let chosen = try chosen(
      for: whole, rows: 10, gain, of: whole.layout.interactions, minimum: .lags)
    #expect(chosen.map.detail == expected)
  }

  /// Events have weights if they reduce the squared error of the others by a ten-thousandth.
  @Test(arguments: [(0.00005, false), (0.0002, true)])
  func eventsMustReduceTheError(gain: Double, haveWeights: Bool) throws {
    let whole = FeatureMap(
      cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: false, usesEvents: true)
    let chosen = try chosen(
      for: whole, rows: 6000, gain, of: whole.layout.events, minimum: .daily)
    #expect(chosen.eventRidges == [haveWeights ? 1e-5 : nil])
  }
}
