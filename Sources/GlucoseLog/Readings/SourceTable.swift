// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB

  /// The table of sources.
  enum SourceTable {
    /// The number of a source, or `nil` if it never gave anything.
    static func existingID(of name: String, in db: Database) throws -> Int64? {
      try db.integer("SELECT id FROM sources WHERE name = ?", text: name)
    }

    /// The number of a source, which is entered as `kind` if it is new.
    static func id(
      of name: String, entering kind: ReadingSource.Kind = .sensor, in db: Database
    ) throws -> Int64 {
      let name = try name.storable
      if let id = try existingID(of: name, in: db) { return id }
      try db.execute(
        sql: "INSERT INTO sources (name, kind) VALUES (?, ?)", arguments: [name, kind.rawValue])
      return db.lastInsertedRowID
    }

    /// The sensors, in the order in which they first gave readings.
    static func sensors(in db: Database) throws -> [Int64] {
      try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT id FROM sources WHERE kind = 'sensor' ORDER BY id"))
    }

    /// All sources with their kinds, in the order in which they first gave readings.
    static func all(
      in db: Database
    ) throws -> [(id: Int64, name: String, kind: ReadingSource.Kind)] {
      try Row.fetchAll(db, sql: "SELECT id, name, kind FROM sources ORDER BY id").map { row in
        guard let kind = ReadingSource.Kind(rawValue: row[2]) else {
          throw LogbookError(.damaged, detail: "a source is of an unknown kind")
        }
        return (row[0], row[1], kind)
      }
    }
  }
#endif
