// SPDX-License-Identifier: Apache-2.0

/// Resolves a run of local times in a repeated hour to the first or the second occurrence.
///
/// The evidence, in order of precedence: a counter of the device that is independent of clocks; a
/// step back within the run, before which all times are first occurrences and after which all are
/// second occurrences; the distance of the run to the previous and next readings. Without evidence,
/// the times are first occurrences, marked as undecided.
enum RepeatedHour {
  /// A local time that occurred twice.
  struct Time: Equatable {
    /// The first instant with this local time.
    var first: Double
    /// The second instant with this local time.
    var second: Double
    /// The device's counter in seconds, if any.
    var ticks: Double?
  }

  /// A known instant adjacent to the run, with the device's counter.
  struct Anchor: Equatable {
    var instant: Double
    var ticks: Double?
  }

  /// The instant chosen for a time.
  struct Choice: Equatable {
    var instant: Double
    /// A Boolean value that indicates whether there was no evidence.
    var isUndecided = false
  }

  /// The maximum distance between a run and an adjacent reading of a sensor, and the maximum error
  /// of the counter, in seconds.
  static let nearness = 20.0 * 60
  /// The maximum distance between records without a cadence, such as a dose and its meal, that were
  /// made together, in seconds. Farther ones may be an hour farther.
  static let nearnessWithoutCadence = 5.0 * 60

  /// Returns the instants of a run, in order of recording, between the known instants adjacent to
  /// it.
  ///
  /// - Parameter nearness: The maximum distance between the run and an adjacent instant at which they
  ///   belong together, in seconds.
  static func resolve(
    _ run: [Time], after: Anchor?, before: Anchor?, nearness: Double = Self.nearness
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
    let followsOn = after.map { 0...nearness ~= first.first - $0.instant } ?? false
    let leadsOn = before.map { 0...nearness ~= $0.instant - last.second } ?? false
    return run.map { time in
      if leadsOn, !followsOn { return Choice(instant: time.second) }
      return Choice(instant: time.first, isUndecided: followsOn == leadsOn)
    }
  }

  /// Returns the instants by the device's counter, or `nil` if it does not determine all times of
  /// the run.
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
      guard let best = candidates.min(by: { $0.error < $1.error }), best.error <= nearness else {
        return nil
      }
      choices.append(Choice(instant: best.instant))
    }
    return choices.isEmpty ? nil : choices
  }

  /// Returns the instant of a time whose row is between rows of known instants, in a file whose
  /// rows are in chronological order.
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
