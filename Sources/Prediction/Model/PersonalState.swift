// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The state of a model that is personalized to one person, to which new readings can be added.
struct PersonalState: Hashable, Codable, Sendable {
  /// The pseudo-count of the population's scale of errors, in rows.
  private static let scalePseudoCount = 300.0

  /// The number of rows after which an error has 1/e of the weight of a new one: a week at five
  /// minutes.
  private static let memory = 2000.0

  /// The normal equations of the person's own rows: the features without the kernel block, and as
  /// targets the residuals of the population's model.
  var sums: NormalEquations
  /// The mixture of multiples of the prior precision, or `nil` in a state stored before models had
  /// one.
  var mixture: PrecisionMixture?
  /// The person's weights, a row for each lead.
  @DoubleBytes var weights: [Double]
  /// For each lead, the sum of |error| / scale, with a weight that decreases with age, over rows
  /// that were forecast before they were added, and the number of these rows with the same weights.
  var ratioSums: [Double]
  var ratioCounts: [Double]
  /// The person's quantiles of the scaled residual, divided by the person's scale ratio.
  var tracks: AdaptiveQuantiles
  /// The samplers of the rows to add and of the rows to calibrate intervals on.
  var pace = SensorCadence.Sampler()
  var judgingPace = SensorCadence.Sampler()
  /// The instant at which a row has weight one, if older rows have less weight.
  var weightOrigin: Double?
  /// The instant before which all rows are added, in seconds since the reference date.
  var learnedUntil: Double?
  /// The instant before which intervals are calibrated, in seconds since the reference date.
  var judgedUntil: Double?
  /// The empirical coverage of intervals on the last part of the person's record under a model of
  /// the rest, or `nil` if it was not measured.
  var measured: EmpiricalCoverage?

  init(columns: Int, weights: [Double], outcomes: Int, _ range: ResidualModel) {
    sums = NormalEquations(columns: columns, outcomes: outcomes)
    self.weights = weights
    ratioSums = Array(repeating: 0, count: outcomes)
    ratioCounts = Array(repeating: 0, count: outcomes)
    tracks = AdaptiveQuantiles(range)
  }

  /// Adds the rows of a block, whose targets are the residuals of the population's model.
  ///
  /// A row has half the weight of a row that is one `halfLife` newer. New rows get more weight,
  /// rather than old rows less, until the numbers grow large.
  ///
  /// - Returns: The factor by which the previous sums were multiplied, or `nil` if they were not.
  mutating func add(_ block: DesignBlock, halfLife: Duration?) -> Double? {
    guard let halfLife else {
      sums.add(block)
      return nil
    }
    var scaled: Double?
    let seconds = halfLife.inSeconds
    let now = block.times.prefix(block.rows).max() ?? 0
    let origin = weightOrigin ?? now
    weightOrigin = origin
    if (now - origin) / seconds > 20 {
      let factor = MathFunctions.power(ofTwo: -(now - origin) / seconds)
      sums.scale(by: factor)
      scaled = factor
      weightOrigin = now
    }
    sums.add(block.weighted(halfLife: seconds, origin: weightOrigin ?? now))
    return scaled
  }

  /// Returns the weight of a row of the last instant that was added.
  func newestWeight(halfLife: Duration?) -> Double {
    learnedUntil.map { weight(at: $0, halfLife: halfLife) } ?? 1
  }

  /// Returns the weight of a row at an instant.
  func weight(at time: Double, halfLife: Duration?) -> Double {
    guard let halfLife, let weightOrigin else { return 1 }
    // After a long pause, rows before it have negligible weight, but numbers stay finite.
    let halves = (time - weightOrigin) / halfLife.inSeconds
    return MathFunctions.power(ofTwo: min(halves, 60))
  }

  /// Adds the scaled residual of a row that was forecast before it was added.
  ///
  /// - Parameter expected: The population's mean of |error| / scale.
  mutating func judge(outcome: Int, ratio: Double, expected: Double) {
    tracks.follow(ratio / spread(outcome: outcome, expected: expected), outcome: outcome)
    let kept = 1 - 1 / Self.memory
    ratioSums[outcome] = kept * ratioSums[outcome] + abs(ratio)
    ratioCounts[outcome] = kept * ratioCounts[outcome] + 1
  }

  /// Returns the ratio of this person's errors to the population's, shrunken towards one.
  func spread(outcome: Int, expected: Double) -> Double {
    (ratioSums[outcome] / expected + Self.scalePseudoCount)
      / (ratioCounts[outcome] + Self.scalePseudoCount)
  }
}
