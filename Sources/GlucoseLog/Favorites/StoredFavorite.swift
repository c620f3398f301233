#if Logbook
  internal import GlucoseDiary
  internal import Foundation
  internal import GRDB

  /// The format of a favorite and its position in the file, in an archive, and in the undo history.
  struct StoredFavorite: StoredRow {
    static var table: (name: String, key: String, columns: String, order: String) {
      ("favorites", "id", "id, position, details", "position, id")
    }
    static var removals: String? { "favorite" }
    static var item: (Favorite?, Favorite?) -> LogbookChange.Item { LogbookChange.Item.favorite }
    static var edit: (Self?, Self?) -> UndoableEdit { UndoableEdit.favorite }
    var key: String { id }

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

    func value() throws -> Favorite {
      guard Self.numbers ~= position, Self.numbers ~= details.useCount else {
        throw LogbookError(damaged: "a favorite has a position or count out of range")
      }
      var favorite = Favorite(
        id: Favorite.ID(rawValue: id), named: details.name, try details.template.content(),
        note: details.template.note)
      favorite.useCount = details.useCount
      favorite.lastUsed = details.lastUse.map(Date.init(timeIntervalSinceReferenceDate:))
      return favorite
    }

    func sound() throws -> Self { try Self(value(), position: position) }

    init(row: Row) throws {
      id = try row.value(0)
      position = try row.value(1)
      details = try JSON.value(row.value(2))
    }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      get throws {
        [
          "id": id, "position": position,
          "category": try details.template.content().category.rawValue,
          "details": try JSON.text(details),
        ]
      }
    }

    /// The distance between the positions of consecutive favorites, which leaves space for others.
    private static let gap = 1 << 20

    /// Returns the position after all others.
    static func lastPosition(in db: Database) throws -> Int {
      let last = try Int.fetchOne(
        db.cachedStatement(sql: "SELECT position FROM favorites ORDER BY position DESC LIMIT 1"))
      guard let last else { return 0 }
      try require([last])
      return last + gap
    }

    /// Returns the edits that move the favorite to `index` in the order, in O(log *n* + `index`), or O(*n*)
    /// if there is no position left between its neighbors.
    func moved(to index: Int, in db: Database) throws -> [UndoableEdit] {
      let others = "SELECT position FROM favorites WHERE id <> ? ORDER BY position, id"
      let around = try Int.fetchAll(
        db.cachedStatement(sql: "\(others) LIMIT 2 OFFSET ?"), arguments: [id, max(0, index - 1)])
      try Self.require([position] + around)
      let (previous, next) =
        index == 0 ? (nil, around.first) : (around.first, around.dropFirst().first)
      var after = self
      if let next {
        if position > previous ?? -1, position < next { return [] }
        after.position = (previous ?? 0) + (next - (previous ?? 0)) / 2
      } else {
        after.position = try Self.lastPosition(in: db)
        if position == after.position - Self.gap { return [] }
      }
      if ![previous, next].contains(after.position), Self.numbers ~= after.position {
        return [.favorite(before: self, after: after)]
      }
      var order = try Self.all(in: db).filter { !$0.id.isIdentical(to: id) }
      order.insert(self, at: min(index, order.count))
      return order.enumerated().map { rank, before in
        var after = before
        after.position = rank * Self.gap
        return .favorite(before: before, after: after)
      }
    }

    private static func require(_ positions: [Int]) throws {
      guard positions.allSatisfy({ numbers ~= $0 }) else {
        throw LogbookError(damaged: "a favorite has a position out of range")
      }
    }
  }
#endif
