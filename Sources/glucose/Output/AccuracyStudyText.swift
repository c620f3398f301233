// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import GlucoseStudy

  extension AccuracyStudy {
    /// Returns the study as text, with concentrations in `unit`.
    func text(in unit: GlucoseUnit) -> String {
      let sensors = Set(pairs.map(\.sensor)).count
      let parts = [
        ["Pairs: \(pairs.count) of \(sensors.counted("sensor", "sensors"))"], agreementLines(unit),
        criterionLines,
        [
          "Bounds are those of independent pairs. Pairs of one person are not: few people have bounds "
            + "too near the rates."
        ], zoneLines, alarmLines(unit), deviationLines,
      ]
      return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
        .joined(separator: "\n\n")
    }

    private func agreementLines(_ unit: GlucoseUnit) -> [String] {
      var table = TextTable([
        ("group", .left), ("pairs", .right), ("bias", .right), ("MARD", .right),
        ("MAD \(unit.rawValue)", .right), ("15/15", .right), ("20/20", .right), ("30/30", .right),
        ("40/40", .right),
      ])
      for row in rows {
        let agreement = row.agreement
        table.add(
          [
            row.group.name.replacing("_", with: " ").shownOnTerminal, "\(agreement.count)",
            agreement.meanRelativeDifference.formatted(places: 1) + " %",
            agreement.meanAbsoluteRelativeDifference.formatted(places: 1) + " %",
            agreement.meanAbsoluteDifference.text(in: unit),
          ] + row.rates.map { $0.rate.percentage.text })
      }
      return table.lines
    }

    private var criterionLines: [String] {
      var table = TextTable([
        ("", .left), ("21 CFR 862.1355", .left), ("pairs", .right), ("rate", .right),
        ("95 % bound", .right), ("required", .right), ("met", .left),
      ])
      for criterion in specialControls {
        var bound: String?
        let required: String
        switch criterion.requirement {
        case .lowerBound(let limit):
          bound = criterion.rate?.lowerBound.text
          required = "bound > \(limit)"
        case .percentage(let limit): required = "rate ≥ \(limit)"
        }
        table.add([
          criterion.letter, criterion.meaning, "\(criterion.rate?.total ?? 0)",
          criterion.rate?.percentage.text, bound ?? "", required,
          criterion.isMet.map { $0 ? "yes" : "no" },
        ])
      }
      return table.lines
    }

    private var zoneLines: [String] {
      func line(_ title: String, _ counts: [(name: String, count: Int)]) -> String? {
        let total = counts.reduce(0) { $0 + $1.count }
        let shares = counts.compactMap { name, count in
          Percentage(count, of: total).map { "\(name) \($0.text)" }
        }
        return shares.isEmpty ? nil : "\(title): " + shares.joined(separator: ", ")
      }
      func zones(_ counts: [ErrorGridZone: Int]) -> [(name: String, count: Int)] {
        counts.sorted { $0.key < $1.key }.map { ($0.key.rawValue.uppercased(), $0.value) }
      }
      let (trends, categories) = (trends, trendRiskCategories)
      let lines =
        Self.grids.map { grid in
          line(
            "\(grid.title) error grid", zones(grid.grid.zoneCounts(of: pairs.lazy.map(\.glucose))))
        } + [
          line("Concurrence of \(trends.count) rates of change", zones(trends.zoneCounts)),
          line(
            "DTS trend categories",
            TrendRiskCategory.allCases.map { ("\($0.rawValue)", categories[$0, default: 0]) }),
        ]
      return lines.compactMap { $0 }
    }

    private func alarmLines(_ unit: GlucoseUnit) -> [String] {
      consensusAlarms.compactMap { _, alarms in
        guard alarms.trueAlarms != nil || alarms.detections != nil else { return nil }
        func text(_ rate: Rate?) -> String {
          rate.map { "\($0.percentage.text) of \($0.total)" } ?? "none"
        }
        let side = alarms.side == .below ? "Below" : "Above"
        return "\(side) \(alarms.threshold.text(in: unit)) \(unit.rawValue), within 15 min: "
          + "\(text(alarms.trueAlarms)) readings are confirmed, "
          + "\(text(alarms.detections)) references are detected"
      }
    }

    private var deviationLines: [String] {
      var table = TextTable([
        ("deviation intervals (CG-DIVA)", .left), ("pairs", .right), ("median", .right),
        ("inner", .right), ("outer", .right),
      ])
      let intervals = deviationIntervals()
      func text(_ interval: ClosedRange<Double>, _ percentage: Percentage) -> String {
        interval.lowerBound.formatted(places: 1) + " to " + interval.upperBound.formatted(places: 1)
          + " (\(percentage))"
      }
      for interval in intervals {
        let unit = interval.range == .low ? "mg/dL" : "%"
        table.add([
          (interval.range.map { "reference \($0.columnName)" } ?? "all") + ", \(unit)",
          "\(interval.count)", interval.median.formatted(places: 1),
          text(interval.inner, interval.innerPercentage),
          interval.outer.flatMap { outer in interval.outerPercentage.map { text(outer, $0) } },
        ])
      }
      return intervals.isEmpty ? [] : table.lines
    }
  }
#endif
