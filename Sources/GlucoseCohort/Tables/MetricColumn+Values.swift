internal import GlucoseMath

// Columns of metrics that do not depend on the order of readings.
extension MetricColumn {
  static let record: [MetricColumn] = [
    MetricColumn("days", .days, "local days with readings") { Double($0.dayCount) },
    MetricColumn("readings", .dimensionless, "number of readings") {
      Double($0.metrics.statistics.count)
    },
    MetricColumn(
      "active_percent", .percent,
      "expected readings that were received from the record's first reading to its last, or of a "
        + "day or week in that time"
    ) {
      $0.metrics.sensorActivity?.activePercent
    },
    MetricColumn("below_device_limit", .dimensionless, "readings that the device showed as Low") {
      Double($0.metrics.deviceLimitCounts.belowCount)
    },
    MetricColumn("above_device_limit", .dimensionless, "readings that the device showed as High") {
      Double($0.metrics.deviceLimitCounts.aboveCount)
    },
  ]

  static let distribution: [MetricColumn] =
    [
      statistic("mean_mgdl", "mean") { $0.mean },
      statistic("sd_mgdl", "standard deviation") { $0.standardDeviation },
      MetricColumn("cv_percent", .percent, "coefficient of variation") {
        $0.metrics.statistics.coefficientOfVariation
      },
      statistic("min_mgdl", "lowest") { $0.minimum },
      statistic("max_mgdl", "highest") { $0.maximum },
      statistic("range_mgdl", "highest minus lowest") { $0.range },
    ]
    + [5, 25, 50, 75, 95].enumerated().map { index, percent in
      MetricColumn("p\(percent)_mgdl", .glucose, "percentile \(percent)") {
        quantile(index, of: $0)
      }
    } + [
      MetricColumn("iqr_mgdl", .glucose, "interquartile range") {
        guard let upper = quantile(3, of: $0), let lower = quantile(1, of: $0) else { return nil }
        return upper - lower
      },
      MetricColumn("mad_mgdl", .glucose, "median absolute deviation × 1.4826") {
        $0.metrics.medianAbsoluteDeviation.mgdL
      },
      MetricColumn("gmi_percent", .percent, "glucose management indicator") {
        $0.metrics.statistics.glucoseManagementIndicator
      },
      MetricColumn("ea1c_percent", .percent, "estimated A1C") {
        $0.metrics.statistics.estimatedA1c
      },
      MetricColumn("j_index", .dimensionless, "J-index") { $0.metrics.statistics.jIndex },
    ]

  static let ranges: [MetricColumn] =
    RangeBand.allCases.map { band in
      MetricColumn(bandName(band) + "_percent", .percent, "readings in the band \(bandTitle(band))")
      {
        $0.metrics.statistics.timeInRanges[band]?.percent
      }
    } + [
      MetricColumn("below_range_percent", .percent, "readings below the target range") {
        $0.metrics.statistics.timeInRanges.belowRange.percent
      },
      MetricColumn("above_range_percent", .percent, "readings above the target range") {
        $0.metrics.statistics.timeInRanges.aboveRange.percent
      },
    ]

  static let risk: [MetricColumn] = [
    index("lbgi", "low blood glucose index") { $0.lowBloodGlucoseIndex },
    index("hbgi", "high blood glucose index") { $0.highBloodGlucoseIndex },
    index("bgri", "blood glucose risk index") { $0.bloodGlucoseRiskIndex },
    index("adrr", "average daily risk range") { $0.averageDailyRiskRange },
    MetricColumn("gri", .dimensionless, "glycemia risk index") {
      $0.metrics.glycemiaRiskIndex.value
    },
    index("grade", "GRADE") { $0.grade?.score },
    share("grade_hypo_percent", "part of GRADE from lows") { $0.hypoglycemiaPercent },
    share("grade_eu_percent", "part of GRADE from the target") { $0.euglycemiaPercent },
    share("grade_hyper_percent", "part of GRADE from highs") { $0.hyperglycemiaPercent },
    index("hypo_index", "hypoglycemia index") { $0.hypoglycemiaIndex },
    index("hyper_index", "hyperglycemia index") { $0.hyperglycemiaIndex },
    index("igc", "index of glycemic control") { $0.indexOfGlycemicControl },
    index("m_value", "M-value about 90 mg/dL") { $0.mValue },
    MetricColumn("cogi", .dimensionless, "continuous glucose monitoring index") {
      $0.metrics.statistics.continuousGlucoseMonitoringIndex
    },
    MetricColumn("pgs", .dimensionless, "personal glycemic state") {
      $0.metrics.personalGlycemicState?.value
    },
  ]

  private static func quantile(_ index: Int, of row: MetricRow) -> Double? {
    row.metrics.quantiles.dropFirst(index).first?.mgdL
  }

  private static func statistic(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (GlucoseStatistics) -> Glucose?
  ) -> MetricColumn {
    MetricColumn(name, .glucose, meaning) { value($0.metrics.statistics)?.mgdL }
  }

  private static func index(
    _ name: String, _ meaning: String, _ value: @escaping @Sendable (RiskIndices) -> Double?
  ) -> MetricColumn {
    MetricColumn(name, .dimensionless, meaning) { value($0.metrics.risk) }
  }

  private static func share(
    _ name: String, _ meaning: String,
    _ value: @escaping @Sendable (RiskIndices.GRADEScore) -> Double
  ) -> MetricColumn {
    MetricColumn(name, .percent, meaning) { $0.metrics.risk.grade.map(value) }
  }
}
