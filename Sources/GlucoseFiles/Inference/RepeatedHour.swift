/// Resolves a run of local times in a repeated hour to the first or the second occurrence.
///
/// The evidence, in order of precedence: a counter of the device that is independent of clocks; a
/// step back within the run, before which all times are first occurrences and after which all are
/// second occurrences; the distance of the run to the previous and next readings. Without evidence,
/// the times are first occurrences, marked as undecided.
///
/// A pause in the run may be an hour longer than it looks, so that the distance to the previous
/// reading is evidence up to the first pause, and the distance to the next from the last one on.
enum RepeatedHour {
  struct Time: Equatable {
    var first: Double
    var second: Double
    var ticks: Double?
  }

  /// A known instant adjacent to the run, with the device's counter.
  struct Anchor: Equatable {
    var instant: Double
    var ticks: Double?
  }

  struct Choice: Equatable {
    var instant: Double
    var isUndecided = false
  }

  /// The maximum distance between a sensor's readings, and error of the counter, in seconds.
  private static let nearness = 20.0 * 60
  /// The maximum distance between records without a cadence, such as a dose and its meal, that were
  /// made together, in seconds. Farther ones may be an hour farther.
  private static let nearnessWithoutCadence = 5.0 * 60

  /// Returns two intervals of a run's cadence, so that one reading may be missing.
  private static func nearness(in run: [Time], hasCadence: Bool) -> Double {
    guard hasCadence else { return nearnessWithoutCadence }
    let steps = zip(run, run.dropFirst()).map { $1.first - $0.first }.filter { $0 > 0 }
    return min(nearness, steps.min().map { $0 * 2 + 60 } ?? nearness)
  }

  /// Returns the instants of a run, in order of recording, between the adjacent known instants.
  static func resolve(
    _ run: [Time], after: Anchor?, before: Anchor?, hasCadence: Bool = true
  ) -> [Choice] {
    if let counted = byTicks(run, after, before) { return counted }
    guard let first = run.first, let last = run.last else { return [] }
    let overlap = first.second - first.first
    let step = min(20 * 60, overlap / 3)
    let steps = run.indices.dropFirst().filter { run[$0].first <= run[$0 - 1].first - step }
    if let turn = steps.first {
      return run.indices.map { index in
        let time = run[index]
        return Choice(
          instant: index < turn ? time.first : time.second, isUndecided: steps.count > 1)
      }
    }
    let nearness = nearness(in: run, hasCadence: hasCadence)
    let followsOn = after.map { 0...nearness ~= first.first - $0.instant } ?? false
    let leadsOn = before.map { 0...nearness ~= $0.instant - last.second } ?? false
    let pauses = run.indices.dropFirst().filter { run[$0].first - run[$0 - 1].first > nearness }
    let (firstPause, lastPause) = (pauses.first ?? run.count, pauses.last ?? 0)
    return run.indices.map { index in
      let isFirst = followsOn && index < firstPause
      let isSecond = leadsOn && index >= lastPause
      let time = run[index]
      return isSecond && !isFirst
        ? Choice(instant: time.second)
        : Choice(instant: time.first, isUndecided: isFirst == isSecond)
    }
  }

  /// Returns the instants by the device's counter, or `nil` if it does not determine all.
  private static func byTicks(_ run: [Time], _ after: Anchor?, _ before: Anchor?) -> [Choice]? {
    var choices: [Choice] = []
    for time in run {
      let expected = [after, before].compactMap { anchor -> Double? in
        guard let ticks = time.ticks, let anchor, let start = anchor.ticks else { return nil }
        return anchor.instant + ticks - start
      }
      let candidates = expected.flatMap { expected in
        [time.first, time.second].map { (instant: $0, error: abs($0 - expected)) }
      }
      guard let best = candidates.min(by: { $0.error < $1.error }), best.error <= nearness
      else { return nil }
      choices.append(Choice(instant: best.instant))
    }
    return choices.isEmpty ? nil : choices
  }

  /// Returns the instant of a time between rows of known instants, all in chronological order.
  static func resolve(_ time: Time, between after: Double?, and before: Double?) -> Choice {
    let slack = 5.0 * 60
    let start = (after ?? -.infinity) - slack
    let end = (before ?? .infinity) + slack
    func fits(_ instant: Double) -> Bool { start <= instant && instant <= end }
    switch (fits(time.first), fits(time.second)) {
    case (true, false): return Choice(instant: time.first)
    case (false, true): return Choice(instant: time.second)
    default: return Choice(instant: time.first, isUndecided: true)
    }
  }
}
