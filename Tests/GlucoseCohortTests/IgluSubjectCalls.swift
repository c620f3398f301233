import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

/// What corresponds to each entry of the one-subject file, and to each call of the file of edge cases.
struct IgluSubjectCalls {
  private let record: RawRecord
  private let series: GlucoseSeries
  private let zone: TimeZone
  private let row: GlycemicMetrics
  private let grid: DayGrid

  init(_ record: RawRecord, _ zone: TimeZone) throws {
    self.record = record
    series = record.series
    self.zone = zone
    row = try #require(record.metrics(in: zone, bands: .consensus(in: .mgdL), convention: .iglu))
    grid = try #require(record.series.dayGrid(in: zone, convention: .iglu))
  }

  /// Returns the name of the entry of a call, such as `mean_glu` for `iglu::mean_glu(data)`.
  static func entry(_ call: String) -> String {
    let call = call.replacing("iglu::", with: "")
    let others = [
      "quantile_glu(data, c(5,25,50,75,95))": "quantiles",
      "in_range_percent(data, list(c(70,180),c(70,140),c(63,140)))": "in_ranges",
      "conga(data, n = 1)": "conga1", "suppressWarnings(pgs(data))": "pgs",
    ]
    return others[call] ?? call.replacing("(data)", with: "")
  }

  /// Compares one entry; false if nothing here corresponds to it.
  func compare(_ name: String, _ value: GoldenValue, _ comparison: inout Comparison) -> Bool {
    if let numbers = plain(name) ?? timed(name) ?? combined(name) {
      for (key, ours) in numbers { comparison.compare("\(name) \(key)", ours, value[key]) }
      let known = numbers.map(\.0)
      for key in value.keys where !known.contains(key) {
        if key == "start_date" || key == "end_date" || (key == "ndays" && name != "day_grid") {
          continue
        }
        comparison.leftOut["\(name) \(key)", default: 0] += 1
      }
      return true
    }
    switch name {
    case "active_percent", "active_percent_dt0_5":
      IgluCalls.compareWear(row, record, value, &comparison)
    case "auc_fixed_day_labels":
      comparison.compare(name, grid.hourlyAreaUnderCurve()?.mgdL, value)
    case "episode_calculation":
      IgluCalls.compareEpisodes(row.episodes, value, &comparison)
    case "episode_calculation_dur20_end30":
      IgluCalls.compareEpisodes(
        grid.episodeLevels(
          bands: .consensus(in: .mgdL), minimumDuration: .seconds(60 * 20),
          recoveryDuration: .seconds(60 * 30)), value, &comparison)
    case "episode_calculation_dur120_gap120":
      let wide = series.dayGrid(in: zone, convention: .iglu, maximumGap: .seconds(7200))
      guard let wide else { return false }
      IgluCalls.compareEpisodes(
        wide.episodeLevels(bands: .consensus(in: .mgdL), minimumDuration: .seconds(60 * 120)),
        value, &comparison)
    case "episode_calculation_100_120":
      let bands = RangeBands(
        veryLow: .mgdL(54), low: .mgdL(100), high: .mgdL(120), veryHigh: .mgdL(250), unit: .mgdL)
      IgluCalls.compareEpisodes(grid.episodeLevels(bands: bands), value, &comparison)
    case "episode_events": compareEvents(value, &comparison)
    case "mage_segments": compareSegments(value, &comparison)
    case "agp_percentiles": compareProfile(value, &comparison)
    case "daily_base_r": compareDays(value, &comparison)
    default: return false
    }
    return true
  }

  private func compareEvents(_ value: GoldenValue, _ comparison: inout Comparison) {
    let levels: [(String, [GlucoseEpisode])] = [
      ("lv1_hypo", row.episodes[.low]), ("lv2_hypo", row.episodes[.veryLow]),
      ("lv1_hyper", row.episodes[.high]), ("lv2_hyper", row.episodes[.veryHigh]),
      ("ext_hypo", row.episodes[.extendedLow]), ("lv1_hypo_excl", row.episodes[.lowOnly]),
      ("lv1_hyper_excl", row.episodes[.highOnly]),
    ]
    for (name, ours) in levels {
      comparison.compare(
        "\(name) count", Double(ours.count), .number(Double(value[name].list.count)))
      for (episode, event) in zip(ours, value[name].list) {
        comparison.compare(name, text: local(episode.start), event["start"])
        comparison.compare(
          name, text: local(episode.end - episode.duration.inSeconds / Double(episode.cells.count)),
          event["end"])
        comparison.compare(name, Double(episode.cells.count), event["n"])
        comparison.compare(name, episode.minutes, event["duration_min"])
        comparison.compare(name, episode.mean.mgdL, event["mean_gl"])
      }
    }
  }

  private func compareSegments(_ value: GoldenValue, _ comparison: inout Comparison) {
    var rows = value.list[...]
    for segment in row.mageSegments {
      let directions: [(String, Glucose?, Bool?)] =
        segment.rise == nil && segment.fall == nil
        ? [("", nil, nil)]
        : [
          ("PLUS", segment.rise, segment.startsWithRise),
          ("MINUS", segment.fall, segment.startsWithRise.map { !$0 }),
        ]
      for (name, height, isFirst) in directions {
        // iglu writes a gap as a row without value of its own.
        while name != "", let next = rows.first, next["plus_or_minus"].isMissing {
          _ = next; rows.removeFirst()
        }
        guard let next = rows.popFirst() else {
          comparison.compare("segment", text: local(segment.start), .missing)
          return
        }
        if name.isEmpty, next["start"].text != local(segment.start) {
          if let later = rows.firstIndex(where: { $0["start"].text == local(segment.start) }) {
            rows = rows[(later + 1)...]
          }
          continue
        }
        comparison.compare("segment", text: local(segment.start), next["start"])
        comparison.compare("segment", text: local(segment.end), next["end"])
        comparison.compare("segment \(name)", height?.mgdL, next["mage"])
        if case .flag(let flag) = next["first_excursion"] {
          comparison.compare(
            "segment \(name) first", isFirst == true ? 1 : 0, .number(flag ? 1 : 0))
        }
      }
    }
  }

  private func compareProfile(_ value: GoldenValue, _ comparison: inout Comparison) {
    let points = grid.ambulatoryGlucoseProfile().points
    for (place, name) in ["p05", "p25", "p50", "p75", "p95"].enumerated() {
      let expected = value[name].list
      comparison.compare("columns", Double(points.count), .number(Double(expected.count)))
      for (point, number) in zip(points, expected) {
        let ours = point.percentiles.isEmpty ? nil : point.percentiles[place].mgdL
        comparison.compare("\(name) \(point.minuteOfDay)", ours, number)
      }
    }
  }

  private func compareDays(_ value: GoldenValue, _ comparison: inout Comparison) {
    let days = series.dailyStatistics(in: zone, bands: .consensus(in: .mgdL))
    comparison.compare("days", Double(days.count), .number(Double(value.keys.count)))
    for (day, readings) in zip(days, series.days(in: zone)) {
      let expected = value["\(day.day)"]
      let count = Double(day.statistics.count)
      func compare(_ key: String, _ ours: Double?, tolerance: Double = 1e-10) {
        comparison.compare("\(day.day) \(key)", ours, expected[key], tolerance: tolerance)
      }
      compare("n", count)
      compare("min", day.statistics.minimum.mgdL)
      compare("max", day.statistics.maximum.mgdL)
      compare("mean", day.statistics.mean.mgdL)
      compare("median", readings.series.median?.mgdL)
      compare("sd", day.statistics.standardDeviation?.mgdL)
      compare("lt54", day.statistics.timeInRanges.weight(of: .veryLow))
      compare("ge54_lt70", day.statistics.timeInRanges.weight(of: .low))
      compare("ge70_le180", (count * day.statistics.timeInRanges.inRange.fraction).rounded())
      compare("gt180_le250", day.statistics.timeInRanges.weight(of: .high))
      compare("gt250", day.statistics.timeInRanges.weight(of: .veryHigh))
      let tight = readings.series.percentage(in: .mgdL(70) ... .mgdL(140))?.percent ?? 0
      compare("ge70_le140", (count * tight / 100).rounded())
    }
  }

  private func local(_ time: Date) -> String { clockText(time, secondsFromGMT: -5 * 3600) }
}

extension IgluSubjectCalls {
  private typealias Numbers = [(String, Double?)]

  /// Entries that need no clock.
  private func plain(_ name: String) -> Numbers? {
    let statistics = row.statistics
    func at(_ probabilities: [(String, Double)]) -> Numbers {
      probabilities.map { ($0.0, series.quantile($0.1)?.mgdL) }
    }
    func range(_ low: Double, _ high: Double) -> (String, Double?) {
      (
        "in_range_\(Int(low))_\(Int(high))",
        record.every.percentage(in: .mgdL(low) ... .mgdL(high))?.percent
      )
    }
    let above: Numbers = [140, 180, 250].map {
      ("above_\($0)", record.every.percentage(above: .mgdL(Double($0)))?.percent)
    }
    let below: Numbers = [54, 70].map {
      ("below_\($0)", record.every.percentage(below: .mgdL(Double($0)))?.percent)
    }
    return switch name {
    case "mean_glu": [("mean", statistics.mean.mgdL)]
    case "median_glu": [("median", row.quantiles[2].mgdL)]
    case "sd_glu": [("SD", statistics.standardDeviation?.mgdL)]
    case "cv_glu": [("CV", statistics.coefficientOfVariation)]
    case "iqr_glu": [("IQR", row.quantiles[3].mgdL - row.quantiles[1].mgdL)]
    case "range_glu": [("range", statistics.range.mgdL)]
    case "mad_glu": [("MAD", row.medianAbsoluteDeviation.mgdL)]
    case "mad_glu_const1": [("MAD", series.medianAbsoluteDeviation(constant: 1)?.mgdL)]
    case "summary_glu":
      at([("Min.", 0), ("1st Qu.", 0.25), ("Median", 0.5), ("3rd Qu.", 0.75), ("Max.", 1)])
        + [("Mean", statistics.mean.mgdL)]
    case "quantile_glu": at([("0", 0), ("25", 0.25), ("50", 0.5), ("75", 0.75), ("100", 1)])
    case "quantiles":
      zip(["5", "25", "50", "75", "95"], row.quantiles).map { ($0, $1.mgdL) }
    case "quantile_glu_agp":
      at([5, 10, 25, 50, 75, 90, 95].map { ("\($0)", Double($0) / 100) })
    case "gmi": [("GMI", statistics.glucoseManagementIndicator)]
    case "ea1c": [("eA1C", statistics.estimatedA1c)]
    case "above_percent", "above_percent_consensus": above
    case "below_percent": below
    case "in_range_percent": [range(63, 140), range(70, 180)]
    case "in_ranges": [range(70, 180), range(70, 140), range(63, 140)]
    case "in_range_percent_consensus":
      [range(70, 180), range(70, 140), range(63, 140), range(54, 69), range(181, 250)]
    case "gri": [("GRI", row.glycemiaRiskIndex.value)]
    case "cogi", "cogi_default_explicit": [("COGI", statistics.continuousGlucoseMonitoringIndex)]
    case "grade": [("GRADE", row.risk.grade?.score)]
    case "grade_eugly": [("GRADE_eugly", row.risk.grade?.euglycemiaPercentage.percent)]
    case "grade_hypo": [("GRADE_hypo", row.risk.grade?.hypoglycemiaPercentage.percent)]
    case "grade_hyper": [("GRADE_hyper", row.risk.grade?.hyperglycemiaPercentage.percent)]
    case "grade_hypo_70":
      [
        (
          "GRADE_hypo",
          series.grade(lower: .mgdL(70), upper: .mgdL(140))?.hypoglycemiaPercentage.percent
        )
      ]
    case "hbgi": [("HBGI", row.risk.highBloodGlucoseIndex)]
    case "lbgi": [("LBGI", row.risk.lowBloodGlucoseIndex)]
    case "hyper_index": [("hyper_index", row.risk.hyperglycemiaIndex)]
    case "hypo_index": [("hypo_index", row.risk.hypoglycemiaIndex)]
    case "igc": [("IGC", row.risk.indexOfGlycemicControl)]
    case "j_index": [("J_index", statistics.jIndex)]
    case "m_value": [("M_value", row.risk.mValue)]
    case "m_value_r100": [("M_value", series.mValue(reference: .mgdL(100)))]
    case "m_value_r120": [("M_value", series.mValue(reference: .mgdL(120)))]
    case "mage_naive": [("MAGE", series.naiveMAGE()?.mgdL)]
    default: nil
    }
  }

  /// Entries that need the grid or the clock.
  private func timed(_ name: String) -> Numbers? {
    func conga(_ hours: Int) -> Numbers {
      [("CONGA", grid.continuousOverallNetGlycemicAction(hours: hours)?.mgdL)]
    }
    func mage(_ direction: MAGEDirection, long: Int = 32, gap: Int = 10_800) -> Numbers {
      let grid = series.dayGrid(in: zone, convention: .iglu, interval: .seconds(300))
      let value = grid?.mage(direction: direction, longWindow: long, maximumGap: .seconds(gap))
      return [("MAGE", value?.mgdL)]
    }
    func asleep(_ window: ClockWindow, _ of: (GlucoseSeries, String) -> Numbers) -> Numbers {
      let rest = window.complement.map { series.during($0, in: zone) } ?? series
      return of(series.during(window, in: zone), " sleep") + of(rest, " wake")
    }
    switch name {
    case "adrr": return [("ADRR", row.risk.averageDailyRiskRange)]
    case "conga1": return conga(1)
    case "conga2": return conga(2)
    case "conga4": return conga(4)
    case "conga6": return conga(6)
    case "conga24": return conga(24)
    case "cv_measures":
      return [
        ("CVmean", row.dailyCoefficientOfVariation?.mean),
        ("CVsd", row.dailyCoefficientOfVariation?.standardDeviation),
      ]
    case "gvp": return [("GVP", row.glycemicVariabilityPercentage)]
    case "mag": return [("MAG", grid.meanAbsoluteGlucoseChange())]
    case "mag_n15": return [("MAG", grid.meanAbsoluteGlucoseChange(every: .seconds(60 * 15)))]
    case "mag_n60": return [("MAG", grid.meanAbsoluteGlucoseChange(every: .seconds(60 * 60)))]
    case "mage": return [("MAGE", row.mage?.mgdL)]
    case "mage_avg": return mage(.average)
    case "mage_service": return mage(.firstExcursion)
    case "mage_max": return mage(.maximum)
    case "mage_plus": return mage(.upward)
    case "mage_minus": return mage(.downward)
    case "mage_short5_long23_plus": return mage(.upward, long: 23)
    case "mage_maxgap_60": return mage(.average, gap: 3600)
    case "modd": return [("MODD", grid.meanOfDailyDifferences()?.mgdL)]
    case "modd_lag2": return [("MODD", grid.meanOfDailyDifferences(lag: 2)?.mgdL)]
    case "pgs": return [("PGS", row.personalGlycemicState?.value)]
    case "auc": return [("hourly_auc", row.hourlyAreaUnderCurve?.mgdL)]
    case "sd_roc": return [("sd_roc", grid.rateOfChange()?.standardDeviation)]
    case "sd_roc_timelag5":
      return [("sd_roc", grid.rateOfChange(over: .seconds(300))?.standardDeviation)]
    case "sd_roc_timelag30":
      return [("sd_roc", grid.rateOfChange(over: .seconds(1800))?.standardDeviation)]
    case "sd_measures": return IgluCalls.deviations(row)
    case "sleep_wake_mean":
      return asleep(.overnight) {
        [("mean" + $1, $0.statistics(bands: .consensus(in: .mgdL))?.mean.mgdL)]
      }
    case "sleep_wake_sd":
      return asleep(ClockWindow(fromHour: 22, toHour: 6)) {
        [("SD" + $1, $0.statistics(bands: .consensus(in: .mgdL))?.standardDeviation?.mgdL)]
      }
    case "sleep_wake_in_range":
      return asleep(.overnight) {
        [
          ("in_range_63_140" + $1, $0.percentage(in: .mgdL(63) ... .mgdL(140))?.percent),
          ("in_range_70_180" + $1, $0.percentage(in: .mgdL(70) ... .mgdL(180))?.percent),
        ]
      }
    case "day_grid":
      let cells = (0..<grid.cellCount).compactMap { grid[$0]?.mgdL }
      return [
        ("dt0", Double(grid.intervalInMinutes)), ("ndays", Double(grid.rowCount)),
        ("ncol", Double(grid.cells(ofRow: 0).count)), ("n_non_na", Double(grid.valueCount)),
        ("sum", cells.reduce(0, +)), ("first_date", nil),
      ]
    case "roc_distribution":
      guard let rates = grid.rateOfChange(), let counts = grid.igluRateOfChangeCounts() else {
        return nil
      }
      let bins = ["(-Inf,-3]", "(-3,-2]", "(-2,-1]", "(-1,1]", "(1,2]", "(2,3]", "(3, Inf]"]
      return zip(bins, counts).map { ($0, Double($1)) } + [
        ("n", Double(rates.count)), ("mean", rates.mean), ("sd", rates.standardDeviation),
        ("min", rates.minimum), ("max", rates.maximum), ("mean_abs", rates.meanMagnitude),
      ]
    default: return nil
    }
  }

  /// Entries that gather others.
  private func combined(_ name: String) -> Numbers? {
    func all(_ names: [String]) -> Numbers { names.flatMap { plain($0) ?? timed($0) ?? [] } }
    let optimized: Numbers =
      all(["gvp", "modd", "cv_measures", "sd_measures"]).map {
        (["CVmean": "CV_Measures_Mean", "CVsd": "CV_Measures_SD"][$0.0] ?? $0.0, $0.1)
      } + [
        ("Conga", timed("conga24")?.first?.1), ("SD.Roc", timed("sd_roc")?.first?.1),
        ("AUC", row.hourlyAreaUnderCurve?.mgdL), ("MAG", grid.igluMeanAbsoluteGlucoseChange()),
      ]
    let wear: Numbers = [("active_percent", row.activePercent)]
    switch name {
    case "optimized_iglu_functions": return optimized
    case "agp_metrics":
      return wear + all(["mean_glu", "gmi", "cv_glu", "below_percent"])
        + all(["in_range_percent", "above_percent"]).filter {
          ["in_range_70_180", "above_180", "above_250"].contains($0.0)
        }
    case "all_metrics_consensus_only":
      return wear + all(["mean_glu", "gmi", "cv_glu", "sd_glu", "gri", "below_percent"])
        + all(["in_range_percent_consensus", "above_percent"]).filter {
          ["in_range_70_180", "in_range_70_140", "above_180", "above_250"].contains($0.0)
        } + [
          ("total_extended_hypo_episodes", Double(row.episodes[.extendedLow].count)),
          ("total_extended_hyper_episodes", Double(row.episodes[.extendedHigh].count)),
        ]
    case "all_metrics":
      let names = [
        "adrr", "cogi", "cv_glu", "ea1c", "gmi", "gri", "grade", "grade_eugly", "grade_hypo",
        "grade_hyper", "hbgi", "lbgi", "hyper_index", "hypo_index", "igc", "iqr_glu", "j_index",
        "m_value", "mad_glu", "mage_avg", "above_percent", "below_percent", "in_range_percent",
        "pgs", "range_glu", "sd_glu", "summary_glu",
      ]
      let episodes: [(String, EpisodeLevel)] = [
        ("hypo_lv1", .low), ("hypo_lv2", .veryLow), ("hypo_extended", .extendedLow),
        ("hyper_lv1", .high), ("hyper_lv2", .veryHigh), ("hypo_lv1_excl", .lowOnly),
        ("hyper_lv1_excl", .highOnly),
      ]
      return all(names) + optimized + wear
        + episodes.map { ($0.0, row.episodes.summary(of: $0.1).perDay) }
    default: return nil
    }
  }
}
