// SPDX-License-Identifier: Apache-2.0

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
        .execute(arguments: [try JSON.text(edits)])
      try db.cachedStatement(
        sql: """
          DELETE FROM steps
          WHERE id <= (SELECT id FROM steps ORDER BY id DESC LIMIT 1 OFFSET ?)
          """
      ).execute(arguments: [depth])
    }

    /// Undoes the latest step, or redoes the step that was last undone.
    ///
    /// - Returns: The changes, or `nil` if there is no such step.
    static func take(_ direction: UndoableEdit.Direction, in db: Database) throws -> [LogbookChange
      .Item]?
    {
      let sql =
        switch direction {
        case .backwards: "SELECT id, edits FROM steps WHERE undone = 0 ORDER BY id DESC LIMIT 1"
        case .forwards: "SELECT id, edits FROM steps WHERE undone = 1 ORDER BY id LIMIT 1"
        }
      guard let row = try Row.fetchOne(db, sql: sql) else { return nil }
      let edits = try JSON.value([UndoableEdit].self, from: row[1] as String)
      var changes: [LogbookChange.Item] = []
      var made: [UndoableEdit] = []
      for edit in direction == .forwards ? edits : edits.reversed() {
        let (items, edit) = try edit.apply(to: db, direction)
        changes += items
        if let edit { made.append(edit) }
      }
      if direction == .backwards { made.reverse() }
      try db.execute(
        sql: "UPDATE steps SET undone = ?, edits = ? WHERE id = ?",
        arguments: [direction == .backwards, try JSON.text(made), row[0] as Int64])
      return changes
    }

    static func removeAll(in db: Database) throws { try db.execute(sql: "DELETE FROM steps") }
  }
#endif
