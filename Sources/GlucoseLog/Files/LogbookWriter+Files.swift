#if Logbook
  public import GlucoseDiary
  public import GlucoseMath

  extension LogbookWriter {
    /// Adds the content of a file, such as one that `FileBundle` has read, in one step that
    /// ``undo()`` takes back, with its readings and new sources.
    ///
    ///     let person = try FileBundle(reading: bytes, options: ReadOptions(zone: zone)).people[0]
    ///     try log.add(person.recording, meter: person.meter, scans: person.scans, from: "clarity.csv")
    ///
    /// Readings and events that the logbook has are not added again, so overlapping files can be
    /// added. The readings of a meter are those of a source of their own, named as `source` followed
    /// by " meter", and the scans by " scans". If content differs, the existing one is kept. An event
    /// that was removed from the logbook is not added again, and counts as conflicting.
    ///
    /// - Returns: The result for the readings of all sources together, and that for the events.
    /// - Throws: ``LogbookError/Reason/sourceExists(_:kind:)`` if a source of the name exists and
    ///   is of another kind.
    @discardableResult
    public func add(
      _ recording: Recording, meter: GlucoseSeries = GlucoseSeries(),
      scans: GlucoseSeries = GlucoseSeries(), from source: ReadingSource
    ) throws(LogbookError) -> (readings: StoreResult, events: StoreResult) {
      try perform { batch in
        try batch.add(
          [
            ("", .sensor, ReadingColumns(recording.series)),
            (" meter", .meter, ReadingColumns(meter)), (" scans", .scan, ReadingColumns(scans)),
          ], recording.events, from: source)
      }
    }
  }

  extension LogbookTransaction {
    func add(
      _ readings: [(suffix: String, kind: ReadingSource.Kind, columns: ReadingColumns)],
      _ events: [DiaryEvent], from source: ReadingSource
    ) throws -> (readings: StoreResult, events: StoreResult) {
      var result = StoreResult()
      for (suffix, kind, columns) in readings where columns.count > 0 {
        result += try add(
          columns, from: ReadingSource(rawValue: source.rawValue + suffix), kind: kind,
          replacing: false, isStep: true)
      }
      return (result, try add(events, replacing: false, keepsRemovals: true))
    }
  }
#endif
