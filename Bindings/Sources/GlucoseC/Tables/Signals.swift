// SPDX-License-Identifier: Apache-2.0

internal import DaySummary
internal import Foundation
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals

// What the commands `quality` and `nights` print.
extension CohortHandle {
  /// Returns the score of the signal on each day or in each hour, or each suspected fault.
  func quality(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let kind = try options.choice("rows", ["day", "hour", "fault"].map { ($0, $0) })
    let least = try options.number("score") ?? 0.5
    guard 0...1 ~= least else { throw BindingError.argument("`score` must be from 0 to 1.") }
    var signal = try signalOptions(options)
    signal.minimumScore = min(least, signal.minimumScore)
    let people = try concurrently(count, tasks: options.tasks(), task) { [signal] person in
      let series = try self.recording(of: person).series
      return SignalQuality(
        of: series, in: try self.zone(of: person), now: series.last?.time, options: signal)
    }
    let listed = people.map { $0.faults.filter { $0.score >= least } }
    guard kind != "fault" else { return faults(listed) }
    let rows = people.indices.flatMap { person in
      (kind == "hour" ? people[person].hours : people[person].days).map { (person, $0) }
    }
    let intervals = rows.map(\.1)
    return ResultTable(
      keyColumn(rows.map(\.0)) + [
        ResultTable.Column("start", times(intervals.map(\.range.lowerBound))),
        ResultTable.Column("end", times(intervals.map(\.range.upperBound))),
        ResultTable.Column("coverage", .numbers(intervals.map(\.coverage.fraction))),
        ResultTable.Column("score", .numbers(intervals.map(\.score.fraction))),
        ResultTable.Column("reliability", .numbers(intervals.map(\.reliability?.fraction))),
      ]
        + SignalFault.Kind.allCases.map { kind in
          ResultTable.Column(
            Self.snakeCase(kind.rawValue),
            .integers(
              rows.map { person, interval in
                Int64(
                  listed[person].count { $0.kind == kind && $0.overlaps(interval.range) })
              }))
        })
  }

  private func faults(_ people: [[SignalFault]]) -> ResultTable {
    let rows = people.indices.flatMap { person in people[person].map { (person, $0) } }
    let faults = rows.map(\.1)
    return ResultTable(
      keyColumn(rows.map(\.0)) + [
        ResultTable.Column("kind", .texts(faults.map { Self.snakeCase($0.kind.rawValue) })),
        ResultTable.Column("start", times(faults.map(\.start))),
        ResultTable.Column("end", times(faults.map(\.end))),
        ResultTable.Column("readings", .integers(faults.map { Int64($0.readingCount) })),
        ResultTable.Column("score", .numbers(faults.map(\.score))),
        ResultTable.Column(
          "evidence",
          .texts(
            faults.map {
              $0.evidence.map { Self.snakeCase($0.rawValue) }.joined(separator: ";")
            })),
        ResultTable.Column("size_mgdl", .numbers(faults.map(\.size?.mgdL))),
      ])
  }

  /// Returns a row for each night with a reading or an event.
  func nights(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let (bands, night) = (try options.bands(in: unit), try options.night())
    let signal = try signalOptions(options)
    let present = try options.number("now").map { Date(timeIntervalSince1970: $0) }
    typealias Row = (person: Int, night: NightSummary)
    let rows = try concurrently(count, tasks: options.tasks(), task) { person -> [Row] in
      let all = try self.recording(of: person)
      guard let now = present ?? all.series.last?.time else { return [] }
      // Later events are plans.
      let recording = all.prefix(through: now)
      return recording.nights(
        of: recording.nightDays(during: night, in: try self.zone(of: person)), during: night,
        bands: bands, now: now, options: signal
      ).map { (person: person, night: $0) }
    }.flatMap { $0 }
    let nights = rows.map(\.night)
    func numbers(_ name: String, _ value: (NightSummary) -> Double?) -> ResultTable.Column {
      ResultTable.Column(name, .numbers(nights.map(value)))
    }
    func integers(_ name: String, _ value: (NightSummary) -> Int?) -> ResultTable.Column {
      ResultTable.Column(name, .integers(nights.map { value($0).map { Int64($0) } }))
    }
    return ResultTable(
      keyColumn(rows.map(\.person)) + [
        ResultTable.Column("day", .days(nights.map(\.day.number))),
        ResultTable.Column("start", times(nights.map(\.range.lowerBound))),
        ResultTable.Column("end", times(nights.map(\.range.upperBound))),
        integers("ongoing") { $0.isOngoing ? 1 : 0 },
        numbers("coverage") { $0.coverage.fraction },
        numbers("lowest_mgdl") { $0.statistics?.minimum.mgdL },
        ResultTable.Column("lowest_time", times(nights.map(\.lowestTime))),
        numbers("mean_mgdl") { $0.statistics?.mean.mgdL },
        numbers("highest_mgdl") { $0.statistics?.maximum.mgdL },
        numbers("change_mgdl") { $0.change?.mgdL },
        numbers("in_range") { $0.timeInRange?.fraction },
        numbers("minutes_below") { $0.durationBelowRange.map { $0 / .seconds(60) } },
        numbers("steady") { $0.steadyPercentage?.fraction },
        integers("low_episodes") { $0.episodes.count { $0.kind == .low } },
        integers("high_episodes") { $0.episodes.count { $0.kind == .high } },
        integers("compression_lows") {
          signal.findsCompressionLows ? $0.compressionLows.count : nil
        },
        numbers("compression_score") { $0.compressionLows.map(\.score).max() },
        integers("lowest_is_device_limit") {
          $0.statistics.map { $0.minimumFlags.isEmpty ? 0 : 1 }
        },
        integers("highest_is_device_limit") {
          $0.statistics.map { $0.maximumFlags.isEmpty ? 0 : 1 }
        },
      ])
  }

  private func signalOptions(_ options: Options) throws -> SignalQualityOptions {
    var signal = SignalQualityOptions()
    signal.findsCompressionLows = try options.flag("compression_lows")
    return signal
  }

  /// Returns a name such as "warm_up" for "warmUp".
  private static func snakeCase(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
  }
}
