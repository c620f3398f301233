internal import GlucoseMath

/// The distribution of forecast errors, conditional on scale features and lead.
///
/// The absolute error is regressed on the ``ScaleFeatures``, and residuals divided by the result,
/// the scale, have quantiles, one for each tail (conformal prediction with normalized errors: Lei
/// et al., *Journal of the American Statistical Association* 113, 2018). The residuals are those of
/// rows to which the model was not fitted.
package struct ResidualModel: Equatable, Codable, Sendable {
  /// The probabilities of the stored quantiles: 0.025, 0.05 … 0.975.
  package static let probabilities = (1...39).map { Double($0) / 40 }

  /// The weights of the logarithm of the scale, its least values in mg/dL, for each lead.
  private(set) var weights: [Double]
  let floors: [Double]
  private(set) var quantiles: [[Double]]
  /// The logarithms of the scale's factors with short views, for each lead, once calibrated.
  var shortViews: [Double]?
  package var crossings: CrossingModel?
  package private(set) var meanRatios: [Double]

  /// The least scale as a fraction of the mean, and the ratio of the greatest scale to the least.
  private static let (leastShare, greatestRatio) = (0.1, 100.0)

  private func size(_ logarithm: Double, outcome: Int) -> Double {
    let size = MathFunctions.exponential(min(max(logarithm, -20), 20))
    return min(max(size, floors[outcome]), Self.greatestRatio * floors[outcome])
  }

  /// Returns the scales of errors with these scale features, in mg/dL, by rows.
  package func sizes(in scaleFeatures: [Double]) -> [Double] {
    let outcomes = floors.count
    var sizes = LinearAlgebra.multiply(
      scaleFeatures, rows: scaleFeatures.count / ScaleFeatures.columns,
      columns: ScaleFeatures.columns, by: weights, count: outcomes)
    for row in 0..<sizes.count / outcomes {
      let missing = scaleFeatures[row * ScaleFeatures.columns + ScaleFeatures.missingShare]
      for outcome in 0..<outcomes {
        let place = row * outcomes + outcome
        let factor = shortViewFactor(missing, outcome: outcome)
        sizes[place] = size(sizes[place] + factor, outcome: outcome)
      }
    }
    return sizes
  }

  /// Returns the quantile at `probability`, from 0.025 to 0.975, interpolated linearly between
  /// `quantiles` at ``probabilities``.
  package static func quantile(_ probability: Double, of quantiles: ArraySlice<Double>) -> Double {
    let position = min(max(probability * 40 - 1, 0), 38)
    let below = min(Int(position), 37)
    let share = position - Double(below)
    let first = quantiles.startIndex + below
    return quantiles[first] * (1 - share) + quantiles[first + 1] * share
  }

  /// Returns the probability of an outcome below `value`: the distribution function is piecewise
  /// linear through the quantiles, and tails halve over the distance of the last two, at least
  /// `step`.
  package static func probability(
    below value: Double, _ quantiles: Span<Double>, leastStep step: Double = 0.01
  ) -> Double {
    let (first, last) = (0, quantiles.count - 1)
    if value < quantiles[first] {
      let distance = max(quantiles[first + 1] - quantiles[first], step)
      return 0.025 * MathFunctions.exponential((value - quantiles[first]) / distance * 0.693_147)
    }
    if value >= quantiles[last] {
      let distance = max(quantiles[last] - quantiles[last - 1], step)
      return 1 - 0.025 * MathFunctions.exponential((quantiles[last] - value) / distance * 0.693_147)
    }
    var low = first
    var above = last
    while above - low > 1 {
      let middle = low + (above - low) / 2
      if quantiles[middle] > value { above = middle } else { low = middle }
    }
    let width = quantiles[above] - quantiles[above - 1]
    return (Double(above - first) + (value - quantiles[above - 1]) / width) / 40
  }

  /// Creates a model whose scale is each lead's mean absolute error.
  init(meanSizes: [Double]) {
    weights = meanSizes.flatMap { mean in
      [MathFunctions.logarithm(max(mean, 1e-3))]
        + Array(repeating: 0, count: ScaleFeatures.columns - 1)
    }
    floors = meanSizes.map { max(Self.leastShare * $0, 0.1) }
    quantiles = Array(repeating: Self.probabilities.map { 2 * $0 - 1 }, count: meanSizes.count)
    meanRatios = Array(repeating: 1, count: meanSizes.count)
  }

  /// Creates a model of the scales of errors, with uncalibrated quantiles; `nil` without a
  /// solution.
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

  /// Creates a model from the errors of each fold under models of the other folds: cross-conformal
  /// prediction (Vovk, *Annals of Mathematics and Artificial Intelligence* 74, 2015).
  package init(_ sample: inout CalibrationSet) throws(FitError) {
    self = try Self.calibrated(on: &sample, parts: []).range
  }

  /// Returns a model as ``init(_:)`` does, and the ``shortViews`` of each part of the errors; with
  /// parts, the model has their mean.
  package static func calibrated(
    on sample: inout CalibrationSet, parts: [CalibrationSet]
  ) throws(FitError) -> (range: ResidualModel, shortViews: [[Double]]) {
    let fewest = sample.counts.min() ?? 0
    guard fewest >= Forecaster.fewestRows.calibration else {
      throw FitError(.tooFewRows(found: fewest, needed: Forecaster.fewestRows.calibration))
    }
    guard var range = ResidualModel(sizesOf: sample) else { throw FitError(.notSolvable) }
    let all = range.shortViews(of: sample, relativeTo: sample)
    let shortViews = parts.map { range.shortViews(of: $0, relativeTo: sample) }
    range.shortViews = shortViews.isEmpty ? all : shortViews.mean
    sample.measure(by: range)
    for outcome in 0..<sample.outcomes {
      range.calibrate(sample.ratios(of: outcome), outcome: outcome)
    }
    return (range, shortViews)
  }

  init(_ whole: ResidualModel, outcomes: Int) {
    weights = Array(whole.weights.prefix(outcomes * ScaleFeatures.columns))
    floors = Array(whole.floors.prefix(outcomes))
    quantiles = Array(whole.quantiles.prefix(outcomes))
    shortViews = Self.shortViews(whole.shortViews, outcomes: outcomes)
    meanRatios = Array(whole.meanRatios.prefix(outcomes))
    crossings = whole.crossings.map { CrossingModel($0, outcomes: outcomes) }
  }

  /// Sets the quantiles of one lead from its scaled residuals; without any they do not change.
  ///
  /// A tail with probability *p* starts at the scaled residual of rank (*n* + 1)·*p*, rounded
  /// outwards, so that the probability of a new outcome beyond it is at most *p*.
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
