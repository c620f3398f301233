public import GlucoseMath
public import GlucoseFoundation

/// The records of many people, whose metrics are computed concurrently on all cores.
///
///     let cohort = Cohort(records.map { Cohort.Member($0, in: zone, bands: bands) })
///     let rows = try await cohort.metricRows(by: .week)    // an array of rows for each member
///
/// The result for a member does not depend on the other members or on the number of cores, except
/// in ``MetricConvention/iglu``; see ``metricRows(by:convention:during:night:inTableOf:)``.
public struct Cohort: Sendable {
  /// A person of a cohort.
  public struct Member: Sendable {
    /// The readings in any order, with repeated instants.
    public var record: RawRecord
    /// The zone whose midnights divide the person's days.
    public var zone: TimeZone
    /// The edges of ranges and episodes, in the unit of the readings.
    public var bands: RangeBands

    /// Creates a person with the readings of a record.
    public init(_ record: some MetricSource, in zone: TimeZone, bands: RangeBands) {
      self.record = record.rawRecord
      self.zone = zone
      self.bands = bands
    }
  }

  /// The people, in the order of the table.
  public var members: [Member]

  /// Creates a cohort of these people.
  public init(_ members: some Sequence<Member>) { self.members = Array(members) }

  /// Returns the rows of each member, in the order of ``members``; none for one without readings.
  ///
  /// In ``MetricConvention/iglu`` the cohort is one table: sensor activity and the six standard
  /// deviations of all rows use the intervals of the first row, as in R.
  ///
  /// In a cohort that is a part of a table, `first` is the first person of the table that has readings;
  /// otherwise it is `nil`, for the first of ``members``.
  /// ``MetricSource/metricRows(by:in:bands:convention:during:night:)`` describes the other parameters.
  ///
  /// - Throws: `CancellationError` if the task was canceled before all members were processed.
  public func metricRows(
    by period: ReportingPeriod = .entireRecord, convention: MetricConvention = .clinical,
    during part: ClockWindow? = nil, night: ClockWindow = .overnight,
    inTableOf first: Cohort.Member? = nil
  ) async throws(CancellationError) -> [[MetricRow]] {
    let first = first ?? members.first { !$0.record.series.isEmpty }
    let intervals = first.flatMap {
      $0.record.intervalsOfFirstRow(by: period, in: $0.zone, convention)
    }
    return try await map { member in
      member.record.metricRows(
        by: period, in: member.zone, bands: member.bands, convention: convention,
        hours: RowHours(part: part, night: night), likeFirst: intervals)
    }
  }

  /// Returns the results of `transform` for each member, in the order of ``members``.
  ///
  ///     let amplitudes = try await cohort.map { $0.record.series.mage(in: $0.zone) }
  ///
  /// `transform` is called once with each member, concurrently for several.
  ///
  /// - Throws: `CancellationError` if the task was canceled before all members were processed.
  public func map<Value: Sendable>(
    _ transform: @escaping @Sendable (Member) -> Value
  ) async throws(CancellationError) -> [Value] {
    let members = members
    var values = [Value?](repeating: nil, count: members.count)
    await withTaskGroup(of: (index: Int, value: Value)?.self) { group in
      for index in members.indices {
        group.addTask { Task.isCancelled ? nil : (index, transform(members[index])) }
      }
      for await result in group {
        if let result { values[result.index] = result.value }
      }
    }
    let found = values.compactMap { $0 }
    guard found.count == members.count else { throw CancellationError() }
    return found
  }
}

extension Cohort.Member {
  /// Returns the rows of this person in the table of a cohort, without the other people in memory.
  ///
  /// For each member of a cohort in turn, the rows are those of
  /// ``Cohort/metricRows(by:convention:during:night:inTableOf:)``, which describes the parameters; `first` is
  /// the first member of the cohort that has readings.
  public func metricRows(
    by period: ReportingPeriod, convention: MetricConvention, during part: ClockWindow? = nil,
    night: ClockWindow = .overnight, inTableOf first: Cohort.Member
  ) -> [MetricRow] {
    record.metricRows(
      by: period, in: zone, bands: bands, convention: convention,
      hours: RowHours(part: part, night: night),
      likeFirst: first.record.intervalsOfFirstRow(by: period, in: first.zone, convention))
  }
}
