internal import Foundation
internal import GlucoseCohort
internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseSignals

// What the command `agreement` prints.
extension CohortHandle {
  /// Compares the readings of each person with those of the same person in another cohort or, without
  /// one, with the measurements of a meter in the file.
  func agreement(with reference: CohortHandle?, _ call: Call) throws -> ResultTable {
    let isStudy = try call.flag("study")
    let comparator: AccuracyStudy.Comparator? = try call.choice(
      "comparator", [("", nil)] + AccuracyStudy.Comparator.allCases.map { ($0.rawValue, $0) })
    try require(
      isStudy || comparator == nil, "`comparator` requires `study`.", BindingError.argument)
    let unit = reference?.unit ?? unit
    let bands = try call.bands(in: unit)
    let places = reference.map { reference in
      Dictionary(zip(reference.keys, reference.keys.indices)) { first, _ in first }
    }
    typealias Compared = (comparison: SensorComparison, clock: Double?)
    let compared = { @Sendable (person: Int) throws -> Compared? in
      let meter: GlucoseSeries
      if let reference, let places {
        // Two tables of one person are compared, whatever their ids.
        let isOnlyPair = self.count == 1 && reference.count == 1
        guard let place = isOnlyPair ? 0 : places[self.keys[person]] else { return nil }
        meter = try reference.griddedRecord(of: place).series
      } else {
        meter = try self.meter(of: person)
      }
      let series = try self.griddedRecord(of: person).series
      return SensorComparison(of: series, with: meter).map {
        (
          $0,
          isStudy ? nil : Self.minutes(SensorComparison.clockDifference(of: series, with: meter))
        )
      }
    }
    // A study is one result of all people.
    if isStudy { try requireValidEvents() }
    let found =
      try isStudy ? concurrently(count, call, compared) : eachPerson(call, or: nil, compared)
    guard found.contains(where: { $0 != nil }) || !call.errors.isEmpty else {
      if let reference, let places, self.count > 1 || reference.count > 1,
        !keys.contains(where: { places[$0] != nil })
      {
        throw BindingError.data(
          "The tables have no id in common: the first is \(Self.firstKey(of: self)) in one, "
            + "\(Self.firstKey(of: reference)) in the other.")
      }
      throw BindingError.data("Nobody has readings of both at the same time.")
    }
    return isStudy
      ? try study(found.map { $0?.comparison }, unit, comparator)
      : differences(found, bands)
  }

  /// Returns the first id of a cohort with its type.
  private static func firstKey(of cohort: CohortHandle) -> String {
    switch cohort.keys.first {
    case .text(let bytes)??: "the text \"\(String(decoding: bytes, as: UTF8.self))\""
    case .integer(let number)??: "the integer \(number)"
    default: "none"
    }
  }

  private static func minutes(_ duration: Duration?) -> Double? {
    duration.map { $0 / .seconds(60) }
  }

  /// Returns the differences of each person, of all pairs and in each band.
  private func differences(
    _ people: [(comparison: SensorComparison, clock: Double?)?], _ bands: RangeBands
  ) -> ResultTable {
    typealias Row = (
      band: String, agreement: DeviceAgreement, mean: Glucose, all: SensorComparison?,
      clock: Double?
    )
    let rows = people.map { found -> [Row] in
      guard let (comparison, clock) = found else { return [] }
      let all: Row = ("all", comparison.agreement, comparison.meanDifference, comparison, clock)
      return [all]
        + comparison.rows(in: bands).map {
          ($0.band.columnName, $0.agreement, $0.meanDifference, nil, nil)
        }
    }
    return table(rows) { rows in
      [
        rows.texts("band") { $0.band }, rows.integers("pairs") { $0.agreement.count },
        rows.numbers("mean_difference_mgdl") { $0.mean.mgdL },
        rows.numbers("lower_limit_mgdl") { $0.all?.limitsOfAgreement?.lowerBound.mgdL },
        rows.numbers("upper_limit_mgdl") { $0.all?.limitsOfAgreement?.upperBound.mgdL },
        rows.numbers("bias_percent") { $0.agreement.meanRelativeDifference },
        rows.numbers("mard_percent") { $0.agreement.meanAbsoluteRelativeDifference },
        rows.numbers("pard_percent") { $0.all?.precisionAbsoluteRelativeDifference },
        rows.numbers("within_15_percent") { $0.agreement.percentageWithin15.percent },
        rows.numbers("within_20_percent") { $0.agreement.percentageWithin20.percent },
        rows.numbers("within_40_percent") { $0.agreement.percentageWithin40.percent },
        rows.numbers("lag_minutes") { Self.minutes($0.all?.lag) },
        rows.numbers("drift_percent_per_day") { $0.all?.drift?.driftPerDay },
        rows.numbers("drift_error_percent_per_day") { $0.all?.drift?.driftError },
        rows.numbers("clock_difference_minutes") { $0.clock },
      ]
    }
  }

  /// Returns the study of all people together.
  private func study(
    _ people: [SensorComparison?], _ unit: GlucoseUnit, _ comparator: AccuracyStudy.Comparator?
  ) throws -> ResultTable {
    let pairs = try people.enumerated().flatMap { person, comparison in
      try comparison?.studyPairs(
        sensor: keys[person]?.description ?? "",
        insertions: events(of: person).filter { $0.content.category == .sensorChange }.map(\.time),
        comparator: comparator)
        ?? []
    }
    let study = try require(
      AccuracyStudy(pairs, unit: unit), "Nobody has readings of both at the same time.",
      BindingError.data)
    let rows = study.table
    return ResultTable(
      [
        rows.texts("part") { $0.part }, rows.texts("name") { $0.name },
        rows.texts("meaning") { $0.meaning },
      ]
        + AccuracyStudy.tableColumns.map { name in
          ["pairs", "count", "met", "people"].contains(name)
            ? rows.integers(name) { $0.numbers[name].map { Int($0) } }
            : rows.numbers(name) { $0.numbers[name] }
        })
  }
}
