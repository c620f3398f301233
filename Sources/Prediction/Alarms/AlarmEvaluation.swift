// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The moments of one person's test, and all that decides whether an alarm then is true.
struct AlarmEvaluation {
  /// A moment, as seen with one threshold in mind.
  struct Moment {
    let time: Double
    let isBeyond: Bool
    /// Whether a reading beyond the threshold comes within the horizon, or `nil` where too many readings
    /// are missing to tell.
    let comes: Bool?
    /// Whether the record goes on to the end of the horizon.
    let isWhole: Bool
  }

  private let horizon: Double
  private let cadence: SensorCadence
  private let crossings: [ThresholdCrossing]
  private var moments: [[Moment]]
  /// For each threshold, when episodes began.
  private let episodes: [[Double]]
  /// For each predictor and threshold, what it expected at each moment.
  private(set) var predictions: [[[PredictedCrossing]]]

  init(
    _ trace: PreparedSeries, _ cadence: SensorCadence, horizon: Double,
    _ crossings: [ThresholdCrossing],
    predictors: Int
  ) {
    self.horizon = horizon
    self.cadence = cadence
    self.crossings = crossings
    moments = crossings.map { _ in [] }
    predictions = Array(repeating: crossings.map { _ in [] }, count: predictors)
    episodes = crossings.map { crossing in
      var starts: [Double] = []
      var last = -Double.infinity
      for (time, value) in zip(trace.times, trace.values)
      where crossing.isBeyond(.mgdL(value)) {
        if time - last > horizon + SensorCadence.tolerance { starts.append(time) }
        last = time
      }
      return starts
    }
  }

  /// Adds the moment of a reading with what each predictor expects for each threshold.
  mutating func add(_ index: Int, of trace: PreparedSeries, _ answers: [[PredictedCrossing]]) {
    for (position, crossing) in crossings.enumerated() {
      moments[position].append(moment(index, of: trace, crossing))
      for (predictor, predictions) in answers.enumerated() {
        self.predictions[predictor][position].append(predictions[position])
      }
    }
  }

  private func moment(
    _ index: Int, of trace: PreparedSeries, _ crossing: ThresholdCrossing
  ) -> Moment {
    let end = trace.times[index] + horizon
    var last = index
    var comes = false
    while last + 1 < trace.times.count, trace.times[last + 1] <= end + SensorCadence.tolerance,
      trace.times[last + 1] - trace.times[last] <= SensorCadence.longestGap
    {
      last += 1
      comes = comes || crossing.isBeyond(.mgdL(trace.values[last]))
    }
    let isWhole = trace.times[last] >= end - SensorCadence.tolerance
    return Moment(
      time: trace.times[index], isBeyond: crossing.isBeyond(.mgdL(trace.values[index])),
      comes: isWhole || comes ? comes : nil, isWhole: isWhole)
  }

  /// What alarms at scores of `cutoff` and more catch.
  func counts(predictor: Int, crossing: Int, cutoff: Double) -> AlarmCounts {
    var counts = AlarmCounts()
    let moments = moments[crossing]
    var alarms: [Double] = []
    for (moment, outlook) in zip(moments, predictions[predictor][crossing])
    where outlook.score >= cutoff && !moment.isBeyond {
      guard moment.time - (alarms.last ?? -.infinity) >= horizon - SensorCadence.tolerance else {
        continue
      }
      alarms.append(moment.time)
      if let comes = moment.comes {
        counts.trueAlarms += comes ? 1 : 0
        counts.falseAlarms += comes ? 0 : 1
      }
    }
    counts.weeks = Double(moments.count) * cadence.seconds / (7 * 86_400)
    let times = moments.map(\.time)
    for start in episodes[crossing] {
      let begin = start - horizon - SensorCadence.tolerance
      let tested = times.partitioningIndex { $0 >= begin }
      guard tested < times.count, times[tested] < start else { continue }
      counts.episodes += 1
      let first = alarms.partitioningIndex { $0 >= begin }
      guard first < alarms.count, alarms[first] < start else { continue }
      counts.caught += 1
      counts.leadMinutes += (start - alarms[first]) / 60
    }
    return counts
  }

  /// Adds the probabilities at moments that are not beyond the threshold, and what came.
  func calibrate(_ calibration: inout CrossingReliability, predictor: Int, crossing: Int) {
    for (moment, outlook) in zip(moments[crossing], predictions[predictor][crossing])
    where !moment.isBeyond && moment.isWhole {
      guard let probability = outlook.probability else { continue }
      calibration.add(probability, moment.comes == true)
    }
  }
}

/// One of the predictors whose alarms were watched, by its number among them.
struct WatchedPredictor {
  let watch: AlarmEvaluation
  let number: Int
}

extension [WatchedPredictor] {
  /// The score of a predictor's alarms with as few false ones as allowed.
  func score(
    _ name: String, _ crossing: Int, _ kind: ThresholdCrossing, maximumFalseAlarmsPerWeek: Double
  ) -> AlarmPerformance {
    let candidates = Set(flatMap { $0.watch.predictions[$0.number][crossing].map(\.score) })
      .sorted()
    func counts(_ cutoff: Double) -> [AlarmCounts] {
      map { $0.watch.counts(predictor: $0.number, crossing: crossing, cutoff: cutoff) }
    }
    func falseAlarms(_ cutoff: Double) -> Double {
      counts(cutoff).reduce(into: AlarmCounts()) { $0 += $1 }.falseAlarmsPerWeek ?? 0
    }
    var (low, high) = (0, candidates.count)
    while low < high {
      let middle = low + (high - low) / 2
      if falseAlarms(candidates[middle]) <= maximumFalseAlarmsPerWeek {
        high = middle
      } else {
        low = middle + 1
      }
    }
    // Beyond the last score no alarm sounds.
    let cutoff = low < candidates.count ? candidates[low] : (candidates.last ?? 0).nextUp
    return AlarmPerformance(
      predictor: name, crossing: kind, maximumFalseAlarmsPerWeek: maximumFalseAlarmsPerWeek,
      cutoff: cutoff,
      people: counts(cutoff))
  }
}
