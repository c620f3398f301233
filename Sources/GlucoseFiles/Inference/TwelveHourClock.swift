internal import GlucoseMath

/// Detects times on a 12-hour clock without AM and PM, half of which would be read twelve hours
/// off.
///
/// A file of mornings alone has no hour above 12 either, so additional evidence is required.
enum TwelveHourClock {
  typealias Example = (first: Int, second: Int)

  /// A row: its local time, its clock since midnight, both in seconds, its concentration as written,
  /// NaN if there is none, and its position.
  typealias Row = (local: Double, clock: Double, value: Double, index: Int)

  static func example(_ rows: [Row]) -> Example? { fallBack(rows) ?? doubled(rows) }

  private static let half = 43_200.0

  /// Returns the first step of the clock from 12 to 1, or from 11 to 0, within a date, if at least half
  /// of the steps against the order of the dates are of this kind.
  private static func fallBack(_ rows: [Row]) -> Example? {
    // The order is determined by the steps from one day to the next, or by all steps of a single
    // day.
    var (days, steps) = (0, 0)
    for (one, two) in zip(rows, rows.dropFirst()) where one.local != two.local {
      let step = one.local < two.local ? 1 : -1
      steps += step
      if one.local - one.clock != two.local - two.clock { days += step }
    }
    let order = days != 0 ? days : steps
    guard order != 0 else { return nil }
    var example: Example?
    var (contrary, fallen) = (0, 0)
    for (one, two) in zip(rows, rows.dropFirst()) {
      let (earlier, later) = order > 0 ? (one, two) : (two, one)
      guard later.local < earlier.local else { continue }
      contrary += 1
      guard earlier.local - earlier.clock == later.local - later.clock else { continue }
      // Twelve hours later, the second row would follow closely.
      let gap = later.clock + half - earlier.clock
      guard 0 < gap, gap <= 2 * 3600 else { continue }
      fallen += 1
      if example == nil { example = (one.index, two.index) }
    }
    // Rows in no order step back by arbitrary durations.
    return fallen * 2 >= contrary ? example : nil
  }

  /// Returns the first time in two rows with different values, if at least half of the times, and at
  /// least twelve, are, and span more than six hours.
  private static func doubled(_ rows: [Row]) -> Example? {
    let readings = rows.filter { !$0.value.isNaN }
    guard readings.count >= 24 else { return nil }
    let sorted = readings.sorted { ($0.local, $0.index) < ($1.local, $1.index) }
    var distinct = 0
    var pairs: [(first: Row, second: Row)] = []
    var start = 0
    while start < sorted.count {
      var end = start + 1
      while end < sorted.count, sorted[end].local == sorted[start].local { end += 1 }
      distinct += 1
      if end - start == 2, sorted[start].value != sorted[start + 1].value {
        pairs.append((sorted[start], sorted[start + 1]))
      }
      start = end
    }
    let clocks = pairs.map(\.first.clock)
    guard pairs.count >= 12, pairs.count * 2 >= distinct, let pair = pairs.first,
      let least = clocks.min(), let greatest = clocks.max(), greatest - least > 6 * 3600
    else { return nil }
    return (pair.first.index, pair.second.index)
  }
}

extension Records {
  func checkClock(_ order: DateOrder) throws(ReadError) {
    let isTold = entries.contains { $0.stamp.form != .instant && $0.stamp.seconds >= 13 * 3600 }
    if isTold { return }
    func clock(_ entry: Entry) -> String {
      var text = ByteBuilder(capacity: 8)
      text.add(clock: Int(entry.stamp.seconds))
      return String(text.text.prefix(5))
    }
    var locals = LocalTimes(order)
    var rows: [Int: [TwelveHourClock.Row]] = [:]
    for (index, entry) in entries.enumerated() where entry.stamp.form != .instant {
      guard let midnight = locals.midnight(entry.stamp) else { continue }
      rows[entry.stream, default: []].append(
        (midnight + entry.stamp.seconds, entry.stamp.seconds, entry.value, index))
    }
    for (_, rows) in rows.ordered(by: { $0.key < $1.key }) {
      guard let example = TwelveHourClock.example(rows) else { continue }
      let (first, second) = (entries[example.first], entries[example.second])
      throw ReadError(
        .twelveHourClock(
          example: "\(clock(first)) on line \(first.line), "
            + "\(clock(second)) on line \(second.line)"), line: second.line,
        text: timeText(example.second), expected: "times with AM or PM, or on a 24-hour clock")
    }
  }
}
