public import GlucoseMath
public import GlucoseFoundation

extension GlucoseSeries {
  /// Returns confidence intervals of the mean, time in range, glucose management indicator and
  /// coefficient of variation, or `nil` below two days.
  ///
  ///     let intervals = series.confidenceIntervals(in: zone, bands: bands)
  ///     intervals?.timeInRange      // 61.2, from 54.0 to 67.9 at 95 %
  ///
  /// An interval is for the value that the person would have in a long record of such days. Days,
  /// not readings, are the sample, and adjacent days correlate by *ρ*, days further apart by *ρ* to
  /// the power of the days between. *ρ* is estimated from the record and averaged with 0.4, which
  /// counts as much as 20 pairs of days and is the value in public records, so that a day counts as
  /// about half an independent one. Each metric is a ratio of sums over days, and its variance is
  /// that of the linearized daily contributions (Taylor; Cochran, *Sampling Techniques*, 1977). The
  /// quantile is Student's, with degrees of freedom after Satterthwaite, fewer than *d* − 1, where
  /// *d* is the number of days.
  ///
  /// Both ends are possible values: the mean's are not negative, the coefficient of variation's
  /// interval is symmetric in its square root, and time in range has Wilson's interval (1927). For
  /// the last, a day counts as at most 32 independent readings, one in 45 minutes. So 14 days of
  /// 100 % have an interval from about 98 %, and the interval of a percentage always has a width.
  /// The mean and the coefficient of variation of days without any difference, such as a record of
  /// one value, have an interval of zero width.
  ///
  /// Two to four days have wide intervals: at two days, a mean of 150 mg/dL has one of several
  /// hundred mg/dL. <doc:ConfidenceIntervalEvidence> gives the coverage by number of days.
  ///
  /// - Precondition: `confidence` is between 0 and 1.
  public func confidenceIntervals(
    in zone: TimeZone, bands: RangeBands, confidence: Double = 0.95
  ) -> MetricConfidenceIntervals? {
    precondition(confidence > 0 && confidence < 1, "`confidence` must be between 0 and 1")
    guard let estimates = estimates(in: zone, bands) else { return nil }
    return MetricConfidenceIntervals(dayCount: estimates.dayCount) {
      estimates[keyPath: $0].confidenceInterval(confidence)
    }
  }

  /// Returns the four metrics with their standard errors, or `nil` below two days.
  func estimates(in zone: TimeZone, _ bands: RangeBands) -> Estimates? {
    let daily = dailyStatistics(in: zone, bands: bands)
    guard daily.count >= 2, let origin = values.first else { return nil }
    let days = daily.map { DayTotals($0.statistics, about: origin) }
    let correlation = DayCorrelation(ordinals: daily.map(\.day.ordinal), weights: days.map(\.count))
    let whole = days.reduce(into: DayTotals()) { $0 += $1 }
    let mean = whole.sum / whole.count
    let target = whole.inTarget / whole.count
    let deviation = whole.deviation
    let variance = deviation * deviation

    let ofMean = correlation.spread(of: days.map { $0.sum - mean * $0.count })
    let ofTarget = correlation.spread(of: days.map { $0.inTarget - target * $0.count })
    let ofVariation = correlation.spread(
      of: days.map { day in
        guard deviation > 0 else { return 0 }
        let about = day.squares - 2 * mean * day.sum + mean * mean * day.count
        return (about - variance * day.count) / (2 * deviation * (origin + mean))
          - deviation / ((origin + mean) * (origin + mean)) * (day.sum - mean * day.count)
      })
    func estimate(
      _ value: Double, _ spread: DayCorrelation.Spread, scale: Double, _ kind: Estimate.Scale
    ) -> Estimate {
      Estimate(
        value: value, error: scale * spread.variance.squareRoot(),
        degreesOfFreedom: spread.degreesOfFreedom, scale: kind)
    }
    // The number of independent trials with the variance of the daily fractions, at most the number
    // that the days and their readings allow.
    let most =
      ofTarget.effectiveDayCount * Swift.min(Self.trialsPerDay, whole.count / Double(days.count))
    let trials =
      ofTarget.variance > 0 ? Swift.min(most, target * (1 - target) / ofTarget.variance) : most
    let slope = 0.02392
    return Estimates(
      mean: estimate(origin + mean, ofMean, scale: 1, .linear(minimum: 0)),
      timeInRange: Estimate(
        value: 100 * whole.inTarget / whole.count,
        error: 100 * (target * (1 - target) / trials).squareRoot(),
        degreesOfFreedom: ofTarget.degreesOfFreedom, scale: .percentage(trials: trials)),
      glucoseManagementIndicator: estimate(
        3.31 + slope * (origin + mean), ofMean, scale: slope, .linear(minimum: 3.31)),
      coefficientOfVariation: estimate(
        100 * deviation / (origin + mean), ofVariation, scale: 100, .squareRoot),
      dayCount: days.count)
  }

  /// The largest number of independent readings that a day counts as: one in 45 minutes.
  ///
  /// In public records the variance of a person's daily fraction of readings in a range is 0.01 (of
  /// fractions beyond 0.99) to 0.2 (of middle ones) of *p* (1 − *p*). 1/32 is the value for
  /// fractions of 0.97 to 0.99, and covers the time below 70 mg/dL on other days of people without
  /// such a reading in a week.
  private static let trialsPerDay = 32.0
}
