internal import GlucoseMath

extension CalibrationSet {
  private static let enough = 20_000

  /// Rows that are not beyond a threshold, with the odds of each step of their paths.
  typealias Paths = (
    origins: [(row: Int, threshold: Double)], steps: [CrossingModel.StepOdds]
  )

  func paths(_ side: ThresholdSide, _ range: ResidualModel) -> Paths {
    var paths: Paths = ([], [])
    let thinned = sample(Self.enough)
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
          let odds = CrossingModel.odds(side, away, own)
          likeliest = max(likeliest, odds.logOdds)
          paths.steps.append(odds)
        }
        if likeliest > CrossingModel.negligible {
          paths.origins.append((row, threshold))
        } else {
          paths.steps.removeSubrange(first...)
        }
      }
    }
    return paths
  }

  /// Returns the features of crossings by step `last`, and whether each occurred, of the rows whose
  /// target of that step is known.
  func crossings(
    _ side: ThresholdSide, through last: Int, _ paths: Paths
  ) -> (features: [Double], events: [Bool]) {
    var features: [Double] = []
    var events: [Bool] = []
    for (number, origin) in paths.origins.enumerated() {
      let (row, threshold) = origin
      guard let event = event(side, threshold, row: row, through: last) else { continue }
      let recent = (short: recentChanges[2 * row], middle: recentChanges[2 * row + 1])
      var path = CrossingModel.PathOdds(side, threshold, from: levels[row], recent)
      for step in 0...last {
        path.follow(paths.steps[number * outcomes + step], size: sizes[row * outcomes + step])
      }
      guard path.likeliest > CrossingModel.negligible else { continue }
      path.forEachFeature { features.append($1) }
      events.append(event)
    }
    return (features, events)
  }

  /// Returns whether a reading of the row was beyond the threshold by step `last`, or `nil` if the
  /// target of that step is not known: counting a crossing but not its absence where the record
  /// ends would overestimate their frequency.
  private func event(
    _ side: ThresholdSide, _ threshold: Double, row: Int, through last: Int
  ) -> Bool? {
    guard errors[row * outcomes + last].isFinite else { return nil }
    return (0...last).contains { step in
      let place = row * outcomes + step
      return side.isBeyond(levels[row] + changes[place] + errors[place], threshold)
    }
  }
}
