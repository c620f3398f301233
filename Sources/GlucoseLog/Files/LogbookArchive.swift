#if Logbook
  internal import Foundation
  internal import GRDB

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
      case format, version, sources, events, days
      case favorites = "favourites"
    }

    struct Source: Codable {
      var name: String
      var kind: ReadingSource.Kind
      var readings: ReadingColumns
    }

    init() {}

    init(_ db: Database) throws {
      for source in try SourceTable.all(in: db) {
        sources.append(
          Source(
            name: source.name, kind: source.kind,
            readings: try ReadingTable.columns(
              of: source.id, from: -.infinity, before: .infinity, .all, in: db)))
      }
      events = try StoredEvent.fetch("ORDER BY time, id", in: db)
      favorites = try Self.favorites(in: db)
      days = try StoredDay.all(in: db)
    }

    /// Returns the favorites with their index in the order, not their position in the table.
    static func favorites(in db: Database) throws -> [StoredFavorite] {
      try StoredFavorite.all(in: db).enumerated().map { rank, favorite in
        var favorite = favorite
        favorite.position = rank
        return favorite
      }
    }

    init(_ data: Data) throws {
      struct Header: Decodable {
        var format: String
        var version: Int
      }
      do {
        let header = try JSON.value(Header.self, from: data)
        guard header.format == LogbookArchive.name else {
          throw LogbookError(
            .unreadableArchive, at: "/format", detail: "it is not the archive of a logbook")
        }
        guard header.version <= LogbookArchive.version else {
          throw LogbookError(.newerVersion(header.version), at: "/version")
        }
        guard header.version >= 1 else {
          throw LogbookError(
            .unreadableArchive, at: "/version", detail: "the version must be positive")
        }
        self = try JSON.value(LogbookArchive.self, from: data)
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
            throw LogbookError(.unreadableArchive, at: place, detail: error.detail)
          }
        }
      }
      try each(sources, "sources") { $0.name }
      try each(events, "events") { event in
        _ = try StoredEvent(event.event())
        return event.id
      }
      try each(favorites, "favourites") { favorite in
        _ = try favorite.favorite()
        return favorite.id
      }
      try each(days, "days") { day in
        _ = try day.mark()
        return day.date
      }
    }
  }
#endif
