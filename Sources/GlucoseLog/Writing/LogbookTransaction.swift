#if Logbook
  internal import GRDB

  /// A transaction in progress: either all of its changes are written, or none.
  ///
  ///     try log.write { batch in
  ///       try batch.add(readings, from: "Dexcom G7")
  ///       try batch.add(events)
  ///     }
  ///
  /// A transaction is valid only inside the closure that receives it.
  public final class LogbookTransaction: LogbookWriter {
    /// Whether the changes are a step for ``LogbookWriter/undo()``: `true` unless it is set to `false`
    /// inside the closure.
    ///
    /// A transaction that stores what a device or another program sends is no step, so that `undo()`
    /// takes back what the person did:
    ///
    ///     try log.write { batch in
    ///       batch.isUndoable = false
    ///       try batch.add(treatments)
    ///     }
    ///
    /// The steps before it remain if it only adds; an event that it adds in place of a removed one is
    /// kept by `undo()`. If it changes or removes an event, a favorite, or a day mark, or removes,
    /// replaces, or excludes readings, they are removed, because `undo()` would take that back, too.
    public var isUndoable = true

    private let connection: Database
    private var isOpen = true
    /// The error with which SQLite ended the transaction, as on a full disk, or `nil` if it is in
    /// progress. Nothing can be written then, even if the closure catches the error.
    private(set) var failure: (any Error)?
    private(set) var edits: [UndoableEdit] = []
    private(set) var changes: [LogbookChange.Item] = []

    init(_ connection: Database) { self.connection = connection }

    var db: Database {
      precondition(isOpen, "The transaction must be used inside its closure")
      return connection
    }

    /// Runs `body`. Keeps all of its changes, or none if it throws.
    public func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T {
      if let failure { throw failure }
      let before = (edits: edits.count, changes: changes.count)
      try db.cachedStatement(sql: "SAVEPOINT step").execute()
      do {
        let result = try body(self)
        try db.cachedStatement(sql: "RELEASE step").execute()
        return result
      } catch {
        edits.removeSubrange(before.edits...)
        changes.removeSubrange(before.changes...)
        // On a full disk, SQLite has already rolled back the whole transaction.
        guard db.isInsideTransaction else {
          failure = failure ?? error
          throw error
        }
        try db.cachedStatement(sql: "ROLLBACK TO step").execute()
        try db.cachedStatement(sql: "RELEASE step").execute()
        throw error
      }
    }

    func make(_ edit: UndoableEdit) throws {
      let (items, made) = try edit.apply(to: db)
      changes += items
      if let made { edits.append(made) }
    }

    func note(_ edit: UndoableEdit) { edits.append(edit) }

    func note(_ change: LogbookChange.Item) { changes.append(change) }

    func close() { isOpen = false }
  }

  @available(*, unavailable)
  extension LogbookTransaction: Sendable {}

  /// A target of writes: a ``Logbook``, where each call is a transaction, or a
  /// ``LogbookTransaction``, where all calls are one transaction.
  ///
  /// Only these two types conform; the calls need their state.
  ///
  /// Every call blocks the caller's thread until it ends, except ``Logbook/asyncWrite(_:)``.
  public protocol LogbookWriter {
    func write<T>(_ body: (LogbookTransaction) throws -> T) throws -> T
  }

  extension LogbookWriter {
    /// Runs `body`, which throws only errors of the logbook, also on a full disk if it `removes` data.
    func perform<T>(
      removes: Bool = false, _ body: (LogbookTransaction) throws -> T
    ) throws(LogbookError) -> T {
      do {
        if removes, let log = self as? Logbook { return try log.writeFreeing(body) }
        return try write(body)
      } catch { throw LogbookError(error, at: (self as? Logbook)?.place ?? "") }
    }
  }
#endif
