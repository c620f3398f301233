#if Logbook
  public import GlucoseDiary
  public import Foundation
  public import GlucoseMath

  extension LogbookWriter {
    /// Adds readings of a source, in any order.
    ///
    /// A source has one reading per instant. Adding a reading that equals the existing one has no
    /// effect. If the value or the flags differ, the existing reading is kept, or replaced if
    /// `replacing` is `true`; the new one is stored beside the kept one, marked as conflicting, and
    /// is in no series (see ``Logbook/conflictingReadings(in:from:)``). If several of `readings` have
    /// the same instant, the last one is used. An excluded reading stays excluded. Replacements can
    /// be undone; additions cannot, unless they are those of a file (``add(_:meter:scans:from:)``).
    ///
    /// All readings of a source are of one kind: those of a meter are in no series of the logbook.
    ///
    /// - Throws: ``LogbookError/Reason/invalidReading(_:)`` for the first reading that
    ///   `GlucoseSeries` does not accept, or ``LogbookError/Reason/sourceExists(_:kind:)`` if the
    ///   source exists and its kind is not `kind`.
    /// - Complexity: O(*n* log *m*), where *n* is the number of new readings and *m* the number of
    ///   readings of the source, if `readings` is sorted.
    @discardableResult
    public func add(
      _ readings: some Sequence<Reading>, from source: ReadingSource,
      kind: ReadingSource.Kind = .sensor, replacing: Bool = false
    ) throws(LogbookError) -> StoreResult {
      let validated: ValidatedReadings
      do throws(InvalidReading) { validated = try ValidatedReadings(readings) } catch {
        throw LogbookError(.invalidReading(error), at: source.rawValue)
      }
      var result = try add(validated.series, from: source, kind: kind, replacing: replacing)
      result.repeated = validated.duplicateCount
      return result
    }

    /// Adds the readings of a series, by the rules for readings in any order.
    @discardableResult
    public func add(
      _ series: GlucoseSeries, from source: ReadingSource, kind: ReadingSource.Kind = .sensor,
      replacing: Bool = false
    ) throws(LogbookError) -> StoreResult {
      try perform { batch in
        try batch.add(
          ReadingColumns(series), from: source, kind: kind, replacing: replacing, isStep: false)
      }
    }

    /// Excludes the readings of a source at or after the start of the range and before its end.
    /// They stay in the file and are not in a series. Can be undone.
    ///
    /// - Returns: The number of readings that were not excluded before.
    @discardableResult
    public func excludeReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int {
      try perform { try $0.setExcluded(true, range, source) }
    }

    /// Includes the excluded readings of a source in the range again. Can be undone.
    ///
    /// - Returns: The number of readings that were excluded before.
    @discardableResult
    public func includeReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int {
      try perform { try $0.setExcluded(false, range, source) }
    }

    /// Removes the readings of a source at or after the start of the range and before its end. Can
    /// be undone.
    ///
    /// - Returns: The number of removed readings.
    @discardableResult
    public func removeReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int {
      try perform(removes: true) { batch in
        guard let id = try SourceTable.existingID(of: source.rawValue, in: batch.db) else {
          return 0
        }
        let found = try ReadingTable.columns(of: id, range, .all, in: batch.db)
        if found.count > 0 {
          try batch.make(.removal(source: source.rawValue, readings: found))
        }
        return found.marks.count { !$0.contains(.conflicting) }
      }
    }
  }

  extension LogbookTransaction {
    /// Adds readings, as part of the undo step if `isStep`.
    func add(
      _ columns: ReadingColumns, from source: ReadingSource, kind: ReadingSource.Kind,
      replacing: Bool, isStep: Bool
    ) throws -> StoreResult {
      let isNew = try isStep && SourceTable.existingID(of: source.rawValue, in: db) == nil
      let id = try SourceTable.id(of: source.rawValue, entering: kind, in: db)
      if isNew {
        note(.source(before: nil, after: StoredSource(id: id, name: source.rawValue, kind: kind)))
        note(.source(before: nil, after: source))
      }
      let added = try ReadingTable.add(columns, of: id, replacing: replacing, in: db)
      LogbookChange.Item.readings(source.rawValue, at: added.times).forEach(note)
      if added.before.count > 0 {
        note(.replacement(source: source.rawValue, before: added.before, after: added.after))
      }
      if isStep, !added.rows.isEmpty {
        var new = columns.rows(added.rows.map(\.row))
        for (position, row) in added.rows.enumerated() where row.isConflicting {
          new.marks[position].insert(.conflicting)
        }
        note(.addition(source: source.rawValue, readings: new))
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
