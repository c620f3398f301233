#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  extension Logbook {
    /// Returns the readings of all sensors at or after the start of the range and before its end,
    /// without excluded readings and repetitions (see ``Options/minimumInterval``), and without the
    /// readings of a feed or a sensor beside another one, as `MergedFeeds` determines them. The
    /// sensor that was added to this logbook first leads unless another covers more time. If several
    /// sensors have a reading at the same instant, the series contains the reading of the first.
    ///
    /// - Complexity: O(*n* · *s*), where *n* is the number of readings in the range and up to twelve
    ///   hours around it, and *s* the number of sensors.
    public func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
      try read { try series(range, in: $0) }
    }

    /// Returns the readings of one source at or after the start of the range and before its end,
    /// without excluded readings and, for a sensor, without repetitions. Empty if the source is
    /// unknown.
    public func series(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> GlucoseSeries {
      try read { db in
        guard let source = try StoredSource.find(source.rawValue, in: db) else {
          return GlucoseSeries()
        }
        return try columns(of: source, range, in: db).excluded(false).series()
      }
    }

    /// Returns the readings of one source at or after the start of the range and before its end that
    /// are in no series.
    ///
    /// - Returns: The excluded readings; the others that follow another reading of a sensor, or precede
    ///   an excluded one, by less (`<`) than ``Options/minimumInterval``; and those that were added at
    ///   the instant of another, with another value or flags. Each in chronological order.
    public func unusedReadings(
      in range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> (
      excluded: GlucoseSeries, repeated: GlucoseSeries, conflicting: [Reading]
    ) {
      try read { db in
        guard let source = try StoredSource.find(source.rawValue, in: db) else {
          return (GlucoseSeries(), GlucoseSeries(), [])
        }
        let conflicting = try ReadingTable.columns(of: source.id, range, .conflicting, in: db)
        return (
          try ReadingTable.columns(of: source.id, range, in: db).excluded(true).series(),
          try columns(of: source, range, repeated: true, in: db).excluded(false).series(),
          (0..<conflicting.count).map { row in
            Reading(
              time: Date(timeIntervalSinceReferenceDate: conflicting.times[row]),
              glucose: .mgdL(conflicting.values[row]), flags: conflicting.marks[row].flags)
          }
        )
      }
    }

    /// Adds readings of a sensor without blocking the thread, and counts in the same transaction
    /// the repetitions that are new since: a new reading may make a stored one its repetition, or
    /// no longer one. At least none and at most all of the added readings are counted.
    package func asyncAdd(
      _ readings: [Reading], from source: ReadingSource
    ) async throws -> (result: StoreResult, repetitions: Int) {
      let times = readings.map(\.time)
      guard let first = times.min(), let last = times.max() else { return (StoreResult(), 0) }
      let margin = 2 * options.minimumInterval.inSeconds
      let range = first.addingTimeInterval(-margin)..<last.addingTimeInterval(margin + 1)
      return try await asyncWrite { batch in
        func repetitionCount() throws -> Int {
          guard let source = try StoredSource.find(source.rawValue, in: batch.db) else { return 0 }
          return try self.columns(of: source, range, repeated: true, in: batch.db)
            .excluded(false).count
        }
        let before = try repetitionCount()
        let result = try batch.add(readings, from: source)
        let new = try repetitionCount() - before
        return (result, min(max(0, new), result.added))
      }
    }

    /// Returns the sensors and meters, in the order in which they were added.
    ///
    /// - Complexity: O(*n*), where *n* is the number of readings of all but the first.
    public func sources() throws(LogbookError) -> [SourceSummary] {
      try read { db in
        let all = try StoredSource.all(in: db)
        // SQLite counts the rows of a whole table by its pages, without a visit of each row.
        func count(_ condition: String, _ arguments: StatementArguments) throws -> Int {
          let sql = "SELECT COUNT(*) FROM readings \(condition)"
          return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? 0
        }
        let others = try all.dropFirst().map { try count("WHERE source = ?", [$0.id]) }
        let first = try count("", []) - others.reduce(0, +)
        // Marks are above 255 if the reading is excluded (256) or conflicting (512); flags are smaller. An
        // index has these readings.
        let statement = try db.cachedStatement(
          sql: """
            SELECT (SELECT MIN(time) FROM readings WHERE source = ?1),
              (SELECT MAX(time) FROM readings WHERE source = ?1),
              SUM(other <> 0), SUM(other = 0 AND marks & 256 <> 0)
            FROM readings WHERE source = ?1 AND marks > 255
            """)
        return try zip(all, [first] + others).map { source, count in
          guard let row = try Row.fetchOne(statement, arguments: [source.id]) else {
            throw LogbookError(.damaged)
          }
          let ends: [Double?] = [try row.optionalValue(0), try row.optionalValue(1)]
          let conflicting = try row.optionalValue(2) ?? 0
          return SourceSummary(
            source: ReadingSource(rawValue: source.name), kind: source.kind,
            count: count - conflicting, excludedCount: try row.optionalValue(3) ?? 0,
            conflictingCount: conflicting, timeRange: ClosedRange(seconds: ends.compactMap(\.self)))
        }
      }
    }

    /// Returns the feeds and the sensors that recorded at the same time, of which ``series(in:)``
    /// contains one. Their positions are those of the sensors in the order in which they were added.
    public func parallelFeeds() throws(LogbookError) -> [ParallelFeeds] {
      try read { try mergedFeeds(Date.distantPast..<Date.distantFuture, in: $0).parallel }
    }

    /// Returns all readings and events, the readings of meters, the feeds of ``parallelFeeds()``, and the
    /// numbers of excluded and repeated readings of sensors, from one read.
    package func wholeRecording() throws(LogbookError) -> (
      recording: Recording, meter: GlucoseSeries, parallel: [ParallelFeeds], excluded: Int,
      repeated: Int
    ) {
      let range = Date.distantPast..<Date.distantFuture
      return try read { db in
        var (excluded, repeated) = (0, 0)
        let merged = MergedFeeds(
          try StoredSource.sensors(in: db).map { sensor in
            let all = try ReadingTable.columns(of: sensor.id, range, in: db)
            let used = all.repeated(false, within: options.minimumInterval.inSeconds).excluded(
              false)
            let excludedHere = all.excluded(true).count
            excluded += excludedHere
            repeated += all.count - excludedHere - used.count
            return try used.series()
          })
        let meters = try StoredSource.all(in: db).filter { $0.kind == .meter }.flatMap {
          try columns(of: $0, range, in: db).excluded(false).series()
        }
        return (
          Recording(
            series: try Self.series(of: merged, range),
            events: try StoredEvent.events(in: range, in: db)),
          try GlucoseSeries(meters), merged.parallel, excluded, repeated
        )
      }
    }

    /// Returns the last reading of ``series(in:)`` at or before `time`, or `nil` if there is none.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of readings, and that of the series of
    ///   nineteen hours.
    public func latestReading(atOrBefore time: Date) throws(LogbookError) -> Reading? {
      try read { db in
        let sensors = try StoredSource.sensors(in: db)
        let statement = try db.cachedStatement(
          sql: """
            SELECT time FROM readings
            WHERE source = ? AND time <= ? AND marks < 256 ORDER BY time DESC LIMIT 1
            """)
        var end = time.timeIntervalSinceReferenceDate
        while let latest = try sensors.compactMap({
          try Double.fetchOne(statement, arguments: [$0.id, end])
        }).max() {
          // The latest ones may be repetitions, or readings of a feed beside another.
          let next = Date(timeIntervalSinceReferenceDate: latest.nextUp)
          let start = next.addingTimeInterval(-3600)
          if let found = try series(start..<next, in: db).last { return found }
          end = start.timeIntervalSinceReferenceDate.nextDown
        }
        return nil
      }
    }

    func series(_ range: Range<Date>, in db: Database) throws -> GlucoseSeries {
      guard !range.isEmpty else { return GlucoseSeries() }
      return try Self.series(of: mergedFeeds(MergedFeeds.reach(of: range), in: db), range)
    }

    private static func series(
      of merged: MergedFeeds, _ range: Range<Date>
    ) throws -> GlucoseSeries {
      let feeds = merged.feeds.map { $0[range] }.filter { !$0.isEmpty }
      guard feeds.count > 1 else { return feeds.first ?? GlucoseSeries() }
      return try feeds.reduce(ReadingColumns()) { $0.merged(with: ReadingColumns($1)) }.series()
    }

    private func mergedFeeds(_ range: Range<Date>, in db: Database) throws -> MergedFeeds {
      MergedFeeds(
        try StoredSource.sensors(in: db).map {
          try columns(of: $0, range, in: db).excluded(false).series()
        })
    }

    /// Returns the readings of a source without repetitions, which only a sensor has, or only these.
    ///
    /// Whether a reading is a repetition depends on those before it: in a chain of readings, the first is
    /// used, and then each that follows the last used one by at least the minimum interval. The chain is
    /// followed from ten minimum intervals before the range on. An excluded reading after the range is
    /// considered too, because a reading shortly before it is its repetition.
    private func columns(
      of source: StoredSource, _ range: Range<Date>, repeated: Bool = false, in db: Database
    ) throws -> ReadingColumns {
      guard source.kind == .sensor else {
        return repeated ? ReadingColumns() : try ReadingTable.columns(of: source.id, range, in: db)
      }
      let interval = options.minimumInterval.inSeconds
      let start = range.lowerBound.timeIntervalSinceReferenceDate
      let end = range.upperBound.timeIntervalSinceReferenceDate
      return try ReadingTable.columns(
        of: source.id, from: start - options.chainReach, before: end + interval, in: db
      ).repeated(repeated, within: interval).within(start, end)
    }
  }

  extension Logbook {
    /// Returns a view of the logbook with the readings of one source, such as one of two sensors worn
    /// at once, or one person of a cohort in one file. It has no readings if the source is unknown.
    ///
    ///     let left = try log.history(from: "left arm").report(of: today, bands: bands)
    ///
    /// Events have no source; the view contains all of them. Errors are those of the logbook.
    public func history(from source: ReadingSource) -> some GlucoseHistory & Sendable {
      SourceHistory(log: self, source: source)
    }
  }

  private struct SourceHistory: GlucoseHistory, Sendable {
    let log: Logbook
    let source: ReadingSource

    func series(in range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
      try log.series(in: range, from: source)
    }

    func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
      try log.events(in: range)
    }
  }

  extension ClosedRange<Date> {
    /// Creates the range of instants in seconds since the reference date, or `nil` if there are none.
    init?(seconds: [Double]) {
      guard let first = seconds.min(), let last = seconds.max() else { return nil }
      self =
        Date(timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last)
    }
  }
#endif
