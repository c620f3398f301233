public import DayChart
public import GlucoseMath

extension AccuracyStudy {
  /// Returns the numbers of the study as tables of text, in the order of ``table``: special
  /// controls, agreement by range and the bounds of its rates, agreement by comparator if there are
  /// several, by day of wear, and by sensor, error grids, trends, alarms, deviation intervals, and
  /// precision.
  /// Tables without rows are absent.
  ///
  /// - Parameter unit: The unit of concentrations and of their differences. Criteria that are
  ///   published in mg/dL keep their unit.
  public func tables(in unit: GlucoseUnit) -> [ResultTable] {
    [criterionTable] + agreementTables(unit)
      + ([zoneTable, categoryTable, alarmTable(unit)] + deviationTables(unit) + [precisionTable])
      .filter { !$0.rows.isEmpty }
  }

  private var criterionTable: ResultTable {
    var table = ResultTable(
      "Criteria of 21 CFR 862.1355, integrated continuous glucose monitoring", text: 3,
      ["", "pairs of", "agree if", "pairs", "rate", "95 % bound", "required", "met"])
    for criterion in specialControls {
      // "sensor < 70 mg/dL: within 15 mg/dL" is of two columns.
      let parts = criterion.meaning.split(separator: ": ", maxSplits: 1).map(String.init)
      let isBound = criterion.isOfLowerBound
      table.add([
        criterion.letter, parts.first, parts.last, "\(criterion.rate?.total ?? 0)",
        criterion.rate?.percentage.text, isBound ? criterion.rate?.lowerBound.text : "",
        "\(isBound ? "bound >" : "rate ≥") \(criterion.limit)",
        criterion.isMet.map { $0 ? "yes" : "no" },
      ])
    }
    return table
  }

  private func agreementTables(_ unit: GlucoseUnit) -> [ResultTable] {
    var tables = ["range", "comparator", "day of wear", "sensor"].map { name in
      ResultTable(
        "Agreement by \(name); within so many mg/dL of a low reference, or percent of another",
        [
          name, "pairs", "bias", "MARD", "MAD, \(unit.rawValue)", "within 15/15", "20/20", "30/30",
          "40/40",
        ])
    }
    tables.insert(
      ResultTable(
        "Lower one-sided 95 % bounds of the agreement by range",
        ["range", "pairs", "within 15/15", "20/20", "30/30", "40/40"]), at: 1)
    for row in rows {
      let (place, title): (Int, String) =
        switch row.group {
        case .all: (0, "all")
        case .reference(let range): (0, "reference \(edges(of: range, in: unit))")
        case .measured(let range): (0, "sensor \(edges(of: range, in: unit))")
        case .comparator(let comparator): (2, Self.name(of: comparator))
        case .dayOfWear(let day): (3, "day \(day)")
        case .sensor(let name): (4, name)
        }
      let agreement = row.agreement
      tables[place].add(
        [
          title, "\(agreement.count)", agreement.meanRelativeDifference.percentText,
          agreement.meanAbsoluteRelativeDifference.percentText,
          agreement.meanAbsoluteDifference.value(in: unit).decimal(places: unit == .mgdL ? 1 : 2),
        ] + row.rates.map { $0.rate.percentage.text })
      guard place == 0 else { continue }
      tables[1].add([title, "\(agreement.count)"] + row.rates.map { $0.rate.lowerBound.text })
    }
    if tables[2].rows.count == 1 { tables.remove(at: 2) }
    return tables.filter { !$0.rows.isEmpty }
  }

  /// Returns the edges of a range, such as "< 70 mg/dL".
  private func edges(of range: RangeBand, in unit: GlucoseUnit) -> String {
    let text = { (glucose: Glucose) in ChartStrings().number(glucose, in: unit) }
    let edges =
      switch bands.edges(of: range) {
      case (nil, let upper?): "< " + text(upper)
      case (let lower?, nil): "> " + text(lower)
      case (let lower?, let upper?): text(lower) + "–" + text(upper)
      case (nil, nil): ""
      }
    return "\(edges) \(unit.rawValue)"
  }

  private var zoneTable: ResultTable {
    var table = ResultTable(
      "Zones of error grids, and of rates of change",
      ["", "pairs", "A", "B", "C", "D", "E"])
    func add(_ name: String, _ counts: [ErrorGridZone: Int]) {
      let total = counts.values.reduce(0, +)
      guard total > 0 else { return }
      table.add(
        [name, "\(total)"]
          + [ErrorGridZone.a, .b, .c, .d, .e].map { zone in
            counts[zone].flatMap { Percentage($0, of: total)?.text }
          })
    }
    for (_, title, grid) in Self.grids {
      add(title, grid.zoneCounts(of: pairs.lazy.map(\.glucose)))
    }
    add("rates of change", trends.zoneCounts)
    return table
  }

  private var categoryTable: ResultTable {
    var table = ResultTable(
      "Rates of change by risk, DTS trend matrix", ["category", "pairs", "rate"])
    let counts = trendRiskCategories
    let total = counts.values.reduce(0, +)
    for category in TrendRiskCategory.allCases where total > 0 {
      let count = counts[category, default: 0]
      table.add([
        "\(category.rawValue), \(category.name)", "\(count)", Percentage(count, of: total)?.text,
      ])
    }
    return table
  }

  private func alarmTable(_ unit: GlucoseUnit) -> ResultTable {
    var table = ResultTable(
      "Readings and references beyond a threshold, within 15 min of each other",
      ["threshold", "readings", "confirmed", "references", "detected"])
    for (_, alarms) in consensusAlarms where alarms.trueAlarms != nil || alarms.detections != nil {
      let threshold = ChartStrings().concentration(alarms.threshold, in: unit)
      table.add([
        (alarms.side == .below ? "below " : "above ") + threshold,
        "\(alarms.trueAlarms?.total ?? 0)", alarms.trueAlarms?.percentage.text,
        "\(alarms.detections?.total ?? 0)", alarms.detections?.percentage.text,
      ])
    }
    return table
  }

  private func deviationTables(_ unit: GlucoseUnit) -> [ResultTable] {
    var table = ResultTable(
      "Deviation intervals (CG-DIVA), each end with 97.5 % confidence",
      ["reference, unit", "pairs", "median", "inner", "outer"])
    var sensors = ResultTable(
      "Deviations of each sensor, in % (CG-DIVA)",
      ["sensor", "pairs", "median", "middle 90 %"])
    for interval in deviationIntervals() {
      let isLow = interval.range == .low
      let name =
        (interval.range.map { edges(of: $0, in: unit) } ?? "all")
        + (isLow ? ", in \(unit.rawValue)" : ", in %")
      func number(_ deviation: Double) -> String {
        isLow && unit == .mmolL
          ? Glucose.mgdL(deviation).value(in: unit).decimal(places: 2)
          : deviation.decimal(places: 1)
      }
      func text(_ interval: ClosedRange<Double>) -> String {
        number(interval.lowerBound) + " to " + number(interval.upperBound)
      }
      table.add([
        name, "\(interval.count)", number(interval.median),
        text(interval.inner) + " (\(interval.innerPercentage))",
        interval.outer.flatMap { outer in interval.outerPercentage.map { text(outer) + " (\($0))" }
        },
      ])
      for sensor in interval.sensors where interval.range == nil {
        sensors.add([
          sensor.name, "\(sensor.count)", number(sensor.median), text(sensor.interval),
        ])
      }
    }
    return [table, sensors]
  }

  private var precisionTable: ResultTable {
    var table = ResultTable(
      "Precision: two sensors of a person at the same time",
      ["", "pairs", "people", "PARD", "CV of a pair"])
    if let precision {
      table.add([
        "all", "\(precision.pairCount)", "\(precision.personCount)",
        precision.precisionAbsoluteRelativeDifference.percentText,
        precision.coefficientOfVariation.percentText,
      ])
    }
    return table
  }
}

extension TrendRiskCategory {
  fileprivate var name: String {
    switch self {
    case .noRisk: "no risk"
    case .underestimate: "underestimate"
    case .overestimate: "overestimate"
    case .extremeUnderestimate: "extreme underestimate"
    case .extremeOverestimate: "extreme overestimate"
    }
  }
}

extension Percentage {
  fileprivate var text: String { fraction.percentage }
}

extension Double {
  fileprivate var percentText: String { decimal(places: 1) + " %" }
}
