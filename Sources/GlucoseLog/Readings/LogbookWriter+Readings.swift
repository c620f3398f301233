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
    /// is in no series (see ``Logbook/unusedReadings(in:from:)``). If several of `readings` have
    /// the same instant, the last one is used. An excluded reading stays excluded. Replacements can
    /// be undone; additions cannot, unless they are those of a file (``add(_:meter:scans:parallel:from:)``).
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
      var (series, repeated) = (readings as? GlucoseSeries ?? GlucoseSeries(), 0)
      if !(readings is GlucoseSeries) {
        do throws(InvalidReading) {
          let validated = try ValidatedReadings(readings)
          (series, repeated) = (validated.series, validated.duplicateCount)
        } catch { throw LogbookError(.invalidReading(error), at: source.rawValue) }
      }
      var result = try perform { batch in
        try batch.add(
          ReadingColumns(series), from: source, kind: kind, replacing: replacing, isStep: false)
      }
      result.repeated = repeated
      return result
    }

    /// Excludes the readings of a source at or after the start of the range and before its end.
    /// They stay in the file and are not in a series. Can be undone.
    ///
    /// - Returns: The number of readings that were not excluded before.
    @discardableResult
    public func excludeReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int { try perform { try $0.setExcluded(true, range, source) } }

    /// Includes the excluded readings of a source in the range again. Can be undone.
    ///
    /// - Returns: The number of readings that were excluded before.
    @discardableResult
    public func includeReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int { try perform { try $0.setExcluded(false, range, source) } }

    /// Removes the readings of a source at or after the start of the range and before its end. Can
    /// be undone.
    ///
    /// - Returns: The number of removed readings.
    @discardableResult
    public func removeReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> Int {
      try perform(removes: true) { batch in
        guard let id = try StoredSource.existingID(of: source.rawValue, in: batch.db) else {
          return 0
        }
        let found = try ReadingTable.columns(of: id, range, .all, in: batch.db)
        if found.count > 0 {
          try batch.make(
            .readings(source: source.rawValue, before: found, after: ReadingColumns()))
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
      let name = source.rawValue
      let isNew = try isStep && StoredSource.existingID(of: name, in: db) == nil
      let id = try StoredSource.id(of: name, entering: kind, in: db)
      if isNew {
        note(.source(before: nil, after: StoredSource(id: id, name: name, kind: kind)))
        note(.source(before: nil, after: source))
      }
      let added = try ReadingTable.add(
        columns, of: id, replacing: replacing, isStep: isStep, in: db)
      let times = [added.first, added.last].compactMap(\.self)
      LogbookChange.Item.readings(name, at: times).forEach(note)
      if added.before.count > 0 {
        note(.readings(source: name, before: added.before, after: added.after))
      }
      if added.new.count > 0 {
        note(.readings(source: name, before: ReadingColumns(), after: added.new))
      }
      return added.result
    }

    fileprivate func setExcluded(
      _ excluded: Bool, _ range: Range<Date>, _ source: ReadingSource
    ) throws -> Int {
      guard let id = try StoredSource.existingID(of: source.rawValue, in: db) else { return 0 }
      let times = try ReadingTable.columns(of: id, range, in: db).excluded(!excluded).times
      guard !times.isEmpty else { return 0 }
      try make(.exclusion(source: source.rawValue, times: times, excluded: excluded))
      return times.count
    }
  }

  extension LogbookWriter {
    /// Adds the content of a file, such as one that `FileBundle` has read, in one step that
    /// ``undo()`` takes back, with its readings and new sources.
    ///
    ///     let person = try FileBundle(reading: bytes, options: ReadOptions(zone: zone)).people[0]
    ///     try log.add(
    ///       person.recording, meter: person.meter, scans: person.scans,
    ///       parallel: person.leftOutReadings, from: "clarity.csv")
    ///
    /// Readings and events that the logbook has are not added again, so overlapping files can be
    /// added. The readings of a meter are those of a source of their own, named as `source` followed
    /// by " meter", the scans by " scans", and those of `parallel` that do not repeat one of
    /// `recording` by " parallel"; of several of those at one instant, the last is stored. Where the
    /// source has another device's readings from an earlier file, its series continues that device, and
    /// the readings of `recording` are stored beside it. If content differs, the existing one is kept.
    /// An event that was removed from the logbook is not added again, and counts as conflicting.
    ///
    /// - Returns: The result for the readings of all sources together, and that for the events.
    /// - Throws: ``LogbookError/Reason/sourceExists(_:kind:)`` if a source of the name exists and
    ///   is of another kind, or ``LogbookError/Reason/invalidReading(_:)`` for a reading of `parallel`
    ///   that `GlucoseSeries` does not accept.
    @discardableResult
    public func add(
      _ recording: Recording, meter: GlucoseSeries = GlucoseSeries(),
      scans: GlucoseSeries = GlucoseSeries(), parallel: [Reading] = [], from source: ReadingSource
    ) throws(LogbookError) -> (readings: StoreResult, events: StoreResult) {
      let series = recording.series
      let others = parallel.filter { reading in
        let row = series.index(atOrAfter: reading.time)
        return row == series.count || series[row] != reading
      }
      let beside: GlucoseSeries
      do { beside = try GlucoseSeries(others) } catch {
        throw LogbookError(.invalidReading(error), at: source.rawValue)
      }
      return try perform { batch in
        var (sensor, others) = (ReadingColumns(series), ReadingColumns(beside))
        let known = try batch.separate(&sensor, &others, of: source)
        var result = try batch.add(
          [
            (.sensor, sensor), (.meter, ReadingColumns(meter)), (.scan, ReadingColumns(scans)),
            (.parallel, others),
          ], recording.events, from: source)
        result.readings.unchanged += known
        return result
      }
    }
  }

  extension LogbookTransaction {
    /// Moves the readings of a sensor that are beside those that the source has to those beside the sensor, so
    /// that its series continues one device: in each file, another may lead or be alone.
    ///
    /// - Returns: The number of readings beside those of the sensor that the source has, which are removed.
    func separate(
      _ sensor: inout ReadingColumns, _ beside: inout ReadingColumns, of source: ReadingSource
    ) throws -> Int {
      guard let first = sensor.times.first, let last = sensor.times.last,
        let stored = try StoredSource.find(source.rawValue, in: db), stored.kind == .sensor
      else { return 0 }
      let (start, end) = (
        Date(timeIntervalSinceReferenceDate: first),
        Date(timeIntervalSinceReferenceDate: last.nextUp)
      )
      let leading = try ReadingTable.columns(
        of: stored.id, MergedFeeds.reach(of: start..<end), in: db)
      guard leading.count > 0 else { return 0 }
      let values = Dictionary(
        zip(leading.times, leading.values), uniquingKeysWith: { first, _ in first })
      let new = beside.rows { values[beside.times[$0]] != beside.values[$0] }
      let known = beside.count - new.count
      let series = sensor.ofSeries
      let moved = Set(
        MergedFeeds.readings(of: try series.series(), beside: try leading.excluded(false).series())
          .map { series.times[$0] })
      beside = new.merged(with: sensor.rows { moved.contains(sensor.times[$0]) })
      sensor = sensor.rows { !moved.contains(sensor.times[$0]) }
      return known
    }

    func add(
      _ readings: [(kind: ReadingSource.Kind, columns: ReadingColumns)],
      _ events: [DiaryEvent], from source: ReadingSource
    ) throws -> (readings: StoreResult, events: StoreResult) {
      var result = StoreResult()
      for (kind, columns) in readings where columns.count > 0 {
        result += try add(
          columns, from: ReadingSource(rawValue: source.rawValue + kind.suffix), kind: kind,
          replacing: false, isStep: true)
      }
      return (result, try add(events, replacing: false, keepsRemovals: true))
    }
  }
#endif
