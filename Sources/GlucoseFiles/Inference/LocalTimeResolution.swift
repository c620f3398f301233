// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The instants of local times that state no offset from UTC, as a reader of files resolves them.
///
///     let resolved = LocalTimeResolution(of: locals, in: oslo)
///     resolved.instants          // NaN for a time that clocks skipped
///     resolved.ambiguous         // times that occurred twice, without evidence which is meant
///
/// A time in a repeated hour is the first or the second occurrence by the order of the times and by
/// the times beside it; without evidence it is the first.
public struct LocalTimeResolution: Equatable, Sendable {
  /// The instants in seconds since the reference date (2001-01-01 00:00 UTC), one for each time;
  /// NaN for a time that does not exist or is not finite.
  public private(set) var instants: [Double]
  /// The positions of times that occurred twice and for which nothing determines which occurrence
  /// is meant, ascending.
  public private(set) var ambiguous: [Int] = []
  /// The positions of times that do not exist because clocks skipped them, ascending.
  public private(set) var skipped: [Int] = []

  /// Creates the instants of times in order of recording.
  ///
  /// - Parameters:
  ///   - locals: Times in seconds after 2001-01-01 00:00 local time, in the years 1 to 9999 or NaN.
  ///   - zone: The time zone of the times.
  /// - Complexity: O(*n* + *w*), where *w* is the number of weeks from the first time to the last.
  public init(of locals: [Double], in zone: TimeZone) {
    instants = locals
    var least = Double.infinity
    var greatest = -Double.infinity
    for local in locals where !local.isNaN {
      least = min(least, local)
      greatest = max(greatest, local)
    }
    guard least <= greatest, least.isFinite, greatest.isFinite else { return }
    var clock = WallClock(zone, covering: least...greatest)
    var repeated: [(position: Int, time: RepeatedHour.Time)] = []
    for position in locals.indices where !locals[position].isNaN {
      switch clock.moment(locals[position]) {
      case .once(let instant): instants[position] = instant
      case .twice(let first, let second):
        instants[position] = first
        repeated.append((position, RepeatedHour.Time(first: first, second: second)))
      case .never:
        instants[position] = .nan
        skipped.append(position)
      }
    }
    if !repeated.isEmpty { resolve(repeated) }
  }

  /// Resolves runs of adjacent times in one repeated hour.
  private mutating func resolve(_ repeated: [(position: Int, time: RepeatedHour.Time)]) {
    let known = instants.indices.filter { !instants[$0].isNaN }
    let descends = descends(known)
    var place = 0
    var start = 0
    while start < repeated.count {
      while known[place] != repeated[start].position { place += 1 }
      var end = start + 1
      while end < repeated.count, known[place + end - start] == repeated[end].position,
        abs(repeated[end].time.first - repeated[start].time.first) < 86_400
      { end += 1 }
      let next = place + end - start
      var run = Array(repeated[start..<end])
      var before = place > 0 ? instants[known[place - 1]] : nil
      var after = next < known.count ? instants[known[next]] : nil
      if descends {
        run.reverse()
        swap(&before, &after)
      }
      let choices = RepeatedHour.resolve(
        run.map(\.time), after: before.map { RepeatedHour.Anchor(instant: $0) },
        before: after.map { RepeatedHour.Anchor(instant: $0) })
      for (time, choice) in zip(run, choices) {
        instants[time.position] = choice.instant
        if choice.isUndecided { ambiguous.append(time.position) }
      }
      start = end
    }
    ambiguous.sort()
  }

  private func descends(_ known: [Int]) -> Bool {
    var balance = 0
    for (one, two) in zip(known, known.dropFirst()) {
      balance += instants[two] < instants[one] ? -1 : instants[two] > instants[one] ? 1 : 0
    }
    return balance < 0
  }
}
