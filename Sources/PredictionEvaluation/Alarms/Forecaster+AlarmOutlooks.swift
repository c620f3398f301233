internal import GlucoseMath
internal import Prediction

extension Forecaster {
  /// Returns the expectation of each crossing by a step, or `nil` if the model has no crossing
  /// model.
  ///
  /// The score is the mean of the probabilities by each step up to `step`, so that of two equally
  /// likely crossings the sooner has the higher score. A crossing of a threshold without
  /// probabilities has the default score of predictors, the distance in mg/dL by which the expected
  /// path, with this range, exceeds the threshold.
  func alarmOutlooks(
    _ expectation: Expectation, for crossings: CrossingModel.Questions, byStep step: Int,
    path: ClosedRange<Double>
  ) -> [PredictedCrossing]? {
    guard let model = range.crossings, step > 0 else { return nil }
    var alarms = zip(crossings.crossings, crossings.places).map {
      $1 == nil ? PredictedCrossing($0, by: path) : PredictedCrossing(score: 0)
    }
    for (side, thresholds) in [
      (ThresholdSide.below, crossings.lows), (.above, crossings.highs),
    ] where !thresholds.isEmpty {
      var highest = [Double](repeating: 0, count: thresholds.count)
      for row in crossingRows(side, model, thresholds, expectation, count: step) {
        for column in row.indices { highest[column] = max(highest[column], row[column]) }
        CrossingProbabilities.raise(&highest, rises: side == .below)
        for (number, place) in crossings.places.enumerated() {
          guard let place, place.side == side else { continue }
          let probability =
            place.share == 0
            ? highest[place.column]
            : CrossingProbabilities.between(
              highest[place.column], highest[place.column + 1], share: place.share)
          alarms[number].score += probability
          alarms[number].probability = probability
        }
      }
    }
    for number in alarms.indices where crossings.places[number] != nil {
      alarms[number].score /= Double(step)
    }
    return alarms
  }
}

extension CrossingModel {
  /// A set of crossings, with the thresholds from which their probabilities are computed.
  struct Questions: Sendable {
    /// The position of a crossing among the thresholds: that of the threshold at or below it, among
    /// those of its side, and the fraction of the distance from that threshold to the next.
    typealias Place = (side: ThresholdSide, column: Int, share: Double)

    /// The thresholds in mg/dL for probabilities below and above, ascending.
    private(set) var lows: [Double] = []
    private(set) var highs: [Double] = []
    let crossings: [ThresholdCrossing]
    /// The place of each crossing, or `nil` if the model has no probability for it.
    private(set) var places: [Place?] = []

    init(_ crossings: [ThresholdCrossing]) {
      self.crossings = crossings
      lows = Self.needed(for: crossings, .below)
      highs = Self.needed(for: crossings, .above)
      for crossing in crossings {
        let threshold = crossing.threshold.mgdL
        let thresholds = crossing.side == .below ? lows : highs
        guard let column = thresholds.lastIndex(where: { $0 <= threshold }),
          thresholds[column] == threshold || column + 1 < thresholds.count
        else {
          places.append(nil)
          continue
        }
        let share =
          thresholds[column] == threshold
          ? 0
          : (threshold - thresholds[column]) / (thresholds[column + 1] - thresholds[column])
        places.append((crossing.side, column, share))
      }
    }

    /// Returns the thresholds of a side that equal a requested one or are adjacent to it.
    private static func needed(
      for crossings: [ThresholdCrossing], _ side: ThresholdSide
    ) -> [Double] {
      var needed = Set<Double>()
      for threshold in crossings.filter({ $0.side == side }).map(\.threshold.mgdL) {
        guard let below = side.thresholds.last(where: { $0 <= threshold }),
          let above = side.thresholds.first(where: { $0 >= threshold })
        else { continue }
        needed.formUnion([below, above])
      }
      return needed.sorted()
    }
  }
}
