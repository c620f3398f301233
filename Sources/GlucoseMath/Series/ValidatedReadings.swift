public import GlucoseFoundation

/// Readings that are validated and sorted, of which the last that arrived of each instant counts.
///
///     let validated = try ValidatedReadings(readings)
///     validated.series           // sorted, one reading per instant
///     validated.duplicateCount   // the readings that shared an instant with another
///     validated.conflictCount    // the duplicates with a different value
public struct ValidatedReadings: Sendable {
  /// The readings in chronological order, one per instant.
  public let series: GlucoseSeries
  /// The number of readings that were removed because another reading has the same instant.
  public let duplicateCount: Int
  /// The number of duplicates whose concentration differs from that of the reading that was kept.
  ///
  /// Duplicates with the same concentration are repetitions. Flags are not compared.
  public let conflictCount: Int
  /// The readings that are not in the series because another has the same instant, by time and then
  /// by arrival.
  public let duplicates: [Reading]

  /// Creates validated readings from readings in any order; see ``init(times:values:flags:)`` for errors.
  public init(_ readings: some Sequence<Reading>) throws(InvalidReading) {
    try self.init(GlucoseSeries.Columns(readings))
  }

  /// Creates validated readings from columns, in any order.
  ///
  /// - Parameters:
  ///   - times: Instants in seconds since the reference date (2001-01-01 00:00 UTC).
  ///   - values: Concentrations in mg/dL, one for each time.
  ///   - flags: Flags, one set for each time, or `nil` for readings without flags.
  /// - Precondition: the columns have the same length.
  /// - Throws: ``InvalidReading`` for the first reading whose time is not in the years 1 to 9999 or
  ///   whose concentration is not above zero and at most 100,000 mg/dL.
  /// - Complexity: O(*n*) if the readings are sorted, otherwise O(*n* log *n*).
  public init(
    times: [Double], values: [Double], flags: [ReadingFlags]? = nil
  ) throws(InvalidReading) {
    precondition(
      values.count == times.count && flags.map { $0.count == times.count } ?? true,
      "The columns of a series must have the same length")
    let flags = flags ?? Array(repeating: [], count: times.count)
    try self.init(GlucoseSeries.Columns(times: times, values: values, flags: flags))
  }

  private init(_ columns: GlucoseSeries.Columns) throws(InvalidReading) {
    var columns = columns
    var sorted = true
    var distinct = true
    var last = -Double.infinity
    for (index, (time, value)) in zip(columns.times, columns.values).enumerated() {
      if let reason = InvalidReading.reason(time: time, value: value) {
        throw InvalidReading(reason: reason, index: index)
      }
      if time <= last { if time < last { sorted = false } else { distinct = false } }
      last = time
    }
    if !sorted { columns.sort() }
    let count = columns.times.count
    (duplicates, conflictCount) = sorted && distinct ? ([], 0) : columns.removeDuplicates()
    series = GlucoseSeries(columns: columns, rows: 0..<columns.times.count)
    duplicateCount = count - series.count
  }
}

extension ValidatedReadings {
  /// Every reading, with repeated instants, and one reading per instant, with the mean of all and their flags.
  package var withDuplicates: (every: GlucoseSeries, averaged: GlucoseSeries) {
    guard !duplicates.isEmpty else { return (series, series) }
    var rows = GlucoseSeries.Columns(duplicates + Array(series))
    rows.sort()
    let every = GlucoseSeries(columns: rows, rows: 0..<rows.times.count)
    _ = rows.removeDuplicates(averaging: true)
    return (every, GlucoseSeries(columns: rows, rows: 0..<rows.times.count))
  }
}

/// An error that describes a reading that cannot be part of a series.
public struct InvalidReading: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  package enum Reason: Equatable, Sendable {
    /// The time is NaN or infinite.
    case timeNotFinite
    /// The time, in seconds since the reference date, is before the year 1 or after the year 9999.
    case timeOutOfRange(Double)
    /// The concentration, in mg/dL, is NaN or infinite.
    case valueNotFinite(Double)
    /// The concentration, in mg/dL, is zero or negative.
    case valueNotPositive(Double)
    /// The concentration, in mg/dL, is above 100,000 mg/dL.
    case valueOutOfRange(Double)
  }

  package let reason: Reason
  /// The position of the reading in the input, counted from zero.
  public let index: Int

  package init(reason: Reason, index: Int) { (self.reason, self.index) = (reason, index) }

  /// A sentence that describes the error and its place.
  public var description: String {
    switch reason {
    case .timeNotFinite: "Reading \(index) has a time that is not finite."
    case .timeOutOfRange(let time):
      "Reading \(index) has a time \(time) s from 2001; times must be in the years 1 to 9999."
    case .valueNotFinite(let value):
      "Reading \(index) has the value \(value); a concentration must be finite."
    case .valueNotPositive(let value):
      "Reading \(index) has the value \(value) mg/dL; a concentration must be above zero."
    case .valueOutOfRange(let value):
      "Reading \(index) has the value \(value) mg/dL; a concentration must be at most 100000 mg/dL."
    }
  }

  /// The description, in English, for alerts.
  public var errorDescription: String? { description }

  /// The years 1 to 9999 of the Gregorian calendar in UTC, in seconds since the reference date: the
  /// days that ISO 8601 can write.
  private static let times = -63_113_904_000.0..<252_423_993_600.0

  /// The highest concentration in mg/dL, which is more than dissolves in water. The squares of a
  /// billion readings of this concentration have an exact sum; see `ExactSum`.
  package static let highestValue = 100_000.0

  package static func accepts(_ value: Double) -> Bool { value > 0 && value <= highestValue }

  package static func reason(time: Double, value: Double) -> Reason? {
    if !time.isFinite { return .timeNotFinite }
    if !times.contains(time) { return .timeOutOfRange(time) }
    if !value.isFinite { return .valueNotFinite(value) }
    if value <= 0 { return .valueNotPositive(value) }
    if value > highestValue { return .valueOutOfRange(value) }
    return nil
  }
}

extension GlucoseSeries.Columns {
  init(_ readings: some Sequence<Reading>) {
    let expected = readings.underestimatedCount
    times.reserveCapacity(expected)
    values.reserveCapacity(expected)
    flags.reserveCapacity(expected)
    for reading in readings {
      times.append(reading.time.timeIntervalSinceReferenceDate)
      values.append(reading.glucose.mgdL)
      flags.append(reading.flags)
    }
  }

  /// Sorts by time; readings of one instant keep their order of arrival.
  mutating func sort() {
    let times = times
    let order = times.indices.sorted { (times[$0], $0) < (times[$1], $1) }
    self.times = order.map { times[$0] }
    values = order.map { [values] in values[$0] }
    flags = order.map { [flags] in flags[$0] }
  }

  /// Keeps the last reading of each instant of sorted columns, or one with the mean of the values and the
  /// flags of all, and returns the others, with the number of those with another value.
  mutating func removeDuplicates(
    averaging: Bool = false
  ) -> (repeated: [Reading], conflicts: Int) {
    var kept = 0
    var repeated: [Reading] = []
    var conflicts = 0
    var start = 0
    while start < times.count {
      var end = start + 1
      while end < times.count, times[end] == times[start] { end += 1 }
      let group = start..<end
      var (value, flag) = (values[end - 1], flags[end - 1])
      if group.count > 1 {
        conflicts += values[group].count { $0 != value }
        repeated += group.dropLast().map(reading)
        if averaging {
          value = values[group].reduce(0, +) / Double(group.count)
          flag = flags[group].reduce([]) { $0.union($1) }
        }
      }
      (times[kept], values[kept], flags[kept]) = (times[start], value, flag)
      kept += 1
      start = end
    }
    times.removeSubrange(kept...)
    values.removeSubrange(kept...)
    flags.removeSubrange(kept...)
    return (repeated, conflicts)
  }
}
