#if Logbook
  internal import GRDB

  enum Schema {
    /// The application ID of a logbook in the header of a SQLite file: the bytes "GLog".
    static let applicationID = 0x474C_6F67

    static let version = 1

    /// Creates the tables in a new file, unless another process has created them.
    static func create(_ db: Database) throws {
      try db.inTransaction(.immediate) {
        if try String.fetchOne(db, sql: "SELECT name FROM sqlite_schema LIMIT 1") == nil {
          try db.execute(sql: tables)
          try LogLink.create(in: db)
          try db.execute(sql: "PRAGMA application_id = \(applicationID)")
          try db.execute(sql: "PRAGMA user_version = \(version)")
        }
        return .commit
      }
    }

    static func requireVersion(in db: Database) throws {
      let found = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
      if found > version { throw LogbookError(.newerVersion(found)) }
      if found < 1 { throw LogbookError(damaged: "the schema has version \(found)") }
    }

    /// Throws unless the objects of the file are exactly those of a logbook, by their SQL text.
    ///
    /// Every other object can change what a write does: a trigger deletes rows, and a unique index
    /// makes a replacement delete them. A name is no distinction: a file that was written without
    /// SQLite's checks may have a trigger whose name begins with `sqlite_`.
    static func require(in db: Database) throws {
      try requireVersion(in: db)
      let reference = try DatabaseQueue()
      try reference.writeWithoutTransaction(create)
      guard try objects(of: db) == reference.read(objects) else {
        throw LogbookError(damaged: "the tables are not the tables of a logbook")
      }
    }

    /// Returns the objects of the file but the statistics that SQLite's ANALYZE stores.
    private static func objects(of db: Database) throws -> [[DatabaseValue]] {
      let statistics = [
        "CREATE TABLE sqlite_stat1(tbl,idx,stat)",
        "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
      ]
      return try Row.fetchAll(
        db,
        sql: """
          SELECT type, name, tbl_name, sql FROM sqlite_schema
          WHERE type <> 'table' OR sql NOT IN (?, ?) ORDER BY type, name, rowid
          """, arguments: StatementArguments(statistics)
      ).map { row in Array(row.databaseValues) }
    }

    /// The SQL text of the tables.
    ///
    /// Instants are seconds since the reference date, as in `Date`, and are read bit by bit as they
    /// were written; SQLite stores whole seconds in four bytes. The primary key of the readings is
    /// source and time, the order in which they are read. `other` is 0;
    /// a reading that conflicts with that of its instant has its own value there. The lower eight
    /// bits of `marks` are the flags; 256 marks an excluded reading and 512 a conflicting one, and an
    /// index of these few lets them be counted without a visit of the others. The
    /// content and note of an event are JSON, so a new kind of event needs no new table. Identifiers
    /// of removed events and favorites are in `removals`, so that a merge does not add them again.
    /// The only row of `link` is that of ``LogLink``.
    private static let tables = """
      CREATE TABLE link (mark BLOB NOT NULL) STRICT;
      CREATE TABLE sources (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL
      ) STRICT;
      CREATE TABLE readings (
        source INTEGER NOT NULL,
        time REAL NOT NULL,
        other REAL NOT NULL,
        value REAL NOT NULL,
        marks INTEGER NOT NULL,
        PRIMARY KEY (source, time, other)
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
      CREATE TABLE favorites (
        id TEXT PRIMARY KEY,
        position INTEGER NOT NULL,
        category TEXT NOT NULL,
        details TEXT NOT NULL
      ) STRICT;
      CREATE INDEX favoritesByPosition ON favorites (position, id);
      CREATE TABLE days (
        date TEXT PRIMARY KEY,
        details TEXT NOT NULL
      ) STRICT;
      CREATE TABLE removals (
        category TEXT NOT NULL,
        id TEXT NOT NULL,
        PRIMARY KEY (category, id)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE steps (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        undone INTEGER NOT NULL,
        edits TEXT NOT NULL
      ) STRICT;
      CREATE INDEX readingsWithMarks ON readings (source, marks) WHERE marks > 255;
      """
  }
#endif
