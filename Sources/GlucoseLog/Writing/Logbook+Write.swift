// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB
  internal import GlucoseMath

  extension Logbook: LogbookWriter {
    /// Runs `body` as one transaction, and blocks the caller's thread meanwhile: all that it writes is
    /// on disk when the call returns, or nothing if it throws. It counts as one step that ``undo()``
    /// takes back, and as one change for those who observe.
    ///
    /// A main actor should call ``asyncWrite(_:)`` instead.
    ///
    /// - Throws: ``LogbookError``, or whatever `body` throws.
    /// - Precondition: not called from within `body`; the batch itself is there to be written to.
    public func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T {
      let database = try writableDatabase()
      do {
        return try database.writeWithoutTransaction { db in try transact(db, body) }
      } catch {
        throw thrown(error)
      }
    }

    /// Runs `body` as ``write(_:)`` does, while the caller's thread is free.
    ///
    /// Once called, it is carried out whatever becomes of the task: a task that is canceled gets the
    /// result, or the error of `body`, as any other does.
    ///
    /// - Throws: ``LogbookError``, or whatever `body` throws.
    public func asyncWrite<T: Sendable>(
      _ body: @escaping @Sendable (LogbookTransaction) throws -> T
    ) async throws -> T {
      let database = try writableDatabase()
      let result: Result<T, any Error> = await withCheckedContinuation { continuation in
        // Not through the asynchronous functions of GRDB, which take back a write that was committed
        // no more, or that was, in a task that is canceled.
        database.asyncWriteWithoutTransaction { db in
          continuation.resume(returning: Result { try self.transact(db, body) })
        }
      }
      do { return try result.get() } catch { throw thrown(error) }
    }

    /// What a write throws for `error`: what `body` threw stays as it is.
    private func thrown(_ error: any Error) -> any Error {
      error is DatabaseError || error is LogbookError ? located(error) : error
    }

    private func transact<T>(_ db: Database, _ body: (LogbookTransaction) throws -> T) throws -> T {
      if let absolutePath, !writing.withLock({ $0.isInPlace(absolutePath) }) {
        throw LogbookError(.moved)
      }
      // What others wrote before is announced before what this step writes.
      if broadcaster.isHeard { try look(db) }
      let batch = LogbookTransaction(db)
      defer { batch.close() }
      // Statements that are parsed once: an acknowledged reading is a transaction.
      try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
      do {
        let result = try body(batch)
        try UndoHistory.record(batch.edits, in: db, depth: options.undoLimit)
        if absolutePath != nil { try writing.withLock { try ReservedSpace.take(db, &$0.pages) } }
        try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
        // Still on the queue of writers, so that observers see changes in the order of commits.
        broadcaster.send(batch.changes)
        return result
      } catch {
        if db.isInsideTransaction { try db.rollback() }
        writing.withLock { $0.pages = 0 }
        if (error as? DatabaseError)?.resultCode == .SQLITE_FULL { ReservedSpace.free(db) }
        throw error
      }
    }

    /// Runs a step that removes something, once more if the disk or the file is full.
    func writeFreeing<T>(_ body: (LogbookTransaction) throws -> T) throws -> T {
      do {
        return try write(body)
      } catch let error as LogbookError where error.reason == .full {
        // The step itself needs pages, for what can be undone: those of the log, whose content is in
        // the file by now.
        let database = try writableDatabase()
        database.writeWithoutTransaction { ReservedSpace.free($0, andItsBytes: true) }
        defer {
          if let absolutePath {
            try? database.writeWithoutTransaction { try ReservedSpace.reserve($0, absolutePath) }
          }
        }
        return try write { batch in
          guard options.maximumSize != nil else { return try body(batch) }
          let limit = try Int.fetchOne(batch.db, sql: "PRAGMA max_page_count") ?? 0
          try batch.db.execute(sql: "PRAGMA max_page_count = \(limit + 256)")
          defer { try? batch.db.execute(sql: "PRAGMA max_page_count = \(limit)") }
          return try body(batch)
        }
      }
    }
  }
#endif
