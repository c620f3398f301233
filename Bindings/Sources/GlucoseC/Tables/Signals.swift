internal import DaySummary
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals

// What the commands `quality` and `nights` print.
extension CohortHandle {
  /// Returns the score of the signal on each day or in each hour, or each suspected fault.
  func quality(_ call: Call) throws -> ResultTable {
    let kind = try call.choice("rows", ["day", "hour", "fault"].map { ($0, $0) })
    let least = try call.number("score") ?? 0.5
    try require(0...1 ~= least, "`score` must be from 0 to 1.")
    var signal = try signalOptions(call)
    signal.minimumScore = min(least, signal.minimumScore)
    let people = try eachPerson(call, or: nil) { [signal] person -> SignalQuality? in
      let series = try self.recording(of: person).series
      return SignalQuality(
        of: series, in: try self.zone(of: person), now: series.last?.time, options: signal)
    }
    let listed = people.map { $0?.faults.filter { $0.score >= least } ?? [] }
    guard kind != "fault" else { return table(listed, columns: columns(of:)) }
    let intervals = zip(people, listed).map { quality, faults in
      ((kind == "hour" ? quality?.hours : quality?.days) ?? []).map {
        (interval: $0, faults: faults)
      }
    }
    return table(intervals) { rows in
      [
        times("start", rows.map(\.interval.range.lowerBound)),
        times("end", rows.map(\.interval.range.upperBound)),
        rows.numbers("coverage") { $0.interval.coverage.fraction },
        rows.numbers("score") { $0.interval.score.fraction },
        rows.numbers("reliability") { $0.interval.reliability?.fraction },
      ]
        + SignalFault.Kind.allCases.map { kind in
          rows.integers(Self.snakeCase(kind.rawValue)) { interval, faults in
            faults.count { $0.kind == kind && $0.overlaps(interval.range) }
          }
        }
    }
  }

  private func columns(of faults: [SignalFault]) -> [ResultTable.Column] {
    [
      faults.texts("kind") { Self.snakeCase($0.kind.rawValue) },
      times("start", faults.map(\.start)), times("end", faults.map(\.end)),
      faults.integers("readings") { $0.readingCount }, faults.numbers("score") { $0.score },
      faults.texts("evidence") {
        $0.evidence.map { Self.snakeCase($0.rawValue) }.joined(separator: ";")
      },
      faults.numbers("size_mgdl") { $0.size?.mgdL },
    ]
  }

  /// Returns a row for each night with a reading or an event.
  func nights(_ call: Call) throws -> ResultTable {
    let (bands, night) = (try call.bands(in: unit), try call.night())
    let signal = try signalOptions(call)
    let present = try call.number("now").map { Date(timeIntervalSince1970: $0) }
    return try table(call) { person -> [NightSummary] in
      let all = try self.recording(of: person)
      guard let now = present ?? all.series.last?.time else { return [] }
      // Later events are plans.
      let recording = all.prefix(through: now)
      return recording.nights(
        of: recording.nightDays(during: night, in: try self.zone(of: person)), during: night,
        bands: bands, now: now, options: signal)
    } columns: { (nights: [NightSummary]) in
      [
        nights.days("day") { $0.day },
        times("start", nights.map(\.range.lowerBound)),
        times("end", nights.map(\.range.upperBound)),
        nights.integers("ongoing") { $0.isOngoing ? 1 : 0 },
        nights.numbers("coverage") { $0.coverage.fraction },
        nights.numbers("lowest_mgdl") { $0.statistics?.minimum.mgdL },
        times("lowest_time", nights.map(\.lowestTime)),
        nights.numbers("mean_mgdl") { $0.statistics?.mean.mgdL },
        nights.numbers("highest_mgdl") { $0.statistics?.maximum.mgdL },
        nights.numbers("change_mgdl") { $0.change?.mgdL },
        nights.numbers("in_range") { $0.statistics?.timeInRange.fraction },
        nights.numbers("minutes_below") { $0.durationBelowRange.map { $0 / .seconds(60) } },
        nights.numbers("steady") { $0.steadyPercentage?.fraction },
        nights.integers("low_episodes") { $0.episodes.count { $0.isLow } },
        nights.integers("high_episodes") { $0.episodes.count { !$0.isLow } },
        nights.integers("compression_lows") {
          signal.findsCompressionLows ? $0.compressionLows.count : nil
        },
        nights.numbers("compression_score") { $0.compressionLows.map(\.score).max() },
        nights.integers("lowest_is_device_limit") {
          $0.statistics.map { $0.minimumFlags.isEmpty ? 0 : 1 }
        },
        nights.integers("highest_is_device_limit") {
          $0.statistics.map { $0.maximumFlags.isEmpty ? 0 : 1 }
        },
      ]
    }
  }

  private func signalOptions(_ call: Call) throws -> SignalQualityOptions {
    var signal = SignalQualityOptions()
    signal.findsCompressionLows = try call.flag("compression_lows")
    return signal
  }

  /// Returns a name such as "warm_up" for "warmUp".
  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
