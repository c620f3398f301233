// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GlucoseMath
internal import IgluConvention

extension CohortHandle {
  /// Returns every metric of each person and period.
  func metrics(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let bands = try options.bands(in: unit)
    let convention = try options.convention()
    let night = try options.night()
    let period: ReportingPeriod = try options.choice(
      "period", [("period", .entireRecord), ("week", .week), ("day", .day)])
    let windows: [(name: String, window: ClockWindow?)] =
      try options.flag("split")
      ? [("all", nil), ("day", night.complement), ("night", night)] : [("all", nil)]
    let columns = MetricColumn.all
    // In the convention of iglu, the first row of the table sets the intervals of all rows.
    let first = try convention == .iglu ? firstMember(bands) : nil
    let rows = try concurrently(count, tasks: options.tasks(), task) {
      person throws -> [PersonRow] in
      let zone = try self.zone(of: person)
      let member = Cohort.Member(try self.record(of: person), in: zone, bands: bands)
      let parts = windows.map { name, window in
        (
          name: name,
          rows: member.metricRows(
            by: period, convention: convention, during: window, night: night,
            inTableOf: first ?? member)
        )
      }
      return PersonRow.interleaved(parts, person, zone.identifier, columns)
    }.flatMap { $0 }
    var table = keyColumn(rows.map(\.person))
    table += [
      ResultTable.Column("period_start", .days(rows.map(\.firstDay))),
      ResultTable.Column("period_end", .days(rows.map(\.lastDay))),
      ResultTable.Column("zone", .texts(rows.map(\.zone))),
      ResultTable.Column("part", .texts(rows.map(\.part))),
      ResultTable.Column("bands_unit", .texts(rows.map { _ in unit.rawValue })),
    ]
    for (index, column) in columns.enumerated() {
      let values = rows.map { $0.values[index] }
      table.append(
        ResultTable.Column(
          column.name,
          column.unit == .zone
            ? .texts(values.map { $0.flatMap(column.label) }) : .numbers(values)))
    }
    return ResultTable(table)
  }

  private func firstMember(_ bands: RangeBands) throws -> Cohort.Member? {
    for person in 0..<count {
      let record = try record(of: person)
      if !record.series.isEmpty {
        return Cohort.Member(record, in: try zone(of: person), bands: bands)
      }
    }
    return nil
  }

  /// Returns the statistics of each local day with readings.
  func dayStatistics(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let bands = try options.bands(in: unit)
    let days = try concurrently(count, tasks: options.tasks(), task) { person in
      try self.record(of: person).series
        .dailyStatistics(in: self.zone(of: person), bands: bands)
        .map { (person: person, day: $0.day, statistics: $0.statistics) }
    }.flatMap { $0 }
    return ResultTable(
      keyColumn(days.map(\.person)) + [
        ResultTable.Column("day", .days(days.map(\.day.number))),
        ResultTable.Column("hours", .numbers(days.map(\.day.hours))),
      ] + Self.columns(days.map(\.statistics)))
  }

  /// Returns the columns of statistics, `nil` for no readings.
  static func columns(_ statistics: [GlucoseStatistics?]) -> [ResultTable.Column] {
    func numbers(
      _ name: String, _ value: (GlucoseStatistics) -> Double?
    ) -> ResultTable.Column {
      ResultTable.Column(name, .numbers(statistics.map { $0.flatMap(value) }))
    }
    return [
      ResultTable.Column("readings", .integers(statistics.map { Int64($0?.count ?? 0) })),
      numbers("mean_mgdl") { $0.mean.mgdL },
      numbers("sd_mgdl") { $0.standardDeviation?.mgdL },
      numbers("cv_percent") { $0.coefficientOfVariation },
      numbers("min_mgdl") { $0.minimum.mgdL },
      numbers("max_mgdl") { $0.maximum.mgdL },
      numbers("very_low_percent") { $0.timeInRanges[.veryLow]?.percent },
      numbers("low_percent") { $0.timeInRanges[.low]?.percent },
      numbers("in_range_percent") { $0.timeInRange.percent },
      numbers("high_percent") { $0.timeInRanges[.high]?.percent },
      numbers("very_high_percent") { $0.timeInRanges[.veryHigh]?.percent },
    ]
  }

  /// Returns the names, units and meanings of the columns of metrics.
  static func metricColumns() -> ResultTable {
    ResultTable([
      ResultTable.Column("name", .texts(MetricColumn.all.map(\.name))),
      ResultTable.Column("unit", .texts(MetricColumn.all.map(\.unit.rawValue))),
      ResultTable.Column("meaning", .texts(MetricColumn.all.map(\.meaning))),
    ])
  }
}

/// The values of a row of metrics.
private struct PersonRow: Sendable {
  let person: Int
  let zone: String
  let part: String
  let firstDay, lastDay: Int32
  let values: [Double?]

  /// Returns the rows of each period, one for each part of the day, as the command orders them.
  static func interleaved(
    _ parts: [(name: String, rows: [MetricRow])], _ person: Int, _ zone: String,
    _ columns: [MetricColumn]
  ) -> [PersonRow] {
    var found: [PersonRow] = []
    // The rows of a part are a subsequence of the rows of the whole day.
    var next = Array(repeating: 0, count: parts.count)
    for whole in parts[0].rows {
      for (number, part) in parts.enumerated() {
        let place = next[number]
        guard place < part.rows.count, part.rows[place].firstDay == whole.firstDay else { continue }
        next[number] += 1
        let row = part.rows[place]
        found.append(
          PersonRow(
            person: person, zone: zone, part: part.name, firstDay: row.firstDay.number,
            lastDay: row.lastDay.number, values: columns.map { $0.value(of: row) }))
      }
    }
    return found
  }
}
