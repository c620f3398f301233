internal import GlucoseMath

extension CalibrationSet {
  /// A row that is not beyond a threshold, with the odds of its path up to a step.
  typealias Path = (row: Int, threshold: Double, odds: CrossingModel.PathOdds)

  /// Returns the paths of all rows before their first step.
  func paths(_ side: ThresholdSide) -> [Path] {
    side.fitted.flatMap { threshold in
      (0..<rows).lazy.filter { !side.isBeyond(levels[$0], threshold) }.map { row in
        let recent = (short: recentChanges[2 * row], middle: recentChanges[2 * row + 1])
        return (
          row, threshold, CrossingModel.PathOdds(side, threshold, from: levels[row], recent)
        )
      }
    }
  }

  /// Continues the paths to step `last`, and returns the features of crossings up to it, and whether
  /// each occurred, of the rows whose target of that step is known.
  func crossings(
    _ side: ThresholdSide, through last: Int, _ paths: inout [Path], _ range: ResidualModel
  ) -> (features: [Double], events: [Bool]) {
    var features: [Double] = []
    var events: [Bool] = []
    let quantiles = range.quantiles[last]
    for number in paths.indices {
      let (row, threshold, _) = paths[number]
      let place = row * outcomes + last
      let away = (threshold - levels[row] - changes[place]) / sizes[place]
      paths[number].odds.follow(
        CrossingModel.odds(side, away, quantiles.elementSpan), size: sizes[place])
      let odds = paths[number].odds
      guard odds.likeliest > CrossingModel.negligible,
        let event = event(side, threshold, row: row, through: last)
      else { continue }
      odds.forEachFeature { features.append($1) }
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
