/// The state of a model that is personalized to one person, to which new readings can be added.
package struct PersonalState: Equatable, Codable, Sendable {
  /// The pseudo-count of the population's scale of errors, in rows.
  private static let scalePseudoCount = 300.0

  /// The rows after which an error has 1/e of the weight of a new one: a week at five minutes.
  private static let memory = 2000.0

  /// The normal equations of the person's rows: the features without the kernel block, and as
  /// targets the residuals of the population's model.
  var sums: NormalEquations
  var mixture: PrecisionMixture
  @DoubleBytes var weights: [Double]
  /// For each lead, the sum of |error| / scale, with a weight that decreases with age, over rows
  /// that were forecast before they were added, and their number with the same weights.
  var ratioSums: [Double]
  var ratioCounts: [Double]
  var tracks: AdaptiveQuantiles
  /// The samplers of the rows to add and of the rows to calibrate intervals on.
  var pace = SensorCadence.Sampler()
  package var judgingPace = SensorCadence.Sampler()
  /// The instants before which all rows are added, and intervals are calibrated, in seconds.
  var learnedUntil: Double?
  package var judgedUntil: Double?
  /// The coverage on the record's last part under a model of the rest, if it was measured.
  var measured: EmpiricalCoverage?

  init(weights: [Double], columns: Int, outcomes: Int, _ range: ResidualModel) {
    sums = NormalEquations(columns: columns, outcomes: outcomes)
    mixture = PrecisionMixture(columns: columns, outcomes: outcomes)
    self.weights = weights
    ratioSums = Array(repeating: 0, count: outcomes)
    ratioCounts = Array(repeating: 0, count: outcomes)
    tracks = AdaptiveQuantiles(range)
  }

  /// Adds the scaled residual of a row that was forecast before it was added; the population's mean
  /// absolute one is `expected`.
  package mutating func judge(outcome: Int, ratio: Double, expected: Double) {
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
