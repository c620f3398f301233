// SPDX-License-Identifier: Apache-2.0

#if Logbook
  extension LogbookWriter {
    /// Takes back the latest step that changed events, favorites, marks of days, or removed or
    /// excluded readings. Readings that arrived stay. What can be undone survives a restart.
    ///
    /// - Returns: what changed, or `nil` if there is nothing to take back.
    @discardableResult
    public func undo() throws(LogbookError) -> LogbookChange? {
      try perform(removes: true) { try $0.take(.backwards) }
    }

    /// Makes the step again that ``undo()`` took back last, unless something else was done since.
    ///
    /// - Returns: what changed, or `nil` if there is nothing to make again.
    @discardableResult
    public func redo() throws(LogbookError) -> LogbookChange? {
      try perform { try $0.take(.forwards) }
    }

    /// Forgets all steps, so that none can be undone and what they held is nowhere else.
    public func clearUndoHistory() throws(LogbookError) {
      try perform(removes: true) { try UndoHistory.forgetAll(in: $0.db) }
    }
  }

  extension LogbookTransaction {
    fileprivate func take(_ direction: UndoableEdit.Direction) throws -> LogbookChange? {
      precondition(edits.isEmpty, "A batch that has changed something cannot undo or redo steps")
      guard let changes = try UndoHistory.take(direction, in: db) else { return nil }
      changes.forEach(note)
      return LogbookChange(changes)
    }
  }
#endif
