#if Logbook
  internal import GlucoseDiary
  internal import Foundation
  internal import GRDB

  /// The format of a favorite and its position in the file, in an archive, and in the undo history.
  struct StoredFavorite: Codable, StoredRow {
    static var table: (name: String, key: String, columns: String) {
      ("favourites", "id", "id, position, details")
    }
    var key: String { id }

    func sound() throws -> Self {
      _ = try favorite()
      return self
    }

    var id: String
    var position: Int
    var details: Details

    struct Details: Codable {
      var name: String
      var template: StoredEvent.Details
      var useCount: Int
      var lastUse: Double?
    }

    init(_ favorite: Favorite, position: Int) throws {
      id = try favorite.id.rawValue.storable
      self.position = position
      details = Details(
        name: favorite.name,
        template: try StoredEvent.Details(favorite.template, note: favorite.note),
        useCount: min(max(0, favorite.useCount), Self.numbers.upperBound),
        lastUse: try favorite.lastUsed?.storable)
    }

    static let numbers = 0...(1 << 53)

    func favorite() throws -> Favorite {
      guard Self.numbers ~= position, Self.numbers ~= details.useCount else {
        throw LogbookError(damaged: "a favorite has a position or count out of range")
      }
      var favorite = Favorite(
        id: Favorite.ID(rawValue: id), named: details.name, try details.template.kind(),
        note: details.template.note)
      favorite.useCount = details.useCount
      favorite.lastUsed = details.lastUse.map(Date.init(timeIntervalSinceReferenceDate:))
      return favorite
    }

    init(row: Row) throws {
      id = try row.value(0)
      position = try row.value(1)
      details = try JSON.value(Details.self, from: row.value(2) as String)
    }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      get throws {
        [
          "id": id, "position": position, "category": try details.template.kind().category.rawValue,
          "details": try JSON.text(details),
        ]
      }
    }

    /// The distance between the positions of consecutive favorites, which leaves space for others.
    private static let gap = 1 << 20

    static func lastPosition(in db: Database) throws -> Int {
      let last = try Int.fetchOne(
        db.cachedStatement(sql: "SELECT position FROM favourites ORDER BY position DESC LIMIT 1"))
      guard let last else { return 0 }
      try require([last])
      return last + gap
    }

    /// Returns the edits that move the favorite to `index` in the order, in O(log *n* + `index`), or O(*n*)
    /// if there is no position left between its neighbors.
    func moved(to index: Int, in db: Database) throws -> [UndoableEdit] {
      let neighbors = try Int.fetchAll(
        db.cachedStatement(
          sql:
            "SELECT position FROM favourites WHERE id <> ? ORDER BY position, id LIMIT 2 OFFSET ?"),
        arguments: [id, max(0, index - 1)])
      try Self.require([position] + neighbors)
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
      return [.favorite(before: self, after: after)]
    }

    private static func require(_ positions: [Int]) throws {
      guard positions.allSatisfy({ numbers ~= $0 }) else {
        throw LogbookError(damaged: "a favorite has a position out of range")
      }
    }

    private func renumbered(movedTo index: Int, in db: Database) throws -> [UndoableEdit] {
      var order = try Self.all(in: db).filter { !$0.id.isIdentical(to: id) }
      order.insert(self, at: min(index, order.count))
      return order.enumerated().map { rank, before in
        var after = before
        after.position = rank * Self.gap
        return .favorite(before: before, after: after)
      }
    }

    static func all(in db: Database) throws -> [StoredFavorite] {
      try fetch("ORDER BY position, id", in: db)
    }
  }
#endif
