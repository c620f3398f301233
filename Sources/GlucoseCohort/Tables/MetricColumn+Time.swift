internal import GlucoseMath

// Columns of metrics that depend on the times of readings.
extension MetricColumn {
  static let variability: [MetricColumn] = [
    glucose("sd_within_days_mgdl", "SDw: within days") { $0.standardDeviationMeasures.withinDays },
    glucose("sd_between_clock_times_mgdl", "SDhh:mm: of the mean day") {
      $0.standardDeviationMeasures.betweenClockTimes
    },
    glucose("sd_within_hours_mgdl", "SDwsh: within hours") {
      $0.standardDeviationMeasures.withinHours
    },
    glucose("sd_of_daily_means_mgdl", "SDdm: of daily means") {
      $0.standardDeviationMeasures.ofDailyMeans
    },
    glucose("sd_between_days_mgdl", "SDb: between days") {
      $0.standardDeviationMeasures.betweenDays
    },
    glucose("sd_between_days_about_means_mgdl", "SDb//dm: between days about daily means") {
      $0.standardDeviationMeasures.betweenDaysAboutDailyMeans
    },
    metric("cv_daily_mean_percent", .percent, "mean of daily coefficients of variation") {
      $0.dailyCoefficientOfVariation?.mean
    },
    metric(
      "cv_daily_sd_percent", .percent, "standard deviation of daily coefficients of variation"
    ) { $0.dailyCoefficientOfVariation?.standardDeviation },
  ]

  static let overTime: [MetricColumn] =
    [
      glucose("mage_mgdl", "mean amplitude of glycemic excursions") { $0.mage },
      glucose("modd_mgdl", "mean of daily differences") { $0.meanOfDailyDifferences },
    ]
    + [1, 2, 4, 6, 24].map { hours in
      glucose("conga_\(hours)_mgdl", "continuous overall net glycemic action over \(hours) h") {
        $0.continuousOverallNetGlycemicAction[hours]
      }
    } + [
      metric("mag_mgdl_per_hour", .glucosePerHour, "mean absolute glucose change") {
        $0.meanAbsoluteGlucoseChange
      },
      metric("gvp_percent", .percent, "glycemic variability percentage") {
        $0.glycemicVariabilityPercentage
      },
      metric("roc_mean_mgdl_per_min", .glucosePerMinute, "mean magnitude of rates of change") {
        $0.rateOfChange?.meanMagnitude
      },
      metric(
        "roc_sd_mgdl_per_min", .glucosePerMinute, "standard deviation of rates of change"
      ) { $0.rateOfChange?.standardDeviation },
      glucose("hourly_auc_mgdl", "hourly area under the curve") { $0.hourlyAreaUnderCurve },
      MetricColumn("auc_above_range", .area, "area above the target range, per hour") {
        $0.metrics.areasAtHighThreshold.map { $0.above / $0.hours }
      },
      MetricColumn("auc_below_range", .area, "area below the target range, per hour") {
        $0.metrics.areasAtLowThreshold.map { $0.below / $0.hours }
      },
    ]

  static let episodes: [MetricColumn] = EpisodeLevel.allCases.flatMap { level in
    let name = level.rawValue
    let meaning =
      switch level {
      case .lowOnly: "low excluding very low"
      case .highOnly: "high excluding very high"
      default: name.replacing("_", with: " ")
      }
    return [
      metric(
        "\(name)_episodes", .dimensionless,
        "number of \(meaning) episodes; empty if readings are more than 45 minutes apart"
      ) { $0.episodes.recordedDays > 0 ? Double($0.episodes[level].count) : nil },
      metric("\(name)_episodes_per_day", .perDay, "\(meaning) episodes per recorded day") {
        $0.episodes.summary(of: level).perDay
      },
      metric("\(name)_episode_minutes", .minutes, "mean duration of \(meaning) episodes") {
        $0.episodes.summary(of: level).meanMinutes
      },
    ]
  }

  static let certainty: [MetricColumn] =
    interval("mean", "_mgdl", .glucose) { $0.mean }
    + interval("in_range", "_percent", .percent) { $0.timeInRange }
    + interval("gmi", "_percent", .percent) { $0.glucoseManagementIndicator }
    + interval("cv", "_percent", .percent) { $0.coefficientOfVariation } + [
      MetricColumn(
        "enough_data", .flag,
        "1 if there are \(DataSufficiency.requiredDayCount) days with readings and "
          + "\(Int(DataSufficiency.requiredActivePercentage.percent)) % of readings, else 0"
      ) { $0.sufficiency.isSufficient ? 1 : 0 }
    ]

  private static func interval(
    _ name: String, _ suffix: String, _ unit: Unit,
    _ interval: @escaping @Sendable (MetricConfidenceIntervals) -> ConfidenceInterval
  ) -> [MetricColumn] {
    [
      MetricColumn("\(name)_lower\(suffix)", unit, "lower end of the 95 % confidence interval") {
        $0.confidenceIntervals.map { interval($0).lower }
      },
      MetricColumn("\(name)_upper\(suffix)", unit, "upper end of the 95 % confidence interval") {
        $0.confidenceIntervals.map { interval($0).upper }
      },
    ]
  }
}
