#if Logbook
  internal import GRDB
  internal import GlucoseMath

  extension Logbook: LogbookWriter {
    /// Runs `body` as one transaction and blocks the caller's thread until it ends. When the call
    /// returns, all changes are on disk; when it throws, none is. The transaction is one step for
    /// ``undo()``, unless ``LogbookTransaction/isUndoable`` is set to `false`, and one element of
    /// ``changes(affecting:startingAtOnce:limit:)``.
    ///
    /// Use ``asyncWrite(_:)`` on the main actor.
    ///
    /// On a full disk, SQLite ends the whole transaction: it throws this error even if `body` catches
    /// it and continues.
    ///
    /// - Throws: ``LogbookError``, or the error that `body` throws.
    /// - Precondition: The call must not be nested in another `body`; use its transaction instead.
    public func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T {
      let database = try writableDatabase()
      do {
        return try database.writeWithoutTransaction { db in try transact(db, body) }
      } catch {
        throw thrown(error)
      }
    }

    /// Runs `body` as one transaction, as ``write(_:)`` does, without blocking the caller's thread.
    ///
    /// Cancellation of the task has no effect: the transaction is completed, and the call returns
    /// its result or throws the error of `body`.
    ///
    /// - Throws: ``LogbookError``, or the error that `body` throws.
    public func asyncWrite<T: Sendable>(
      _ body: @escaping @Sendable (LogbookTransaction) throws -> T
    ) async throws -> T {
      let database = try writableDatabase()
      let result: Result<T, any Error> = await withCheckedContinuation { continuation in
        // Not with the asynchronous functions of GRDB, which in a canceled task may roll back a
        // write, or throw although it was committed.
        database.asyncWriteWithoutTransaction { db in
          continuation.resume(returning: Result { try self.transact(db, body) })
        }
      }
      do { return try result.get() } catch { throw thrown(error) }
    }

    /// Returns the error that a call throws for `error`: an error of `body` is unchanged.
    func thrown(_ error: any Error) -> any Error {
      error is DatabaseError || error is LogbookError ? located(error) : error
    }

    /// Throws if the file was deleted, moved, or replaced since it was opened.
    func requireFileInPlace() throws {
      if let file, !writing.withLock({ $0.isInPlace(file) }) { throw LogbookError(.moved) }
    }

    private func transact<T>(_ db: Database, _ body: (LogbookTransaction) throws -> T) throws -> T {
      // Announces the changes of other connections before the changes of this transaction.
      if broadcaster.isHeard { try look(db) }
      try linkLog(db)
      let batch = LogbookTransaction(db)
      defer { batch.close() }
      // Statements that are parsed once: an acknowledged reading is a transaction.
      try db.cachedStatement(sql: "BEGIN IMMEDIATE TRANSACTION").execute()
      do {
        // In the transaction, so that the file of an acknowledged one was in place.
        try requireFileInPlace()
        let result = try body(batch)
        if let failure = batch.failure { throw failure }
        if batch.isUndoable {
          try UndoHistory.record(batch.edits, in: db, depth: options.undoLimit)
        } else if !batch.edits.allSatisfy(\.isAddition) {
          try UndoHistory.removeAll(in: db)
        }
        if file != nil {
          try LogLink.renew(db)
          try writing.withLock { try ReservedSpace.take(db, &$0.pages) }
        }
        try db.cachedStatement(sql: "COMMIT TRANSACTION").execute()
        // Sent on the writer queue, so that observers receive changes in the order of commits.
        broadcaster.send(batch.changes)
        return result
      } catch {
        if db.isInsideTransaction { try db.rollback() }
        writing.withLock { $0.pages = 0 }
        let cause = batch.failure ?? error
        if (cause as? DatabaseError)?.resultCode == .SQLITE_FULL { ReservedSpace.free(db) }
        throw error
      }
    }

    /// Writes the mark of this connection to the file before its first transaction, if there is space.
    func linkLog(_ db: Database) throws {
      guard file != nil, !writing.withLock(\.isLinked) else { return }
      try requireFileInPlace()
      do { try LogLink.begin(db) } catch let error as DatabaseError
        where error.resultCode == .SQLITE_FULL || error.resultCode == .SQLITE_IOERR
      { return }
      writing.withLock { $0.isLinked = true }
    }

    /// Runs a transaction that removes data, and repeats it once if the disk or the file is full.
    func writeFreeing<T>(_ body: (LogbookTransaction) throws -> T) throws -> T {
      do {
        return try write(body)
      } catch let error as LogbookError where error.reason == .full {
        // The undo step itself needs pages: it uses the pages of the write-ahead log, whose content
        // has been moved into the file.
        let database = try writableDatabase()
        database.writeWithoutTransaction { ReservedSpace.free($0, andItsBytes: true) }
        defer {
          if let file {
            try? database.writeWithoutTransaction { try ReservedSpace.reserve($0, file.path) }
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
