#if Logbook
  internal import GlucoseDiary
  internal import GRDB

  /// A change that can be made, undone, and redone: of one row, with its content before and after,
  /// or of readings of one source, in chronological order.
  indirect enum UndoableEdit: Codable {
    case event(before: StoredEvent?, after: StoredEvent?)
    case favorite(before: StoredFavorite?, after: StoredFavorite?)
    case day(before: StoredDay?, after: StoredDay?)
    case source(before: StoredSource?, after: StoredSource?)
    case addition(source: String, readings: ReadingColumns)
    case removal(source: String, readings: ReadingColumns)
    case exclusion(source: String, times: [Double], excluded: Bool)
    case replacement(source: String, before: ReadingColumns, after: ReadingColumns)

    enum Direction {
      case forwards, backwards

      /// Returns what is there before and after an edit that is made in this direction.
      func ends<Content>(_ before: Content, _ after: Content) -> (from: Content, to: Content) {
        self == .forwards ? (before, after) : (after, before)
      }
    }

    /// Whether the edit only adds. To a step that removed an earlier row with the same identifier,
    /// the row is not the one that it left; see ``finds(itsRowIn:_:)``.
    var isAddition: Bool {
      switch self {
      case .event(before: nil, after: _), .favorite(before: nil, after: _),
        .day(before: nil, after: _), .source(before: nil, after: _), .addition:
        true
      case .event, .favorite, .day, .source, .removal, .exclusion, .replacement: false
      }
    }

    private enum CodingKeys: String, CodingKey {
      case event, day, source, addition, removal, exclusion, replacement
      case favorite = "favourite"
    }

    /// Returns a Boolean value that indicates whether the row of the edit is as it is before the edit
    /// is made in `direction`. `true` for edits of readings, which compare each reading.
    ///
    /// A row that a device added after a step removed it is not that of the step.
    func finds(itsRowIn db: Database, _ direction: Direction) throws -> Bool {
      switch self {
      case .event(let before, let after):
        return try StoredEvent.canReplace(direction.ends(before, after), in: db)
      case .favorite(let before, let after):
        return try StoredFavorite.canReplace(direction.ends(before, after), in: db)
      case .day(let before, let after):
        return try StoredDay.canReplace(direction.ends(before, after), in: db)
      case .source(let before, let after):
        let (from, to) = direction.ends(before, after)
        let found = try from.flatMap { try StoredSource.find($0.name, in: db) }
        guard found?.kind == from?.kind else { return false }
        return try to.map { try StoredSource.find($0.name, in: db) == nil } ?? true
      case .addition, .removal, .exclusion, .replacement: return true
      }
    }

    var size: Int {
      switch self {
      case .event, .favorite, .day, .source: 1
      case .addition(_, let readings), .removal(_, let readings): readings.count
      case .exclusion(_, let times, _): times.count
      case .replacement(_, let before, _): before.count
      }
    }

    /// Applies the edit in `direction`.
    ///
    /// Readings that have changed since the edit, because newer readings replaced them, are left
    /// unchanged. The edit that reverses the call may therefore differ from this one.
    ///
    /// - Returns: The changes, for observers, and the edit that was made.
    func apply(
      to db: Database, _ direction: Direction
    ) throws -> (items: [LogbookChange.Item], made: UndoableEdit?) {
      switch self {
      case .event(let before, let after):
        let (from, to) = direction.ends(before, after)
        try StoredEvent.replace(from, with: to, in: db)
        try Removals.note(from?.id, to?.id, "event", direction, in: db)
        return ([.event(before: try from?.event(), after: try to?.event())], self)
      case .favorite(let before, let after):
        let (from, to) = direction.ends(before, after)
        try StoredFavorite.replace(from, with: to, in: db)
        try Removals.note(from?.id, to?.id, "favorite", direction, in: db)
        return ([.favorite(before: try from?.favorite(), after: try to?.favorite())], self)
      case .day(let before, let after):
        let (from, to) = direction.ends(before, after)
        try StoredDay.replace(from, with: to, in: db)
        return ([.day(before: try from?.mark(), after: try to?.mark())], self)
      case .source(let before, let after):
        let (from, to) = direction.ends(before, after)
        switch (from, to) {
        case (let from?, let to?): try SourceTable.rename(from.name, to.name, in: db)
        case (nil, let to?): try SourceTable.insert(to, in: db)
        case (let from?, nil):
          guard try SourceTable.delete(from, in: db) else { return ([], nil) }
        case (nil, nil): break
        }
        return (
          [
            .source(
              before: from.map { ReadingSource(rawValue: $0.name) },
              after: to.map { ReadingSource(rawValue: $0.name) })
          ], self
        )
      case .addition(let source, let readings), .removal(let source, let readings):
        let id = try SourceTable.id(of: source, in: db)
        let moved =
          isAddition == (direction == .forwards)
          ? try ReadingTable.addMissing(readings, of: id, in: db)
          : try ReadingTable.delete(readings, of: id, in: db)
        return (
          LogbookChange.Item.readings(source, at: moved.times),
          isAddition
            ? .addition(source: source, readings: moved) : .removal(source: source, readings: moved)
        )
      case .exclusion(let source, let times, let excluded):
        let id = try SourceTable.id(of: source, in: db)
        let changed = try ReadingTable.setExcluded(
          direction == .forwards ? excluded : !excluded, times, of: id, in: db)
        return (
          LogbookChange.Item.readings(source, at: changed),
          .exclusion(source: source, times: changed, excluded: excluded)
        )
      case .replacement(let source, let before, let after):
        let id = try SourceTable.id(of: source, in: db)
        let (from, to) = direction.ends(before, after)
        let rows = try ReadingTable.replace(from, with: to, of: id, in: db)
        return (
          LogbookChange.Item.readings(source, at: rows.map { from.times[$0] }),
          .replacement(source: source, before: before.rows(rows), after: after.rows(rows))
        )
      }
    }
  }

  /// The identifiers of events and favorites that were removed, which a merge does not add again.
  enum Removals {
    /// Notes that a row is removed, or is there again. A row that was never added, because its
    /// addition was undone, is not removed.
    static func note(
      _ before: String?, _ after: String?, _ category: String,
      _ direction: UndoableEdit.Direction, in db: Database
    ) throws {
      if let after {
        guard before == nil else { return }
        try db.cachedStatement(sql: "DELETE FROM removals WHERE category = ? AND id = ?")
          .execute(arguments: [category, after])
      } else if let before, direction == .forwards {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO removals VALUES (?, ?)")
          .execute(arguments: [category, before])
      }
    }

    static func contains(_ id: String, _ category: String, in db: Database) throws -> Bool {
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT 1 FROM removals WHERE category = ? AND id = ?"),
        arguments: [category, id]) != nil
    }
  }
#endif
