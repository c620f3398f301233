// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GRDB

  /// The tables of a logbook, and their migration from older versions.
  enum Schema {
    /// The application ID of a logbook in the header of a SQLite file: the bytes "GLog".
    static let applicationID = 0x474C_6F67

    /// A migration from one version to the next.
    typealias Migration = @Sendable (Database) throws -> Void

    /// The migrations, in order of version; the first creates the tables. A released migration
    /// never changes.
    static let steps: [Migration] = [makeFirstTables, orderFavorites, openCategories]

    /// The version of the schema that this library writes.
    static var version: Int { steps.count }

    /// Creates the tables in a new file, unless another process has created them.
    static func create(_ db: Database, through steps: [Migration] = steps) throws {
      try db.inTransaction(.immediate) {
        if try String.fetchOne(db, sql: "SELECT name FROM sqlite_schema LIMIT 1") == nil {
          try take(steps, in: db)
        }
        return .commit
      }
    }

    /// Migrates a logbook of an older version, completely or not at all.
    static func migrate(_ db: Database, through steps: [Migration] = steps) throws {
      let found = try version(of: db)
      try refuse(version: found)
      guard found < steps.count else { return }
      try db.inTransaction(.immediate) {
        try refuse(version: try version(of: db))
        try take(steps, in: db)
        return .commit
      }
    }

    /// Throws unless this library supports schemas of this version.
    static func refuse(version found: Int) throws {
      if found > version { throw LogbookError(.newerVersion(found)) }
      if found < 1 { throw LogbookError(.damaged, detail: "the schema has version \(found)") }
    }

    /// Throws unless the tables are those of the version in the header, without a trigger or view
    /// that changes the data.
    static func require(in db: Database) throws {
      let found = try version(of: db)
      try refuse(version: found)
      let expected = try reference(found).read(definitions)
      let actual = try definitions(of: db)
      guard expected.isSubset(of: actual),
        actual.subtracting(expected).allSatisfy({ $0.hasPrefix("index") })
      else { throw LogbookError(.damaged, detail: "the tables are not the tables of a logbook") }
    }

    /// Returns the bytes of a new logbook of a version.
    static func image(_ version: Int) throws -> [UInt8] {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let queue = try DatabaseQueue(path: folder.appendingPathComponent("new").path)
      try queue.writeWithoutTransaction { try create($0, through: Array(steps.prefix(version))) }
      try queue.close()
      return Array(try Data(contentsOf: folder.appendingPathComponent("new")))
    }

    /// Returns an empty logbook of a version, in memory.
    private static func reference(_ version: Int) throws -> DatabaseQueue {
      let queue = try DatabaseQueue()
      try queue.writeWithoutTransaction { try create($0, through: Array(steps.prefix(version))) }
      return queue
    }

    /// Returns the definitions of the tables, indexes, triggers, and views, each as one text.
    private static func definitions(of db: Database) throws -> Set<String> {
      let rows = try Row.fetchAll(
        db, sql: "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")
      return Set(
        try rows.map { row in
          try (0..<3).map { column in
            guard let text = String.fromDatabaseValue(row[column]) else {
              throw LogbookError(.damaged, detail: "the tables are not the tables of a logbook")
            }
            return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          }.joined(separator: " ")
        })
    }

    private static func take(_ steps: [Migration], in db: Database) throws {
      for step in steps.dropFirst(try version(of: db)) { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(steps.count)")
    }

    private static func version(of db: Database) throws -> Int {
      try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    /// Version 3: events may be entries of any category, which older libraries cannot read.
    @Sendable private static func openCategories(_ db: Database) throws {}

    /// Version 2: favorites are found by their position, and no event ends before it begins.
    @Sendable private static func orderFavorites(_ db: Database) throws {
      try db.execute(
        sql: "CREATE INDEX favouritesByPosition ON favourites (position, id)")
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, time, zone, details FROM events WHERE \"end\" < time")
      for row in rows { try StoredEvent(row: row).endingNoEarlier.put(in: db) }
    }

    /// Version 1.
    ///
    /// Instants are seconds since the reference date, as in `Date`, and are read bit by bit as they
    /// were written; SQLite stores whole seconds in four bytes. The primary key of the readings is
    /// source and time, the order in which they are read, so no second index is needed. The lower
    /// eight bits of `marks` are the flags; 256 marks an excluded reading. The content and note of
    /// an event are JSON, so a new kind of event needs no new table.
    @Sendable private static func makeFirstTables(_ db: Database) throws {
      try db.execute(
        sql: """
          CREATE TABLE sources (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL
          ) STRICT;
          CREATE TABLE readings (
            source INTEGER NOT NULL,
            time REAL NOT NULL,
            value REAL NOT NULL,
            marks INTEGER NOT NULL,
            PRIMARY KEY (source, time)
          ) STRICT, WITHOUT ROWID;
          CREATE TABLE events (
            id TEXT PRIMARY KEY,
            time REAL NOT NULL,
            "end" REAL,
            zone TEXT NOT NULL,
            category TEXT NOT NULL,
            details TEXT NOT NULL
          ) STRICT;
          CREATE INDEX eventsByTime ON events (time, id);
          CREATE INDEX eventsByCategory ON events (category, time);
          CREATE INDEX eventsThatEnd ON events ("end", time) WHERE "end" > time;
          CREATE INDEX eventsThatGoOn ON events (time, id) WHERE "end" IS NULL;
          CREATE TABLE favourites (
            id TEXT PRIMARY KEY,
            position INTEGER NOT NULL,
            category TEXT NOT NULL,
            details TEXT NOT NULL
          ) STRICT;
          CREATE TABLE days (
            date TEXT PRIMARY KEY,
            details TEXT NOT NULL
          ) STRICT;
          CREATE TABLE steps (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            undone INTEGER NOT NULL,
            edits TEXT NOT NULL
          ) STRICT;
          """)
    }
  }
#endif
