// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension Cohort {
  /// Returns the rows of each member as a part of a table that begins with another person.
  ///
  /// As ``Cohort/metricRows(by:convention:during:night:)``, but for a cohort that is a part of a
  /// table: in `MetricConvention/iglu`, the intervals of all rows are those of the first row of
  /// `first`. Other conventions do not depend on `first`.
  ///
  /// - Parameters:
  ///   - period: The division of each record.
  ///   - convention: The convention of the metrics.
  ///   - part: The window of each day that the metrics are of, or `nil` for whole days.
  ///   - night: The window of the local day that is night, for nocturnal episodes.
  ///   - first: The first person of the table that has readings, or `nil` if that person is in the
  ///     cohort.
  /// - Throws: `CancellationError` if the task was canceled before all members were processed.
  /// - Complexity: O(*n* + *c*), where *n* is the number of all readings and *c* the number of
  ///   cells of their grids, divided by the number of cores.
  public func metricRows(
    by period: ReportingPeriod, convention: MetricConvention, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight, inTableOf first: Cohort.Member?
  ) async throws(CancellationError) -> [[MetricRow]] {
    try await metricRows(
      by: period, convention: convention, hours: RowHours(part: part, night: night),
      inTableOf: first)
  }
}

extension Cohort.Member {
  /// Returns the rows of this person in the table of a cohort, without the other people in memory.
  ///
  ///     let rows = member.metricRows(by: .week, convention: .iglu, inTableOf: member)
  ///
  /// For each member of a cohort in turn, the rows are those of
  /// ``Cohort/metricRows(by:convention:during:night:)``.
  ///
  /// - Parameters:
  ///   - period: The division of the record.
  ///   - convention: The convention of the metrics.
  ///   - part: The window of each day that the metrics are of, or `nil` for whole days.
  ///   - night: The window of the local day that is night, for nocturnal episodes.
  ///   - first: The first member of the cohort that has readings, whose first row sets the intervals
  ///     of all rows in `MetricConvention/iglu`.
  /// - Complexity: O(*n* + *c*), where *n* is the number of readings of this person and of `first`,
  ///   and *c* is the number of cells of the grid.
  public func metricRows(
    by period: ReportingPeriod, convention: MetricConvention, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight, inTableOf first: Cohort.Member
  ) -> [MetricRow] {
    metricRows(
      by: period, convention: convention, hours: RowHours(part: part, night: night),
      inTableOf: first)
  }
}
