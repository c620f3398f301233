// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GRDB

  /// The tables of a logbook, and how those of older versions become today's.
  enum Schema {
    /// What marks a SQLite file as a logbook: "GLog" as bytes.
    static let applicationID = 0x474C_6F67

    /// What makes one version of the next.
    typealias Step = @Sendable (Database) throws -> Void

    /// The steps from each version to the next; the first makes the tables. A step that was once
    /// released never changes.
    static let steps: [Step] = [makeFirstTables]

    /// The version that this library writes.
    static var version: Int { steps.count }

    /// Makes a new file a logbook, unless another process just did.
    static func create(_ db: Database) throws {
      try db.inTransaction(.immediate) {
        try take(steps, in: db)
        return .commit
      }
    }

    /// Brings a logbook of an older version up to date: all the way, or not at all.
    static func migrate(_ db: Database, through steps: [Step] = steps) throws {
      try refuseNewer(db)
      guard try version(of: db) < steps.count else { return }
      try db.inTransaction(.immediate) {
        try take(steps, in: db)
        return .commit
      }
    }

    static func refuseNewer(_ db: Database) throws {
      let found = try version(of: db)
      guard found <= version else { throw LogbookError(.newerVersion(found)) }
    }

    private static func take(_ steps: [Step], in db: Database) throws {
      for step in steps.dropFirst(try version(of: db)) { try step(db) }
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: "PRAGMA user_version = \(steps.count)")
    }

    private static func version(of db: Database) throws -> Int {
      try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    }

    /// Version 1.
    ///
    /// Instants are seconds since the reference date, as `Date` holds them, so that they come back bit
    /// by bit; where they are whole, SQLite stores them in four bytes. Readings lie in the order in
    /// which they are asked for, source by source, without a second index; their marks are the flags
    /// in the lower eight bits, and 256 for one that is excluded. What an event was, and the names and
    /// notes in it, is JSON, so that a new kind of event needs no new table.
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
