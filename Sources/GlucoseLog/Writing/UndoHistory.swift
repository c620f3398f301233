#if Logbook
  internal import GRDB

  /// The undo steps, oldest first, followed by the steps that can be redone.
  enum UndoHistory {
    /// Adds a step. Removes the steps that can be redone, and all but the latest `depth` steps.
    static func record(_ edits: [UndoableEdit], in db: Database, depth: Int) throws {
      guard !edits.isEmpty else { return }
      guard depth > 0 else { return try removeAll(in: db) }
      try db.cachedStatement(sql: "DELETE FROM steps WHERE undone = 1").execute()
      try db.cachedStatement(sql: "INSERT INTO steps (undone, edits) VALUES (0, ?)")
        .execute(arguments: [try JSON.list(edits)])
      try db.cachedStatement(
        sql: """
          DELETE FROM steps
          WHERE id <= (SELECT id FROM steps ORDER BY id DESC LIMIT 1 OFFSET ?)
          """
      ).execute(arguments: [depth])
    }

    /// Throws if a step cannot be decoded.
    static func check(in db: Database) throws {
      let steps = try Row.fetchCursor(db, sql: "SELECT edits FROM steps")
      while let step = try steps.next() {
        let edits: [UndoableEdit] = try JSON.value(step.value(0))
        for edit in edits { try edit.check() }
      }
    }

    static func removeAll(in db: Database) throws { try db.execute(sql: "DELETE FROM steps") }
  }

  extension LogbookWriter {
    /// Undoes the latest step: a transaction that changed events, favorites, day marks, or sources,
    /// or removed, replaced, or excluded readings, or added those of a file or another logbook. Other
    /// added readings stay. The undo history survives a restart.
    ///
    /// An event, a favorite, a day mark, or a reading that is no longer as the step left it is not
    /// changed: for example, an event that the step removed and that a device has sent again since.
    ///
    /// - Returns: The change that the call made, or `nil` if there is no step to undo.
    @discardableResult
    public func undo() throws(LogbookError) -> LogbookChange? {
      try perform(removes: true) { try $0.take(undoing: true) }
    }

    /// Redoes the step that ``undo()`` last undid, unless a new step was recorded since. As with
    /// ``undo()``, data that has changed since is not changed.
    ///
    /// - Returns: The change that the call made, or `nil` if there is no step to redo.
    @discardableResult
    public func redo() throws(LogbookError) -> LogbookChange? {
      try perform { try $0.take(undoing: false) }
    }

    /// Removes all undo steps, including the removed data that they contain.
    public func clearUndoHistory() throws(LogbookError) {
      try perform(removes: true) { try UndoHistory.removeAll(in: $0.db) }
    }
  }

  extension Logbook {
    /// Returns a Boolean value that indicates whether there is a step to undo, as for a button;
    /// `false` if the logbook is read-only.
    ///
    ///     if try log.canUndo() { try log.undo() }
    public func canUndo() throws(LogbookError) -> Bool { try hasStep(undone: false) }

    /// Returns a Boolean value that indicates whether there is a step to redo; `false` if the
    /// logbook is read-only.
    public func canRedo() throws(LogbookError) -> Bool { try hasStep(undone: true) }

    private func hasStep(undone: Bool) throws(LogbookError) -> Bool {
      try read { db in
        let sql = "SELECT 1 FROM steps WHERE undone = ? LIMIT 1"
        return try !options.isReadOnly && Row.fetchOne(db, sql: sql, arguments: [undone]) != nil
      }
    }
  }

  extension LogbookTransaction {
    /// Undoes the latest step, or redoes the step that was last undone.
    fileprivate func take(undoing: Bool) throws -> LogbookChange? {
      precondition(edits.isEmpty, "`undo` and `redo` must precede other edits in a transaction")
      let steps = "SELECT id, edits FROM steps WHERE undone = ? ORDER BY id"
      let row = try Row.fetchOne(
        db, sql: undoing ? "\(steps) DESC LIMIT 1" : "\(steps) LIMIT 1", arguments: [!undoing])
      guard let row else { return nil }
      let edits: [UndoableEdit] = try JSON.value(row.value(1))
      var changes: [LogbookChange.Item] = []
      var made: [UndoableEdit] = []
      for edit in undoing ? edits.reversed() : edits {
        let (items, edit) = try edit.apply(to: db, undoing: undoing, isLater: true)
        changes += items
        if let edit { made.append(edit) }
      }
      if undoing { made.reverse() }
      let id: Int64 = try row.value(0)
      try db.execute(sql: "UPDATE steps SET undone = ? WHERE id = ?", arguments: [undoing, id])
      // The step as it was made, if a part of it was not.
      if made.count != edits.count || zip(made, edits).contains(where: { $0.size != $1.size }) {
        try db.execute(
          sql: "UPDATE steps SET edits = ? WHERE id = ?", arguments: [try JSON.list(made), id])
      }
      changes.forEach(note)
      return LogbookChange(changes)
    }
  }
#endif
