// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB

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
        let archive = try Archive(db)
        for source in archive.sources { _ = try source.readings.series() }
        for event in archive.events { _ = try event.event() }
        for favourite in archive.favourites { _ = try favourite.favourite() }
        for day in archive.days { _ = try day.mark() }
      }
    }

    /// Removes everything for good: rows, steps that could be undone, and the bytes they took in the
    /// file and in the log beside it. The file stays, empty.
    ///
    /// What the file system, a backup or a flash disk keeps of former blocks is beyond a library's
    /// reach; encryption by the host is the answer to that.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/busy`` if another process reads for
    ///   longer than the logbook has patience; everything is removed then, but bytes of it may be
    ///   left in the log until the next call.
    public func erase() throws(LogbookError) {
      try refuseIfClosed()
      try LogbookError.locating(place) {
        try database.barrierWriteWithoutTransaction { db in
          try db.inTransaction(.immediate) {
            for table in ["readings", "sources", "events", "favourites", "days", "steps"] {
              try db.execute(sql: "DELETE FROM \(table)")
            }
            return .commit
          }
          broadcaster.send([.everything])
          try db.execute(sql: "VACUUM")
          if path != nil {
            let blocked = try Bool.fetchOne(db, sql: "PRAGMA wal_checkpoint(TRUNCATE)") ?? false
            if blocked { throw LogbookError(.busy) }
          }
        }
      }
    }
  }
#endif
