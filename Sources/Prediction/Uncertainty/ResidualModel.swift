// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// How far outcomes lie from what was expected, by scale features and lead.
///
/// The size of an error is regressed on the ``ScaleFeatures``, and errors divided by that size
/// have quantiles (conformal prediction with normalized errors: Lei et al., *Journal of the American Statistical
/// Association* 113, 2018). The errors are those of forecasts of moments that were not fitted. Each tail has its own
/// quantile.
struct ResidualModel: Hashable, Codable, Sendable {
  /// The probabilities whose quantiles are kept: 0.025, 0.05 … 0.975.
  static let probabilities = (1...39).map { Double($0) / 40 }

  /// For each outcome, the weights of the scale features in the logarithm of the size.
  private(set) var weights: [Double]
  /// For each outcome, the least size in mg/dL.
  let floors: [Double]
  /// For each outcome, the quantiles of error / size.
  private(set) var quantiles: [[Double]]
  /// How the steps of a path go together, or `nil` if that is not known.
  var crossings: CrossingModel?
  /// For each outcome, the mean of |error| / size.
  private(set) var meanRatios: [Double]

  /// The least size as a share of the mean, and how many times the least is the greatest: beyond, scale features
  /// are unlike all that were fitted.
  private static let (leastShare, greatestRatio) = (0.1, 100.0)

  /// The size to expect of an error, in mg/dL.
  func size(_ scaleFeatures: [Double], from base: Int, outcome: Int) -> Double {
    var logarithm = 0.0
    for column in 0..<ScaleFeatures.columns {
      logarithm += weights[outcome * ScaleFeatures.columns + column] * scaleFeatures[base + column]
    }
    return size(logarithm, outcome: outcome)
  }

  private func size(_ logarithm: Double, outcome: Int) -> Double {
    let size = MathFunctions.exponential(min(max(logarithm, -20), 20))
    return min(max(size, floors[outcome]), Self.greatestRatio * floors[outcome])
  }

  /// The sizes to expect of errors with these scale features, by rows.
  func sizes(in scaleFeatures: [Double]) -> [Double] {
    let outcomes = floors.count
    var sizes = LinearAlgebra.multiply(
      scaleFeatures, rows: scaleFeatures.count / ScaleFeatures.columns,
      columns: ScaleFeatures.columns, by: weights, count: outcomes)
    for place in sizes.indices { sizes[place] = size(sizes[place], outcome: place % outcomes) }
    return sizes
  }

  /// The quantile of error / size at `probability`, from 0.025 to 0.975, interpolated linearly.
  func quantile(_ probability: Double, outcome: Int) -> Double {
    Self.quantile(probability, of: quantiles[outcome][...])
  }

  /// The quantile at `probability`, from 0.025 to 0.975, interpolated linearly between `quantiles` at
  /// ``probabilities``.
  static func quantile(_ probability: Double, of quantiles: ArraySlice<Double>) -> Double {
    let position = min(max(probability * 40 - 1, 0), 38)
    let below = min(Int(position), 37)
    let share = position - Double(below)
    let first = quantiles.startIndex + below
    return quantiles[first] * (1 - share) + quantiles[first + 1] * share
  }

  /// A model of sizes alone: whatever the scale features, the mean of each outcome.
  init(meanSizes: [Double]) {
    weights = meanSizes.flatMap { mean in
      [MathFunctions.logarithm(max(mean, 1e-3))]
        + Array(repeating: 0, count: ScaleFeatures.columns - 1)
    }
    floors = meanSizes.map { max(Self.leastShare * $0, 0.1) }
    quantiles = Array(repeating: Self.probabilities.map { 2 * $0 - 1 }, count: meanSizes.count)
    meanRatios = Array(repeating: 1, count: meanSizes.count)
  }

  /// A model of the sizes of the errors in `sample`, whose quantiles are still to be calibrated.
  ///
  /// - Returns: `nil` if the regression has no solution.
  init?(sizesOf sample: CalibrationSet) {
    let means = sample.meanSizes
    self.init(meanSizes: means)
    guard
      let weights = ScaleFeatures.weights(
        of: sample.errors.map { abs($0) }, on: sample.scaleFeatures,
        columns: ScaleFeatures.columns, means: means)
    else { return nil }
    self.weights = weights
  }

  /// Creates a model of the errors that models of the other folds make on each fold: cross-conformal
  /// prediction (Vovk, *Annals of Mathematics and Artificial Intelligence* 74, 2015).
  ///
  /// - Parameter sample: All such errors, whose sizes are then measured.
  /// - Throws: ``FitError`` if there are too few errors, or the regression has no solution.
  init(_ sample: inout CalibrationSet) throws(FitError) {
    let fewest = sample.counts.min() ?? 0
    guard fewest >= Forecaster.fewestRows.calibration else {
      throw FitError(.tooFewRows(found: fewest, needed: Forecaster.fewestRows.calibration))
    }
    guard var range = ResidualModel(sizesOf: sample) else { throw FitError(.notSolvable) }
    sample.measure(by: range)
    for outcome in 0..<sample.outcomes {
      range.calibrate(sample.ratios(of: outcome), outcome: outcome)
    }
    self = range
  }

  /// The first outcomes of another model.
  init(_ whole: ResidualModel, outcomes: Int) {
    weights = Array(whole.weights.prefix(outcomes * ScaleFeatures.columns))
    floors = Array(whole.floors.prefix(outcomes))
    quantiles = Array(whole.quantiles.prefix(outcomes))
    meanRatios = Array(whole.meanRatios.prefix(outcomes))
    crossings = whole.crossings.map { CrossingModel($0, outcomes: outcomes) }
  }

  /// Takes the quantiles of one outcome from its ratios of error to size; without any they stay.
  ///
  /// A tail that should hold the share *p* of outcomes starts at the ratio of rank (*n* + 1)·*p*,
  /// rounded outwards, so that new outcomes fall beyond it with at most that probability.
  mutating func calibrate(_ values: [Double], outcome: Int) {
    guard !values.isEmpty else { return }
    let sorted = values.sorted()
    let count = Double(sorted.count)
    quantiles[outcome] = Self.probabilities.map { probability in
      let rank = (count + 1) * probability
      let index = (probability < 0.5 ? rank.rounded(.down) : rank.rounded(.up)) - 1
      return sorted[Int(min(max(index, 0), count - 1))]
    }
    meanRatios[outcome] = max(values.reduce(0) { $0 + abs($1) } / count, 1e-9)
  }
}
