// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The records of many people, measured at the same time on all cores.
///
///     let cohort = Cohort(records.map { Cohort.Member($0, in: zone) })
///     let rows = try await cohort.metricRows(by: .week)    // an array of rows to each member
///
/// What is computed of a member does not depend on the others nor on the number of cores, with one
/// exception that the convention ``MetricConvention/iglu`` makes; see ``metricRows(by:convention:during:night:)``.
public struct Cohort: Sendable {
  /// A person of a cohort.
  public struct Member: Hashable, Sendable {
    /// The readings, as they came.
    public var record: RawRecord
    /// The zone whose midnights divide the person's days.
    public var zone: TimeZone
    /// The edges of ranges and episodes, in the unit of the readings.
    public var bands: RangeBands

    /// A person with these readings.
    public init(_ record: RawRecord, in zone: TimeZone, bands: RangeBands = .consensus) {
      self.record = record
      self.zone = zone
      self.bands = bands
    }

    /// A person with these readings, one to an instant.
    public init(_ series: GlucoseSeries, in zone: TimeZone, bands: RangeBands = .consensus) {
      self.init(RawRecord(series), in: zone, bands: bands)
    }
  }

  /// The people, in the order of the table.
  public var members: [Member]

  /// A cohort of these people.
  public init(_ members: some Sequence<Member>) { self.members = Array(members) }

  /// The rows of the table of each member, in the order of ``members``; none for a member without
  /// readings.
  ///
  /// In ``MetricConvention/iglu`` the cohort is one table: wear time and the six deviations of all rows
  /// use the intervals of the first row of the first member that has readings, as in R.
  ///
  /// - Parameters:
  ///   - period: How each record is divided.
  ///   - convention: The choices on which implementations differ.
  ///   - part: The hours of each day that the numbers are of, or `nil` for whole days; see
  ///     ``GlucoseSeries/metricRows(by:in:bands:convention:during:night:)``.
  ///   - night: The hours of the local day that are night, for nocturnal episodes.
  /// - Throws: `CancellationError` if the task was canceled before all members were measured.
  /// - Complexity: O(*n* + *c*), where *n* is the number of all readings and *c* of the cells of their
  ///   grids, divided by the number of cores.
  public func metricRows(
    by period: ReportingPeriod = .entireRecord, convention: MetricConvention = .clinical,
    during part: ClockWindow? = nil, night: ClockWindow = .overnight
  ) async throws(CancellationError) -> [[MetricRow]] {
    let first = members.first { !$0.record.series.isEmpty }
    let intervals = first.flatMap {
      $0.record.intervalsOfFirstRow(by: period, in: $0.zone, convention)
    }
    return try await map { member in
      member.record.metricRows(
        by: period, in: member.zone, bands: member.bands, convention: convention,
        hours: RowHours(part: part, night: night), likeFirst: intervals)
    }
  }

  /// What `transform` makes of each member, in the order of ``members``.
  ///
  ///     let profiles = try await cohort.map { $0.record.series.ambulatoryGlucoseProfile(in: $0.zone) }
  ///
  /// - Parameter transform: Is called once with each member, for several at the same time.
  /// - Throws: `CancellationError` if the task was canceled before all members were transformed.
  public func map<Value: Sendable>(
    _ transform: @escaping @Sendable (Member) -> Value
  ) async throws(CancellationError) -> [Value] {
    let members = members
    // More than there are cores, so that none waits for the next task to be handed out.
    let width = Swift.min(members.count, 4 * ProcessInfo.processInfo.activeProcessorCount)
    var values = [Value?](repeating: nil, count: members.count)
    await withTaskGroup(of: (index: Int, value: Value)?.self) { group in
      func add(_ index: Int) {
        group.addTask { Task.isCancelled ? nil : (index, transform(members[index])) }
      }
      for index in 0..<width { add(index) }
      var next = width
      for await result in group {
        guard let result else { break }
        values[result.index] = result.value
        if next < members.count {
          add(next)
          next += 1
        }
      }
    }
    let found = values.compactMap { $0 }
    guard found.count == members.count else { throw CancellationError() }
    return found
  }
}
