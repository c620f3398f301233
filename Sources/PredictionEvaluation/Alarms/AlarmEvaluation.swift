internal import GlucoseMath
internal import Prediction

/// The alarms of one person's test, evaluated origin by origin.
struct AlarmEvaluation {
  /// The number of an episode, and the seconds until it begins.
  typealias Episode = (number: Int32, seconds: Int32)

  private struct Watch {
    let crossing: ThresholdCrossing
    /// The times at which episodes begin.
    let episodes: [Double]
    /// The first episode that begins after the origin.
    var next = 0
    /// The last episode before which an origin was tested, and the number of such.
    var tested = -1
    var count = 0

    /// Returns the episode that begins next, at most `reach` after the origin.
    mutating func episode(after now: Double, within reach: Double) -> Episode? {
      while next < episodes.count, episodes[next] <= now { next += 1 }
      guard next < episodes.count, episodes[next] - now <= reach else { return nil }
      if tested != next { count += 1 }
      tested = next
      return (Int32(truncatingIfNeeded: next), Int32((episodes[next] - now).rounded()))
    }
  }

  private let horizon: Double
  /// The seconds that an origin monitors: up to the next tested one, at most the horizon.
  private let watched: Double
  private var watches: [Watch]
  private var seconds = 0.0
  private var scores: [[Scores]]
  private(set) var reliabilities: [[CrossingReliability]]

  /// Creates an evaluation with a horizon and a time between tested origins in seconds.
  init(
    _ record: PreparedSeries, horizon: Double, spacing: Double, _ crossings: [ThresholdCrossing],
    predictors: [String]
  ) {
    self.horizon = horizon
    watched = min(spacing, horizon)
    watches = crossings.map { crossing in
      var starts: [Double] = []
      var last = -Double.infinity
      for (time, value) in zip(record.times, record.values)
      where crossing.isBeyond(.mgdL(value)) {
        if time - last > horizon + SensorCadence.tolerance { starts.append(time) }
        last = time
      }
      return Watch(crossing: crossing, episodes: starts)
    }
    scores = predictors.map { _ in crossings.map { _ in Scores() } }
    reliabilities = predictors.map { id in
      crossings.map { CrossingReliability(predictor: id, crossing: $0) }
    }
  }

  mutating func add(_ index: Int, of record: PreparedSeries, _ alarms: [[PredictedCrossing]]) {
    let now = record.times[index]
    let reach = horizon + SensorCadence.tolerance
    let last = Self.end(of: index, record, now + horizon + SensorCadence.tolerance)
    // Where the record is interrupted, neither a crossing nor its absence is counted.
    let isWhole = record.times[last] >= now + horizon - SensorCadence.tolerance
    if isWhole { seconds += watched }
    for place in watches.indices {
      let episode = watches[place].episode(after: now, within: reach)
      let crossing = watches[place].crossing
      guard !crossing.isBeyond(.mgdL(record.values[index])) else { continue }
      let crosses = (index + 1..<last + 1).contains {
        crossing.isBeyond(.mgdL(record.values[$0]))
      }
      let origin = Origin(time: now, outcome: isWhole ? crosses : nil, episode: episode)
      for predictor in alarms.indices {
        let alarm = alarms[predictor][place]
        scores[predictor][place].add(alarm.score, at: origin)
        if isWhole, let probability = alarm.probability {
          reliabilities[predictor][place].add(probability, crosses)
        }
      }
    }
  }

  /// Returns the last reading up to `end` that is not separated from `index` by a long gap.
  private static func end(of index: Int, _ record: PreparedSeries, _ end: Double) -> Int {
    var last = index
    while last + 1 < record.times.count, record.times[last + 1] <= end,
      record.times[last + 1] - record.times[last] <= SensorCadence.longestGap
    {
      last += 1
    }
    return last
  }

  func alarms(predictor: Int, crossing: Int) -> PersonAlarms {
    let scores = scores[predictor][crossing]
    return PersonAlarms(
      weeks: seconds / (7 * 86_400), episodes: watches[crossing].count,
      changes: scores.changes(pause: horizon - SensorCadence.tolerance),
      quietOrigins: scores.quietOrigins, quiet: scores.quiet)
  }
}

extension AlarmEvaluation {
  /// One person's alarms for a threshold by a predictor, at every cutoff.
  struct PersonAlarms: Sendable {
    let weeks: Double
    let episodes: Int
    /// The counts at the cutoffs where they change, in descending order.
    let changes: [(cutoff: Cutoff, level: Scores.Level)]
    /// The number of origins without a reading beyond the threshold within the horizon.
    var quietOrigins = 0
    /// The greatest cutoffs of such origins, descending, and the number that reaches each.
    var quiet: [(cutoff: Cutoff, count: Int32)] = []

    func counts(at cutoff: Cutoff) -> AlarmCounts {
      var counts = AlarmCounts()
      counts.weeks = weeks
      counts.episodes = episodes
      counts.quietOrigins = quietOrigins
      counts.scoredQuietOrigins = Int(quiet.last { $0.cutoff >= cutoff }?.count ?? 0)
      guard let level = changes.last(where: { $0.cutoff >= cutoff })?.level else { return counts }
      counts.trueAlarms = Int(level.trueAlarms)
      counts.falseAlarms = Int(level.falseAlarms)
      counts.caught = Int(level.caught)
      counts.leadMinutes = Double(level.leadSeconds) / 60
      return counts
    }
  }
}

extension [AlarmEvaluation.PersonAlarms] {
  /// Returns the sums of a count over people by descending cutoff.
  private func totals(
    _ counts: (AlarmEvaluation.PersonAlarms) -> [(cutoff: AlarmEvaluation.Cutoff, count: Int32)]
  ) -> [(cutoff: AlarmEvaluation.Cutoff, total: Int)] {
    var changes: [AlarmEvaluation.Cutoff: Int] = [:]
    for person in self {
      var above: Int32 = 0
      for (cutoff, count) in counts(person) {
        changes[cutoff, default: 0] += Int(count - above)
        above = count
      }
    }
    var total = 0
    return changes.sorted { $0.key > $1.key }.map { cutoff, change in
      total += change
      return (cutoff, total)
    }
  }

  /// Returns the lowest cutoff that keeps to each of `limits`: down to which all people together
  /// have at most a rate of false alarms, or at which they have at least a specificity.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of cutoffs of all people.
  func cutoffs(_ limits: [AlarmLimit]) -> [AlarmEvaluation.Cutoff] {
    let falseAlarms = totals { $0.changes.map { ($0.cutoff, $0.level.falseAlarms) } }
    func above(_ cutoff: AlarmEvaluation.Cutoff?) -> AlarmEvaluation.Cutoff {
      AlarmEvaluation.Cutoff(number: (cutoff?.number ?? 0) + 1)
    }
    return limits.map { limit in
      switch limit {
      case .falseAlarmsPerWeek(let rate):
        let most = rate * reduce(0) { $0 + $1.weeks }
        // Above the highest score there is no alarm.
        return falseAlarms.prefix { Double($0.total) <= most }.last?.cutoff
          ?? above(falseAlarms.first?.cutoff)
      case .specificity(let specificity):
        let reached = totals(\.quiet)
        let all = Double(reduce(0) { $0 + $1.quietOrigins })
        let tooMany = reached.first { 1 - Double($0.total) / all < specificity.fraction }
        // The grid below the cutoff of the origins before these, and above theirs, has no more of
        // them.
        return tooMany.map { above($0.cutoff) } ?? reached.last?.cutoff
          ?? AlarmEvaluation.Cutoff(number: 0)
      }
    }
  }
}
