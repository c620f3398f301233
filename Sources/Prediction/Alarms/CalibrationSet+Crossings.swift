// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension CalibrationSet {
  /// How many moments are enough to fit the probabilities of crossing to.
  private static let enough = 20_000

  /// Moments on the hither side of a threshold, with what is known of each step of their paths.
  struct Paths {
    fileprivate var moments: [(row: Int, threshold: Double)] = []
    fileprivate var steps: [CrossingModel.StepOdds] = []
  }

  /// The paths of moments that may cross a fitted threshold.
  func paths(_ side: CrossingModel.Side, _ range: ResidualModel) -> Paths {
    var paths = Paths()
    let thinned = self.rows(every: max(rows / Self.enough, 1))
    let count = ResidualModel.probabilities.count
    let ranges = range.quantiles.flatMap { $0 }
    let quantiles = ranges.elementSpan
    for threshold in side.fitted {
      for row in thinned
      where !side.isBeyond(levels[row], threshold) {
        let first = paths.steps.count
        var likeliest = -Double.infinity
        for step in 0..<outcomes {
          let place = row * outcomes + step
          let away = (threshold - levels[row] - changes[place]) / sizes[place]
          let own = quantiles.extracting(step * count..<(step + 1) * count)
          let odds = CrossingModel.StepOdds(side, away, own)
          likeliest = max(likeliest, odds.logOdds)
          paths.steps.append(odds)
        }
        if likeliest > CrossingModel.negligible {
          paths.moments.append((row, threshold))
        } else {
          paths.steps.removeSubrange(first...)
        }
      }
    }
    return paths
  }

  /// The features of crossings by step `last`, and whether they came.
  ///
  /// A moment counts if its last step is known.
  func crossings(
    _ side: CrossingModel.Side, through last: Int, _ paths: Paths
  ) -> (features: [Double], events: [Bool]) {
    var features: [Double] = []
    var events: [Bool] = []
    for (number, moment) in paths.moments.enumerated() {
      let (row, threshold) = moment
      guard let event = event(side, threshold, row: row, through: last) else { continue }
      var path = CrossingModel.PathOdds(side, threshold, from: levels[row], recentChanges[row])
      for step in 0...last {
        path.follow(paths.steps[number * outcomes + step], size: sizes[row * outcomes + step])
      }
      guard path.likeliest > CrossingModel.negligible else { continue }
      path.forEachFeature { features.append($1) }
      events.append(event)
    }
    return (features, events)
  }

  /// Whether a reading of the row lay beyond the threshold by step `last`, or `nil` if that step is not
  /// known.
  private func event(
    _ side: CrossingModel.Side, _ threshold: Double, row: Int, through last: Int
  ) -> Bool? {
    // Were a crossing counted where the record ends, but not its absence, they would seem too frequent.
    guard errors[row * outcomes + last].isFinite else { return nil }
    return (0...last).contains { step in
      let place = row * outcomes + step
      return side.isBeyond(levels[row] + changes[place] + errors[place], threshold)
    }
  }
}

extension CrossingModel.StepOdds {
  /// What is known of a step whose threshold lies `place` sizes of an error above what is expected, and
  /// whose errors have these quantiles.
  init(_ side: CrossingModel.Side, _ place: Double, _ quantiles: Span<Double>) {
    let below = GlucoseDistribution.probability(below: place, quantiles)
    logOdds = LogisticRegression.logOdds(side == .below ? below : 1 - below)
    distance = side == .below ? -place : place
  }
}
