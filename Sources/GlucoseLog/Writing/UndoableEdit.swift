// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GlucoseDiary
  internal import GRDB

  /// A change that can be made, undone, and redone: of one row, with its content before and after,
  /// or of readings of one source, in chronological order.
  indirect enum UndoableEdit: Codable {
    case event(before: StoredEvent?, after: StoredEvent?)
    case favorite(before: StoredFavorite?, after: StoredFavorite?)
    case day(before: StoredDay?, after: StoredDay?)
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

    /// Whether the edit adds a row. To a step that removed an earlier row with the same identifier,
    /// the row is not the one that it left; see ``finds(itsRowIn:_:)``.
    var isAddition: Bool {
      switch self {
      case .event(before: nil, after: _), .favorite(before: nil, after: _),
        .day(before: nil, after: _):
        true
      case .event, .favorite, .day, .removal, .exclusion, .replacement: false
      }
    }

    private enum CodingKeys: String, CodingKey {
      case event, day, removal, exclusion, replacement
      case favorite = "favourite"
    }

    /// Returns a Boolean value that indicates whether the row of the edit is as it is before the edit
    /// is made in `direction`. `true` for edits of readings, which compare each reading.
    ///
    /// A row that a device added after a step removed it is not that of the step.
    func finds(itsRowIn db: Database, _ direction: Direction) throws -> Bool {
      switch self {
      case .event(let before, let after):
        guard let id = (before ?? after)?.id else { return true }
        return try Self.isSame(
          StoredEventTable.event(DiaryEvent.ID(rawValue: id), in: db),
          direction.ends(before, after).from)
      case .favorite(let before, let after):
        guard let id = (before ?? after)?.id else { return true }
        return try Self.isSame(
          StoredFavorite.favorite(id, in: db), direction.ends(before, after).from)
      case .day(let before, let after):
        guard let date = (before ?? after)?.date else { return true }
        return try Self.isSame(StoredDay.day(date, in: db), direction.ends(before, after).from)
      case .removal, .exclusion, .replacement: return true
      }
    }

    private static func isSame<Row: Encodable>(_ found: Row?, _ expected: Row?) throws -> Bool {
      guard let found, let expected else { return found == nil && expected == nil }
      return try JSON.data(found) == JSON.data(expected)
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
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredEvent.delete(from.id, in: db)
        }
        return ([.event(before: try from?.event(), after: try to?.event())], self)
      case .favorite(let before, let after):
        let (from, to) = direction.ends(before, after)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredFavorite.delete(from.id, in: db)
        }
        return ([.favorite(before: try from?.favorite(), after: try to?.favorite())], self)
      case .day(let before, let after):
        let (from, to) = direction.ends(before, after)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredDay.delete(from.date, in: db)
        }
        return ([.day(before: try from?.mark(), after: try to?.mark())], self)
      case .removal(let source, let readings):
        let id = try SourceTable.id(of: source, in: db)
        let moved =
          switch direction {
          case .forwards: try ReadingTable.delete(readings, of: id, in: db)
          case .backwards: try ReadingTable.addMissing(readings, of: id, in: db)
          }
        return (
          LogbookChange.Item.readings(source, at: moved.times),
          .removal(source: source, readings: moved)
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
#endif
