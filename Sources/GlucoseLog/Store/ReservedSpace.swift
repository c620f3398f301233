#if Logbook
  internal import GRDB
  internal import GRDBSQLite

  /// The space that a logbook reserves on the disk, so that data can be removed when the disk is
  /// full.
  ///
  /// Every page has space in the file before the transaction that adds it is acknowledged, so the
  /// write-ahead log can be moved into the file on a full disk. The log is a few pages larger than
  /// required; once it has been moved into the file, a removal uses these pages.
  enum ReservedSpace {
    /// The minimum size of the write-ahead log in bytes, and its maximum after a large transaction.
    static let logReserve = 256 * 1024
    static let logLimit = 1 << 20
    private static let pageSize = 4096

    /// Configures the connection and reserves space for the write-ahead log.
    static func prepare(_ db: Database, _ path: String) throws {
      var chunk = Int32(pageSize)
      _ = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_CHUNK_SIZE, &chunk)
      try reserve(db, path)
    }

    static func reserve(_ db: Database, _ path: String) throws {
      if let log = FileStatus(path + "-wal"), log.size >= logReserve { return }
      try db.inTransaction(.immediate) {
        FileSystem.lengthen(path + "-wal", to: logReserve)
        return .commit
      }
    }

    /// Reserves space in the file for every page of the transaction beyond those known to have space.
    static func take(_ db: Database, _ known: inout Int) throws {
      let pages = try db.integer("PRAGMA page_count").map(Int.init) ?? 0
      guard pages > known else { return }
      var size = sqlite3_int64(pages) * sqlite3_int64(pageSize)
      let code = unsafe sqlite3_file_control(
        db.sqliteConnection, "main", SQLITE_FCNTL_SIZE_HINT, &size)
      guard code == SQLITE_OK || code == SQLITE_NOTFOUND else {
        throw DatabaseError(resultCode: .SQLITE_FULL, message: "no space for a page")
      }
      known = pages
    }

    /// Moves the write-ahead log into the file, so that the next transaction overwrites the log
    /// from its beginning. If `andItsBytes`, the log is truncated and its space is released.
    static func free(_ db: Database, andItsBytes: Bool = false) {
      let mode = andItsBytes ? "TRUNCATE" : "PASSIVE"
      _ = try? db.execute(sql: "PRAGMA wal_checkpoint(\(mode))")
    }
  }

  extension Database {
    /// Returns the integer in the first column of the first row, or `nil` if there is no row.
    ///
    /// Every transaction calls this method, so it uses SQLite's own functions; with boxed values it
    /// takes five times as long. GRDB caches the statement while the connection is open, and `text`
    /// is not read after the call.
    func integer(_ sql: String, text: String? = nil) throws -> Int64? {
      let statement = unsafe try cachedStatement(sql: sql).sqliteStatement
      func fetch() throws -> Int64? {
        defer { unsafe sqlite3_reset(statement) }
        switch unsafe sqlite3_step(statement) {
        case SQLITE_ROW: return unsafe sqlite3_column_int64(statement, 0)
        case SQLITE_DONE: return nil
        case let code:
          throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
      }
      guard let text else { return try fetch() }
      defer { unsafe sqlite3_clear_bindings(statement) }
      return try unsafe text.withCString { characters in
        let code = unsafe sqlite3_bind_text(statement, 1, characters, Int32(text.utf8.count), nil)
        guard code == SQLITE_OK else {
          throw DatabaseError(resultCode: ResultCode(rawValue: code), message: lastErrorMessage)
        }
        return try fetch()
      }
    }
  }
#endif
