// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What a model has learned from one person, in a form to which new readings are added.
struct PersonalState: Hashable, Codable, Sendable {
  /// How many rows of the population's errors a person's own must outweigh.
  private static let scalePseudoCount = 300.0

  /// After how many rows an error counts for the share 1/e of a new one: a week of five minutes.
  private static let memory = 2000.0

  /// The sums of the person's own rows: their features without the kernel block, and by how much the
  /// changes that came exceeded those that the population's model expected.
  var sums: NormalEquations
  /// How strongly the weights are held to the population's; `nil` in what was stored before it was learned.
  var mixture: PrecisionMixture?
  /// The person's weights, a row to an outcome.
  @DoubleBytes var weights: [Double]
  /// For each outcome, the sum of |error| / size, older ones fading out, over moments that were forecast
  /// before they were learned from, and how many those are.
  var ratioSums: [Double]
  var ratioCounts: [Double]
  /// The person's quantiles of error / size, their errors' ratio to everyone's taken out.
  var tracks: AdaptiveQuantiles
  /// When the next anchor is due, to learn from and to judge ranges by.
  var pace = StepSampler()
  var judgingPace = StepSampler()
  /// The instant at which a row weighs one, if older rows weigh less.
  var weightOrigin: Double?
  /// Anchors that lie before this instant were learned from, in seconds since the reference date.
  var learnedUntil: Double?
  /// Ranges have followed the outcomes of anchors before this instant.
  var judgedUntil: Double?
  /// How often ranges held the last part of the person's own record when the rest was known, if it was
  /// tried.
  var measured: EmpiricalCoverage?

  init(columns: Int, weights: [Double], outcomes: Int, _ range: ResidualModel) {
    sums = NormalEquations(columns: columns, outcomes: outcomes)
    self.weights = weights
    ratioSums = Array(repeating: 0, count: outcomes)
    ratioCounts = Array(repeating: 0, count: outcomes)
    tracks = AdaptiveQuantiles(range)
  }

  /// Adds the rows of a block, whose outcomes are what the population's model left unexplained.
  ///
  /// Rows that are one `halfLife` older count half. As new rows come, they are given more weight rather
  /// than old ones less, until numbers grow large.
  ///
  /// - Returns: The factor by which the sums of before were multiplied, if they were.
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

  /// The weight that a row of the last instant learned from has.
  func newestWeight(halfLife: Duration?) -> Double {
    learnedUntil.map { weight(at: $0, halfLife: halfLife) } ?? 1
  }

  /// The weight that a row of an instant has.
  func weight(at time: Double, halfLife: Duration?) -> Double {
    guard let halfLife, let weightOrigin else { return 1 }
    // What came before a long pause counts for nothing, but numbers stay finite.
    let halves = (time - weightOrigin) / halfLife.inSeconds
    return MathFunctions.power(ofTwo: min(halves, 60))
  }

  /// Adds error / size of a moment that was forecast before it was learned from.
  ///
  /// - Parameter expected: The mean of |error| / size over everyone.
  mutating func judge(outcome: Int, ratio: Double, expected: Double) {
    tracks.follow(ratio / spread(outcome: outcome, expected: expected), outcome: outcome)
    let kept = 1 - 1 / Self.memory
    ratioSums[outcome] = kept * ratioSums[outcome] + abs(ratio)
    ratioCounts[outcome] = kept * ratioCounts[outcome] + 1
  }

  /// How much larger this person's errors are than the population's, pulled towards one.
  func spread(outcome: Int, expected: Double) -> Double {
    (ratioSums[outcome] / expected + Self.scalePseudoCount)
      / (ratioCounts[outcome] + Self.scalePseudoCount)
  }
}
