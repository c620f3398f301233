// SPDX-License-Identifier: Apache-2.0

/// Two records, or two stretches of one, metric by metric.
///
///     let comparison = MetricComparison(before, after)
///     comparison?.confidenceIntervals?.mean        // how far the mean moved, with its range
///     comparison?.changes.first { $0.column.name == "mage_mgdl" }?.difference
///
/// An interval of a difference shows how much of it could be chance of which days were recorded: if nothing
/// changed from one record to the other, 95 % of intervals hold zero. It gives no cause.
public struct MetricComparison: Sendable {
  /// The row to compare with.
  public let reference: MetricRow
  /// The row that is compared.
  public let current: MetricRow
  /// The number of readings that are in both records.
  ///
  /// Readings at one instant that differ by less than 1 mg/dL, by which exports of one record round, are
  /// one reading, provided that most instants that both records have agree so: two people whose
  /// sensors read at the same instants share none.
  public let sharedReadingCount: Int
  /// Whether the two records have readings in common.
  public let overlap: Overlap
  /// Second minus first of four numbers, with confidence intervals, or `nil` if either record has fewer than
  /// two days, or if they overlap.
  ///
  /// The truth of a difference is that between long records of days such as those of the second and such
  /// as those of the first. The two are taken as independent, with ``GlucoseSeries/confidenceIntervals(in:bands:confidence:)``
  /// for each: degrees of freedom are Welch's (*Biometrika* 34, 1947), and unequal arms of intervals
  /// are combined after Newcombe (1998), so that two times in range of 100 % on every day have an interval
  /// for their difference too. Adjacent periods of one person are slightly alike, for which intervals
  /// are slightly too wide. ``MetricConfidenceIntervals/dayCount`` is the number of days of both.
  public let confidenceIntervals: MetricConfidenceIntervals?

  /// How far two records are the same.
  public enum Overlap: String, Hashable, Codable, Sendable, CaseIterable {
    /// No reading is in both.
    case disjoint = "none"
    /// Some readings are in both. The records are not independent, and differences have no interval.
    case partial
    /// Every reading of each is in the other: a period is compared with itself.
    case complete
  }

  /// A column in both records.
  public struct Change: Sendable {
    /// The column.
    public let column: MetricColumn
    /// The number of the first record, or `nil` where it is undefined.
    public let reference: Double?
    /// The number of the second record, or `nil` where it is undefined.
    public let current: Double?
    /// Second minus first, or `nil` where either is undefined and in a column of flags or zones.
    public var difference: Double? {
      guard let reference, let current, column.unit != .flag, column.unit != .zone else {
        return nil
      }
      return current - reference
    }
  }

  /// Compares two stretches of days, or returns `nil` if either has no readings.
  ///
  /// - Parameters:
  ///   - first: The stretch to compare with.
  ///   - second: The stretch that is compared.
  ///   - bands: The edges of ranges and of episodes of level 1. Use bands in the readings' unit.
  ///   - convention: The choices on which implementations differ.
  ///   - confidence: The confidence level, such as 0.95.
  /// - Precondition: `confidence` lies between 0 and 1.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public init?(
    _ first: PeriodSeries, _ second: PeriodSeries, bands: RangeBands = .consensus,
    convention: MetricConvention = .clinical, confidence: Double = 0.95
  ) {
    precondition(confidence > 0 && confidence < 1, "`confidence` must lie between 0 and 1")
    guard let firstRow = MetricRow(first, bands: bands, convention: convention),
      let secondRow = MetricRow(second, bands: bands, convention: convention)
    else { return nil }
    self.reference = firstRow
    self.current = secondRow
    let shared = first.series.sharedReadingCount(with: second.series)
    sharedReadingCount = shared
    overlap =
      if shared == 0 {
        .disjoint
      } else if shared == first.series.count && shared == second.series.count {
        .complete
      } else {
        .partial
      }
    guard overlap == .disjoint,
      let before = first.series.estimates(in: first.days.lowerBound.zone, bands),
      let after = second.series.estimates(in: second.days.lowerBound.zone, bands)
    else {
      confidenceIntervals = nil
      return
    }
    func interval(_ path: KeyPath<Estimates, Estimate>) -> ConfidenceInterval {
      after[keyPath: path].difference(from: before[keyPath: path], confidence)
    }
    confidenceIntervals = MetricConfidenceIntervals(
      mean: interval(\.mean), timeInRange: interval(\.timeInRange),
      glucoseManagementIndicator: interval(\.glucoseManagementIndicator),
      coefficientOfVariation: interval(\.coefficientOfVariation),
      dayCount: before.dayCount + after.dayCount)
  }

  /// Every column of the table in both records.
  public var changes: [Change] {
    MetricColumn.all.map {
      Change(column: $0, reference: $0.value(of: reference), current: $0.value(of: current))
    }
  }

  /// Whether both records are long and complete enough for a number to be compared.
  public func isSufficient(for number: DataSufficiency.Metric) -> Bool {
    [reference, current].allSatisfy { row in
      row.sufficiency.contains { $0.metric == number && $0.isSufficient }
    }
  }
}

extension GlucoseSeries {
  /// Returns the number of instants that both series have with values less than 1 mg/dL apart, or 0 if
  /// these are not most of the instants that both have.
  ///
  /// Instants less than half a minute apart are one: some exports leave out the seconds.
  ///
  /// - Complexity: O(*n* + *m*), where *n* and *m* are the numbers of readings; O(1) if neither begins
  ///   before the other ends.
  func sharedReadingCount(with other: GlucoseSeries) -> Int {
    guard let range = timeRange, let otherRange = other.timeRange, range.overlaps(otherRange)
    else { return 0 }
    let (times, otherTimes) = (columns.times, other.columns.times)
    let (values, otherValues) = (columns.values, other.columns.values)
    var (row, otherRow) = (rows.lowerBound, other.rows.lowerBound)
    var (common, shared) = (0, 0)
    while row < rows.upperBound && otherRow < other.rows.upperBound {
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
