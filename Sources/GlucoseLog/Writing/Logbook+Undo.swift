// SPDX-License-Identifier: Apache-2.0

#if Logbook
  extension LogbookWriter {
    /// Undoes the latest step: a transaction that changed events, favorites, or day marks, or
    /// removed, replaced, or excluded readings. Added readings stay. The undo history survives a
    /// restart.
    ///
    /// - Returns: The change that the call made, or `nil` if there is no step to undo.
    @discardableResult
    public func undo() throws(LogbookError) -> LogbookChange? {
      try perform(removes: true) { try $0.take(.backwards) }
    }

    /// Redoes the step that ``undo()`` last undid, unless a new step was recorded since.
    ///
    /// - Returns: The change that the call made, or `nil` if there is no step to redo.
    @discardableResult
    public func redo() throws(LogbookError) -> LogbookChange? {
      try perform { try $0.take(.forwards) }
    }

    /// Removes all undo steps, including the removed data that they contain.
    public func clearUndoHistory() throws(LogbookError) {
      try perform(removes: true) { try UndoHistory.removeAll(in: $0.db) }
    }
  }

  extension LogbookTransaction {
    fileprivate func take(_ direction: UndoableEdit.Direction) throws -> LogbookChange? {
      precondition(edits.isEmpty, "`undo` and `redo` must precede other edits in a transaction")
      guard let changes = try UndoHistory.take(direction, in: db) else { return nil }
      changes.forEach(note)
      return LogbookChange(changes)
    }
  }
#endif
