#if Logbook
  internal import Foundation
  internal import GRDB

  /// The link between a file and its write-ahead log.
  ///
  /// SQLite replays whichever log has the name of the file, such as the log of a killed process on the
  /// backup that was moved or copied over its file. The file therefore has a random mark, which every
  /// transaction replaces, so that each log contains the mark of its file when the log began. A log
  /// without the mark of the file belongs to another.
  enum LogLink {
    /// The page of the table, which is the first of the schema.
    private static let page: [UInt8] = [0, 0, 0, 2]
    private static let pageSize = 4096
    private static let label = Data("GLogMark".utf8)

    /// Adds the first mark: a label, the former mark, and the present one.
    static func create(in db: Database) throws {
      try db.execute(
        sql: "INSERT INTO link VALUES (CAST(? || zeroblob(8) || randomblob(8) AS BLOB))",
        arguments: [label])
    }

    /// Writes a mark to the file itself, which no copy from before has. To be called before the first
    /// transaction of a connection.
    static func begin(_ db: Database) throws {
      try renew(db)
      try db.execute(sql: "PRAGMA wal_checkpoint(PASSIVE)")
    }

    /// Replaces the mark. Every transaction does so, because SQLite may begin the log anew with any.
    static func renew(_ db: Database) throws {
      let renewal = """
        UPDATE link
        SET mark = CAST(substr(mark, 1, 8) || substr(mark, 17, 8) || randomblob(8) AS BLOB)
        """
      try db.cachedStatement(sql: renewal).execute()
    }

    /// Throws if the log beside the file belongs to another file, after it was set aside unless the
    /// logbook is read-only.
    ///
    /// Other processes may write meanwhile. The log contains the mark of its file at any moment, so that
    /// one without it is of another file only if neither changed while both were read; it is set aside
    /// after three such readings in a row, and a file that never rests is accepted.
    static func require(_ path: String, isReadOnly: Bool) throws {
      var foreign = 0
      for attempt in 0..<50 where foreign < 3 {
        if attempt > 0 { Thread.sleep(forTimeInterval: 0.02) }
        let (before, header) = (try? mark(of: path), header(ofLogOf: path))
        let marks = marks(inLogOf: path)
        guard let mark = before, !marks.isEmpty, !marks.contains(mark) else { return }
        let isAtRest = try? self.mark(of: path) == mark && self.header(ofLogOf: path) == header
        foreign = isAtRest == true ? foreign + 1 : 0
      }
      guard foreign == 3 else { return }
      throw LogbookError(
        .foreignLog, detail: isReadOnly ? nil : FileSystem.setLogAside(of: path))
    }

    private static func header(ofLogOf path: String) -> Data? {
      let log = FileHandle(forReadingAtPath: path + "-wal")
      defer { try? log?.close() }
      return try? log?.read(upToCount: 32)
    }

    /// Returns the mark of the file itself, without its log.
    private static func mark(of path: String) throws -> Data? {
      try LogbookFile.immutable(path).read { db in
        try Data.fetchOne(db, sql: "SELECT substr(mark, 17, 8) FROM link")
      }
    }

    private static func marks(inLogOf path: String) -> Set<Data> {
      // SQLite has no locks on this file, which closing it would release.
      guard let log = FileHandle(forReadingAtPath: path + "-wal") else { return [] }
      defer { try? log.close() }
      func read(_ count: Int) -> Data? {
        (try? log.read(upToCount: count)).flatMap { $0.count == count ? $0 : nil }
      }
      var marks: Set<Data> = []
      guard let header = read(32), header.starts(with: [0x37, 0x7F, 0x06]) else { return [] }
      while let frame = read(24), frame[8..<16] == header[16..<24], let content = read(pageSize) {
        guard frame.starts(with: page), let found = content.range(of: label),
          found.upperBound + 16 <= content.endIndex
        else { continue }
        marks.insert(Data(content[found.upperBound...].prefix(8)))
        marks.insert(Data(content[found.upperBound...].dropFirst(8).prefix(8)))
      }
      return marks
    }
  }
#endif
