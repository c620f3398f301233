public import GlucoseFoundation

/// The statistics of one pass over a record.
public struct GlucoseStatistics: Equatable, Sendable {
  /// The number of readings.
  public let count: Int
  /// The lowest concentration, or the limit of a device that showed "Low"; see ``minimumFlags``.
  public let minimum: Glucose
  /// The highest concentration, or the limit of a device that showed "High": ``maximumFlags``.
  public let maximum: Glucose
  /// The flag of the device's limit at which ``minimum`` is, or no flag.
  ///
  /// With ``ReadingFlags/belowDeviceLimit``, the device showed "Low" for a reading with this value:
  /// the true minimum is lower. With ``ReadingFlags/aboveDeviceLimit``, it showed "High" for all
  /// readings with this value: the true minimum is higher.
  public let minimumFlags: ReadingFlags
  /// The flag of the limit at which ``maximum`` is: as ``minimumFlags``, with the sides exchanged.
  public let maximumFlags: ReadingFlags
  /// The arithmetic mean.
  public let mean: Glucose
  /// The standard deviation with the divisor *n* − 1, or `nil` below two readings.
  public let standardDeviation: Glucose?
  /// The part of the record in each band: time in (TIR), below (TBR) and above range (TAR).
  public let timeInRanges: TimeInRanges
  /// The part of the record in each consensus band, in the unit of the bands that were passed:
  /// 54, 70, 180, 250 mg/dL or 3.0, 3.9, 10.0, 13.9 mmol/L.
  ///
  /// Indices with published edges use these parts for any bands: ``glycemiaRiskIndex``,
  /// ``continuousGlucoseMonitoringIndex`` and the personal glycemic state.
  public let consensusTimeInRanges: TimeInRanges

  /// The time in range (TIR): the part in the target range, edges included.
  public var timeInRange: Percentage { timeInRanges.inRange }

  /// The time below range (TBR): the part below (`<`) the target range, low and very low together.
  public var timeBelowRange: Percentage { timeInRanges.belowRange }

  /// The time above range (TAR): the part above (`>`) the target range, high and very high together.
  public var timeAboveRange: Percentage { timeInRanges.aboveRange }

  /// The coefficient of variation (CV) in percent: 100 × standard deviation / mean; `nil` below two readings.
  public var coefficientOfVariation: Double? { standardDeviation.map { 100 * $0.mgdL / mean.mgdL } }

  /// The glucose management indicator (GMI) in percent: 3.31 + 0.02392 × mean in mg/dL (Bergenstal
  /// et al., *Diabetes Care* 41, 2018).
  public var glucoseManagementIndicator: Double { 3.31 + 0.02392 * mean.mgdL }

  /// The glucose management indicator (GMI) in mmol/mol, the unit of the IFCC: 12.71 + 4.70587 ×
  /// mean in mmol/L (Bergenstal et al., *Diabetes Care* 41, 2018).
  public var glucoseManagementIndicatorMmolPerMol: Double { 12.71 + 4.70587 * mean.mmolL }

  package init(
    count: Int, minimum: ShownExtreme, maximum: ShownExtreme, mean: Glucose,
    standardDeviation: Glucose?, timeInRanges: TimeInRanges, consensusTimeInRanges: TimeInRanges
  ) {
    self.count = count
    (self.minimum, minimumFlags) = (.mgdL(minimum.value), minimum.flags)
    (self.maximum, maximumFlags) = (.mgdL(maximum.value), maximum.flags)
    self.mean = mean
    self.standardDeviation = standardDeviation
    self.timeInRanges = timeInRanges
    self.consensusTimeInRanges = consensusTimeInRanges
  }
}

extension GlucoseSeries {
  /// Returns the count, extremes, mean, standard deviation and time in ranges of the readings, or
  /// `nil` if there are no readings.
  ///
  /// - Parameters:
  ///   - bands: The edges that divide concentrations. Use bands in the readings' unit.
  ///     ``GlucoseStatistics/consensusTimeInRanges`` does not depend on them.
  ///   - maximumGap: `nil` for equal weights of all readings, as in clinical percentages and the
  ///     reference values. Otherwise each reading has the time to the next as its weight, and the last the
  ///     ``GlucoseSeries/cadence``, at most `maximumGap`, so that days recorded every minute do not
  ///     outweigh days recorded every fifteen minutes. Count and extremes do not depend on it.
  /// - Precondition: `maximumGap` is positive.
  public func statistics(
    bands: RangeBands, weightedByTimeUpTo maximumGap: Duration? = nil
  ) -> GlucoseStatistics? {
    guard !isEmpty else { return nil }
    guard let maximumGap else {
      return FusedPass(columns.values, in: rows, RangeLimits(bands)).statistics(of: columns)
    }
    return weightedStatistics(bands, secondsPerReading(maximumGap: maximumGap))
  }

  func timeInRanges(of bands: RangeBands) -> TimeInRanges? {
    guard !isEmpty else { return nil }
    let edges = RangeLimits.Edges(bands)
    var beyond = BandCounts()
    beyond.add(columns.values.elementSpan.extracting(rows), edges)
    return beyond.timeInRanges(of: count, edges)
  }

  /// Returns the statistics where reading *i* has the weight `weights[i]`. The standard deviation
  /// is the square root of *n* / (*n* − 1) times the weighted mean square deviation, so that equal
  /// weights give the unweighted value.
  private func weightedStatistics(_ bands: RangeBands, _ weights: [Double]) -> GlucoseStatistics {
    let origin = columns.values[rows.lowerBound]
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var total = 0.0
    var sum = 0.0
    let consensus = RangeBands.consensus(in: bands.unit)
    var timeInRanges = TimeInRanges(of: bands)
    var consensusTimeInRanges = TimeInRanges(of: consensus)
    for (value, weight) in zip(values, weights) {
      minimum = Swift.min(minimum, value)
      maximum = Swift.max(maximum, value)
      total += weight
      sum += weight * (value - origin)
      timeInRanges.add(weight, to: bands.band(of: .mgdL(value)))
      consensusTimeInRanges.add(weight, to: consensus.band(of: .mgdL(value)))
    }
    let mean = origin + sum / total
    var squares = 0.0
    for (value, weight) in zip(values, weights) {
      squares += weight * (value - mean) * (value - mean)
    }
    let deviation = (squares / total * Double(count) / Double(count - 1)).squareRoot()
    let extremes = columns.shownExtremes(in: rows, minimum: minimum, maximum: maximum)
    return GlucoseStatistics(
      count: count, minimum: extremes.minimum, maximum: extremes.maximum, mean: .mgdL(mean),
      standardDeviation: count > 1 ? .mgdL(deviation) : nil,
      timeInRanges: timeInRanges, consensusTimeInRanges: consensusTimeInRanges)
  }
}

extension GlucoseSeries {
  /// Returns the seconds that each reading represents; `maximumGap` must be positive.
  func secondsPerReading(maximumGap: Duration) -> [Double] {
    precondition(maximumGap > .zero, "`maximumGap` must be positive")
    let maximum = maximumGap.inSeconds
    let usual = cadence.map { $0.inSeconds } ?? maximum
    let gaps = zip(times.dropFirst(), times).map { Swift.min($0 - $1, maximum) }
    return isEmpty ? [] : gaps + [Swift.min(usual, maximum)]
  }
}

extension GlucoseSeries {
  /// Returns the statistics of every local day of `zone` that has readings, in chronological order.
  public func dailyStatistics(
    in zone: TimeZone, bands: RangeBands
  ) -> [(day: LocalDay, statistics: GlucoseStatistics)] {
    let limits = RangeLimits(bands)
    var days: [(day: LocalDay, statistics: GlucoseStatistics)] = []
    days.reserveCapacity(dayCapacity)
    forEachDay(in: zone) { ordinal, table, rows in
      days.append(
        (
          LocalDay(ordinal: ordinal, in: table),
          FusedPass(columns.values, in: rows, limits).statistics(of: columns)
        ))
    }
    return days
  }
}
