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
        useCount: min(max(0, favourite.useCount), Self.numbers.upperBound),
        lastUse: try favourite.lastUse?.storable)
    }

    /// The positions and numbers of uses that can be counted on from.
    static let numbers = 0...(1 << 53)

    func favourite() throws -> Favourite {
      guard Self.numbers ~= position, Self.numbers ~= details.useCount else {
        throw LogbookError(.damaged, detail: "a favourite has a position or count out of range")
      }
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

    static func favourite(_ id: String, in db: Database) throws -> StoredFavourite? {
      try fetch("WHERE id = ?", [id], in: db).first
    }

    /// How far apart the positions of favourites are that are added one after the other, so that
    /// others fit in between.
    private static let gap = 1 << 20

    /// A position after all others.
    static func lastPosition(in db: Database) throws -> Int {
      let last = try Int.fetchOne(
        db.cachedStatement(sql: "SELECT position FROM favourites ORDER BY position DESC LIMIT 1"))
      guard let last else { return 0 }
      guard numbers ~= last else {
        throw LogbookError(.damaged, detail: "a favourite has a position out of range")
      }
      return last + gap
    }

    /// The edits that move the favourite with this identifier so that `index` others come before it.
    ///
    /// - Complexity: O(log *n* + `index`); O(*n*) where no position is left between its neighbors.
    func moved(to index: Int, in db: Database) throws -> [Edit] {
      let neighbors = try Int.fetchAll(
        db.cachedStatement(
          sql:
            "SELECT position FROM favourites WHERE id <> ? ORDER BY position, id LIMIT 2 OFFSET ?"),
        arguments: [id, max(0, index - 1)])
      var after = self
      switch (index == 0, neighbors.first, neighbors.dropFirst().first) {
      case (true, let next?, _):
        if position < next { return [] }
        after.position = next / 2
        if after.position == next { return try renumbered(movedTo: index, in: db) }
      case (false, let previous?, let next?):
        if position > previous, position < next { return [] }
        after.position = previous + (next - previous) / 2
        if after.position == previous { return try renumbered(movedTo: index, in: db) }
      case (false, _, nil):
        let last = try Self.lastPosition(in: db)
        if position == last - Self.gap { return [] }
        after.position = last
      default: return []
      }
      guard Self.numbers ~= after.position else { return try renumbered(movedTo: index, in: db) }
      return [.favourite(before: self, after: after)]
    }

    /// The edits that give all favourites new positions, this one so that `index` others come before.
    private func renumbered(movedTo index: Int, in db: Database) throws -> [Edit] {
      var order = try Self.all(in: db).filter { !$0.id.isIdentical(to: id) }
      order.insert(self, at: min(index, order.count))
      return order.enumerated().map { rank, before in
        var after = before
        after.position = rank * Self.gap
        return .favourite(before: before, after: after)
      }
    }

    /// All favourites in their order.
    static func all(in db: Database) throws -> [StoredFavourite] {
      try fetch("ORDER BY position, id", [], in: db)
    }

    private static func fetch(
      _ condition: String, _ arguments: StatementArguments, in db: Database
    ) throws -> [StoredFavourite] {
      let statement = try db.cachedStatement(
        sql: "SELECT id, position, details FROM favourites \(condition)")
      return try Row.fetchAll(statement, arguments: arguments).map(Self.init(row:))
    }
  }
#endif
