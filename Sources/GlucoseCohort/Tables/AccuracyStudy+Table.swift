public import GlucoseMath

extension AccuracyStudy {
  /// A row of the table of a study.
  public struct TableRow: Sendable {
    /// The part: "accuracy", "criterion", "grid", "trend", "alarm", "deviation", or
    /// "precision".
    public let part: String
    /// The name of the row in its part, such as "reference_low", "A", or "clarke_a".
    public let name: String
    /// The sentence of a criterion, or `nil` in another part.
    public let meaning: String?
    /// The numbers by the name of the column, one of `tableColumns`. A number that
    /// is undefined, or that the part does not have, is absent.
    public let numbers: [String: Double]
  }

  /// The names of the columns of numbers of a table, in their order.
  public static let tableColumns = [
    "pairs", "count", "percent", "lower_bound_percent", "required_percent", "met", "bias_percent",
    "mard_percent", "mad_mgdl", "within_15_percent", "within_15_lower_bound_percent",
    "within_20_percent", "within_20_lower_bound_percent", "within_30_percent",
    "within_30_lower_bound_percent", "within_40_percent", "within_40_lower_bound_percent", "median",
    "inner_low", "inner_high", "outer_low", "outer_high", "people", "pard_percent", "cv_percent",
  ]

  /// The table of the study, as the command and the Python package write it: agreement by group,
  /// the special controls, error grids, concurrence of trends, alarms at the edges of the consensus
  /// bands, deviation intervals, and the precision of sensors that are worn at once.
  public var table: [TableRow] {
    agreementRows + criterionRows + zoneRows + alarmRows + deviationRows + precisionRows
  }

  private var agreementRows: [TableRow] {
    rows.map { row in
      var numbers = [
        "pairs": Double(row.agreement.count), "bias_percent": row.agreement.meanRelativeDifference,
        "mard_percent": row.agreement.meanAbsoluteRelativeDifference,
        "mad_mgdl": row.agreement.meanAbsoluteDifference.mgdL,
      ]
      for (limit, rate) in row.rates {
        numbers["within_\(limit)_percent"] = rate.percentage.percent
        numbers["within_\(limit)_lower_bound_percent"] = rate.lowerBound.percent
      }
      return TableRow("accuracy", row.group.name, numbers)
    }
  }

  private var criterionRows: [TableRow] {
    specialControls.map { criterion in
      var numbers = Self.numbers(of: criterion.rate)
      if criterion.isOfLowerBound {
        numbers["lower_bound_percent"] = criterion.rate?.lowerBound.percent
      }
      numbers["required_percent"] = criterion.limit.percent
      numbers["met"] = criterion.isMet.map { $0 ? 1 : 0 }
      return TableRow("criterion", criterion.letter, numbers, criterion.meaning)
    }
  }

  private var zoneRows: [TableRow] {
    func rows(_ part: String, _ counts: [(name: String, count: Int)]) -> [TableRow] {
      let total = counts.reduce(0) { $0 + $1.count }
      return counts.map { name, count in
        var numbers = ["pairs": Double(total), "count": Double(count)]
        numbers["percent"] = Percentage(count, of: total)?.percent
        return TableRow(part, name, numbers)
      }
    }
    func zones(_ name: String, _ counts: [ErrorGridZone: Int]) -> [(name: String, count: Int)] {
      counts.sorted { $0.key < $1.key }.map { ("\(name)_\($0.key.rawValue)", $0.value) }
    }
    let categories = trendRiskCategories
    return Self.grids.flatMap { grid in
      rows("grid", zones(grid.name, grid.grid.zoneCounts(of: pairs.lazy.map(\.glucose))))
    } + rows("trend", zones("zone", trends.zoneCounts))
      + rows(
        "trend",
        TrendRiskCategory.allCases.map { ("dts_\($0.rawValue)", categories[$0, default: 0]) })
  }

  private var alarmRows: [TableRow] {
    consensusAlarms.flatMap { band, alarms in
      [("true_alarms", alarms.trueAlarms), ("detections", alarms.detections)].map { name, rate in
        TableRow("alarm", "\(band.columnName)_\(name)", Self.numbers(of: rate))
      }
    }
  }

  private var deviationRows: [TableRow] {
    deviationIntervals().map { interval in
      var numbers = [
        "pairs": Double(interval.count), "median": interval.median,
        "inner_low": interval.inner.lowerBound, "inner_high": interval.inner.upperBound,
      ]
      numbers["outer_low"] = interval.outer?.lowerBound
      numbers["outer_high"] = interval.outer?.upperBound
      return TableRow("deviation", interval.range?.columnName ?? "all", numbers)
    }
  }

  private var precisionRows: [TableRow] {
    precision.map { precision in
      [
        TableRow(
          "precision", "all",
          [
            "pairs": Double(precision.pairCount), "people": Double(precision.personCount),
            "pard_percent": precision.precisionAbsoluteRelativeDifference,
            "cv_percent": precision.coefficientOfVariation,
          ])
      ]
    } ?? []
  }

  private static func numbers(of rate: Rate?) -> [String: Double] {
    var numbers = ["pairs": Double(rate?.total ?? 0)]
    numbers["count"] = rate.map { Double($0.count) }
    numbers["percent"] = rate?.percentage.percent
    return numbers
  }

  package static let grids: [(name: String, title: String, grid: ErrorGrid)] = [
    ("clarke", "Clarke", .clarke),
    ("parkes_type1", "Parkes, type 1", .parkesType1),
    ("dts", "DTS", .dts),
  ]

  /// The alarms at the edges of the consensus bands, by the band beyond the edge.
  package var consensusAlarms: [(band: RangeBand, alarms: Alarms)] {
    let bands = RangeBands.consensus(in: unit)
    let edges: [(RangeBand, ThresholdSide, Glucose?)] = [
      (.veryLow, .below, bands.veryLow), (.low, .below, bands.low), (.high, .above, bands.high),
      (.veryHigh, .above, bands.veryHigh),
    ]
    return edges.compactMap { band, side, edge in edge.map { (band, alarms(side, $0)) } }
  }
}

extension AccuracyStudy.TableRow {
  fileprivate init(
    _ part: String, _ name: String, _ numbers: [String: Double], _ meaning: String? = nil
  ) {
    (self.part, self.name, self.meaning, self.numbers) = (part, name, meaning, numbers)
  }
}

extension AccuracyStudy.Row {
  package var rates: [(limit: Int, rate: AccuracyStudy.Rate)] {
    [(15, within15), (20, within20), (30, within30), (40, within40)]
  }
}

extension AccuracyStudy.Row.Group {
  /// The name in a table, such as "reference_low".
  package var name: String {
    switch self {
    case .all: "all"
    case .reference(let range): "reference_\(range.columnName)"
    case .measured(let range): "sensor_\(range.columnName)"
    case .comparator(let comparator): "comparator_\(comparator?.rawValue ?? "unknown")"
    case .dayOfWear(let day): "day_\(day)"
    case .sensor(let name): "of_\(name)"
    }
  }
}

extension RangeBand {
  /// The name in a table, such as "very_low".
  public var columnName: String { rawValue.inSnakeCase }
}
