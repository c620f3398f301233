import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath

/// What corresponds to each call of iglu in the file of edge cases.
enum IgluCalls {
  /// Compares the numbers of one call; false if nothing here corresponds to it.
  static func compare(
    _ call: String, _ record: RawRecord, _ value: GoldenValue, _ comparison: inout Comparison
  ) -> Bool {
    guard let row = record.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: .iglu) else {
      return false
    }
    let name = call.replacingOccurrences(of: "iglu::", with: "")
    if let expected = numbers[name] {
      for (key, ours) in expected(row, record) {
        comparison.compare("\(name) \(key)", ours, value[key])
      }
      let known = Set(expected(row, record).map(\.0))
      for key in value.keys where !known.contains(key) {
        comparison.leftOut["\(name) \(key)", default: 0] += 1
      }
      return true
    }
    switch name {
    case "active_percent(data)":
      compareWear(row, record, value, &comparison)
    case "episode_calculation(data)":
      compareEpisodes(row.episodes, value, &comparison)
    default:
      return false
    }
    return true
  }

  private typealias Numbers = @Sendable (GlycemicMetrics, RawRecord) -> [(String, Double?)]

  private static let numbers: [String: Numbers] = [
    "mean_glu(data)": { row, _ in [("mean", row.statistics.mean.mgdL)] },
    "sd_glu(data)": { row, _ in [("SD", row.statistics.standardDeviation?.mgdL)] },
    "median_glu(data)": { row, _ in [("median", row.quantiles[2].mgdL)] },
    "cv_glu(data)": { row, _ in [("CV", row.statistics.coefficientOfVariation)] },
    "quantile_glu(data, c(5,25,50,75,95))": { row, _ in
      zip(["5", "25", "50", "75", "95"], row.quantiles).map { ($0, $1.mgdL) }
    },
    "iqr_glu(data)": { row, _ in [("IQR", row.quantiles[3].mgdL - row.quantiles[1].mgdL)] },
    "below_percent(data)": { row, _ in
      [
        ("below_54", row.statistics.timeInRanges[.veryLow]?.percent),
        ("below_70", row.statistics.timeInRanges.belowRange.percent),
      ]
    },
    "above_percent(data)": { row, record in
      [
        ("above_140", record.every.percentage(above: .mgdL(140))?.percent),
        ("above_180", row.statistics.timeInRanges.aboveRange.percent),
        ("above_250", row.statistics.timeInRanges[.veryHigh]?.percent),
      ]
    },
    "in_range_percent(data, list(c(70,180),c(70,140),c(63,140)))": { row, record in
      [
        ("in_range_70_180", row.statistics.timeInRanges.inRange.percent),
        ("in_range_70_140", record.every.percentage(in: .mgdL(70) ... .mgdL(140))?.percent),
        ("in_range_63_140", record.every.percentage(in: .mgdL(63) ... .mgdL(140))?.percent),
      ]
    },
    "gmi(data)": { row, _ in [("GMI", row.statistics.glucoseManagementIndicator)] },
    "gri(data)": { row, _ in [("GRI", row.glycemiaRiskIndex.value)] },
    "lbgi(data)": { row, _ in [("LBGI", row.risk.lowBloodGlucoseIndex)] },
    "hbgi(data)": { row, _ in [("HBGI", row.risk.highBloodGlucoseIndex)] },
    "adrr(data)": { row, _ in [("ADRR", row.risk.averageDailyRiskRange)] },
    "grade(data)": { row, _ in [("GRADE", row.risk.grade?.score)] },
    "grade_hypo(data)": { row, _ in [("GRADE_hypo", row.risk.grade?.hypoglycemiaPercentage.percent)]
    },
    "grade_eugly(data)": { row, _ in [("GRADE_eugly", row.risk.grade?.euglycemiaPercentage.percent)]
    },
    "grade_hyper(data)": { row, _ in
      [("GRADE_hyper", row.risk.grade?.hyperglycemiaPercentage.percent)]
    },
    "hypo_index(data)": { row, _ in [("hypo_index", row.risk.hypoglycemiaIndex)] },
    "hyper_index(data)": { row, _ in [("hyper_index", row.risk.hyperglycemiaIndex)] },
    "m_value(data)": { row, _ in [("M_value", row.risk.mValue)] },
    "j_index(data)": { row, _ in [("J_index", row.statistics.jIndex)] },
    "cogi(data)": { row, _ in [("COGI", row.statistics.continuousGlucoseMonitoringIndex)] },
    "gvp(data)": { row, _ in [("GVP", row.glycemicVariabilityPercentage)] },
    "mag(data)": { row, _ in [("MAG", row.meanAbsoluteGlucoseChange)] },
    "modd(data)": { row, _ in [("MODD", row.meanOfDailyDifferences?.mgdL)] },
    "conga(data, n = 1)": { row, _ in
      [("CONGA", row.continuousOverallNetGlycemicAction[1]?.mgdL)]
    },
    "sd_roc(data)": { row, _ in [("sd_roc", row.rateOfChange?.standardDeviation)] },
    "auc(data)": { row, _ in [("hourly_auc", row.hourlyAreaUnderCurve?.mgdL)] },
    "cv_measures(data)": { row, _ in
      [
        ("CVmean", row.dailyCoefficientOfVariation?.mean),
        ("CVsd", row.dailyCoefficientOfVariation?.standardDeviation),
      ]
    },
    "sd_measures(data)": { row, _ in deviations(row) },
    "mage(data)": { row, _ in [("MAGE", row.mage?.mgdL)] },
    "suppressWarnings(pgs(data))": { row, _ in [("PGS", row.personalGlycemicState?.value)] },
  ]

  static func deviations(_ row: GlycemicMetrics) -> [(String, Double?)] {
    let types = row.standardDeviationMeasures
    return [
      ("SDw", types.withinDays?.mgdL), ("SDhhmm", types.betweenClockTimes?.mgdL),
      ("SDwsh", types.withinHours?.mgdL), ("SDdm", types.ofDailyMeans?.mgdL),
      ("SDb", types.betweenDays?.mgdL), ("SDbdm", types.betweenDaysAboutDailyMeans?.mgdL),
    ]
  }

  static func compareWear(
    _ row: GlycemicMetrics, _ record: RawRecord, _ value: GoldenValue,
    secondsFromGMT: Double = 0, _ comparison: inout Comparison
  ) {
    comparison.compare(
      "active_percent", row.sensorActivity?.activePercentage.percent, value["active_percent"])
    let tenths = row.sensorActivity.map { ($0.days * 10).rounded(.toNearestOrEven) / 10 }
    comparison.compare("ndays", tenths, value["ndays"])
    guard let range = record.series.timeRange else { return }
    comparison.compare(
      "start_date", text: clockText(range.lowerBound, secondsFromGMT: secondsFromGMT),
      value["start_date"])
    comparison.compare(
      "end_date", text: clockText(range.upperBound, secondsFromGMT: secondsFromGMT),
      value["end_date"])
  }

  static func compareEpisodes(
    _ episodes: EpisodeLevels, _ value: GoldenValue, _ comparison: inout Comparison
  ) {
    let levels: [(String, EpisodeSummary)] = [
      ("hypo lv1", episodes.summary(of: .low)), ("hypo lv2", episodes.summary(of: .veryLow)),
      ("hypo extended", episodes.summary(of: .extendedLow)),
      ("hyper lv1", episodes.summary(of: .high)), ("hyper lv2", episodes.summary(of: .veryHigh)),
      ("hypo lv1_excl", episodes.summary(of: .lowOnly)),
      ("hyper lv1_excl", episodes.summary(of: .highOnly)),
    ]
    for row in value.list {
      let name = "\(row["type"].text ?? "") \(row["level"].text ?? "")"
      guard let summary = levels.first(where: { $0.0 == name })?.1 else {
        comparison.leftOut[name, default: 0] += 1
        continue
      }
      comparison.compare("\(name) count", Double(summary.count), row["total_episodes"])
      comparison.compare("\(name) per day", summary.perDay, row["avg_ep_per_day"])
      // iglu writes 0 minutes where there is no episode.
      comparison.compare("\(name) minutes", summary.meanMinutes ?? 0, row["avg_ep_duration"])
      comparison.compare("\(name) mean", summary.mean?.mgdL, row["avg_ep_gl"])
    }
  }

  static func compareGrid(
    _ record: RawRecord, _ value: GoldenValue, _ comparison: inout Comparison
  ) throws {
    guard let grid = record.series.dayGrid(in: .gmt, convention: .iglu) else { return }
    comparison.compare("dt0", Double(grid.intervalInMinutes), value["dt0"])
    comparison.compare("rows", Double(grid.rowCount), value["rows"])
    comparison.compare("non_na", Double(grid.valueCount), value["non_na"])
    comparison.compare("first_date", text: "\(grid.day(ofRow: 0))", value["first_date"])
    for (index, cell) in value["first_12"].list.enumerated() {
      comparison.compare("cell \(index)", grid[index]?.mgdL, cell)
    }
  }
}
