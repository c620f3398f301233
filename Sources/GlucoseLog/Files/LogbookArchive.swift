#if Logbook
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  struct LogbookArchive: Codable {
    static let name = "swift-glucose logbook"
    static let version = 1

    var format = LogbookArchive.name
    var version = LogbookArchive.version
    var sources: [Source] = []
    var events: [StoredEvent] = []
    var favorites: [StoredFavorite] = []
    var days: [StoredDay] = []

    private enum CodingKeys: String, CodingKey {
      case format, version, sources, events, days, favorites
    }

    struct Source: Codable {
      var name: String
      var kind: ReadingSource.Kind
      var readings: ReadingColumns
    }

    init() {}

    init(_ db: Database) throws {
      sources = try StoredSource.all(in: db).map {
        Source(
          name: $0.name, kind: $0.kind,
          readings: try ReadingTable.columns(of: $0.id, .all, in: db))
      }
      events = try StoredEvent.all(in: db)
      favorites = try StoredFavorite.all(in: db)
      // Their index in the order, not their position in the table.
      for rank in favorites.indices { favorites[rank].position = rank }
      days = try StoredDay.all(in: db)
    }

    init(_ data: Data) throws {
      struct Header: Decodable {
        var format: String
        var version: Int
      }
      do {
        let header = try JSONDecoder().decode(Header.self, from: data)
        guard header.format == LogbookArchive.name else {
          throw LogbookError(
            .unreadableArchive, at: "/format", detail: "it is not the archive of a logbook")
        }
        guard header.version <= LogbookArchive.version else {
          throw LogbookError(.newerVersion(header.version), at: "the archive")
        }
        guard header.version >= 1 else {
          throw LogbookError(
            .unreadableArchive, at: "/version", detail: "the version must be positive")
        }
        self = try JSONDecoder().decode(LogbookArchive.self, from: data)
        try validate()
      } catch let error as DecodingError {
        throw LogbookError(.unreadableArchive, at: "/", detail: LogbookError.detail(error))
      }
    }

    /// Throws unless all rows can be decoded and stored, and their identifiers are unique.
    private func validate() throws {
      func each<T>(_ rows: [T], _ place: String, _ key: (T) throws -> String) throws {
        // Bytes, as SQLite compares them: Swift compares strings by canonical equivalence.
        var keys: Set<[UInt8]> = []
        for (index, row) in rows.enumerated() {
          do {
            guard keys.insert(Array(try key(row).storable.utf8)).inserted else {
              throw LogbookError(.unreadableArchive, detail: "its identifier is a duplicate")
            }
          } catch let error as LogbookError {
            let place = "/\(place)/\(index)"
            let detail = error.detail ?? LogbookError(error.reason, at: place).description
            throw LogbookError(.unreadableArchive, at: place, detail: detail)
          }
        }
      }
      try each(sources, "sources") { $0.name }
      try each(events, "events") { try $0.sound().key }
      try each(favorites, "favorites") { try $0.sound().key }
      try each(days, "days") { try $0.sound().key }
    }
  }

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
        try read(database) { db in
          try withoutActuallyEscaping(write) { write in
            var writer = ArchiveWriter(db, write)
            try writer.writeAll()
          }
        }
      } catch { throw thrown(error) }
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
      try append(#"{"days":["#)
      try list(StoredDay.self)
      try append(#"],"events":["#)
      try list(StoredEvent.self)
      try append(#"],"favorites":["#)
      try list(StoredFavorite.self) { $0.position = $1 }
      try append(#"],"format":\#(JSON.text(LogbookArchive.name)),"sources":["#)
      for (index, source) in try StoredSource.all(in: db).enumerated() {
        try append((index == 0 ? "" : ",") + #"{"kind":\#(JSON.text(source.kind))"#)
        try append(#","name":\#(JSON.text(source.name)),"readings":{"#)
        try appendReadings(of: source.id)
        try append("}}")
      }
      try append(#"],"version":\#(LogbookArchive.version)}"#)
      if !part.isEmpty { try write(part) }
    }

    private mutating func list<Stored: StoredRow>(
      _ stored: Stored.Type, _ change: (inout Stored, _ index: Int) -> Void = { _, _ in }
    ) throws {
      let (name, columns, order) = (Stored.table.name, Stored.table.columns, Stored.table.order)
      let rows = try Row.fetchCursor(
        db, sql: "SELECT \(columns) FROM \(name) ORDER BY \(order)")
      var index = 0
      while let row = try rows.next() {
        var value = try Stored(row: row)
        change(&value, index)
        try append((index == 0 ? "" : ",") + JSON.text(value))
        index += 1
      }
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
      var separator = ""
      try ReadingTable.forEach(of: source, in: db) { time, value, marks in
        try append(separator + text(time, value, marks))
        separator = ","
      }
      try append(isLast ? "]" : "],")
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
