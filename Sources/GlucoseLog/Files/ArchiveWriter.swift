#if Logbook
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  extension Logbook {
    /// Returns the content of the logbook as one JSON document, without the undo history.
    ///
    /// Equal contents result in equal bytes. Instants are seconds since the reference date
    /// (2001-01-01 00:00 UTC), encoded without loss; glucose is in mg/dL.
    ///
    /// - Complexity: O(*n*), where *n* is the number of rows, whose text is in memory at once.
    public func archive() throws(LogbookError) -> Data {
      var document = Data()
      do { try archive { document.append($0) } } catch { throw LogbookError(error, at: place) }
      return document
    }

    /// Passes the document of ``archive()`` to `write` in parts of about 64 KiB, all from one state of
    /// the logbook, as for a file that does not fit into memory.
    ///
    /// - Throws: ``LogbookError``, or the error that `write` throws.
    /// - Complexity: O(*n*), where *n* is the number of rows, one of which is in memory at once.
    public func archive(to write: (Data) throws -> Void) throws {
      let database = try database()
      do {
        try database.read { db in
          try withoutActuallyEscaping(write) { write in
            var writer = ArchiveWriter(db, write)
            try writer.writeAll()
          }
        }
      } catch let error as DatabaseError { throw located(error) } catch let error as LogbookError {
        throw located(error)
      }
    }
  }

  /// The writer of the JSON document that ``LogbookArchive`` encodes, with sorted keys.
  private struct ArchiveWriter {
    private let db: Database
    private let write: (Data) throws -> Void
    private var part = Data()

    init(_ db: Database, _ write: @escaping (Data) throws -> Void) {
      (self.db, self.write) = (db, write)
    }

    mutating func writeAll() throws {
      try append(#"{"days":"#)
      try list(StoredDay.all(in: db), JSON.text)
      try append(#","events":["#)
      let events = try Row.fetchCursor(
        db, sql: "SELECT id, time, zone, details FROM events ORDER BY time, id")
      var isFirst = true
      while let row = try events.next() {
        try append((isFirst ? "" : ",") + JSON.text(StoredEvent(row: row)))
        isFirst = false
      }
      try append(#"],"favourites":"#)
      try list(LogbookArchive.favorites(in: db), JSON.text)
      try append(#","format":\#(JSON.text(LogbookArchive.name)),"sources":["#)
      for (index, source) in try SourceTable.all(in: db).enumerated() {
        try append((index == 0 ? "" : ",") + #"{"kind":\#(JSON.text(source.kind))"#)
        try append(#","name":\#(JSON.text(source.name)),"readings":{"#)
        try appendReadings(of: source.id)
        try append("}}")
      }
      try append(#"],"version":\#(LogbookArchive.version)}"#)
      if !part.isEmpty { try write(part) }
    }

    private mutating func appendReadings(of source: Int64) throws {
      var (excluded, conflicting): ([Int], [Int]) = ([], [])
      var (row, hasFlags) = (0, false)
      try ReadingTable.forEach(of: source, in: db) { _, _, marks in
        if marks.contains(.excluded) { excluded.append(row) }
        if marks.contains(.conflicting) { conflicting.append(row) }
        hasFlags = hasFlags || !marks.flags.isEmpty
        row += 1
      }
      if !conflicting.isEmpty { try append(#""conflicting":\#(JSON.text(conflicting)),"#) }
      if !excluded.isEmpty { try append(#""excluded":\#(JSON.text(excluded)),"#) }
      if hasFlags { try column("flags", of: source) { "\($2.flags.rawValue)" } }
      try column("times", of: source) { time, _, _ in number(time) }
      try column("values", of: source, isLast: true) { _, value, _ in number(value) }
    }

    private mutating func column(
      _ key: String, of source: Int64, isLast: Bool = false,
      _ text: (Double, Double, ReadingColumns.Marks) -> String
    ) throws {
      try append("\"\(key)\":[")
      var isFirst = true
      try ReadingTable.forEach(of: source, in: db) { time, value, marks in
        if !isFirst { part.append(UInt8(ascii: ",")) }
        isFirst = false
        try append(text(time, value, marks))
      }
      try append(isLast ? "]" : "],")
    }

    private mutating func list<Row>(_ rows: [Row], _ text: (Row) throws -> String) throws {
      try append("[")
      for (index, row) in rows.enumerated() { try append((index == 0 ? "" : ",") + text(row)) }
      try append("]")
    }

    private mutating func append(_ text: String) throws {
      part.append(contentsOf: text.utf8)
      guard part.count >= 1 << 16 else { return }
      try write(part)
      part.removeAll(keepingCapacity: true)
    }
  }

  /// Returns the text of a finite number, as `JSONEncoder` writes it.
  private func number(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
#endif
