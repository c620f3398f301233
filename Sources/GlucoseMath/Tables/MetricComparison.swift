// SPDX-License-Identifier: Apache-2.0

/// Two records, or two stretches of one, metric by metric.
///
///     let comparison = MetricComparison(before, after)
///     comparison?.certainty?.mean        // how far the mean moved, with its range
///     comparison?.changes.first { $0.column.name == "mage_mgdl" }?.difference
///
/// A range of a difference says how much the difference could be by chance of which days were
/// recorded. It does not say why there is one.
public struct MetricComparison: Sendable {
  /// The row to compare with.
  public let first: MetricRow
  /// The row that is compared.
  public let second: MetricRow
  /// Second less first of four numbers, with ranges, or `nil` if either has fewer than two days.
  ///
  /// Days of both are taken as independent, and errors as adding in squares, after Welch (*Biometrika*
  /// 34, 1947). ``MetricCertainty/dayCount`` is the number of days of both.
  public let certainty: MetricCertainty?

  /// A column in both records.
  public struct Change: Sendable {
    /// The column.
    public let column: MetricColumn
    /// The number of the first record, or `nil` where it is undefined.
    public let first: Double?
    /// The number of the second record, or `nil` where it is undefined.
    public let second: Double?
    /// Second less first, or `nil` where either is undefined.
    public var difference: Double? {
      guard let first, let second else { return nil }
      return second - first
    }
  }

  /// Compares two stretches of days, or `nil` if either holds no readings.
  ///
  /// - Parameters:
  ///   - first: The stretch to compare with.
  ///   - second: The stretch that is compared.
  ///   - bands: The edges of ranges and of episodes of level 1. Use bands in the readings' unit.
  ///   - convention: The choices on which implementations differ.
  ///   - confidence: The share of ranges that are to hold the difference.
  /// - Precondition: `confidence` lies between 0 and 1.
  /// - Complexity: O(*n* + *c*), where *c* is the number of cells of the grid.
  public init?(
    _ first: PeriodSeries, _ second: PeriodSeries, bands: RangeBands = .consensus,
    convention: MetricConvention = .clinical, confidence: Double = 0.95
  ) {
    precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1")
    guard let firstRow = MetricRow(first, bands: bands, convention: convention),
      let secondRow = MetricRow(second, bands: bands, convention: convention)
    else { return nil }
    self.first = firstRow
    self.second = secondRow
    let before = first.series.estimates(in: first.days.lowerBound.zone, bands)
    let after = second.series.estimates(in: second.days.lowerBound.zone, bands)
    guard let before, let after else {
      certainty = nil
      return
    }
    func interval(_ path: KeyPath<Estimates, Estimate>) -> ConfidenceInterval {
      let difference = after[keyPath: path] - before[keyPath: path]
      let width = difference.halfWidth(confidence)
      return ConfidenceInterval(
        estimate: difference.value, lower: difference.value - width,
        upper: difference.value + width, confidence: confidence)
    }
    certainty = MetricCertainty(
      mean: interval(\.mean), timeInRange: interval(\.timeInRange),
      glucoseManagementIndicator: interval(\.glucoseManagementIndicator),
      coefficientOfVariation: interval(\.coefficientOfVariation),
      dayCount: before.dayCount + after.dayCount)
  }

  /// Every column of the table in both records.
  public var changes: [Change] {
    MetricColumn.all.map {
      Change(column: $0, first: $0.value(of: first), second: $0.value(of: second))
    }
  }

  /// Whether both records are long and complete enough for a number to be compared.
  public func isEnough(for number: Sufficiency.Number) -> Bool {
    [first, second].allSatisfy { row in
      row.sufficiency.contains { $0.number == number && $0.isEnough }
    }
  }
}
