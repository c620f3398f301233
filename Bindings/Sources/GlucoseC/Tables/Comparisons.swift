internal import Foundation
internal import GlucoseMath
internal import GlucoseCohort

extension CohortHandle {
  /// Returns the metrics of two periods of each person and their differences, a row for each metric.
  func comparison(_ call: Call) throws -> ResultTable {
    let bands = try call.bands(in: unit)
    let convention = try call.convention()
    let comparisons = try eachPerson(call, or: nil) {
      person -> MetricComparison? in
      let record = try self.griddedRecord(of: person)
      let zone = try self.zone(of: person)
      guard let first = try record.period(of: call.days("first", in: zone)),
        let second = try record.period(of: call.days("second", in: zone))
      else { return nil }
      return MetricComparison(of: second, with: first, bands: bands, convention: convention)
    }
    try require(
      comparisons.contains(where: { $0 != nil }) || !call.errors.isEmpty,
      "Nobody has readings in both periods.",
      BindingError.data)
    let people = comparisons.map { comparison in
      // A zone is no number.
      (comparison?.changes ?? []).filter { $0.column.label(for: 1) == nil }
        .map { (change: $0, whole: comparison) }
    }
    return table(people) { rows in
      [
        rows.texts("metric") { $0.change.column.name },
        rows.texts("unit") { $0.change.column.unit },
        rows.numbers("first") { $0.change.reference },
        rows.numbers("second") { $0.change.current },
        rows.numbers("difference") { $0.change.difference },
        rows.numbers("lower") { $0.change.confidenceInterval?.lower },
        rows.numbers("upper") { $0.change.confidenceInterval?.upper },
        rows.texts("overlap") { $0.whole?.overlap.rawValue },
        rows.integers("enough_data") { $0.whole.map { $0.isSufficient ? 1 : 0 } },
      ]
    }
  }
}

extension Call {
  /// Returns a period of its first and last day, such as "2026-03-02", of the zone of a person.
  fileprivate func days(_ key: String, in zone: TimeZone) throws -> ClosedRange<LocalDay> {
    let days = try (texts(key) ?? []).map { $0.utf8.count == 10 ? LocalDay($0, in: zone) : nil }
    guard days.count == 2, let first = days[0], let last = days[1], first <= last else {
      throw BindingError.argument(
        "`\(key)` must be the first and the last day of a period, such as 2026-02-01 and "
          + "2026-02-28.")
    }
    return first...last
  }
}
