public import GlucoseMath

/// A comparison of two records, or of two periods of one, metric by metric.
///
///     let comparison = MetricComparison(of: after, with: before, bands: .consensus(in: .mgdL))
///     comparison?.confidenceIntervals?.mean        // the change of the mean, with its interval
///     comparison?.changes.first { $0.column.name == "mage_mgdl" }?.difference
///
/// The interval of a difference shows how much of it may be due to the choice of days: if nothing
/// changed between the records, 95 % of intervals contain zero. It does not show a cause.
public struct MetricComparison: Sendable {
  /// The row to compare with.
  public var reference: MetricRow { sharedReference.value }
  /// The row that is compared.
  public var current: MetricRow { sharedCurrent.value }
  /// The number of readings that are in both records.
  ///
  /// Readings at one instant that differ by less than 1 mg/dL, as exports of one record do by
  /// rounding, are one reading, provided that this holds for most instants of both records: two
  /// people whose sensors record at the same instants share none.
  public let sharedReadingCount: Int
  /// The overlap of the two records.
  public let overlap: Overlap
  /// The differences of four metrics, ``current`` minus ``reference``, with confidence intervals,
  /// or `nil` if either record has fewer than two days, or if they overlap.
  ///
  /// The true difference is that between long records of days such as those of each record. The two
  /// are taken as independent, with `GlucoseSeries/confidenceIntervals(in:bands:confidence:)` for
  /// each: degrees of freedom are Welch's (*Biometrika* 34, 1947), and asymmetric intervals are
  /// combined after Newcombe (1998), so that two times in range of 100 % on every day have an
  /// interval for their difference too. Adjacent periods of one person are slightly alike, for
  /// which intervals are slightly too wide. ``MetricConfidenceIntervals/dayCount`` is the number of
  /// days of both.
  public let confidenceIntervals: MetricConfidenceIntervals?
  private let sharedReference, sharedCurrent: Shared<MetricRow>

  /// The overlap of two records.
  public enum Overlap: String, Sendable {
    /// No reading is in both.
    case disjoint
    /// Some readings are in both. They are not independent, and differences have no interval.
    case partial
    /// Every reading of each is in the other: a period is compared with itself.
    case complete
  }

  /// The values of a column in both records.
  public struct Change: Sendable {
    /// The column.
    public let column: MetricColumn
    /// The value of the reference, or `nil` where it is undefined.
    public let reference: Double?
    /// The value of the current record, or `nil` where it is undefined.
    public let current: Double?
    /// Current minus reference, or `nil` where either is undefined and for flags and zones.
    public var difference: Double? {
      let units: [MetricColumn.Unit] = [.flag, .zone]
      guard let reference, let current, !units.map(\.rawValue).contains(column.unit) else {
        return nil
      }
      return current - reference
    }
    /// The confidence interval of the difference, or `nil` in a column other than the mean, the time
    /// in range, the glucose management indicator, and the coefficient of variation, and where
    /// ``MetricComparison/confidenceIntervals`` is `nil`.
    public let confidenceInterval: ConfidenceInterval?
  }

  /// Compares two periods, or returns `nil` if either has no readings.
  ///
  /// `bands` are the edges of ranges and of episodes of level 1 in the unit of the readings, and
  /// `referenceBands` the same edges in the unit of the reference's, or `nil` if it is that of
  /// `bands`.
  ///
  /// - Precondition: `confidence` is between 0 and 1.
  public init?(
    of current: PeriodSeries, with reference: PeriodSeries, bands: RangeBands,
    referenceBands: RangeBands? = nil, convention: MetricConvention = .clinical,
    confidence: Double = 0.95
  ) {
    precondition(confidence > 0 && confidence < 1, "`confidence` must be between 0 and 1")
    let edges = referenceBands ?? bands
    guard let referenceRow = MetricRow(reference, bands: edges, convention: convention),
      let currentRow = MetricRow(current, bands: bands, convention: convention)
    else { return nil }
    sharedReference = Shared(referenceRow)
    sharedCurrent = Shared(currentRow)
    let shared = reference.series.sharedReadingCount(with: current.series)
    sharedReadingCount = shared
    let isComplete = shared == reference.series.count && shared == current.series.count
    overlap = shared == 0 ? .disjoint : isComplete ? .complete : .partial
    guard overlap == .disjoint,
      let before = reference.series.estimates(in: reference.days.lowerBound.zone, edges),
      let after = current.series.estimates(in: current.days.lowerBound.zone, bands)
    else {
      confidenceIntervals = nil
      return
    }
    confidenceIntervals = MetricConfidenceIntervals(dayCount: before.dayCount + after.dayCount) {
      after[keyPath: $0].difference(from: before[keyPath: $0], confidence)
    }
  }

  /// The values in both records of every column of the table, except of whether there is enough data
  /// and of the bounds of intervals.
  public var changes: [Change] {
    MetricColumn.all.filter {
      $0.name != "enough_data" && !$0.name.contains("_lower_") && !$0.name.contains("_upper_")
    }.map {
      Change(
        column: $0, reference: $0.value(of: reference), current: $0.value(of: current),
        confidenceInterval: interval(of: $0))
    }
  }

  private func interval(of column: MetricColumn) -> ConfidenceInterval? {
    switch column.name {
    case "mean_mgdl": confidenceIntervals?.mean
    case "in_range_percent": confidenceIntervals?.timeInRange
    case "gmi_percent": confidenceIntervals?.glucoseManagementIndicator
    case "cv_percent": confidenceIntervals?.coefficientOfVariation
    default: nil
    }
  }

  /// A Boolean value that indicates whether both records are long and complete enough to be
  /// compared; see `DataSufficiency`.
  public var isSufficient: Bool {
    reference.sufficiency.isSufficient && current.sufficiency.isSufficient
  }
}

extension GlucoseSeries {
  /// Returns the number of instants, to half a minute (some exports leave out the seconds), at
  /// which both series have values less than 1 mg/dL apart, or 0 if these are not most of the
  /// common instants.
  func sharedReadingCount(with other: GlucoseSeries) -> Int {
    guard let range = timeRange, let otherRange = other.timeRange, range.overlaps(otherRange)
    else { return 0 }
    let (times, otherTimes) = (self.times, other.times)
    let (values, otherValues) = (self.values, other.values)
    var (row, otherRow) = (times.startIndex, otherTimes.startIndex)
    var (common, shared) = (0, 0)
    while row < times.endIndex && otherRow < otherTimes.endIndex {
      if times[row] <= otherTimes[otherRow] - 30 {
        row += 1
      } else if times[row] >= otherTimes[otherRow] + 30 {
        otherRow += 1
      } else {
        common += 1
        if Swift.abs(values[row] - otherValues[otherRow]) < 1 { shared += 1 }
        row += 1
        otherRow += 1
      }
    }
    return 2 * shared > common ? shared : 0
  }
}
