// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB

  extension Logbook: LogbookWriter {
    /// Runs `body` as one transaction: all that it writes is on disk when the call returns, or
    /// nothing if it throws. It counts as one step that ``undo()`` takes back, and as one change for
    /// those who observe.
    ///
    /// - Throws: ``LogbookError``, or whatever `body` throws.
    /// - Precondition: not called from within `body`; the batch itself is there to be written to.
    public func write<T>(_ body: (LogbookBatch) throws -> T) throws -> T {
      try refuseIfClosed()
      do {
        return try database.writeWithoutTransaction { db in try transact(db, body) }
      } catch let error as DatabaseError {
        throw LogbookError(error, at: place)
      } catch let error as LogbookError {
        throw LogbookError(error, at: place)
      }
    }

    /// Runs `body` as the other `write` does, while the caller's thread is free.
    public func write<T: Sendable>(
      _ body: @escaping @Sendable (LogbookBatch) throws -> T
    ) async throws -> T {
      try refuseIfClosed()
      do {
        return try await database.writeWithoutTransaction { db in try self.transact(db, body) }
      } catch let error as DatabaseError {
        throw LogbookError(error, at: place)
      } catch let error as LogbookError {
        throw LogbookError(error, at: place)
      }
    }

    private func transact<T>(_ db: Database, _ body: (LogbookBatch) throws -> T) throws -> T {
      let batch = LogbookBatch(db)
      defer { batch.close() }
      try db.beginTransaction(.immediate)
      do {
        let result = try body(batch)
        try Steps.record(batch.edits, in: db, depth: options.undoDepth)
        try db.commit()
        // Still on the queue of writers, so that observers see changes in the order of commits.
        broadcaster.send(batch.changes)
        return result
      } catch {
        if db.isInsideTransaction { try db.rollback() }
        throw error
      }
    }
  }
#endif
