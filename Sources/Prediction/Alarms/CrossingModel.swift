package import GlucoseMath

/// A model of the probability that a path crosses a threshold, from the distributions at its steps.
///
/// The steps of a path are dependent. The log odds of a crossing are regressed on the features of
/// ``PathOdds``, in rows that the model forecast without having been fitted to them, so that
/// probabilities are calibrated for whole paths (Platt, *Advances in Large Margin Classifiers*,
/// 1999).
package struct CrossingModel: Equatable, Codable, Sendable {
  package static let sides: [ThresholdSide] = [.below, .above]

  static let columns = 11

  /// The log odds, of a probability of 0.002, below which a path is excluded from the fit.
  static let negligible = LogisticRegression.logOdds(0.002)

  let below, above: [[Double]]

  package init?(_ weights: [[[Double]]?]) {
    let known = weights.compactMap { $0 }
    guard known.count == Self.sides.count else { return nil }
    (below, above) = (known[0], known[1])
  }

  package static func weights(
    _ side: ThresholdSide, _ sample: CalibrationSet, _ range: ResidualModel
  ) -> [[Double]]? {
    var paths = sample.paths(side)
    var rows = [plain]
    for step in 0..<sample.outcomes {
      let (features, events) = sample.crossings(side, through: step, &paths, range)
      guard
        let own = LogisticRegression.weights(features, events, startingFrom: rows[step])
      else { return nil }
      rows.append(own)
    }
    return Array(rows.dropFirst())
  }

  init(_ whole: CrossingModel, outcomes: Int) {
    below = Array(whole.below.prefix(outcomes))
    above = Array(whole.above.prefix(outcomes))
  }

  private static let plain = [0, 1] + [Double](repeating: 0, count: columns - 2)

  /// The log odds of a value beyond the threshold, and the distance of the expected value from it
  /// in scales of the error, negative beyond it.
  typealias StepOdds = (logOdds: Double, distance: Double)

  /// Returns the odds of a step whose threshold is `away` scales above the expected value.
  static func odds(_ side: ThresholdSide, _ away: Double, _ quantiles: Span<Double>) -> StepOdds {
    let below = ResidualModel.probability(below: away, quantiles)
    return (
      logOdds: LogisticRegression.logOdds(side == .below ? below : 1 - below),
      distance: side == .below ? -away : away
    )
  }

  /// The path up to a step: its likeliest, last and first odds, the distance of its nearest step,
  /// the threshold, the distance of the level from it, and the recent change.
  struct PathOdds {
    private let place: Double
    /// The distance of the level from the threshold, and the recent change towards it, in mg/dL.
    private let room: Double
    private let approach: RecentChange
    private var first: Double?
    private var last = 0.0
    private var size = 1.0
    private(set) var likeliest = -Double.infinity
    private var nearest = Double.infinity

    init(_ side: ThresholdSide, _ threshold: Double, from level: Double, _ change: RecentChange) {
      place = side.feature(threshold)
      room = side == .below ? level - threshold : threshold - level
      approach = side == .below ? (-change.short, -change.middle) : change
    }

    mutating func follow(_ step: StepOdds, size: Double) {
      first = first ?? step.logOdds
      last = step.logOdds
      self.size = size
      likeliest = max(likeliest, step.logOdds)
      nearest = min(nearest, step.distance)
    }

    /// Calls `body` with each feature and its number; those without natural bounds are clipped.
    func forEachFeature(_ body: (Int, Double) -> Void) {
      func kept(_ value: Double, _ bound: Double) -> Double { min(max(value, -bound), bound) }
      body(0, 1)
      body(1, likeliest)
      body(2, last)
      body(3, first ?? 0)
      body(4, kept(max(nearest, 0), 30).squareRoot())
      body(5, place)
      body(6, place * likeliest)
      body(7, kept(max(room, 0) / size, 8))
      body(8, kept(max(room, 0) / 10, 8).squareRoot())
      body(9, kept(approach.short / size, 4))
      body(10, kept(approach.middle / size, 6))
    }
  }

  static func probability(_ weights: Span<Double>, _ path: PathOdds) -> Double {
    var sum = 0.0
    path.forEachFeature { sum += weights[$0] * $1 }
    // The regression had no path this unlikely, and could only overestimate its probability.
    if path.likeliest < negligible { sum = min(sum, path.likeliest) }
    return LogisticRegression.probability(sum)
  }

  func fits(outcomes: Int) -> Bool {
    [below, above].allSatisfy {
      $0.count == outcomes
        && $0.allSatisfy { $0.count == Self.columns && $0.areWithin(StoredLimits.weight) }
    }
  }
}

extension CrossingModel {
  /// The changes of glucose over the last minutes, in mg/dL: over one step, and over 15 minutes or
  /// two steps of a sensor that measures every 15 minutes.
  package typealias RecentChange = (short: Double, middle: Double)

  package static func recentChange(
    _ features: [Double], from base: Int, _ map: FeatureMap
  ) -> RecentChange {
    func sum(_ count: Int) -> Double {
      let first = base + map.layout.changes.lowerBound
      return (first..<first + count).reduce(0) { $0 + TrendFeatures.changeUnit * features[$1] }
    }
    return (sum(map.cadence.slopeSteps.short), sum(map.cadence.slopeSteps.middle))
  }
}

extension ThresholdSide {
  /// The thresholds in mg/dL for which a forecast contains probabilities.
  package var thresholds: [Double] {
    self == .below
      ? [50, 54, 60, 65, 70, 75, 80, 90, 100] : [140, 160, 180, 200, 225, 250, 275, 300]
  }

  /// The thresholds in mg/dL that the regression is fitted to.
  package var fitted: [Double] { self == .below ? [54, 60, 70, 80] : [160, 180, 210, 250] }

  /// A threshold as a feature of about one.
  package func feature(_ threshold: Double) -> Double {
    self == .below ? (threshold - 70) / 20 : (threshold - 200) / 50
  }

  package func isBeyond(_ value: Double, _ threshold: Double) -> Bool {
    self == .below ? value < threshold : value > threshold
  }
}
