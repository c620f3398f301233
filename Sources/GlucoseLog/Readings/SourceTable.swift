#if Logbook
  internal import GRDB

  struct StoredSource: StoredRow {
    /// The number of the source in the order of addition.
    var id: Int64
    var name: String
    var kind: ReadingSource.Kind

    static var table: (name: String, key: String, columns: String, order: String) {
      ("sources", "name", "id, name, kind", "id")
    }
    static var item: (ReadingSource?, ReadingSource?) -> LogbookChange.Item {
      LogbookChange.Item.source
    }
    static var edit: (Self?, Self?) -> UndoableEdit { UndoableEdit.source }
    var key: String { name }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      ["id": id, "name": name, "kind": kind.rawValue]
    }

    func value() -> ReadingSource { ReadingSource(rawValue: name) }
  }

  extension StoredSource {
    init(row: Row) throws {
      id = try row.value(0)
      name = try row.value(1)
      guard let known = try ReadingSource.Kind(rawValue: row.value(2)) else {
        throw LogbookError(damaged: "a source has an unknown kind")
      }
      kind = known
    }

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
      if let other = try find(name, in: db) {
        throw LogbookError(.sourceExists(other.value(), kind: other.kind))
      }
      try db.execute(
        sql: "INSERT INTO sources (name, kind) VALUES (?, ?)", arguments: [name, kind.rawValue])
      return db.lastInsertedRowID
    }

    static func sensors(in db: Database) throws -> [StoredSource] {
      try all(in: db).filter { $0.kind == .sensor }
    }

    static func has(_ from: Self?, toReplaceWith to: Self?, in db: Database) throws -> Bool {
      let found = try from.flatMap { try find($0.name, in: db) }
      return try found?.kind == from?.kind && to.flatMap { try find($0.name, in: db) } == nil
    }

    /// Renames a source, deletes it unless it has readings, or adds it with its number, or with
    /// another if that is in use.
    static func replace(_ from: Self?, with to: Self?, in db: Database) throws -> Bool {
      let (sql, arguments): (String, StatementArguments) =
        switch (from, to) {
        case (let from?, let to?):
          ("UPDATE sources SET name = ? WHERE name = ?", [to.name, from.name])
        case (let from, nil):
          (
            """
            DELETE FROM sources
            WHERE name = ? AND NOT EXISTS (SELECT 1 FROM readings WHERE source = sources.id)
            """, [from?.name]
          )
        case (nil, let to?):
          (
            """
            INSERT INTO sources (id, name, kind)
            VALUES ((SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM sources WHERE id = ?1)), ?2, ?3)
            """, [to.id, to.name, to.kind.rawValue]
          )
        }
      try db.execute(sql: sql, arguments: arguments)
      return db.changesCount == 1
    }
  }
#endif
