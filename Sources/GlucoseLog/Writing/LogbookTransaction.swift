// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB

  /// A transaction that is being written: everything that is done with it is kept, or nothing.
  ///
  ///     try log.write { batch in
  ///       try batch.add(readings, from: "Dexcom G7")
  ///       try batch.add(events)
  ///     }
  ///
  /// A batch is good within the closure it is handed to.
  public final class LogbookTransaction: LogbookWriter {
    private let connection: Database
    private var isOpen = true
    /// What can be undone of what was done so far.
    private(set) var edits: [UndoableEdit] = []
    /// What was done so far, for those who observe.
    private(set) var changes: [LogbookChange.Item] = []

    init(_ connection: Database) { self.connection = connection }

    /// The connection on which the transaction runs.
    var db: Database {
      precondition(isOpen, "A batch is used within the closure it is handed to")
      return connection
    }

    /// Runs `body` and keeps what it wrote within this batch, or nothing of it if it throws.
    public func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T {
      let before = (edits: edits.count, changes: changes.count)
      try db.cachedStatement(sql: "SAVEPOINT step").execute()
      do {
        let result = try body(self)
        try db.cachedStatement(sql: "RELEASE step").execute()
        return result
      } catch {
        edits.removeSubrange(before.edits...)
        changes.removeSubrange(before.changes...)
        // On a full disk SQLite has already taken the whole transaction back.
        if db.isInsideTransaction {
          try db.cachedStatement(sql: "ROLLBACK TO step").execute()
          try db.cachedStatement(sql: "RELEASE step").execute()
        }
        throw error
      }
    }

    /// Makes the edit, and notes it as one that can be undone.
    func make(_ edit: UndoableEdit) throws {
      let (items, made) = try edit.apply(to: db, .forwards)
      changes += items
      if let made { edits.append(made) }
    }

    /// Notes an edit that was made already.
    func note(_ edit: UndoableEdit) { edits.append(edit) }

    func note(_ change: LogbookChange.Item) { changes.append(change) }

    /// Ends the use of the batch.
    func close() { isOpen = false }
  }

  @available(*, unavailable)
  extension LogbookTransaction: Sendable {}
#endif
