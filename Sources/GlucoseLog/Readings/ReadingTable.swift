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
    /// Adds readings. A reading at an instant of an existing one replaces it if `replacing`, or is
    /// kept beside it, marked.
    ///
    /// - Returns: The counts, the first and last times of a change, the new rows, and the replaced
    ///   readings, before and after.
    static func add(
      _ columns: ReadingColumns, of source: Int64, replacing: Bool, in db: Database
    ) throws -> Addition {
      let insert = try statement(insertion, of: source, in: db)
      var added = Addition()
      for row in 0..<columns.count {
        let marks = columns.marks[row]
        if try insert(columns, row, marks) {
          added.rows.append((row, isConflicting: marks.contains(.conflicting)))
          if marks.contains(.conflicting) {
            added.result.conflicting += 1
            continue
          }
          added.result.added += 1
        } else if marks.contains(.conflicting) {
          added.result.conflicting += 1
          continue
        } else if try holds(columns, row, of: source, in: db) {
          added.result.unchanged += 1
          continue
        } else if replacing, let old = try reading(columns.times[row], of: source, in: db) {
          try replace(columns, row, of: source, in: db)
          added.result.replaced += 1
          added.before.append(time: columns.times[row], value: old.value, marks: old.marks)
          added.after.append(row, of: columns)
        } else {
          added.result.conflicting += 1
          if try insert(columns, row, marks.union(.conflicting)) {
            added.rows.append((row, isConflicting: true))
          }
          continue
        }
        added.times = [added.times.first ?? columns.times[row], columns.times[row]]
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

    /// Executes such a statement for every reading. Returns those for which it changed a row.
    private static func changed(
      _ columns: ReadingColumns, by sql: String, of source: Int64, in db: Database
    ) throws -> ReadingColumns {
      let change = try statement(sql, of: source, in: db)
      return columns.rows(
        try (0..<columns.count).filter { try change(columns, $0, columns.marks[$0]) })
    }

    struct Addition {
      var result = StoreResult()
      var times: [Double] = []
      var rows: [(row: Int, isConflicting: Bool)] = []
      var before = ReadingColumns()
      var after = ReadingColumns()
    }

    /// A row of a reading of the series, for which `other` is 0, or of a conflicting one.
    private static let insertion = """
      INSERT INTO readings (source, time, value, marks, other) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """

    /// Deletes the readings that equal those in `columns`, and returns them.
    static func delete(
      _ columns: ReadingColumns, of source: Int64, in db: Database
    ) throws -> ReadingColumns {
      let deletion = """
        DELETE FROM readings
        WHERE source = ? AND time = ? AND value = ? AND marks = ? AND other = ?
        """
      return try changed(columns, by: deletion, of: source, in: db)
    }

    /// Adds the readings at whose instants the source has no reading, and returns them.
    static func addMissing(
      _ columns: ReadingColumns, of source: Int64, in db: Database
    ) throws -> ReadingColumns {
      try changed(columns, by: insertion, of: source, in: db)
    }

    /// Replaces the readings that equal those of `before` with those of `after`, row by row, and
    /// returns the rows. Excluded readings stay excluded.
    static func replace(
      _ before: ReadingColumns, with after: ReadingColumns, of source: Int64, in db: Database
    ) throws -> [Int] {
      try (0..<min(before.count, after.count)).filter { row in
        guard try holds(before, row, of: source, in: db) else { return false }
        try replace(after, row, of: source, in: db)
        return true
      }
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

    private static func reading(
      _ time: Double, of source: Int64, in db: Database
    ) throws -> (value: Double, marks: ReadingColumns.Marks)? {
      try Row.fetchOne(
        db.cachedStatement(
          sql: "SELECT value, marks FROM readings WHERE source = ? AND time = ? AND other = 0"),
        arguments: [source, time]
      ).map { (value: try $0.value(0), marks: try ReadingColumns.Marks(stored: $0.value(1))) }
    }

    /// Returns the instants of `columns` at which the source has the same reading, not excluded.
    static func included(
      _ columns: ReadingColumns, of source: Int64, in db: Database
    ) throws -> [Double] {
      try (0..<columns.count).filter { try holds(columns, $0, of: source, marks: "marks", in: db) }
        .map { columns.times[$0] }
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
      _ rows: Rows = .ofSeries, in db: Database
    ) throws -> ReadingColumns {
      var columns = ReadingColumns()
      // Reserves capacity for a reading every five minutes, up to a year.
      columns.reserveCapacity(Int(min(max(0, (end - start) / 300), 110_000)))
      try forEach(of: source, from: start, before: end, rows, in: db) {
        columns.append(time: $0, value: $1, marks: $2)
      }
      return columns
    }

    static func forEach(
      of source: Int64, from start: Double = -.infinity, before end: Double = .infinity,
      _ rows: Rows = .all, in db: Database,
      _ body: (_ time: Double, _ value: Double, _ marks: ReadingColumns.Marks) throws -> Void
    ) throws {
      let statement = try db.cachedStatement(
        sql: """
          SELECT time, value, marks FROM readings
          WHERE source = ? AND time >= ? AND time < ? \(rows.rawValue) ORDER BY time, other
          """)
      let handle = unsafe statement.sqliteStatement
      unsafe sqlite3_reset(handle)
      defer { unsafe sqlite3_reset(handle) }
      try check(unsafe sqlite3_bind_int64(handle, 1, source), in: db)
      try check(unsafe sqlite3_bind_double(handle, 2, start), in: db)
      try check(unsafe sqlite3_bind_double(handle, 3, end), in: db)
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

    private static func holds(
      _ columns: ReadingColumns, _ row: Int, of source: Int64, marks: String = "marks & 255",
      in db: Database
    ) throws -> Bool {
      let statement = try db.cachedStatement(
        sql: """
          SELECT 1 FROM readings
          WHERE source = ? AND time = ? AND other = 0 AND value = ? AND \(marks) = ?
          """)
      return try Bool.fetchOne(
        statement,
        arguments: [
          source, columns.times[row], columns.values[row], columns.marks[row].flags.rawValue,
        ]) ?? false
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
