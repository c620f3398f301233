// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB
  internal import GlucoseMath

  extension Logbook {
    /// Reads the whole file and throws if anything in it is damaged: the trees of SQLite, the indexes,
    /// and every row, whether it still says something.
    ///
    /// A flipped bit in a number is a different number and not found; only a copy shows it.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/damaged``.
    /// - Complexity: O(size of the file)
    public func check() throws(LogbookError) {
      try read { db in
        let finding = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)")
        guard finding == "ok" else { throw LogbookError(.damaged, detail: finding) }
        let orphans = try Row.fetchOne(
          db,
          sql: "SELECT 1 FROM readings WHERE source NOT IN (SELECT id FROM sources) LIMIT 1")
        guard orphans == nil else {
          throw LogbookError(.damaged, detail: "readings belong to no source")
        }
        let archive = try LogbookArchive(db)
        for source in archive.sources { _ = try source.readings.series() }
        for event in archive.events { _ = try event.event() }
        for favorite in try StoredFavorite.all(in: db) { _ = try favorite.favorite() }
        for day in archive.days { _ = try day.mark() }
      }
    }

    /// Removes everything for good, on a full disk too: rows, steps that could be undone, and the bytes they took in the
    /// file and in the log beside it. The file stays, empty.
    ///
    /// What the file system, a backup or a flash disk keeps of former blocks is beyond a library's
    /// reach; encryption by the host is the answer to that.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/busy`` if another process reads for
    ///   longer than ``Options/busyTimeout``; everything is removed then, but bytes of it may be
    ///   left in the log until the next call.
    public func erase() throws(LogbookError) {
      let database = try writableDatabase()
      do { try database.barrierWriteWithoutTransaction { try erase($0) } } catch {
        throw located(error)
      }
    }

    private func erase(_ db: Database) throws {
      // The pages are cut off the file, and those that stay are written anew: to overwrite all of them
      // in the log first would need room for as much again.
      try db.execute(sql: "PRAGMA secure_delete = OFF")
      defer { try? db.execute(sql: "PRAGMA secure_delete = ON") }
      do { try clear(db) } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
        ReservedSpace.free(db)
        try clear(db)
      }
      broadcaster.send([.everything])
      ReservedSpace.free(db)
      try db.execute(sql: "VACUUM")
      guard let absolutePath else { return }
      let blocked = try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? false
      if blocked { throw LogbookError(.busy) }
      writing.withLock { $0.pages = 0 }
      try ReservedSpace.reserve(db, absolutePath)
    }

    private func clear(_ db: Database) throws {
      try db.inTransaction(.immediate) {
        for table in ["readings", "sources", "events", "favourites", "days", "steps"] {
          try db.execute(sql: "DELETE FROM \(table)")
        }
        return .commit
      }
    }
  }
#endif
