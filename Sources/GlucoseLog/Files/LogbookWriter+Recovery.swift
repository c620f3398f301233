// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  extension LogbookWriter {
    /// Adds what can be read of the damaged logbook at `path`, which is not changed, by the rules of
    /// ``merge(_:replacing:)-(Logbook,_)``.
    ///
    ///     let result = try log.merge(recovering: path)
    ///     result.merged.events.added   // 118
    ///     result.missingEventCount     // 2
    ///
    /// SQLite refuses a query that meets a damaged page; the rows of other pages are read. A flipped
    /// bit that turns a number into another valid number is not found. The undo history is not read.
    ///
    /// - Throws: ``LogbookError``, such as ``LogbookError/Reason/notALogbook`` or
    ///   ``LogbookError/Reason/damaged`` if not even the tables can be recognized, from the first page.
    /// - Complexity: O(*n* log *n*), where *n* is the number of rows, which are in memory at once.
    @discardableResult
    public func merge(recovering path: String) throws(LogbookError) -> RecoveryResult {
      var options = Logbook.Options(checksOnOpening: false, isReadOnly: true)
      options.acceptsDamage = true
      let damaged = try Logbook(at: path, options: options)
      var result = RecoveryResult()
      var found: LogbookArchive?
      do throws(LogbookError) {
        try damaged.read { found = try LogbookArchive(damaged: $0, &result) }
      } catch {
        // SQLite also ends a transaction that has met damage with that error.
        guard error.reason == .damaged, found != nil else { throw error }
      }
      let archive = found ?? LogbookArchive()
      result.merged = try perform { try $0.merge(archive, replacing: false) }
      return result
    }
  }

  /// What was recovered from a damaged logbook, and what is missing.
  public struct RecoveryResult: Equatable, Sendable {
    /// A span of time in which readings of a source may be missing.
    public struct ReadingGap: Equatable, Sendable {
      /// The source.
      public let source: ReadingSource
      /// The instants of the readings before and after the gap, or the distant past and the distant
      /// future where there is none.
      public let interval: ClosedRange<Date>
    }

    /// The numbers of rows that were recovered.
    public internal(set) var merged = MergeResult()
    /// The spans of time in which readings may be missing, by source and time.
    public internal(set) var readingGaps: [ReadingGap] = []
    /// The number of readings that were left out because they are not valid.
    public internal(set) var invalidReadingCount = 0
    /// The sources whose names and kinds were not read, under invented names. One with a reading every
    /// 15 minutes or more often (median) is treated as a sensor, another one as a meter.
    public internal(set) var namelessSources: [ReadingSource] = []
    /// The number of events that are missing, or `nil` if it is not known.
    public internal(set) var missingEventCount: Int? = 0
    /// The number of favorites that are missing, or `nil` if it is not known.
    public internal(set) var missingFavoriteCount: Int? = 0
    /// The number of day marks that are missing, or `nil` if it is not known.
    public internal(set) var missingDayCount: Int? = 0

    /// Creates the result of an empty logbook.
    public init() {}

    /// A Boolean value that indicates whether everything was read.
    public var isComplete: Bool {
      var nothing = RecoveryResult()
      nothing.merged = merged
      return self == nothing
    }
  }

  extension LogbookArchive {
    /// Reads what can be read of a damaged logbook, and notes what is missing.
    fileprivate init(damaged db: Database, _ result: inout RecoveryResult) throws {
      self.init()
      events = try Self.rows(
        "events", "id, time, zone, details", in: db, &result.missingEventCount
      ) {
        let event = try StoredEvent(row: $0)
        _ = try StoredEvent(event.event())
        return event
      }
      events.sort { ($0.time, $0.id) < ($1.time, $1.id) }
      favorites = try Self.rows(
        "favourites", "id, position, details", in: db, &result.missingFavoriteCount
      ) {
        let favorite = try StoredFavorite(row: $0)
        _ = try favorite.favorite()
        return favorite
      }
      favorites.sort { ($0.position, $0.id) < ($1.position, $1.id) }
      days = try Self.rows("days", "date, details", in: db, &result.missingDayCount) {
        let day = try StoredDay(row: $0)
        _ = try day.mark()
        return day
      }
      days.sort { $0.date < $1.date }
      var missing: Int?
      let known = try Self.rows("sources", "id, name, kind", in: db, &missing, SourceTable.source)
      for id in try Self.sourceIDs(in: db, beside: known.map(\.id)) {
        let source = known.first { $0.id == id }
        var name = source?.name ?? "Source \(id)"
        while source == nil, known.contains(where: { $0.name == name }) { name += " (recovered)" }
        let readings = try Self.readings(of: id, named: name, in: db, &result)
        if source == nil, readings.count == 0 { continue }
        if source == nil { result.namelessSources.append(ReadingSource(rawValue: name)) }
        sources.append(
          Source(name: name, kind: source?.kind ?? readings.likelyKind, readings: readings))
      }
    }

    /// Returns the rows of a table that can be read and decoded, and counts the others.
    private static func rows<Value>(
      _ table: String, _ columns: String, in db: Database, _ missing: inout Int?,
      _ decode: (Row) throws -> Value
    ) throws -> [Value] {
      let found = try DamagedRows<Value?>(of: 0...1e7, step: 1) { key, isAscending, pass in
        let id = Int64(exactly: key.rounded(.up)) ?? (isAscending ? .min : .max)
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT \(columns), rowid FROM \(table) NOT INDEXED
            WHERE rowid \(isAscending ? ">=" : "<=") ? ORDER BY rowid \(isAscending ? "" : "DESC")
            """, arguments: [id])
        while let row = try rows.next() {
          guard pass(try Double(row.value(row.count - 1) as Int64), try? decode(row)) else { return }
        }
      }
      let decoded = found.rows.compactMap(\.value)
      // An index has an entry for each row, and pages of its own.
      let all = try? Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
      missing =
        found.gaps.isEmpty ? found.rows.count - decoded.count : all.map { max($0 - decoded.count, 0) }
      return decoded
    }

    /// Returns the numbers of all sources: those that are known, and those that have readings.
    private static func sourceIDs(in db: Database, beside known: [Int64]) throws -> [Int64] {
      var ids = Set(known)
      for id in 0..<max(100, 2 * (known.max() ?? 0)) where !ids.contains(id) {
        do {
          let found = try Int64.fetchOne(
            db.cachedStatement(
              sql: "SELECT source FROM readings WHERE source >= ? ORDER BY source LIMIT 1"),
            arguments: [id])
          guard let found else { break }
          ids.insert(found)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {}
      }
      return ids.sorted()
    }

    private static func readings(
      of id: Int64, named name: String, in db: Database, _ result: inout RecoveryResult
    ) throws -> ReadingColumns {
      // Since 2001, if neither the first nor the last reading can be read.
      let tried = 0...max(0, Date.now.timeIntervalSinceReferenceDate)
      let found = try DamagedRows<Row>(of: tried, step: 60) { time, isAscending, pass in
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT time, value, marks FROM readings
            WHERE source = ? AND time \(isAscending ? ">=" : "<=") ?
            ORDER BY time \(isAscending ? "" : "DESC"), other \(isAscending ? "" : "DESC")
            """, arguments: [id, time])
        while let row = try rows.next() {
          guard pass(try row.value(0), row.copy()) else { return }
        }
      }
      var columns = ReadingColumns()
      for (time, row) in found.rows {
        guard let value = try? row.value(1) as Double, let stored = try? row.value(2) as Int64,
          let marks = try? ReadingColumns.Marks(stored: stored),
          (try? ValidatedReadings(times: [time], values: [value], flags: [marks.flags])) != nil
        else {
          result.invalidReadingCount += 1
          continue
        }
        columns.append(time: time, value: value, marks: marks)
      }
      let source = ReadingSource(rawValue: name)
      result.readingGaps += found.gaps.map { gap in
        func date(_ seconds: Double) -> Date {
          seconds.isFinite
            ? Date(timeIntervalSinceReferenceDate: seconds)
            : seconds < 0 ? .distantPast : .distantFuture
        }
        return RecoveryResult.ReadingGap(
          source: source, interval: date(gap.lowerBound)...date(gap.upperBound))
      }
      return columns
    }
  }

  extension ReadingColumns {
    /// The kind of a source of these readings whose kind is unknown.
    fileprivate var likelyKind: ReadingSource.Kind {
      let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
      return intervals.isEmpty || intervals[intervals.count / 2] > 900 ? .meter : .sensor
    }
  }
#endif
