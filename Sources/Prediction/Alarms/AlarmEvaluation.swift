// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The alarms of one person's test, evaluated origin by origin.
struct AlarmEvaluation {
  private let horizon: Double
  /// The time that an origin watches, in seconds: up to the next one that is tested, but not beyond the
  /// horizon of its alarm.
  private let watched: Double
  private let crossings: [ThresholdCrossing]
  /// For each threshold, the times at which episodes begin.
  private let episodes: [[Double]]
  /// For each threshold, the first episode that begins after the origin.
  private var next: [Int]
  /// For each threshold, the last episode that an origin was tested before.
  private var tested: [Int]
  /// For each threshold, the number of episodes before which an origin was tested.
  private var episodeCounts: [Int]
  /// The time watched in seconds.
  private var seconds = 0.0
  /// For each predictor and threshold.
  private var levels: [[Levels]]
  private(set) var reliabilities: [[CrossingReliability.Sums]]

  /// - Parameters:
  ///   - horizon: The horizon of the alarms in seconds.
  ///   - spacing: The time from one tested origin to the next in seconds.
  init(
    _ record: PreparedSeries, horizon: Double, spacing: Double, _ crossings: [ThresholdCrossing],
    predictors: Int
  ) {
    self.horizon = horizon
    self.crossings = crossings
    watched = min(spacing, horizon)
    episodes = crossings.map { crossing in
      var starts: [Double] = []
      var last = -Double.infinity
      for (time, value) in zip(record.times, record.values)
      where crossing.isBeyond(.mgdL(value)) {
        if time - last > horizon + SensorCadence.tolerance { starts.append(time) }
        last = time
      }
      return starts
    }
    next = crossings.map { _ in 0 }
    tested = crossings.map { _ in -1 }
    episodeCounts = next
    levels = Array(repeating: crossings.map { _ in Levels() }, count: predictors)
    reliabilities = Array(
      repeating: crossings.map { _ in CrossingReliability.Sums() }, count: predictors)
  }

  /// Adds the origin at a reading with what each predictor expects for each threshold.
  mutating func add(_ index: Int, of record: PreparedSeries, _ alarms: [[PredictedCrossing]]) {
    guard let start = record.times.first else { return }
    let now = record.times[index]
    let last = Self.end(of: index, record, now + horizon + SensorCadence.tolerance)
    // Where the record breaks off, neither a crossing nor its absence counts.
    let isWhole = record.times[last] >= now + horizon - SensorCadence.tolerance
    if isWhole { seconds += watched }
    for (place, crossing) in crossings.enumerated() {
      while next[place] < episodes[place].count, episodes[place][next[place]] <= now {
        next[place] += 1
      }
      var episode: (number: Int32, seconds: Int32)?
      if next[place] < episodes[place].count {
        let wait = episodes[place][next[place]] - now
        if wait <= horizon + SensorCadence.tolerance {
          episode = (Int32(truncatingIfNeeded: next[place]), Int32(wait.rounded()))
          if tested[place] != next[place] { episodeCounts[place] += 1 }
          tested[place] = next[place]
        }
      }
      guard !crossing.isBeyond(.mgdL(record.values[index])) else { continue }
      let crosses =
        index < last
        && (index + 1...last).contains { crossing.isBeyond(.mgdL(record.values[$0])) }
      // An Int32 of seconds lasts for 68 years.
      let time = Int32(min(now - start, 2e9))
      for predictor in alarms.indices {
        let alarm = alarms[predictor][place]
        levels[predictor][place].add(
          alarm.score, at: time, pause: Int32(horizon - SensorCadence.tolerance),
          outcome: isWhole ? crosses : nil, episode: episode)
        if isWhole, let probability = alarm.probability {
          reliabilities[predictor][place].add(probability, crosses)
        }
      }
    }
  }

  /// The last reading up to `end` that no long gap separates from `index`.
  private static func end(of index: Int, _ record: PreparedSeries, _ end: Double) -> Int {
    var last = index
    while last + 1 < record.times.count, record.times[last + 1] <= end,
      record.times[last + 1] - record.times[last] <= SensorCadence.longestGap
    {
      last += 1
    }
    return last
  }

  /// The alarms of a predictor for a threshold, at every cutoff.
  func alarms(predictor: Int, crossing: Int) -> PersonAlarms {
    PersonAlarms(
      weeks: seconds / (7 * 86_400), episodes: episodeCounts[crossing],
      changes: levels[predictor][crossing].changes)
  }
}

/// One person's alarms for a threshold by a predictor, at every cutoff.
struct PersonAlarms: Sendable {
  let weeks: Double
  let episodes: Int
  /// The cutoffs at which counts change, from the highest down, in few bytes.
  private var cutoffs: [Int16] = []
  private var levels: [AlarmEvaluation.Levels.Level] = []

  init(
    weeks: Double, episodes: Int,
    changes: [(cutoff: AlarmCutoff, level: AlarmEvaluation.Levels.Level)]
  ) {
    self.weeks = weeks
    self.episodes = episodes
    cutoffs.reserveCapacity(changes.count)
    levels.reserveCapacity(changes.count)
    for (cutoff, level) in changes {
      cutoffs.append(Int16(truncatingIfNeeded: cutoff.number))
      levels.append(level)
    }
  }

  /// The counts at a cutoff.
  func counts(at cutoff: AlarmCutoff) -> AlarmCounts {
    var counts = AlarmCounts()
    counts.weeks = weeks
    counts.episodes = episodes
    let after = cutoffs.partitioningIndex { Int($0) < cutoff.number }
    guard after > 0 else { return counts }
    let level = levels[after - 1]
    counts.trueAlarms = Int(level.trueAlarms)
    counts.falseAlarms = Int(level.falseAlarms)
    counts.caught = Int(level.caught)
    counts.leadMinutes = Double(level.leadSeconds) / 60
    return counts
  }

  /// Calls `body` with each cutoff at which counts change and the false alarms that it has more than the one
  /// above.
  func forEachChange(_ body: (_ cutoff: Int, _ falseAlarms: Int) -> Void) {
    var above: Int32 = 0
    for (cutoff, level) in zip(cutoffs, levels) {
      body(Int(cutoff), Int(level.falseAlarms - above))
      above = level.falseAlarms
    }
  }
}

extension [PersonAlarms] {
  /// The lowest cutoff down to which false alarms of all people together are as rare as allowed, at each of
  /// the rates.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cutoffs of all people.
  func cutoffs(maximumFalseAlarmsPerWeek rates: [Double]) -> [AlarmCutoff] {
    var changes: [Int: Int] = [:]
    var weeks = 0.0
    for person in self {
      weeks += person.weeks
      person.forEachChange { changes[$0, default: 0] += $1 }
    }
    let descending = changes.keys.sorted(by: >)
    return rates.map { rate in
      // Above the highest score no alarm sounds.
      var lowest = (descending.first ?? 0) + 1
      var falseAlarms = 0
      for cutoff in descending {
        falseAlarms += changes[cutoff] ?? 0
        if Double(falseAlarms) > rate * weeks { break }
        lowest = cutoff
      }
      return AlarmCutoff(number: lowest)
    }
  }
}
