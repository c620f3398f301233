// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The door through which readings become a series: it checks, sorts and removes duplicates, and
/// says what it did.
///
///     let intake = try ValidatedReadings(readings)
///     intake.series           // sorted, one reading to an instant
///     intake.duplicateCount   // how many shared an instant with another and were resolved
///     intake.conflictCount    // how many of those held another value
public struct ValidatedReadings: Hashable, Sendable {
  /// The readings in order of time, one to an instant.
  public let series: GlucoseSeries
  /// How many readings went because another held the same instant.
  public let duplicateCount: Int
  /// The number of duplicates whose concentration differs from that of the reading that was kept;
  /// where the average is kept, from that of the first reading of the instant.
  ///
  /// Duplicates with the same concentration are repetitions, which lose nothing; the others contradict
  /// each other, and the rule alone decides between them. Flags do not matter.
  public let conflictCount: Int
  /// The readings that are not in the series because another held the same instant, in order of time and
  /// then of arrival; where the average is kept, all of an instant.
  public let duplicates: [Reading]
  /// Whether the readings arrived in order of time.
  public let inputWasSorted: Bool

  /// Takes readings in any order.
  ///
  /// - Throws: ``InvalidReading`` for the first reading whose time does not lie in the years 1 to 9999
  ///   or whose concentration is not finite and above zero.
  /// - Complexity: O(*n*) if the readings are sorted, else O(*n* log *n*).
  public init(
    _ readings: some Sequence<Reading>, resolvingDuplicates rule: DuplicatePolicy = .keepLast
  ) throws(InvalidReading) {
    var columns = GlucoseSeries.Columns()
    let expected = readings.underestimatedCount
    columns.times.reserveCapacity(expected)
    columns.values.reserveCapacity(expected)
    columns.flags.reserveCapacity(expected)
    for reading in readings {
      columns.times.append(reading.time.timeIntervalSinceReferenceDate)
      columns.values.append(reading.glucose.mgdL)
      columns.flags.append(reading.flags)
    }
    try self.init(columns, rule)
  }

  /// Takes readings as columns, in any order.
  ///
  /// - Parameters:
  ///   - times: Instants in seconds since the reference date (2001-01-01 00:00 UTC).
  ///   - values: Concentrations in mg/dL, one to a time.
  ///   - flags: Flags, one to a time, or `nil` if no reading has any.
  ///   - rule: Which of several readings at one instant is kept.
  /// - Precondition: the columns have the same length.
  /// - Throws: ``InvalidReading`` for the first reading whose time does not lie in the years 1 to 9999
  ///   or whose concentration is not finite and above zero.
  /// - Complexity: O(*n*) if the readings are sorted, else O(*n* log *n*).
  public init(
    times: [Double], values: [Double], flags: [ReadingFlags]? = nil,
    resolvingDuplicates rule: DuplicatePolicy = .keepLast
  ) throws(InvalidReading) {
    precondition(
      values.count == times.count && flags.map { $0.count == times.count } ?? true,
      "The columns of a series must have the same length")
    let flags = flags ?? Array(repeating: [], count: times.count)
    try self.init(GlucoseSeries.Columns(times: times, values: values, flags: flags), rule)
  }

  private init(_ columns: GlucoseSeries.Columns, _ rule: DuplicatePolicy) throws(InvalidReading) {
    var columns = columns
    var sorted = true
    var distinct = true
    var last = -Double.infinity
    for (index, (time, value)) in zip(columns.times, columns.values).enumerated() {
      if let reason = InvalidReading.reason(time: time, value: value) {
        throw InvalidReading(reason: reason, index: index)
      }
      if time <= last {
        if time < last { sorted = false } else { distinct = false }
      }
      last = time
    }
    if !sorted { columns.sort() }
    let count = columns.times.count
    (duplicates, conflictCount) = sorted && distinct ? ([], 0) : columns.removeDuplicates(rule)
    series = GlucoseSeries(columns: columns, rows: 0..<columns.times.count)
    duplicateCount = count - series.count
    inputWasSorted = sorted
  }
}

/// Which of several readings at one instant is kept.
public enum DuplicatePolicy: String, Hashable, Codable, Sendable, CaseIterable {
  /// The one that arrived first.
  case keepFirst
  /// The one that arrived last.
  case keepLast
  /// One with the arithmetic mean of the values and the flags of all.
  case average
}

/// A reading that cannot be part of a series.
public struct InvalidReading: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a reading.
  public enum Reason: Hashable, Sendable {
    /// The time is NaN or infinite.
    case timeNotFinite
    /// The time, in seconds since the reference date, lies before the year 1 or after the year 9999.
    case timeOutOfRange(Double)
    /// The concentration, in mg/dL, is NaN or infinite.
    case valueNotFinite(Double)
    /// The concentration, in mg/dL, is zero or negative.
    case valueNotPositive(Double)
  }

  /// What is wrong.
  public let reason: Reason
  /// The position of the reading in what was handed in, counted from zero.
  public let index: Int

  /// What is wrong and where, as a sentence.
  public var description: String {
    switch reason {
    case .timeNotFinite: "Reading \(index) has no finite time."
    case .timeOutOfRange(let time):
      "Reading \(index) has a time \(time) s from 2001; times lie in the years 1 to 9999."
    case .valueNotFinite(let value): "Reading \(index) has the value \(value), which is no number."
    case .valueNotPositive(let value):
      "Reading \(index) has the value \(value) mg/dL; a concentration is above zero."
    }
  }

  /// The years 1 to 9999 of the Gregorian calendar in UTC, in seconds from the reference date: the
  /// days that ISO 8601 can write, and few enough to walk through.
  private static let times = -63_113_904_000.0..<252_423_993_600.0

  static func reason(time: Double, value: Double) -> Reason? {
    if !time.isFinite { return .timeNotFinite }
    if !times.contains(time) { return .timeOutOfRange(time) }
    if !value.isFinite { return .valueNotFinite(value) }
    if value <= 0 { return .valueNotPositive(value) }
    return nil
  }
}

extension GlucoseSeries.Columns {
  /// Sorts by time; readings of one instant keep the order in which they arrived.
  fileprivate mutating func sort() {
    let times = times
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    self.times = order.map { times[$0] }
    values = order.map { [values] in values[$0] }
    flags = order.map { [flags] in flags[$0] }
  }

  /// Leaves one reading to an instant, and gives the others and how many of them contradict the one
  /// that is left; the columns are sorted.
  fileprivate mutating func removeDuplicates(
    _ rule: DuplicatePolicy
  ) -> (repeated: [Reading], conflicts: Int) {
    var kept = 0
    var repeated: [Reading] = []
    var conflicts = 0
    var start = 0
    while start < times.count {
      var end = start + 1
      while end < times.count, times[end] == times[start] { end += 1 }
      if end - start > 1 {
        let others =
          switch rule {
          case .keepFirst: (start + 1)..<end
          case .keepLast: start..<(end - 1)
          case .average: start..<end
          }
        repeated += others.map(reading)
        let reference = rule == .keepLast ? values[end - 1] : values[start]
        conflicts += values[start..<end].count { $0 != reference }
      }
      times[kept] = times[start]
      switch rule {
      case .keepFirst:
        values[kept] = values[start]
        flags[kept] = flags[start]
      case .keepLast:
        values[kept] = values[end - 1]
        flags[kept] = flags[end - 1]
      case .average:
        values[kept] = values[start..<end].reduce(0, +) / Double(end - start)
        flags[kept] = flags[start..<end].reduce([]) { $0.union($1) }
      }
      kept += 1
      start = end
    }
    times.removeSubrange(kept...)
    values.removeSubrange(kept...)
    flags.removeSubrange(kept...)
    return (repeated, conflicts)
  }
}
