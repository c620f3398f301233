public import GlucoseMath
public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns the record resampled to a constant interval in a convention, or `nil` if there are no
  /// readings or they are too far apart; see `dayGrid(in:interval:maximumGap:)`.
  ///
  /// In ``MetricConvention/iglu`` cells follow the wall clock, the first is one interval after
  /// midnight, and the default interval is the median gap in whole minutes or, where it does not
  /// divide a day, the nearest multiple of five minutes, at most 20. The metrics of the grid are
  /// those of its convention.
  ///
  /// - Precondition: `interval` is a number of whole minutes that divides a day of 24 hours.
  public func dayGrid(
    in zone: TimeZone, convention: MetricConvention, interval: Duration? = nil,
    maximumGap: Duration = .seconds(2700)
  ) -> DayGrid? {
    dayGrid(in: zone, convention.rules, interval: interval, maximumGap: maximumGap)
  }

  /// Returns the risk indices with iglu's constants (22.77 in place of 10 × 1.509², and GRADE's
  /// parts below 80 and above 140 mg/dL, which overlap), or `nil` if there are no readings.
  package func igluRiskIndices(in zone: TimeZone) -> RiskIndices? {
    guard var risk = riskIndices(in: zone) else { return nil }
    let factor = 22.77 / RiskIndices.scale
    risk.lowBloodGlucoseIndex *= factor
    risk.highBloodGlucoseIndex *= factor
    risk.averageDailyRiskRange *= factor
    risk.grade = grade(lower: .mgdL(70), upper: .mgdL(140))
    if let hypoglycemia = grade(lower: .mgdL(80), upper: .mgdL(140))?.hypoglycemiaPercent {
      risk.grade?.hypoglycemiaPercent = hypoglycemia
    }
    return risk
  }

  /// Returns iglu's percentage from the first reading to the last, or `nil` below two readings: by
  /// the median gap or that of the first row of a table, gaps and span in whole minutes, and
  /// missing readings counted over the sum of the longer gaps.
  package func igluActivePercent(expectedMinutes: Int? = nil) -> Double? {
    guard let first = times.first, let last = times.last,
      let expected = (expectedMinutes ?? medianGapInMinutes).map(Double.init)
    else { return nil }
    let span = (last - first) / 60
    var excess = 0.0
    // A gap that is less than half a minute longer than expected lacks no reading.
    for (later, earlier) in zip(times.dropFirst(), times)
    where later - earlier >= (expected + 0.5) * 60 {
      excess += ((later - earlier) / 60).rounded(.toNearestOrEven) - expected
    }
    let all = (span.rounded(.toNearestOrEven) / expected).rounded(.toNearestOrEven) + 1
    let missing = (excess / expected).rounded(.toNearestOrEven)
    return 100 * (all - missing) / all
  }
}
