// SPDX-License-Identifier: Apache-2.0

internal import Foundation
internal import GlucoseMath
internal import GlucoseCohort

extension CohortHandle {
  /// Returns the metrics of two periods of each person and their differences, a row for each metric.
  func comparison(_ options: Options, _ task: CallTask?) throws -> ResultTable {
    let bands = try options.bands(in: unit)
    let convention = try options.convention()
    let (first, second) = try (Period("first", options), Period("second", options))
    let comparisons = try concurrently(count, tasks: options.tasks(), task) {
      person -> MetricComparison? in
      let record = try self.griddedRecord(of: person)
      let zone = try self.zone(of: person)
      guard let first = try record.period(of: first.days(in: zone)),
        let second = try record.period(of: second.days(in: zone))
      else { return nil }
      return MetricComparison(of: second, with: first, bands: bands, convention: convention)
    }
    guard comparisons.contains(where: { $0 != nil }) else {
      throw BindingError.data("Nobody has readings in both periods.")
    }
    let rows = comparisons.indices.flatMap { person in
      // A zone is no number.
      (comparisons[person]?.changes ?? []).filter { $0.column.unit != .zone }
        .map { (person: person, change: $0) }
    }
    func numbers(
      _ name: String, _ value: (MetricComparison.Change) -> Double?
    ) -> ResultTable.Column {
      ResultTable.Column(name, .numbers(rows.map { value($0.change) }))
    }
    func ofPerson<Value>(_ value: (MetricComparison) -> Value) -> [Value?] {
      let values = comparisons.map { $0.map(value) }
      return rows.map { values[$0.person] }
    }
    return ResultTable(
      keyColumn(rows.map(\.person)) + [
        ResultTable.Column("metric", .texts(rows.map(\.change.column.name))),
        ResultTable.Column("unit", .texts(rows.map(\.change.column.unit.rawValue))),
        numbers("first", \.reference), numbers("second", \.current),
        numbers("difference", \.difference),
        numbers("lower", { $0.confidenceInterval?.lower }),
        numbers("upper", { $0.confidenceInterval?.upper }),
        ResultTable.Column("overlap", .texts(ofPerson(\.overlap.rawValue))),
        ResultTable.Column("enough_data", .integers(ofPerson { $0.isSufficient ? 1 : 0 })),
      ])
  }
}

/// The first and the last day of a period, such as "2026-03-02", of the zone of each person.
private struct Period: Sendable {
  let key: String
  let texts: [String]

  init(_ key: String, _ options: Options) throws {
    self.key = key
    texts = try options.texts(key) ?? []
  }

  func days(in zone: TimeZone) throws -> ClosedRange<LocalDay> {
    let days = texts.map { $0.utf8.count == 10 ? LocalDay($0, in: zone) : nil }
    guard days.count == 2, let first = days[0], let last = days[1], first <= last else {
      throw BindingError.argument(
        "`\(key)` must be the first and the last day of a period, such as 2026-02-01 and "
          + "2026-02-28.")
    }
    return first...last
  }
}
