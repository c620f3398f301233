#if Logbook
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  extension LogbookWriter {
    /// Adds what can be read of the damaged logbook at `path`, which is not changed, by the rules of
    /// ``LogbookWriter/merge(_:replacing:)-(Data,_)``.
    ///
    ///     let result = try log.merge(recovering: path)
    ///     result.merged.events.added   // 118
    ///     result.missingEventCount     // 2
    ///
    /// SQLite refuses a query that meets a damaged page; the rows of other pages are read. Damage that
    /// leaves a value valid is not found. The undo history is not read.
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
      let database = try damaged.database()
      let archive: LogbookArchive
      do {
        // Some of the errors end a transaction.
        archive = try database.writeWithoutTransaction { db in
          let finding = try? String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
          result.finding = finding == "ok" ? nil : finding ?? "the check failed"
          return try LogbookArchive(damaged: db, &result)
        }
      } catch { throw damaged.located(error) }
      result.merged = try perform { try $0.merge(archive, replacing: false) }
      return result
    }
  }

  /// What was recovered from a damaged logbook, and what is missing.
  public struct RecoveryResult: Sendable {
    /// The numbers of rows that were recovered.
    public internal(set) var merged = MergeResult()
    /// The spans of time in which readings of a source may be missing, by source and time: from the
    /// reading before the gap to the one after it, or the distant past and the distant future where
    /// there is none.
    public internal(set) var readingGaps: [(source: ReadingSource, interval: ClosedRange<Date>)] =
      []
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
    /// What SQLite's check of the file found first, or `nil` if nothing. Rows that are not counted may be
    /// missing, such as those of a page that another overwrote.
    public internal(set) var finding: String?

    /// A Boolean value that indicates whether nothing is known to be missing; see ``finding``.
    public var isComplete: Bool {
      readingGaps.isEmpty && invalidReadingCount == 0 && namelessSources.isEmpty
        && [missingEventCount, missingFavoriteCount, missingDayCount].allSatisfy { $0 == 0 }
    }
  }

  extension LogbookArchive {
    /// Reads what can be read of a damaged logbook, and notes what is missing.
    fileprivate init(damaged db: Database, _ result: inout RecoveryResult) throws {
      self.init()
      (events, result.missingEventCount) = try Self.rows(index: "eventsByTime", in: db)
      events.sort { ($0.time, $0.id) < ($1.time, $1.id) }
      (favorites, result.missingFavoriteCount) = try Self.rows(
        index: "favoritesByPosition", in: db)
      favorites.sort { ($0.position, $0.id) < ($1.position, $1.id) }
      (days, result.missingDayCount) = try Self.rows(index: "sqlite_autoindex_days_1", in: db)
      days.sort { $0.date < $1.date }
      let (known, missing): ([StoredSource], Int?) = try Self.rows(
        index: "sqlite_autoindex_sources_1", in: db)
      let ids = try Self.sourceIDs(in: db, beside: known.map(\.id), areAllKnown: missing == 0)
      for id in ids {
        let stored = known.first { $0.id == id }
        let keyCount = stored == nil ? 0 : 20_000 / Double(known.count)
        let (readings, gaps, invalid) = try Self.readings(
          of: id, leastKeyCount: keyCount, in: db)
        var source: StoredSource
        if let stored {
          source = stored
        } else {
          guard readings.count > 0 else { continue }
          source = StoredSource(id: id, name: "Source \(id)", kind: readings.likelyKind)
          while known.contains(where: { $0.name == source.name }) { source.name += " (recovered)" }
          result.namelessSources.append(source.value())
        }
        result.invalidReadingCount += invalid
        result.readingGaps += gaps.map { (source.value(), $0) }
        sources.append(Source(name: source.name, kind: source.kind, readings: readings))
      }
    }

    private static let numbers: ClosedRange<Int64> = 0...(1 << 31)

    /// Returns the rows of a table that can be read and decoded, the first of those with one identifier,
    /// and the number of others, or `nil` if it is not known. `index` has an entry for each row, on
    /// pages of its own.
    private static func rows<Stored: StoredRow>(
      index: String, in db: Database
    ) throws -> (rows: [Stored], missing: Int?) {
      let (table, columns) = (Stored.table.name, Stored.table.columns)
      func decode(_ row: Row) -> Stored? {
        guard let value = try? Stored(row: row).sound(), (try? value.key.storable) != nil else {
          return nil
        }
        return value
      }
      let found = try DamagedRows(
        in: db, "\(columns), rowid FROM \(table) NOT INDEXED WHERE rowid", order: ["rowid"],
        bounds: Double(numbers.lowerBound)...Double(numbers.upperBound), step: 1, decode)
      var values = found.rows.map { (number: Int64($0.key), value: $0.value) }
      var all = Set(values.map(\.number))
      let listed = try? Int64.fetchAll(db, sql: "SELECT rowid FROM \(table) INDEXED BY \(index)")
      for number in listed ?? [] where all.insert(number).inserted {
        let row = try? Row.fetchOne(
          db.cachedStatement(sql: "SELECT \(columns) FROM \(table) NOT INDEXED WHERE rowid = ?"),
          arguments: [number])
        values.append((number, row.flatMap(decode)))
      }
      var ids: Set<[UInt8]> = []
      let decoded = values.compactMap(\.value).filter { ids.insert(Array($0.key.utf8)).inserted }
      return (decoded, listed == nil && !found.gaps.isEmpty ? nil : all.count - decoded.count)
    }

    /// Returns the numbers of all sources: those that are known, those that have readings, and unless
    /// all are known, those whose readings may begin on a damaged page.
    private static func sourceIDs(
      in db: Database, beside known: [Int64], areAllKnown: Bool
    ) throws -> [Int64] {
      var ids = Set(known)
      var (id, failures) = (numbers.lowerBound, 0)
      while failures < 20 {
        do {
          let found = try Int64.fetchOne(
            db.cachedStatement(
              sql: "SELECT source FROM readings WHERE source >= ? ORDER BY source LIMIT 1"),
            arguments: [id])
          guard let found, numbers ~= found, found >= id else { break }
          ids.insert(found)
          id = found + 1
        } catch let error where error.isDamage {
          // The first readings of this source may be those that cannot be read.
          if !areAllKnown { ids.insert(id) }
          (id, failures) = (id + 1, failures + 1)
        }
      }
      return ids.sorted()
    }

    /// Returns the readings of a source that can be read, the spans in which readings may be missing,
    /// and the number of those that are not valid.
    private static func readings(
      of source: Int64, leastKeyCount: Double, in db: Database
    ) throws -> (ReadingColumns, gaps: [ClosedRange<Date>], invalid: Int) {
      let found = try DamagedRows(
        in: db, "value, marks, time FROM readings WHERE source = \(source) AND time",
        order: ["time", "other"], step: 60, leastKeyCount: leastKeyCount
      ) { row throws -> (value: Double, marks: ReadingColumns.Marks)? in
        guard let time = try? row.value(2) as Double,
          InvalidReading.reason(time: time, value: 100) == nil
        else { throw DamagedKey() }
        guard let value = try? row.value(0) as Double,
          InvalidReading.reason(time: time, value: value) == nil,
          let marks = try? ReadingColumns.Marks(stored: row.value(1))
        else { return nil }
        return (value, marks)
      }
      var columns = ReadingColumns()
      for (time, reading) in found.rows {
        guard let (value, marks) = reading else { continue }
        columns.append(time: time, value: value, marks: marks)
      }
      func date(_ time: Double) -> Date {
        if time.isFinite { return Date(timeIntervalSinceReferenceDate: time) }
        return time < 0 ? .distantPast : .distantFuture
      }
      let gaps = found.gaps.map { date($0.lowerBound)...date($0.upperBound) }
      return (columns, gaps, found.rows.count - columns.count)
    }
  }

  extension ReadingColumns {
    /// The kind of a source of these readings whose kind is unknown.
    fileprivate var likelyKind: ReadingSource.Kind {
      let intervals = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
      return intervals.isEmpty || intervals[intervals.count / 2] > 900 ? .meter : .sensor
    }
  }

  /// The rows of a table that can be read, although pages of the table are damaged.
  ///
  /// A damaged page is an error of every query that meets it, or ends the query early. The table is
  /// read by ascending keys up to the first error, by descending keys up to the last, and between them
  /// from keys at a distance until one of them is beyond the damage, whose end is then found by
  /// bisection.
  private struct DamagedRows<Value> {
    typealias Row = (key: Double, value: Value?)

    /// The rows, by ascending keys.
    private(set) var rows: [Row] = []
    /// The keys between which rows may be missing; infinite where no row was read.
    private(set) var gaps: [ClosedRange<Double>] = []
    private let db: Database
    private let bounds: ClosedRange<Double>
    private let queries: (ascending: String, descending: String)
    private let decode: (GRDB.Row) throws -> Value?

    /// Reads the rows of a table whose keys are within `bounds`, to which `selection` is compared; the
    /// key is the last column. The end of a damage is found within `step`. If neither the first
    /// nor the last row can be read, at least `leastKeyCount` keys are tried.
    init(
      in db: Database, _ selection: String, order: [String],
      bounds: ClosedRange<Double> = -.infinity ... .infinity, step: Double,
      leastKeyCount: Double = 0, _ decode: @escaping (GRDB.Row) throws -> Value?
    ) throws {
      (self.db, self.bounds, self.decode) = (db, bounds, decode)
      // The number of keys at equal distances that are tried between two rows: 100 for each page of the
      // file beyond the first of each table and index, from 100 to 2000.
      let pages = "SELECT page_count - (SELECT count(*) FROM sqlite_schema) FROM pragma_page_count"
      var keyCount = Double(100 * min(max(try Int.fetchOne(db, sql: pages) ?? 20, 1), 20))
      queries = (
        "SELECT \(selection) >= ? ORDER BY \(order.joined(separator: ", "))",
        "SELECT \(selection) <= ? ORDER BY \(order.map { $0 + " DESC" }.joined(separator: ", "))"
      )
      let (first, isComplete) = try read(from: -.infinity, true)
      rows = first
      if isComplete, try firstKey(from: .infinity, false) == first.last?.key { return }
      try removeDoubtful(&rows, true)
      var start = rows.last?.key ?? -.infinity
      var (last, _) = try read(from: .infinity, false, upTo: start)
      try removeDoubtful(&last, false)
      let end = last.last?.key ?? .infinity
      // The years 2001 to 2050, if the first or the last reading cannot be read.
      let upper = end.isFinite ? end : max(min(bounds.upperBound, 1.58e9), start)
      var unreadable = start.isFinite ? start : min(0, upper)
      let known = (start: start, end: end)
      if !known.start.isFinite, !known.end.isFinite { keyCount = max(keyCount, leastKeyCount) }
      let even = max(step, (upper - unreadable) / keyCount)
      // Where one end is known, keys have a hundredth of their distance from it.
      var farthest: Double {
        switch (known.start.isFinite, known.end.isFinite) {
        case (true, false): max(step, (unreadable - known.start) / 100)
        case (false, true): max(step, (known.end - unreadable) / 100)
        default: even
        }
      }
      var distance = step
      while unreadable + distance < upper {
        var next = unreadable + distance
        guard try firstKey(from: next, true) != nil else {
          unreadable = next
          distance = min(2 * distance, farthest)
          continue
        }
        while next - unreadable > step {
          let middle = unreadable + (next - unreadable) / 2
          if try firstKey(from: middle, true) != nil { next = middle } else { unreadable = middle }
        }
        var (found, _) = try read(from: next, true, upTo: end)
        try removeDoubtful(&found, true)
        distance = min(2 * distance, farthest)
        if let first = found.first?.key, let last = found.last?.key {
          gaps.append(start...first)
          rows += found
          (start, distance) = (last, step)
        }
        unreadable = max(start, next)
      }
      gaps.append(start...end)
      rows += last.reversed()
    }

    /// Passes the rows from a key on, in either direction, until `body` returns `false`. Returns whether
    /// no damage was met.
    private func scan(
      from key: Double, _ isAscending: Bool, _ body: (Row) -> Bool
    ) throws -> Bool {
      do {
        let found = try GRDB.Row.fetchCursor(
          db.cachedStatement(sql: isAscending ? queries.ascending : queries.descending),
          arguments: [key.clamped(to: bounds)])
        while let row = try found.next() {
          guard let key = try? row.value(row.count - 1) as Double, bounds.contains(key) else {
            return false
          }
          guard body((key, try decode(row))) else { break }
        }
        return true
      } catch let error where error.isDamage { return false }
    }

    /// Returns the key of the next row from a key on, or `nil` if it cannot be read or there is none.
    private func firstKey(from key: Double, _ isAscending: Bool) throws -> Double? {
      var found: Double?
      _ = try scan(from: key, isAscending) { row in
        found = row.key
        return false
      }
      return found
    }

    /// Returns the rows from a key on that are before another one, up to the first damage, and whether
    /// there was none.
    private func read(
      from start: Double, _ isAscending: Bool, upTo end: Double? = nil
    ) throws -> (rows: [Row], isComplete: Bool) {
      var found: [Row] = []
      var isInOrder = true
      let isSound = try scan(from: start, isAscending) { row in
        if let end, isAscending ? row.key >= end : row.key <= end { return false }
        let before = found.last?.key ?? start
        isInOrder = isAscending ? before <= row.key : row.key <= before
        if isInOrder { found.append(row) }
        return isInOrder
      }
      return (found, isSound && isInOrder)
    }

    /// Removes the last rows as far as a query for their key does not find them: they are damaged, and
    /// their keys are not between those around them.
    private func removeDoubtful(_ rows: inout [Row], _ isAscending: Bool) throws {
      while let last = rows.last, try firstKey(from: last.key, isAscending) != last.key {
        rows.removeLast()
      }
    }
  }

  /// A key that no sound row has.
  private struct DamagedKey: Error {}

  extension Error {
    /// A Boolean value that indicates whether a query failed because of what is in the file or because
    /// the disk cannot read it. A damaged length is a failure to allocate memory.
    fileprivate var isDamage: Bool {
      if self is DamagedKey { return true }
      guard let code = (self as? DatabaseError)?.resultCode else { return false }
      return [.SQLITE_CORRUPT, .SQLITE_IOERR, .SQLITE_NOMEM, .SQLITE_TOOBIG].contains(code)
    }
  }
#endif
