import Foundation
import GlucoseMath
import GlucoseSimulation

/// The three numbers whose intervals are checked.
struct Numbers {
  var mean = 0.0
  var timeInRange = 0.0
  var variation = 0.0

  var all: [Double] { [mean, timeInRange, variation] }
}

/// The additive parts of days.
struct Totals {
  var count = 0.0
  var sum = 0.0
  var squares = 0.0
  var inRange = 0.0

  static func + (lhs: Self, rhs: Self) -> Self {
    Totals(
      count: lhs.count + rhs.count, sum: lhs.sum + rhs.sum, squares: lhs.squares + rhs.squares,
      inRange: lhs.inRange + rhs.inRange)
  }

  static func - (lhs: Self, rhs: Self) -> Self {
    Totals(
      count: lhs.count - rhs.count, sum: lhs.sum - rhs.sum, squares: lhs.squares - rhs.squares,
      inRange: lhs.inRange - rhs.inRange)
  }

  var deviation: Double { max(0, (squares - sum * sum / count) / (count - 1)).squareRoot() }

  var numbers: Numbers {
    Numbers(
      mean: sum / count, timeInRange: 100 * inRange / count,
      variation: 100 * deviation * count / sum)
  }
}

/// A person's record by days.
struct DayRecord: Sendable {
  let series: GlucoseSeries
  /// The first reading of each day, and the number of readings.
  let starts: [Int]
  let days: [Totals]

  init(_ series: GlucoseSeries) {
    self.series = series
    var starts = [0]
    days = series.days(in: .gmt).map { day in
      starts.append(starts[starts.count - 1] + day.series.count)
      return day.series.values.reduce(into: Totals()) { totals, value in
        totals.count += 1
        totals.sum += value
        totals.squares += value * value
        totals.inRange += value >= 70 && value <= 180 ? 1 : 0
      }
    }
    self.starts = starts
  }

  /// The readings of days by their places.
  func readings(of window: Range<Int>) -> GlucoseSeries {
    series[positions: starts[window.lowerBound]..<starts[window.upperBound]]
  }

  func totals(of window: Range<Int>) -> Totals { days[window].reduce(Totals(), +) }
}

/// People whose long records are known.
struct RecordSet: Sendable {
  let name: String
  let people: [DayRecord]
  /// The number of days from whose start windows are taken.
  let sampledDays: Int
  /// The largest share of a record that a window may be.
  let largestShare: Double

  /// Virtual people, five years each, of which windows are taken from the first.
  static func simulated(people: Int, seed: UInt64) async -> RecordSet {
    let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 757_382_400), in: .gmt)
    let records = await concurrentMap(VirtualPatient.cohort(of: people, seed: seed)) {
      DayRecord($0.simulate(days: 1820, from: first).series)
    }
    return RecordSet(name: "simulated", people: records, sampledDays: 364, largestShare: 1)
  }

  /// People of a table of subject, local time and mg/dL, sorted by the first two.
  static func table(_ name: String, _ path: String) throws -> RecordSet {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    var people: [DayRecord] = []
    var days: [Substring: Double] = [:]
    var (subject, times, values) = (Substring(), [Double](), [Double]())
    func finish() throws {
      guard !times.isEmpty else { return }
      people.append(DayRecord(try ValidatedReadings(times: times, values: values).series))
      (times, values) = ([], [])
    }
    for line in text.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count >= 3, let value = Double(fields[2]) else { continue }
      if fields[0] != subject {
        try finish()
        subject = fields[0]
      }
      let date = fields[1].prefix(10)
      let clock = fields[1].dropFirst(11).split(separator: ":").compactMap { Double($0) }
      let start =
        days[date] ?? LocalDay(date, in: .gmt)?.start.timeIntervalSinceReferenceDate
      guard let start, clock.count >= 2 else { continue }
      days[date] = start
      times.append(start + clock[0] * 3600 + clock[1] * 60 + (clock.count > 2 ? clock[2] : 0))
      values.append(value)
    }
    try finish()
    return RecordSet(name: name, people: people, sampledDays: .max, largestShare: 1 / 3.0)
  }

  /// The windows of a number of recorded days in a record, each half as far on; none if the record is
  /// too short.
  func windows(of count: Int, in record: DayRecord) -> [Range<Int>] {
    guard Double(count) <= Double(record.days.count) * largestShare else { return [] }
    let last = min(record.days.count, sampledDays) - count
    return stride(from: 0, through: last, by: max(1, count / 2)).map { $0..<$0 + count }
  }
}

/// Maps on all cores, in order.
func concurrentMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
) async -> [Result] {
  await withTaskGroup(of: (Int, Result).self) { group in
    for (place, element) in elements.enumerated() {
      group.addTask { (place, transform(element)) }
    }
    var results = [Result?](repeating: nil, count: elements.count)
    for await (place, result) in group { results[place] = result }
    return results.compactMap { $0 }
  }
}
