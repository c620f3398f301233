// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension QualityInterval {
  /// Returns the quality of the hours and days of a series.
  static func all(
    of series: GlucoseSeries, _ faults: [SignalFault], in zone: TimeZone
  ) -> (hours: [QualityInterval], days: [QualityInterval]) {
    guard let range = series.timeRange else { return ([], []) }
    let minutes = representedSeconds(series)
    let usable = usableFractions(series, faults)
    let times = Array(series.times)
    let end = range.upperBound + (minutes.last ?? 0)
    var hours: [QualityInterval] = []
    var days: [QualityInterval] = []
    var next = 0
    for day in series.days(in: zone) {
      var daySums = (from: Swift.max(day.day.start, range.lowerBound), recorded: 0.0, usable: 0.0)
      var start = day.day.start
      while start < day.day.end {
        let stop = Swift.min(start + 3600, day.day.end)
        let (from, to) = (Swift.max(start, range.lowerBound), Swift.min(stop, end))
        start = stop
        guard from < to else { continue }
        let (first, last) = (
          from.timeIntervalSinceReferenceDate, to.timeIntervalSinceReferenceDate
        )
        // A reading before the hour may represent its beginning.
        var row = next > 0 ? next - 1 : 0
        var sums = (recorded: 0.0, usable: 0.0)
        while row < times.count, times[row] < last {
          let inside = Swift.min(times[row] + minutes[row], last) - Swift.max(times[row], first)
          if inside > 0 {
            sums.recorded += inside
            sums.usable += inside * usable[row]
          }
          row += 1
        }
        next = row
        hours.append(QualityInterval(from..<to, sums))
        daySums.recorded += sums.recorded
        daySums.usable += sums.usable
      }
      let to = Swift.min(day.day.end, end)
      if daySums.from < to {
        days.append(
          QualityInterval(daySums.from..<to, (daySums.recorded, daySums.usable)))
      }
    }
    return (hours, days)
  }

  private init(_ range: Range<Date>, _ seconds: (recorded: Double, usable: Double)) {
    let length = range.upperBound.timeIntervalSince(range.lowerBound)
    self.range = range
    let recorded = Swift.min(1, seconds.recorded / length)
    coverage = Percentage(fraction: recorded)
    score = Percentage(fraction: Swift.min(recorded, seconds.usable / length))
  }

  /// Returns the seconds after each reading that it represents: until the next, or the interval of
  /// its neighbors, at most 15 minutes, where the next is later than 1.5 intervals.
  private static func representedSeconds(_ series: GlucoseSeries) -> [Double] {
    let times = Array(series.times)
    let longest = 900.0
    var before = times.count > 1 ? Swift.min(longest, times[1] - times[0]) : 300
    return times.indices.map { row in
      let interval = before
      guard row + 1 < times.count else { return interval }
      let gap = times[row + 1] - times[row]
      let own = Swift.min(interval, gap, longest)
      // The interval after a gap is that of the readings after it.
      let following = row + 2 < times.count ? times[row + 2] - times[row + 1] : gap
      before = gap <= longest ? gap : Swift.min(longest, following)
      // A slower sensor begins.
      let isNewInterval = gap <= longest && following < 1.5 * gap && gap < 1.5 * following
      return gap < 1.5 * interval || isNewInterval ? gap : own
    }
  }

  /// Returns the probability of each reading that it is in no fault.
  private static func usableFractions(
    _ series: GlucoseSeries, _ faults: [SignalFault]
  ) -> [Double] {
    var usable = [Double](repeating: 1, count: series.count)
    for fault in faults {
      var row = series.index(atOrAfter: fault.start)
      while row < series.count, series[row].time <= fault.end {
        usable[row] *= 1 - fault.likelihood
        row += 1
      }
    }
    return usable
  }
}
