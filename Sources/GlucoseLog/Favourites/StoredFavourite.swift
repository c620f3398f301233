// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Diary
  internal import Foundation
  internal import GRDB

  /// A favourite and its place among the favourites, as they lie in the file, in an archive and among
  /// the steps that can be undone.
  struct StoredFavourite: Codable {
    var id: String
    var position: Int
    var details: Details

    struct Details: Codable {
      var name: String
      var template: StoredEvent.Details
      var useCount: Int
      var lastUse: Double?
    }

    init(_ favourite: Favourite, position: Int) throws {
      id = try favourite.id.rawValue.storable
      self.position = position
      details = Details(
        name: favourite.name,
        template: try StoredEvent.Details(favourite.template, note: favourite.note),
        useCount: favourite.useCount, lastUse: try favourite.lastUse?.storable)
    }

    func favourite() throws -> Favourite {
      var favourite = Favourite(
        id: Favourite.ID(rawValue: id), named: details.name, try details.template.kind(),
        note: details.template.note)
      favourite.useCount = details.useCount
      favourite.lastUse = details.lastUse.map(Date.init(timeIntervalSinceReferenceDate:))
      return favourite
    }

    init(row: Row) throws {
      id = row[0]
      position = row[1]
      details = try JSON.value(Details.self, from: row[2] as String)
    }

    func put(in db: Database) throws {
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO favourites (id, position, category, details) VALUES (?, ?, ?, ?)
          """
      ).execute(
        arguments: [
          id, position, try details.template.kind().category.rawValue, try JSON.text(details),
        ])
    }

    static func delete(_ id: String, in db: Database) throws {
      try db.cachedStatement(sql: "DELETE FROM favourites WHERE id = ?").execute(arguments: [id])
    }

    /// All favourites in their order.
    static func all(in db: Database) throws -> [StoredFavourite] {
      try Row.fetchAll(
        db, sql: "SELECT id, position, details FROM favourites ORDER BY position, id"
      ).map(Self.init(row:))
    }
  }
#endif
