internal import Foundation
internal import GlucoseCohort
internal import GlucoseMath

extension CohortHandle {
  /// Returns every metric of each person and period.
  func metrics(_ call: Call) throws -> ResultTable {
    let bands = try call.bands(in: unit)
    let convention = try call.convention()
    let night = try call.night()
    let period: ReportingPeriod = try call.choice(
      "period", [("record", .entireRecord), ("week", .week), ("day", .day)])
    let windows: [(name: String, window: ClockWindow?)] =
      try call.flag("split")
      ? [("all", nil), ("day", night.complement), ("night", night)] : [("all", nil)]
    // In the convention of iglu, the first row of the table sets the intervals of all rows.
    let first = try convention == .iglu ? firstMember(bands) : nil
    var people = try eachPerson(call, or: PersonRows([], "")) { person in
      let zone = try self.zone(of: person)
      let record = try self.griddedRecord(of: person)
      guard !record.series.isEmpty else {
        return PersonRows(withoutReadings: windows.map(\.name), zone.identifier)
      }
      let member = Cohort.Member(record, in: zone, bands: bands)
      let parts = windows.map { name, window in
        (
          name: name,
          rows: member.metricRows(
            by: period, convention: convention, during: window, night: night,
            inTableOf: first ?? member)
        )
      }
      return PersonRows(parts, zone.identifier)
    }
    return ResultTable(metricTable(&people))
  }

  /// Returns the columns of a table of metrics. The rows of each person are released when they are in
  /// the columns.
  private func metricTable(_ people: inout [PersonRows]) -> [ResultTable.Column] {
    let runs = people.enumerated().map { (person: $0.offset, count: $0.element.count) }
    let count = runs.reduce(0) { $0 + $1.count }
    let zones = zip(people, runs).map { (text: $0.zone as String?, count: $1.count) }
    var firstDays = ColumnBuilder<Int32>(capacity: count, or: 0)
    var lastDays = ColumnBuilder<Int32>(capacity: count, or: 0)
    var parts: [(text: String?, count: Int)] = []
    let columns = MetricColumn.all
    let hasLabels = columns.map { $0.label(for: 1) != nil }
    var numbers = zip(columns, hasLabels).map { column, hasLabels in
      hasLabels || column.isCount ? nil : ColumnBuilder<Double>(capacity: count, or: .nan)
    }
    var counts = columns.map { $0.isCount ? ColumnBuilder<Int64>(capacity: count, or: 0) : nil }
    var labels = columns.map { _ in [String?]() }
    for person in people.indices {
      let own = people[person]
      people[person] = PersonRows([], "")
      var place = 0
      for row in 0..<own.count {
        firstDays.append(own.firstDays[row])
        lastDays.append(own.lastDays[row])
        if parts.last?.text == own.parts[row], let last = parts.popLast() {
          parts.append((last.text, last.count + 1))
        } else {
          parts.append((own.parts[row], 1))
        }
        for (index, column) in columns.enumerated() {
          let value = own.values[place]
          place += 1
          if hasLabels[index] {
            labels[index].append(value.isNaN ? nil : column.label(for: value))
          } else {
            numbers[index]?.append(value.isNaN ? nil : value)
            counts[index]?.append(Int64(exactly: value))
          }
        }
      }
    }
    return keyColumn(runs: runs) + [
      firstDays.column("period_start", "tdD"), lastDays.column("period_end", "tdD"),
      ResultTable.Column("zone", runs: zones), ResultTable.Column("part", runs: parts),
      ResultTable.Column("bands_unit", runs: [(unit.rawValue, count)]),
    ]
      + columns.enumerated().map { index, column in
        numbers[index]?.column(column.name, "g") ?? counts[index]?.column(column.name, "l")
          ?? labels[index].texts(column.name) { $0 }
      }
  }

  /// Returns the first person with readings, of those whose errors are not rows.
  private func firstMember(_ bands: RangeBands) throws -> Cohort.Member? {
    for person in 0..<count {
      do {
        let record = try griddedRecord(of: person)
        guard !record.series.isEmpty else { continue }
        return Cohort.Member(record, in: try zone(of: person), bands: bands)
      } catch let error where keepsErrors && BindingError(error).typeName != nil {
        continue
      }
    }
    return nil
  }

  /// Returns the statistics of each local day with readings.
  func dayStatistics(_ call: Call) throws -> ResultTable {
    let bands = try call.bands(in: unit)
    return try table(call) { person in
      try self.record(of: person).series.dailyStatistics(in: self.zone(of: person), bands: bands)
    } columns: { days in
      [
        days.days("day") { $0.day }, days.numbers("hours") { $0.day.hours },
      ] + Self.columns(days.map(\.statistics))
    }
  }

  /// Returns the columns of statistics, `nil` for no readings.
  static func columns(_ statistics: [GlucoseStatistics?]) -> [ResultTable.Column] {
    [
      statistics.integers("readings") { $0?.count ?? 0 },
      statistics.numbers("mean_mgdl") { $0?.mean.mgdL },
      statistics.numbers("sd_mgdl") { $0?.standardDeviation?.mgdL },
      statistics.numbers("cv_percent") { $0?.coefficientOfVariation },
      statistics.numbers("min_mgdl") { $0?.minimum.mgdL },
      statistics.numbers("max_mgdl") { $0?.maximum.mgdL },
      statistics.numbers("very_low_percent") { $0?.timeInRanges[.veryLow]?.percent },
      statistics.numbers("low_percent") { $0?.timeInRanges[.low]?.percent },
      statistics.numbers("in_range_percent") { $0?.timeInRange.percent },
      statistics.numbers("high_percent") { $0?.timeInRanges[.high]?.percent },
      statistics.numbers("very_high_percent") { $0?.timeInRanges[.veryHigh]?.percent },
    ]
  }

  /// Returns the names, units and meanings of the columns of metrics.
  static func metricColumns() -> ResultTable {
    let all = MetricColumn.all
    return ResultTable([
      all.texts("name") { $0.name }, all.texts("unit") { $0.unit },
      all.texts("meaning") { $0.meaning },
    ])
  }
}

extension MetricColumn {
  /// A Boolean value that indicates whether the values are whole numbers.
  fileprivate var isCount: Bool {
    unit == "d" || name == "readings"
      || ["_device_limit", "_episodes"].contains { name.hasSuffix($0) }
  }
}

/// The rows of metrics of a person.
private struct PersonRows: Sendable {
  let zone: String
  /// The part of the day, and the first and last day since 1970-01-01, of each row.
  private(set) var parts: [String] = []
  private(set) var firstDays: [Int32?] = []
  private(set) var lastDays: [Int32?] = []
  /// The numbers of all columns, row after row, NaN where there is none.
  private(set) var values: [Double] = []

  var count: Int { parts.count }

  /// Creates the rows of a person without readings: one for each part, of no period.
  init(withoutReadings names: [String], _ zone: String) {
    self.zone = zone
    parts = names
    firstDays = names.map { _ in nil }
    lastDays = firstDays
    let counts: Set = ["days", "readings"]
    values = names.flatMap { _ in MetricColumn.all.map { counts.contains($0.name) ? 0 : .nan } }
  }

  /// Creates the rows of each period, one for each part of the day, as the command orders them.
  init(_ rows: [(name: String, rows: [MetricRow])], _ zone: String) {
    self.zone = zone
    let columns = MetricColumn.all
    values.reserveCapacity(columns.count * rows.reduce(0) { $0 + $1.rows.count })
    // The rows of a part are a subsequence of the rows of the whole day.
    var next = Array(repeating: 0, count: rows.count)
    for whole in rows.first?.rows ?? [] {
      for (number, part) in rows.enumerated() {
        let place = next[number]
        guard place < part.rows.count, part.rows[place].firstDay == whole.firstDay else { continue }
        next[number] += 1
        let row = part.rows[place]
        parts.append(part.name)
        firstDays.append(row.firstDay.number)
        lastDays.append(row.lastDay.number)
        for column in columns { values.append(column.value(of: row) ?? .nan) }
      }
    }
  }
}
