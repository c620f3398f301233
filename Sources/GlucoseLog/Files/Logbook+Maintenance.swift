#if Logbook
  internal import GRDB
  internal import GlucoseMath

  extension Logbook {
    /// Reads the whole file and throws if it is damaged: the objects of the schema, the B-trees of
    /// SQLite, the indexes, and the content of every row and undo step. An event or a favorite that
    /// cannot be added, such as a meal with a negative amount, is damage.
    ///
    /// A flipped bit that turns a number into another valid number is not found; only a comparison
    /// with a copy reveals it.
    ///
    /// - Throws: ``LogbookError/Reason/damaged``.
    public func check() throws(LogbookError) {
      try read { db in
        try Schema.require(in: db)
        let finding = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        guard finding == "ok" else { throw LogbookError(damaged: finding) }
        let orphans = try Row.fetchOne(
          db, sql: "SELECT 1 FROM readings WHERE source NOT IN (SELECT id FROM sources) LIMIT 1")
        guard orphans == nil else { throw LogbookError(damaged: "readings without a source") }
        for source in try StoredSource.all(in: db) {
          _ = try ReadingTable.columns(of: source.id, .all, in: db).series()
        }
        try Self.requireSound(StoredEvent.self, in: db)
        try Self.requireSound(StoredFavorite.self, in: db)
        try Self.requireSound(StoredDay.self, in: db)
        try UndoHistory.check(in: db)
      }
    }

    private static func requireSound<Stored: StoredRow>(_: Stored.Type, in db: Database) throws {
      for row in try Stored.all(in: db) {
        do { _ = try row.sound() } catch let error as LogbookError where error.reason != .damaged {
          throw LogbookError(damaged: "a row of \(Stored.table.name) has an invalid value")
        }
      }
    }

    /// Replaces the content by that of another logbook, such as a backup, in one transaction. The undo
    /// history is that of the other logbook.
    ///
    /// Use this method to restore a backup: other processes may have the logbook open. To open a file
    /// that was moved over another throws ``LogbookError/Reason/foreignLog`` once if the log of that one
    /// is beside it.
    ///
    ///     try log.replaceContent(with: Logbook(at: backup, options: .init(isReadOnly: true)))
    ///
    /// - Throws: ``LogbookError``, such as ``LogbookError/Reason/busy`` if another process writes for
    ///   longer than ``Options/busyTimeout``; nothing is changed.
    public func replaceContent(with other: Logbook) throws(LogbookError) {
      let database = try writableDatabase()
      let content = try other.database()
      do {
        try requireFileInPlace()
        try content.read(Schema.require)
        try content.backup(to: database)
        // A mark that the other file does not have, in the file itself.
        writing.withLock { $0.isLinked = false }
        try database.writeWithoutTransaction(linkLog)
      } catch { throw located(error) }
      broadcaster.send([.everything])
    }

    /// Removes all data permanently, also on a full disk: the rows, the undo history, and their
    /// bytes in the file and its write-ahead log. The file remains, without content.
    ///
    /// On a full disk, the logbook must be open already: opening a closed one for writing requires up
    /// to 120 KiB.
    ///
    /// Former blocks that the file system, a backup, or a flash disk retains are outside the
    /// control of a library; encryption by the host protects them.
    ///
    /// - Throws: ``LogbookError/Reason/busy`` if another process reads for longer than
    ///   ``Options/busyTimeout``. In that case all rows are removed, but their bytes may remain in
    ///   the write-ahead log until the next call. With reason ``LogbookError/Reason/moved``,
    ///   nothing is removed.
    public func erase() throws(LogbookError) {
      let database = try writableDatabase()
      do { try database.barrierWriteWithoutTransaction { try erase($0) } } catch {
        throw located(error)
      }
    }

    private func erase(_ db: Database) throws {
      try requireFileInPlace()
      // The file is truncated and its remaining pages are rewritten; overwriting all pages first
      // would need the same space again in the write-ahead log.
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      defer { try? db.execute(sql: "PRAGMA secure_delete = ON") }
      do { try clear(db) } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
        ReservedSpace.free(db)
        try clear(db)
      }
      broadcaster.send([.everything])
      ReservedSpace.free(db)
      try db.execute(sql: "VACUUM")
      guard let file else { return }
      let blocked = try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? false
      if blocked { throw LogbookError(.busy) }
      writing.withLock { ($0.pages, $0.isLinked) = (0, false) }
      try ReservedSpace.reserve(db, file.path)
    }

    private func clear(_ db: Database) throws {
      try db.inTransaction(.immediate) {
        for table in ["readings", "sources", "events", "favorites", "days", "removals", "steps"] {
          try db.execute(sql: "DELETE FROM \(table)")
        }
        return .commit
      }
    }
  }
#endif
