public import GlucoseMath
public import GlucoseFoundation

/// The metrics of a record for one row of a table, computed in few passes.
///
///     let row = series.metrics(in: zone, bands: .consensus(in: .mgdL))
///     row?.statistics.mean.mmolL
///     row?.mage
///
/// A metric that the record leaves undefined is `nil`. The articles of `GlucoseMath` define every metric.
public struct GlycemicMetrics: Equatable, Sendable {
  /// The count, extremes, mean, standard deviation and time in ranges.
  public let statistics: GlucoseStatistics
  /// The numbers of readings beyond the device's limits, of which only a bound is known.
  ///
  /// They count, because removing them would hide the lowest and highest values; some metrics are
  /// then bounds. With "High" readings the true mean and glucose management indicator are at least
  /// the computed ones, with "Low" readings at most; the true areas beyond thresholds and risk
  /// indices are at least the computed ones with either.
  package let belowDeviceLimitCount, aboveDeviceLimitCount: Int
  /// The quantiles of type 7 at 5, 25, 50, 75 and 95 %.
  public let quantiles: [Glucose]
  /// 1.4826 × the median absolute deviation.
  public let medianAbsoluteDeviation: Glucose
  /// The risk indices: LBGI, HBGI, ADRR, GRADE, M-value, hypoglycemia and hyperglycemia index.
  public let risk: RiskIndices
  /// The glycemia risk index (GRI) of the consensus bands.
  public let glycemiaRiskIndex: GlycemiaRiskIndex
  /// The percentage of expected readings that were received: of the days of a ``MetricRow`` if
  /// passed, otherwise from the first reading to the last, and then `nil` below two readings.
  package fileprivate(set) var activePercent: Double?
  /// The mean of daily differences (MODD).
  public let meanOfDailyDifferences: Glucose?
  /// CONGA over 1, 2, 4, 6 and 24 hours, keyed by hours.
  public let continuousOverallNetGlycemicAction: [Int: Glucose]
  /// The mean absolute glucose change (MAG) in mg/dL per hour.
  public let meanAbsoluteGlucoseChange: Double?
  /// The glycemic variability percentage (GVP).
  public let glycemicVariabilityPercentage: Double?
  /// The rates of change (ROC) over 15 minutes.
  public let rateOfChange: RateOfChange?
  /// The six standard deviations within and between days.
  public let standardDeviationMeasures: StandardDeviationMeasures
  /// The daily coefficient of variation.
  package let dailyCoefficientOfVariation: DailyCoefficientOfVariation?
  /// The hourly area under the curve (AUC).
  public let hourlyAreaUnderCurve: Glucose?
  /// The areas above and below the high edge of the target range.
  public let areasAtHighThreshold: ThresholdAreas?
  /// The areas above and below the low edge of the target range.
  public let areasAtLowThreshold: ThresholdAreas?
  /// The mean amplitude of glycemic excursions (MAGE), rises and falls.
  public let mage: Glucose?
  /// The segments of ``mage`` and its other directions.
  package let mageSegments: [MAGESegment]
  /// The episodes of every level; in a row of a day or a week, those of the whole record that begin
  /// in it, with their cells in the grid of the record.
  public fileprivate(set) var episodes: EpisodeLevels
  /// The episodes that begin at night, or `nil` in a row of a part of the day.
  ///
  /// Their `EpisodeLevels.recordedDays` is the number of recorded nights, so that
  /// `EpisodeSummary.perDay` is per night.
  public let nocturnalEpisodes: EpisodeLevels?
  /// The personal glycemic state (PGS), or `nil` if the variability percentage is undefined, too
  /// little is recorded, or the row is of a part of the day.
  package fileprivate(set) var personalGlycemicState: PersonalGlycemicState?
  /// The percentages of readings in the published target ranges.
  package let standardRanges: StandardRanges
}

extension MetricSource {
  /// Returns the metrics of the record for one row of a table, or `nil` if there are no readings or
  /// they are too far apart; see `GlucoseSeries/scatteredReadings`.
  ///
  /// In ``MetricConvention/clinical`` the last of several readings of one instant counts. In
  /// ``MetricConvention/iglu`` statistics of values use every row, the grid the last, and sensor
  /// activity, risk index and the six standard deviations the mean.
  /// ``MetricSource/metricRows(by:in:bands:convention:during:night:)`` describes the parameters.
  public func metrics(
    in zone: TimeZone, bands: RangeBands, convention: MetricConvention = .clinical,
    night: ClockWindow = .overnight
  ) -> GlycemicMetrics? {
    rawRecord.metrics(
      in: zone, bands: bands, convention: convention, hours: RowHours(night: night), likeFirst: nil)
  }
}

extension RawRecord {
  /// Returns the metrics for a row of a table, with the intervals of the first row, the range in
  /// which readings are expected, the grid of the record, and its episodes, if passed.
  func metrics(
    in zone: TimeZone, bands: RangeBands, convention: MetricConvention, hours: RowHours,
    likeFirst first: SamplingIntervals?, over range: Range<Date>? = nil, grid: DayGrid? = nil,
    episodes: RecordEpisodes? = nil
  ) -> GlycemicMetrics? {
    let record = rows(convention)
    guard let part = hours.part else {
      return record.wholeMetrics(
        in: zone, bands: bands, convention: convention, night: hours.night, likeFirst: first,
        over: range, grid: grid, episodes: episodes)
    }
    let own = record.during(part, in: zone).wholeMetrics(
      in: zone, bands: bands, convention: convention, night: nil, likeFirst: first, over: nil)
    // In R, a part of the day is a record without all other rows.
    guard var own, convention != .iglu, let grid = series.dayGrid(in: zone) else { return own }
    own.episodes = grid.levels(
      episodes?.levels ?? grid.episodeLevels(bands: bands), beginningIn: part)
    own.activePercent = series.activePercent(in: range, during: part, in: zone)
    // The scores are of episodes in weeks of whole days.
    own.personalGlycemicState = nil
    return own
  }

  private func wholeMetrics(
    in zone: TimeZone, bands: RangeBands, convention: MetricConvention, night: ClockWindow?,
    likeFirst first: SamplingIntervals?, over range: Range<Date>?, grid known: DayGrid? = nil,
    episodes: RecordEpisodes? = nil
  ) -> GlycemicMetrics? {
    let values = values(convention)
    let averages = averages(convention)
    let own = series.samplingIntervals(convention.rules)
    let isIglu = convention == .iglu
    let intervals = first ?? own
    guard let statistics = values.statistics(bands: bands),
      let risk = isIglu ? values.igluRiskIndices(in: zone) : values.riskIndices(in: zone),
      let grid = known
        ?? series.dayGrid(in: zone, convention.rules, interval: .seconds(60 * own.grid))
    else { return nil }
    let variability = grid.glycemicVariabilityPercentage()
    let segments =
      grid.intervalInMinutes == 5
      ? grid.mageSegments()
      : series.dayGrid(in: zone, convention.rules, interval: .seconds(300))?.mageSegments() ?? []
    let spread = grid.dailySpread()
    let deviations =
      duplicateCount == 0 && intervals.grid == own.grid
      ? spread.types
      : averages.dayGrid(in: zone, convention.rules, interval: .seconds(60 * intervals.grid))?
        .standardDeviationMeasures()
    let averaged = duplicateCount == 0 ? statistics : averages.statistics(bands: bands)
    let standard = StandardRanges(values, statistics, of: bands)
    guard let deviations, let averaged, let standard else { return nil }
    let ranked = RankedValues(values.values)
    let quantiles = ranked.quantiles([0.05, 0.25, 0.5, 0.75, 0.95])
    let episodes = episodes ?? RecordEpisodes(grid, bands: bands)
    return GlycemicMetrics(
      statistics: statistics,
      belowDeviceLimitCount: values.count(beyond: .belowDeviceLimit),
      aboveDeviceLimitCount: values.count(beyond: .aboveDeviceLimit),
      quantiles: quantiles.map { .mgdL($0) },
      medianAbsoluteDeviation: .mgdL(1.4826 * ranked.medianDistance(from: quantiles[2])),
      risk: risk,
      glycemiaRiskIndex: averaged.glycemiaRiskIndex,
      activePercent: isIglu
        ? averages.igluActivePercent(expectedMinutes: intervals.gap)
        : series.sensorCoverage(in: range)?.activePercentage.percent,
      meanOfDailyDifferences: grid.meanOfDailyDifferences(),
      continuousOverallNetGlycemicAction: [1, 2, 4, 6, 24].reduce(into: [:]) {
        $0[$1] = grid.continuousOverallNetGlycemicAction(hours: $1)
      },
      meanAbsoluteGlucoseChange: grid.meanAbsoluteGlucoseChange(),
      glycemicVariabilityPercentage: variability,
      rateOfChange: grid.rateOfChange(),
      standardDeviationMeasures: deviations,
      dailyCoefficientOfVariation: spread.variation,
      hourlyAreaUnderCurve: isIglu
        ? grid.igluHourlyAreaUnderCurve() : grid.hourlyAreaUnderCurve(),
      areasAtHighThreshold: grid.areas(aboveAndBelow: bands.high),
      areasAtLowThreshold: grid.areas(aboveAndBelow: bands.low),
      mage: segments.mage(.average, convention.rules),
      mageSegments: segments,
      episodes: episodes.levels.map(recordedDays: grid.recordedDays) { $0 },
      nocturnalEpisodes: night.map { grid.levels(episodes.levels, beginningIn: $0) },
      personalGlycemicState: variability.flatMap { variability in
        guard grid.recordedDays >= convention.rules.minimumRecordedDays else { return nil }
        return PersonalGlycemicState(
          variabilityPercentage: variability, mean: statistics.mean,
          timeInRange: statistics.consensusTimeInRanges.inRange,
          veryLowEpisodesPerWeek: 7 * Double(episodes.stateVeryLow.count) / grid.recordedDays,
          lowEpisodesPerWeek: 7 * Double(episodes.stateLow.count) / grid.recordedDays)
      },
      standardRanges: standard)
  }
}
