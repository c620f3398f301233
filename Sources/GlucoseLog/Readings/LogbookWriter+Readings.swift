// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  public import GlucoseMath

  extension LogbookWriter {
    /// Adds readings of a source, new or old, in any order.
    ///
    /// A source has one reading to an instant. Where it has one already, an equal one changes nothing;
    /// one with another value or other flags is left out, or takes its place if `replacing`. Of several
    /// in `readings` at one instant, the last counts. An excluded reading stays excluded. What was
    /// replaced can be undone; readings that are new stay.
    ///
    /// What `kind` of source it is, is heeded where it gives readings for the first time.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/invalidReading(_:)`` for the first reading
    ///   whose time does not lie in the years 1 to 9999 or whose concentration is not finite and above
    ///   zero.
    /// - Complexity: O(*n* log *m*), where *m* is the number of readings that the source has.
    @discardableResult
    public func add(
      _ readings: some Sequence<Reading>, from source: ReadingSource,
      kind: ReadingSource.Kind = .sensor, replacing: Bool = false
    ) throws(LogbookError) -> StoreResult {
      let intake: ValidatedReadings
      do throws(InvalidReading) { intake = try ValidatedReadings(readings) } catch {
        throw LogbookError(.invalidReading(error), at: source.rawValue)
      }
      var result = try add(intake.series, from: source, kind: kind, replacing: replacing)
      result.repeated = intake.duplicateCount
      return result
    }

    /// Adds the readings of a series, as its sister for readings in any order does.
    @discardableResult
    public func add(
      _ series: GlucoseSeries, from source: ReadingSource, kind: ReadingSource.Kind = .sensor,
      replacing: Bool = false
    ) throws(LogbookError) -> StoreResult {
      try perform { batch in
        try batch.add(ReadingColumns(series), from: source, kind: kind, replacing: replacing)
      }
    }

    /// Marks the readings of a source at or after the range's start and before its end as excluded:
    /// they stay, and no series holds them. Can be undone.
    ///
    /// - Returns: how many were not excluded before.
    @discardableResult
    public func exclude(_ range: Range<Date>, from source: ReadingSource) throws(LogbookError)
      -> Int
    {
      try perform { try $0.setExcluded(true, range, source) }
    }

    /// Takes the mark of exclusion from readings. Can be undone.
    ///
    /// - Returns: how many were excluded before.
    @discardableResult
    public func include(_ range: Range<Date>, from source: ReadingSource) throws(LogbookError)
      -> Int
    {
      try perform { try $0.setExcluded(false, range, source) }
    }

    /// Removes the readings of a source at or after the range's start and before its end. Can be undone.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func removeReadings(
      _ range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int {
      try perform(removes: true) { batch in
        guard let id = try SourceTable.existingID(of: source.rawValue, in: batch.db) else {
          return 0
        }
        let found = try ReadingTable.columns(of: id, range, in: batch.db)
        if found.count > 0 {
          try batch.make(.removal(source: source.rawValue, readings: found))
        }
        return found.count
      }
    }
  }

  extension LogbookTransaction {
    func add(
      _ columns: ReadingColumns, from source: ReadingSource, kind: ReadingSource.Kind,
      replacing: Bool
    ) throws -> StoreResult {
      let id = try SourceTable.id(of: source.rawValue, entering: kind, in: db)
      let added = try ReadingTable.add(columns, of: id, replacing: replacing, in: db)
      LogbookChange.Item.readings(source.rawValue, at: added.times).forEach(note)
      if added.before.count > 0 {
        note(.replacement(source: source.rawValue, before: added.before, after: added.after))
      }
      return added.result
    }

    fileprivate func setExcluded(
      _ excluded: Bool, _ range: Range<Date>, _ source: ReadingSource
    ) throws -> Int {
      guard let id = try SourceTable.existingID(of: source.rawValue, in: db) else { return 0 }
      let times = try ReadingTable.columns(of: id, range, in: db).excluded(!excluded).times
      guard !times.isEmpty else { return 0 }
      try make(.exclusion(source: source.rawValue, times: times, excluded: excluded))
      return times.count
    }
  }
#endif
