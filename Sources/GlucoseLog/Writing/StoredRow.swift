// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB

  /// A row with a text as its primary key, which an ``UndoableEdit`` adds, changes, or removes.
  protocol StoredRow {
    /// The name of the table, and that of its primary key.
    static var table: (name: String, key: String) { get }
    /// The value of the primary key.
    var key: String { get }

    /// Writes the row, in the place of one with the same key.
    func put(in db: Database) throws

    /// Returns a Boolean value that indicates whether the table has this row, byte by byte.
    func isStored(in db: Database) throws -> Bool
  }

  extension StoredRow {
    /// Writes `to` in the place of `from`, or deletes `from`.
    static func replace(_ from: Self?, with to: Self?, in db: Database) throws {
      if let to {
        try to.put(in: db)
      } else if let from {
        try db.cachedStatement(sql: "DELETE FROM \(table.name) WHERE \(table.key) = ?")
          .execute(arguments: [from.key])
      }
    }

    /// Returns a Boolean value that indicates whether the table has the row `from`, or, without it, no
    /// row with the key of `to`.
    static func canReplace(_ ends: (from: Self?, to: Self?), in db: Database) throws -> Bool {
      if let from = ends.from { return try from.isStored(in: db) }
      guard let to = ends.to else { return true }
      let statement = try db.cachedStatement(
        sql: "SELECT 1 FROM \(table.name) WHERE \(table.key) = ?")
      return try Row.fetchOne(statement, arguments: [to.key]) == nil
    }
  }
#endif
