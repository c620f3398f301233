// SPDX-License-Identifier: Apache-2.0

/// How likely a path is to go beyond a threshold, from how likely each of its steps is to lie there.
///
/// The steps of a path go together: it neither crosses only where its last step does, nor as often as
/// independent steps would. The log odds of a crossing are regressed on those of the likeliest, the
/// last and the first step, on the distance of the nearest step in sizes of an error, on the threshold,
/// and on how far from it glucose is now and how it moved in the last minutes. The regression is fitted to moments that the model forecast without having been fitted
/// to them, so that its probabilities are calibrated for whole paths (Platt, *Advances in Large Margin
/// Classifiers*, 1999).
struct CrossingModel: Hashable, Codable, Sendable {
  /// The side of a threshold.
  enum Side: String, Hashable, Codable, Sendable, CaseIterable {
    case below, above

    /// The thresholds in mg/dL for which a forecast has probabilities.
    var thresholds: [Double] {
      switch self {
      case .below: [50, 54, 60, 65, 70, 75, 80, 90, 100]
      case .above: [140, 160, 180, 200, 225, 250, 275, 300]
      }
    }

    /// Those that the regression is fitted to.
    var fitted: [Double] { self == .below ? [54, 60, 70, 80] : [160, 180, 210, 250] }

    /// A threshold as a feature, of about one.
    func feature(_ threshold: Double) -> Double {
      self == .below ? (threshold - 70) / 20 : (threshold - 200) / 50
    }

    func isBeyond(_ value: Double, _ threshold: Double) -> Bool {
      self == .below ? value < threshold : value > threshold
    }
  }

  static let columns = 11

  /// The log odds of a path's likeliest step, a probability of 0.002, below which no path is fitted to.
  static let negligible = LogisticRegression.logOdds(0.002)

  /// A row of weights to each step by which the path may have crossed.
  let below, above: [[Double]]

  /// A model of the weights of both sides, in their order; `nil` if a side has none.
  init?(_ sides: [[[Double]]?]) {
    let known = sides.compactMap { $0 }
    guard known.count == Side.allCases.count else { return nil }
    (below, above) = (known[0], known[1])
  }

  /// The weights of a side, a row to a step; `nil` if a regression has no solution.
  static func weights(
    _ side: Side, _ sample: CalibrationSet, _ range: ResidualModel
  ) -> [[Double]]? {
    let paths = sample.paths(side, range)
    var rows = [plain]
    for step in 0..<sample.outcomes {
      let (features, events) = sample.crossings(side, through: step, paths)
      guard
        let own = LogisticRegression.weights(features, events, startingFrom: rows[step])
      else { return nil }
      rows.append(own)
    }
    return Array(rows.dropFirst())
  }

  /// The first steps of another model.
  init(_ whole: CrossingModel, outcomes: Int) {
    below = Array(whole.below.prefix(outcomes))
    above = Array(whole.above.prefix(outcomes))
  }

  /// The weights that take the likeliest step for the path.
  private static let plain = [0, 1] + [Double](repeating: 0, count: columns - 2)

  /// What is known of a step: the log odds to lie beyond the threshold, and the distance of what is
  /// expected from the threshold in sizes of an error, negative beyond it.
  struct StepOdds: Sendable {
    let logOdds: Double
    let distance: Double
  }

  /// The features of a path's crossing, as far as it was followed: where it begins, and its steps.
  struct PathOdds {
    private let place: Double
    /// How far glucose is from the threshold and how it moves towards it, in mg/dL.
    private let room: Double
    private let approach: RecentChange
    private var first: Double?
    private var last = 0.0
    private var size = 1.0
    private(set) var likeliest = -Double.infinity
    private var nearest = Double.infinity

    /// A path that begins at a level with the changes that led to it.
    init(_ side: Side, _ threshold: Double, from level: Double, _ change: RecentChange) {
      place = side.feature(threshold)
      room = side == .below ? level - threshold : threshold - level
      approach = side == .below ? change.reversed : change
    }

    /// Follows a step whose errors are of `size` mg/dL.
    mutating func follow(_ step: StepOdds, size: Double) {
      first = first ?? step.logOdds
      last = step.logOdds
      self.size = size
      likeliest = max(likeliest, step.logOdds)
      nearest = min(nearest, step.distance)
    }

    /// Calls `body` with each feature and its number. Those that could grow without bounds are kept
    /// within what the regression saw.
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

  /// The probability to have crossed after so many steps, from the weights of that step.
  static func probability(_ weights: Span<Double>, _ path: PathOdds) -> Double {
    var sum = 0.0
    path.forEachFeature { sum += weights[$0] * $1 }
    // The regression saw no path as unlikely as this, and may be wrong about it upwards only.
    if path.likeliest < negligible { sum = min(sum, path.likeliest) }
    return LogisticRegression.probability(sum)
  }

  /// Whether it is one of a model with so many steps.
  func fits(outcomes: Int) -> Bool {
    [below, above].allSatisfy {
      $0.count == outcomes
        && $0.allSatisfy { $0.count == Self.columns && $0.areWithin(StoredLimits.weight) }
    }
  }
}

extension CrossingModel {
  /// How much glucose rose over the last minutes, in mg/dL: one step, and 15 minutes or two steps of a sensor
  /// that measures every 15.
  struct RecentChange: Hashable, Sendable {
    let short, middle: Double

    private init(short: Double, middle: Double) {
      self.short = short
      self.middle = middle
    }

    /// The change of which a row of features is made.
    init(_ features: [Double], from base: Int, _ map: FeatureMap) {
      func sum(_ count: Int) -> Double {
        let first = base + map.layout.changes.lowerBound
        return (first..<first + count).reduce(0) { $0 + TrendFeatures.changeUnit * features[$1] }
      }
      self.init(
        short: sum(map.cadence.slopeSteps.short), middle: sum(map.cadence.slopeSteps.middle))
    }

    /// The change in the other direction.
    var reversed: Self { Self(short: -short, middle: -middle) }
  }
}
