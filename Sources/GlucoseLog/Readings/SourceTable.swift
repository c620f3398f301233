#if Logbook
  internal import GRDB

  struct StoredSource: Codable {
    /// The number of the source in the order of addition.
    var id: Int64
    var name: String
    var kind: ReadingSource.Kind
  }

  extension StoredSource: StoredRow {
    static var table: (name: String, key: String, columns: String) {
      ("sources", "name", "id, name, kind")
    }
    var key: String { name }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      ["id": id, "name": name, "kind": kind.rawValue]
    }

    init(row: Row) throws {
      id = try row.value(0)
      name = try row.value(1)
      kind = try SourceTable.kind(stored: row.value(2))
    }

    func sound() -> Self { self }
  }

  enum SourceTable {
    static func existingID(of name: String, in db: Database) throws -> Int64? {
      try db.integer("SELECT id FROM sources WHERE name = ?", text: name)
    }

    /// Returns the number of a source of any kind. A new source is added as a sensor.
    static func id(of name: String, in db: Database) throws -> Int64 {
      try existingID(of: name.storable, in: db) ?? id(of: name, entering: .sensor, in: db)
    }

    /// Returns the number of a source, added if it is new. Throws if it is of another kind.
    static func id(
      of name: String, entering kind: ReadingSource.Kind, in db: Database
    ) throws -> Int64 {
      let name = try name.storable
      let known = "SELECT id FROM sources WHERE name = ? AND kind = '\(kind.rawValue)'"
      if let id = try db.integer(known, text: name) { return id }
      if let other = try StoredSource.find(name, in: db) {
        throw LogbookError(.sourceExists(ReadingSource(rawValue: name), kind: other.kind))
      }
      try db.execute(
        sql: "INSERT INTO sources (name, kind) VALUES (?, ?)", arguments: [name, kind.rawValue])
      return db.lastInsertedRowID
    }

    fileprivate static func kind(stored name: String?) throws -> ReadingSource.Kind {
      guard let kind = name.flatMap(ReadingSource.Kind.init(rawValue:)) else {
        throw LogbookError(damaged: "a source has an unknown kind")
      }
      return kind
    }

    static func sensors(in db: Database) throws -> [Int64] {
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT id, kind FROM sources ORDER BY id"))
      return try rows.compactMap { row in
        try kind(stored: row.optionalValue(1)) == .sensor ? row.value(0) : nil
      }
    }

    static func all(in db: Database) throws -> [StoredSource] {
      try StoredSource.fetch("ORDER BY id", in: db)
    }

    /// Adds a source with its number, or with another if that is in use.
    static func insert(_ source: StoredSource, in db: Database) throws {
      try db.execute(
        sql: """
          INSERT INTO sources (id, name, kind)
          VALUES ((SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM sources WHERE id = ?1)), ?2, ?3)
          """, arguments: [source.id, source.name, source.kind.rawValue])
    }

    static func rename(_ name: String, _ newName: String, in db: Database) throws {
      try db.execute(sql: "UPDATE sources SET name = ? WHERE name = ?", arguments: [newName, name])
    }

    /// Deletes a source unless it has readings. Returns whether it was deleted.
    static func delete(_ source: StoredSource, in db: Database) throws -> Bool {
      try db.execute(
        sql: """
          DELETE FROM sources
          WHERE name = ? AND NOT EXISTS (SELECT 1 FROM readings WHERE source = sources.id)
          """, arguments: [source.name])
      return db.changesCount == 1
    }
  }
#endif
