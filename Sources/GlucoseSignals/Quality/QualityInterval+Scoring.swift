internal import GlucoseMath
internal import GlucoseFoundation

extension QualityInterval {
  /// Returns the quality of the hours and days of a series; an hour is covered by the time that its
  /// readings, and the one before it, represent there.
  static func all(
    of series: GlucoseSeries, _ faults: [SignalFault], in zone: TimeZone, now: Date?
  ) -> (hours: [QualityInterval], days: [QualityInterval]) {
    guard let range = series.timeRange else { return ([], []) }
    var hours: [QualityInterval] = []
    var days: [QualityInterval] = []
    let readings = RepresentedTime(series, faults)
    let end = range.upperBound + (readings.seconds.last ?? 0)
    var next = 0
    for day in series.days(in: zone).map(\.day) {
      var all = (recorded: 0.0, usable: 0.0)
      var start = day.start
      while start < day.end {
        let stop = Swift.min(start + 3600, day.end)
        let (from, to) = (Swift.max(start, range.lowerBound), Swift.min(stop, end))
        start = stop
        guard from < to else { continue }
        let sums = readings.sums(in: from..<to, from: &next)
        hours.append(QualityInterval(from..<to, sums))
        all.recorded += sums.recorded
        all.usable += sums.usable
      }
      var elapsed = day.interval.ending(by: now) ?? day.interval
      if elapsed.contains(range.lowerBound) { elapsed = range.lowerBound..<elapsed.upperBound }
      let coverage = series.sensorCoverage(in: elapsed)?.activePercentage ?? .zero
      days.append(
        QualityInterval(
          range: elapsed, coverage: coverage,
          score: all.recorded > 0
            ? Percentage(coverage.percent * Swift.min(1, all.usable / all.recorded)) : .zero))
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
}

/// The time that each reading of a series represents, and its weight as one that shows glucose.
struct RepresentedTime {
  private let times: [Double]
  let seconds: [Double]
  /// The weight of each reading: 1 without a fault.
  private let usable: [Double]

  init(_ series: GlucoseSeries, _ faults: [SignalFault]) {
    times = Array(series.times)
    seconds = series.representedSeconds
    var usable = [Double](repeating: 1, count: series.count)
    for fault in faults {
      var row = series.index(atOrAfter: fault.start)
      while row < series.count, series[row].time <= fault.end {
        usable[row] *= 1 - fault.score
        row += 1
      }
    }
    self.usable = usable
  }

  /// Returns the represented seconds in a range, and those that are usable, from the row at which
  /// the range before this one ended.
  func sums(in range: Range<Date>, from next: inout Int) -> (recorded: Double, usable: Double) {
    let first = range.lowerBound.timeIntervalSinceReferenceDate
    let last = range.upperBound.timeIntervalSinceReferenceDate
    // A reading before the range may represent its beginning.
    var row = Swift.max(0, next - 1)
    var sums = (recorded: 0.0, usable: 0.0)
    while row < times.count, times[row] < last {
      let inside = Swift.min(times[row] + seconds[row], last) - Swift.max(times[row], first)
      if inside > 0 {
        sums.recorded += inside
        sums.usable += inside * usable[row]
      }
      row += 1
    }
    next = row
    return sums
  }
}
