#if Logbook
  internal import GlucoseDiary
  internal import Foundation
  internal import GRDB
  internal import GRDBSQLite
  internal import GlucoseMath

  /// The table of readings.
  ///
  /// Readings may number in the millions, so they are bound and read by SQLite's own functions;
  /// with boxed arguments an insert takes twice as long. Every pointer belongs to a statement that
  /// GRDB caches while the connection is open, and only numbers are bound, so no pointer outlives
  /// its call.
  enum ReadingTable {
    /// What was added: the counts, the first and last times of a change, the new readings if they are
    /// part of a step, and the replaced ones, before and after.
    struct Addition {
      var result = StoreResult()
      var first, last: Double?
      var new = ReadingColumns()
      var before = ReadingColumns()
      var after = ReadingColumns()
    }

    /// Adds readings. A reading at an instant of an existing one replaces it if `replacing`, or is
    /// kept beside it, marked.
    static func add(
      _ columns: ReadingColumns, of source: Int64, replacing: Bool, isStep: Bool, in db: Database
    ) throws -> Addition {
      let insert = try statement(insertion, of: source, in: db)
      var added = Addition()
      func store(_ row: Int, _ marks: ReadingColumns.Marks) throws -> Bool {
        guard try insert(columns, row, marks) else { return false }
        if isStep {
          added.new.append(time: columns.times[row], value: columns.values[row], marks: marks)
        }
        return true
      }
      for row in 0..<columns.count {
        let (time, marks) = (columns.times[row], columns.marks[row])
        if marks.contains(.conflicting) {
          _ = try store(row, marks)
          added.result.conflicting += 1
          continue
        }
        if try store(row, marks) {
          added.result.added += 1
        } else if let old = try reading(time, of: source, in: db), !old.equals(columns, row) {
          guard replacing else {
            _ = try store(row, marks.union(.conflicting))
            added.result.conflicting += 1
            continue
          }
          try replace(columns, row, of: source, in: db)
          added.result.replaced += 1
          added.before.append(time: time, value: old.value, marks: old.marks)
          added.after.append(row, of: columns)
        } else {
          added.result.unchanged += 1
          continue
        }
        (added.first, added.last) = (added.first ?? time, time)
      }
      return added
    }

    /// Returns a function that executes a statement of a source, an instant, a value, marks, and the
    /// value of a conflicting reading, or 0, and returns whether the statement changed a row.
    private static func statement(_ sql: String, of source: Int64, in db: Database) throws -> (
      _ columns: ReadingColumns, _ row: Int, _ marks: ReadingColumns.Marks
    ) throws -> Bool {
      let handle = unsafe try db.cachedStatement(sql: sql).sqliteStatement
      try check(unsafe sqlite3_bind_int64(handle, 1, source), in: db)
      return { columns, row, marks in
        let value = columns.values[row]
        try check(unsafe sqlite3_bind_double(handle, 2, columns.times[row]), in: db)
        try check(unsafe sqlite3_bind_double(handle, 3, value), in: db)
        try check(unsafe sqlite3_bind_int(handle, 4, Int32(marks.rawValue)), in: db)
        let other = marks.contains(.conflicting) ? value : 0
        try check(unsafe sqlite3_bind_double(handle, 5, other), in: db)
        let code = unsafe sqlite3_step(handle)
        unsafe sqlite3_reset(handle)
        guard code == SQLITE_DONE else { throw error(code, in: db) }
        return db.changesCount == 1
      }
    }

    /// A row of a reading of the series, for which `other` is 0, or of a conflicting one.
    private static let insertion = """
      INSERT INTO readings (source, time, value, marks, other) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """

    /// Adds the readings of `to` at whose instants the source has none if `from` is empty, deletes
    /// those that equal one of `from` if `to` is empty, or else replaces those that equal one of
    /// `from`, except for their exclusion, by that of `to` in the same row.
    ///
    /// - Returns: The rows that were changed.
    static func replace(
      _ from: ReadingColumns, with to: ReadingColumns, of source: Int64, in db: Database
    ) throws -> [Int] {
      if from.count > 0, to.count > 0 {
        return try (0..<min(from.count, to.count)).filter { row in
          guard let old = try reading(from.times[row], of: source, in: db), old.equals(from, row)
          else { return false }
          try replace(to, row, of: source, in: db)
          return true
        }
      }
      let deletion = """
        DELETE FROM readings
        WHERE source = ? AND time = ? AND value = ? AND marks = ? AND other = ?
        """
      let change = try statement(to.count > 0 ? insertion : deletion, of: source, in: db)
      let columns = to.count > 0 ? to : from
      return try (0..<columns.count).filter { try change(columns, $0, columns.marks[$0]) }
    }

    /// Excludes or includes the readings at these instants, and returns those that were changed.
    static func setExcluded(
      _ excluded: Bool, _ times: [Double], of source: Int64, in db: Database
    ) throws -> [Double] {
      let statement = try db.cachedStatement(
        sql: """
          UPDATE readings SET marks = (marks & 255) | ?1
          WHERE source = ?2 AND time = ?3 AND other = 0 AND marks & 256 != ?1
          """)
      let mark = excluded ? ReadingColumns.Marks.excluded.rawValue : 0
      return try times.filter { time in
        try statement.execute(arguments: [mark, source, time])
        return db.changesCount == 1
      }
    }

    /// The reading of the series at an instant.
    private struct Stored {
      let value: Double
      let marks: ReadingColumns.Marks

      /// Whether the value and the flags are those of a row.
      func equals(_ columns: ReadingColumns, _ row: Int) -> Bool {
        value == columns.values[row] && marks.flags == columns.marks[row].flags
      }
    }

    private static func reading(
      _ time: Double, of source: Int64, in db: Database
    ) throws -> Stored? {
      var found: Stored?
      try forEach(of: source, from: time, before: time.nextUp, .ofSeries, in: db) {
        found = Stored(value: $1, marks: $2)
      }
      return found
    }

    /// Returns the instants of `columns` at which the source has the same reading, not excluded.
    static func included(
      _ columns: ReadingColumns, of source: Int64, in db: Database
    ) throws -> [Double] {
      try columns.times.indices.filter { row in
        let found = try reading(columns.times[row], of: source, in: db)
        return found.map { $0.equals(columns, row) && !$0.marks.contains(.excluded) } ?? false
      }.map { columns.times[$0] }
    }

    static func columns(
      of source: Int64, _ range: Range<Date>, _ rows: Rows = .ofSeries, in db: Database
    ) throws -> ReadingColumns {
      try columns(
        of: source, from: range.lowerBound.timeIntervalSinceReferenceDate,
        before: range.upperBound.timeIntervalSinceReferenceDate, rows, in: db)
    }

    /// The rows to read: one for each instant, those that conflict with them, or both.
    enum Rows: String {
      case ofSeries = "AND other = 0"
      case conflicting = "AND other <> 0"
      case all = ""
    }

    static func columns(
      of source: Int64, from start: Double = -.infinity, before end: Double = .infinity,
      _ rows: Rows = .ofSeries, limit: Int = .max, in db: Database
    ) throws -> ReadingColumns {
      var columns = ReadingColumns()
      // Reserves capacity for a reading every five minutes, but not for more than a year: a logbook may
      // have very many sources, of which all readings are read.
      if end - start < 33e6 {
        columns.reserveCapacity(min(limit, Int(max(0, (end - start) / 300))))
      }
      try forEach(of: source, from: start, before: end, rows, limit: limit, in: db) {
        columns.append(time: $0, value: $1, marks: $2)
      }
      return columns
    }

    static func forEach(
      of source: Int64, from start: Double = -.infinity, before end: Double = .infinity,
      _ rows: Rows = .all, limit: Int = .max, in db: Database,
      _ body: (_ time: Double, _ value: Double, _ marks: ReadingColumns.Marks) throws -> Void
    ) throws {
      let statement = try db.cachedStatement(
        sql: """
          SELECT time, value, marks FROM readings
          WHERE source = ? AND time >= ? AND time < ? \(rows.rawValue) ORDER BY time, other
          LIMIT ?
          """)
      let handle = unsafe statement.sqliteStatement
      unsafe sqlite3_reset(handle)
      defer { unsafe sqlite3_reset(handle) }
      try check(unsafe sqlite3_bind_int64(handle, 1, source), in: db)
      try check(unsafe sqlite3_bind_double(handle, 2, start), in: db)
      try check(unsafe sqlite3_bind_double(handle, 3, end), in: db)
      try check(unsafe sqlite3_bind_int64(handle, 4, Int64(limit)), in: db)
      while true {
        switch unsafe sqlite3_step(handle) {
        case SQLITE_ROW:
          try body(
            unsafe sqlite3_column_double(handle, 0), unsafe sqlite3_column_double(handle, 1),
            ReadingColumns.Marks(stored: unsafe sqlite3_column_int64(handle, 2)))
        case SQLITE_DONE: return
        case let code: throw error(code, in: db)
        }
      }
    }

    /// Replaces the reading at the instant of `row`. An excluded reading stays excluded.
    private static func replace(
      _ columns: ReadingColumns, _ row: Int, of source: Int64, in db: Database
    ) throws {
      try db.cachedStatement(
        sql: """
          UPDATE readings SET value = ?, marks = (marks & ~255) | ?
          WHERE source = ? AND time = ? AND other = 0
          """
      ).execute(
        arguments: [
          columns.values[row], columns.marks[row].flags.rawValue, source, columns.times[row],
        ])
    }

    private static func check(_ code: Int32, in db: Database) throws {
      guard code == SQLITE_OK else { throw error(code, in: db) }
    }

    private static func error(_ code: Int32, in db: Database) -> DatabaseError {
      DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
    }
  }
#endif
