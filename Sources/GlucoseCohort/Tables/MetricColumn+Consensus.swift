internal import GlucoseMath

// Columns of the metrics that the international consensus reports and recommends.
extension MetricColumn {
  static let publishedRanges: [MetricColumn] = [
    metric(
      "standard_range_percent", .percent,
      "readings from 70 to 180 mg/dL or 3.9 to 10.0 mmol/L, for any bands"
    ) { $0.standardRanges.consensus.inRange.percent },
    metric(
      "tight_range_percent", .percent,
      "readings from 70 to 140 mg/dL or 3.9 to 7.8 mmol/L, for any bands"
    ) { $0.standardRanges.tight.inRange.percent },
    metric(
      "pregnancy_range_percent", .percent,
      "readings from 63 to 140 mg/dL or 3.5 to 7.8 mmol/L, for any bands"
    ) { $0.standardRanges.pregnancy.inRange.percent },
    metric("gmi_mmol_mol", .millimolesPerMole, "glucose management indicator") {
      $0.statistics.glucoseManagementIndicatorMmolPerMol
    },
  ]

  static let timePerDay: [MetricColumn] = RangeBand.allCases.map { band in
    MetricColumn(
      bandName(band) + "_minutes_per_day", .minutesPerDay,
      "time per day in the band \(bandTitle(band)), within the row's window"
    ) { row in row.metrics.statistics.timeInRanges[band].map { row.hoursPerDay * 60 * $0.fraction }
    }
  }

  static let riskComponents: [MetricColumn] = [
    metric(
      "gri_hypo_component", .percent, "hypoglycemia component of the glycemia risk index"
    ) { $0.glycemiaRiskIndex.hypoglycemiaComponent },
    metric(
      "gri_hyper_component", .percent, "hyperglycemia component of the glycemia risk index"
    ) { $0.glycemiaRiskIndex.hyperglycemiaComponent },
    MetricColumn("gri_zone", .zone, "zone of the glycemia risk index, A to E") { row in
      let zone = row.metrics.glycemiaRiskIndex.zone
      return GlycemiaRiskIndex.zones.firstIndex(of: zone).map { Double($0 + 1) }
    },
  ]

  static let nocturnalEpisodes: [MetricColumn] =
    [EpisodeLevel.low, .veryLow, .high, .veryHigh].flatMap { level in
      let name = level.rawValue
      let meaning = name.replacing("_", with: " ") + " episodes that begin at night"
      return [
        MetricColumn("nocturnal_\(name)_episodes", .dimensionless, meaning) {
          $0.metrics.nocturnalEpisodes.map { Double($0[level].count) }
        },
        metric(
          "nocturnal_\(name)_episodes_per_night", .perNight, meaning + ", per recorded night"
        ) { $0.nocturnalEpisodes?.summary(of: level).perDay },
      ]
    }

  static let targets: [MetricColumn] = TargetPopulation.allCases.flatMap { population in
    population.targets.map { target in
      MetricColumn(
        "meets_\(population.columnName)_\(target.measure.columnName)", .flag,
        "1 if \(target.measure.meaning(for: population)) is \(target.limitText), else 0; "
          + "empty for parts of a day or too little data"
      ) { row in
        row.targetResults(for: population)?.first { $0.target == target }
          .flatMap(row.isMet).map { $0 ? 1 : 0 }
      }
    } + [
      MetricColumn(
        "meets_\(population.columnName)_targets", .flag,
        "1 if all targets for \(population.title) are met, 0 if one is not; "
          + "empty for parts of a day or too little data"
      ) { row in
        guard let results = row.targetResults(for: population)?.map(row.isMet) else { return nil }
        if results.contains(false) { return 0 }
        return results.contains(nil) ? nil : 1
      }
    ]
  }

  static func bandTitle(_ band: RangeBand) -> String { bandName(band).replacing("_", with: " ") }

  static func bandName(_ band: RangeBand) -> String {
    band == .target ? "in_range" : band.columnName
  }
}

extension MetricRow {
  fileprivate var hoursPerDay: Double { window.map { $0.seconds / 3600 } ?? 24 }

  /// Returns the targets, which are for whole days, or `nil` in a row of a part of the day.
  fileprivate func targetResults(for population: TargetPopulation) -> [GlycemicTargetResult]? {
    window == nil ? metrics.standardRanges.targetResults(for: population) : nil
  }

  /// Returns whether a target is met, or `nil` if it is undefined or the row has too little data.
  fileprivate func isMet(_ result: GlycemicTargetResult) -> Bool? {
    sufficiency.isSufficient ? result.isMet : nil
  }
}

extension TargetPopulation {
  fileprivate var columnName: String { self == .olderOrHighRisk ? "older" : rawValue }

  package var title: String {
    switch self {
    case .adults: "adults"
    case .olderOrHighRisk: "older or high-risk people"
    case .pregnancy: "pregnancy with type 1 diabetes"
    }
  }
}

extension GlycemicTarget.Measure {
  fileprivate var columnName: String {
    self == .coefficientOfVariation ? "cv" : rawValue.inSnakeCase
  }

  /// Returns the description of the metric, with its edges in mg/dL.
  fileprivate func meaning(for population: TargetPopulation) -> String {
    let (low, high) = population == .pregnancy ? (63, 140) : (70, 180)
    return switch self {
    case .inRange: "time in \(low)–\(high) mg/dL"
    case .belowRange: "time below \(low) mg/dL"
    case .veryLow: "time below 54 mg/dL"
    case .aboveRange: "time above \(high) mg/dL"
    case .veryHigh: "time above 250 mg/dL"
    case .coefficientOfVariation: "the coefficient of variation"
    }
  }
}

extension GlycemicTarget {
  /// The comparison in words, for instance "above 70 %".
  package var limitText: String {
    switch comparison {
    case .above: "above \(Int(limit.percent)) %"
    case .below: "below \(Int(limit.percent)) %"
    case .atMost: "at most \(Int(limit.percent)) %"
    }
  }
}
