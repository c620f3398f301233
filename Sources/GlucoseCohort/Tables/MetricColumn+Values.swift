internal import GlucoseMath

// Columns of metrics that do not depend on the order of readings.
extension MetricColumn {
  static let record: [MetricColumn] = [
    MetricColumn("days", .days, "local days with readings") { Double($0.dayCount) },
    metric("readings", .dimensionless, "number of readings") { Double($0.statistics.count) },
    metric(
      "active_percent", .percent,
      "expected readings that were received from the record's first reading to its last, or of a "
        + "day or week in that time"
    ) { $0.activePercent },
    metric("below_device_limit", .dimensionless, "readings that the device showed as Low") {
      Double($0.belowDeviceLimitCount)
    },
    metric("above_device_limit", .dimensionless, "readings that the device showed as High") {
      Double($0.aboveDeviceLimitCount)
    },
  ]

  static let distribution: [MetricColumn] =
    [
      glucose("mean_mgdl", "mean") { $0.statistics.mean },
      glucose("sd_mgdl", "standard deviation") { $0.statistics.standardDeviation },
      metric("cv_percent", .percent, "coefficient of variation") {
        $0.statistics.coefficientOfVariation
      },
      glucose("min_mgdl", "lowest") { $0.statistics.minimum },
      glucose("max_mgdl", "highest") { $0.statistics.maximum },
      glucose("range_mgdl", "highest minus lowest") { $0.statistics.range },
    ]
    + [5, 25, 50, 75, 95].enumerated().map { index, percent in
      metric("p\(percent)_mgdl", .glucose, "percentile \(percent)") { $0.quantile(index) }
    } + [
      metric("iqr_mgdl", .glucose, "interquartile range") {
        guard let upper = $0.quantile(3), let lower = $0.quantile(1) else { return nil }
        return upper - lower
      },
      metric("mad_mgdl", .glucose, "median absolute deviation × 1.4826") {
        $0.medianAbsoluteDeviation.mgdL
      },
      metric("gmi_percent", .percent, "glucose management indicator") {
        $0.statistics.glucoseManagementIndicator
      },
      metric("ea1c_percent", .percent, "estimated A1C") { $0.statistics.estimatedA1c },
      metric("j_index", .dimensionless, "J-index") { $0.statistics.jIndex },
    ]

  static let ranges: [MetricColumn] =
    RangeBand.allCases.map { band in
      metric(bandName(band) + "_percent", .percent, "readings in the band \(bandTitle(band))") {
        $0.statistics.timeInRanges[band]?.percent
      }
    } + [
      metric("below_range_percent", .percent, "readings below the target range") {
        $0.statistics.timeInRanges.belowRange.percent
      },
      metric("above_range_percent", .percent, "readings above the target range") {
        $0.statistics.timeInRanges.aboveRange.percent
      },
    ]

  static let risk: [MetricColumn] = [
    metric("lbgi", .dimensionless, "low blood glucose index") { $0.risk.lowBloodGlucoseIndex },
    metric("hbgi", .dimensionless, "high blood glucose index") { $0.risk.highBloodGlucoseIndex },
    metric("bgri", .dimensionless, "blood glucose risk index") { $0.risk.bloodGlucoseRiskIndex },
    metric("adrr", .dimensionless, "average daily risk range") { $0.risk.averageDailyRiskRange },
    metric("gri", .dimensionless, "glycemia risk index") { $0.glycemiaRiskIndex.value },
    metric("grade", .dimensionless, "GRADE") { $0.risk.grade?.score },
    metric("grade_hypo_percent", .percent, "part of GRADE from lows") {
      $0.risk.grade?.hypoglycemiaPercent
    },
    metric("grade_eu_percent", .percent, "part of GRADE from the target") {
      $0.risk.grade?.euglycemiaPercent
    },
    metric("grade_hyper_percent", .percent, "part of GRADE from highs") {
      $0.risk.grade?.hyperglycemiaPercent
    },
    metric("hypo_index", .dimensionless, "hypoglycemia index") { $0.risk.hypoglycemiaIndex },
    metric("hyper_index", .dimensionless, "hyperglycemia index") { $0.risk.hyperglycemiaIndex },
    metric("igc", .dimensionless, "index of glycemic control") { $0.risk.indexOfGlycemicControl },
    metric("m_value", .dimensionless, "M-value about 90 mg/dL") { $0.risk.mValue },
    metric("cogi", .dimensionless, "continuous glucose monitoring index") {
      $0.statistics.continuousGlucoseMonitoringIndex
    },
    metric("pgs", .dimensionless, "personal glycemic state") { $0.personalGlycemicState?.value },
  ]

}

extension GlycemicMetrics {
  fileprivate func quantile(_ index: Int) -> Double? { quantiles.dropFirst(index).first?.mgdL }
}
