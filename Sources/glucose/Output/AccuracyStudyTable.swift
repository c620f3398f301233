// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseStudy

  extension AccuracyStudy {
    /// The error grids by their names in a table.
    static let grids: [(name: String, title: String, grid: any ErrorGrid)] = [
      ("clarke", "Clarke", ClarkeErrorGrid()),
      ("parkes_type1", "Parkes, type 1", ParkesErrorGrid.type1),
      ("dts", "DTS", DTSErrorGrid()),
    ]

    /// The alarms at the edges of the consensus bands, by the band beyond the edge.
    var consensusAlarms: [(band: RangeBand, alarms: Alarms)] {
      let bands = RangeBands.consensus(in: unit)
      let edges: [(RangeBand, ThresholdSide, Glucose?)] = [
        (.veryLow, .below, bands.veryLow), (.low, .below, bands.low), (.high, .above, bands.high),
        (.veryHigh, .above, bands.veryHigh),
      ]
      return edges.compactMap { band, side, edge in edge.map { (band, alarms(side, $0)) } }
    }

    /// The names of the columns of a study.
    private static let columns = [
      "part", "name", "meaning", "pairs", "count", "percent", "lower_bound_percent",
      "required_percent", "met", "bias_percent", "mard_percent", "mad_mgdl", "within_15_percent",
      "within_15_lower_bound_percent", "within_20_percent", "within_20_lower_bound_percent",
      "within_30_percent", "within_30_lower_bound_percent", "within_40_percent",
      "within_40_lower_bound_percent", "median", "inner_low", "inner_high", "outer_low",
      "outer_high",
    ]

    /// Returns the study as a table.
    func table(_ choices: DataTable.Choices) -> DataTable {
      var table = DataTable("accuracy-study", version: 1, choices, columns: Self.columns)
      func add(_ part: String, _ name: String, _ cells: [String: DataTable.Cell]) {
        let cells = cells.merging(["part": .text(part), "name": .text(name)]) { $1 }
        table.add(Self.columns.map { cells[$0] ?? .missing })
      }
      func rate(_ rate: Rate?, hasBound: Bool = true) -> [String: DataTable.Cell] {
        [
          "pairs": .number(Double(rate?.total ?? 0)),
          "count": DataTable.Cell(rate.map { Double($0.count) }),
          "percent": DataTable.Cell(rate?.percentage.percent),
          "lower_bound_percent": DataTable.Cell(hasBound ? rate?.lowerBound.percent : nil),
        ]
      }
      for row in rows {
        var cells: [String: DataTable.Cell] = [
          "pairs": .number(Double(row.agreement.count)),
          "bias_percent": .number(row.agreement.meanRelativeDifference),
          "mard_percent": .number(row.agreement.meanAbsoluteRelativeDifference),
          "mad_mgdl": .number(row.agreement.meanAbsoluteDifference.mgdL),
        ]
        for (limit, rate) in row.rates {
          cells["within_\(limit)_percent"] = .number(rate.percentage.percent)
          cells["within_\(limit)_lower_bound_percent"] = .number(rate.lowerBound.percent)
        }
        add("accuracy", row.group.name, cells)
      }
      for criterion in specialControls {
        var cells = rate(criterion.rate)
        cells["meaning"] = .text(criterion.meaning)
        cells["required_percent"] = .number(criterion.requirement.limit.percent)
        cells["met"] = DataTable.Cell(criterion.isMet.map { $0 ? 1 : 0 })
        add("criterion", criterion.letter, cells)
      }
      func addCounts(_ part: String, _ counts: [(name: String, count: Int)]) {
        let total = counts.reduce(0) { $0 + $1.count }
        for (name, count) in counts {
          add(
            part, name,
            [
              "pairs": .number(Double(total)), "count": .number(Double(count)),
              "percent": DataTable.Cell(Percentage(count, of: total)?.percent),
            ])
        }
      }
      func zones(_ name: String, _ counts: [ErrorGridZone: Int]) -> [(name: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ("\(name)_\($0.key.rawValue)", $0.value) }
      }
      for grid in Self.grids {
        addCounts("grid", zones(grid.name, grid.grid.zoneCounts(of: pairs.lazy.map(\.glucose))))
      }
      addCounts("trend", zones("zone", trends.zoneCounts))
      let categories = trendRiskCategories
      addCounts(
        "trend",
        TrendRiskCategory.allCases.map { ("dts_\($0.rawValue)", categories[$0, default: 0]) })
      for (band, alarms) in consensusAlarms {
        let name = DataTable.name(of: band)
        add("alarm", name + "_true_alarms", rate(alarms.trueAlarms, hasBound: false))
        add("alarm", name + "_detections", rate(alarms.detections, hasBound: false))
      }
      for interval in deviationIntervals() {
        add(
          "deviation", interval.range.map(DataTable.name) ?? "all",
          [
            "pairs": .number(Double(interval.count)), "median": .number(interval.median),
            "inner_low": .number(interval.inner.lowerBound),
            "inner_high": .number(interval.inner.upperBound),
            "outer_low": DataTable.Cell(interval.outer?.lowerBound),
            "outer_high": DataTable.Cell(interval.outer?.upperBound),
          ])
      }
      return table
    }
  }

  extension AccuracyStudy.Row {
    /// The agreement rates by their limits.
    var rates: [(limit: Int, rate: AccuracyStudy.Rate)] {
      [(15, within15), (20, within20), (30, within30), (40, within40)]
    }
  }

  extension AccuracyStudy.Row.Group {
    /// The name in a table, such as "reference_low".
    var name: String {
      switch self {
      case .all: "all"
      case .reference(let range): "reference_\(DataTable.name(of: range))"
      case .measured(let range): "sensor_\(DataTable.name(of: range))"
      case .dayOfWear(let day): "day_\(day)"
      case .sensor(let name): "of_\(name)"
      }
    }
  }

  extension AccuracyStudy.Criterion.Requirement {
    /// The limit.
    var limit: Percentage {
      switch self {
      case .lowerBound(let limit), .percentage(let limit): limit
      }
    }
  }
#endif
