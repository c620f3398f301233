// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB

  /// The table of sources.
  enum SourceTable {
    /// Returns the number of a source, or `nil` if it is unknown.
    static func existingID(of name: String, in db: Database) throws -> Int64? {
      try db.integer("SELECT id FROM sources WHERE name = ?", text: name)
    }

    /// Returns the number of a source. A new source is added with `kind`.
    static func id(
      of name: String, entering kind: ReadingSource.Kind = .sensor, in db: Database
    ) throws -> Int64 {
      let name = try name.storable
      if let id = try existingID(of: name, in: db) { return id }
      try db.execute(
        sql: "INSERT INTO sources (name, kind) VALUES (?, ?)", arguments: [name, kind.rawValue])
      return db.lastInsertedRowID
    }

    /// Returns the sensors, in the order in which they were added.
    static func sensors(in db: Database) throws -> [Int64] {
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM sources WHERE kind = 'sensor' ORDER BY id"))
    }

    /// Returns all sources with their kinds, in the order in which they were added.
    static func all(
      in db: Database
    ) throws -> [(id: Int64, name: String, kind: ReadingSource.Kind)] {
      try Row.fetchAll(db, sql: "SELECT id, name, kind FROM sources ORDER BY id").map { row in
        guard let kind = ReadingSource.Kind(rawValue: row[2]) else {
          throw LogbookError(.damaged, detail: "a source has an unknown kind")
        }
        return (row[0], row[1], kind)
      }
    }
  }
#endif
