// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import GlucoseDiary
  internal import GRDB

  /// A change that can be made, undone, and redone: of one row, with its content before and after,
  /// or of readings of one source, in chronological order.
  enum UndoableEdit: Codable {
    case event(before: StoredEvent?, after: StoredEvent?)
    case favorite(before: StoredFavorite?, after: StoredFavorite?)
    case day(before: StoredDay?, after: StoredDay?)
    case removal(source: String, readings: ReadingColumns)
    case exclusion(source: String, times: [Double], excluded: Bool)
    case replacement(source: String, before: ReadingColumns, after: ReadingColumns)

    enum Direction { case forwards, backwards }

    /// Whether the edit adds a row, which no step before it can have changed.
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
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredEvent.delete(from.id, in: db)
        }
        return ([.event(before: try from?.event(), after: try to?.event())], self)
      case .favorite(let before, let after):
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredFavorite.delete(from.id, in: db)
        }
        return ([.favorite(before: try from?.favorite(), after: try to?.favorite())], self)
      case .day(let before, let after):
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
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
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
        let rows = try ReadingTable.replace(from, with: to, of: id, in: db)
        return (
          LogbookChange.Item.readings(source, at: rows.map { from.times[$0] }),
          .replacement(source: source, before: before.rows(rows), after: after.rows(rows))
        )
      }
    }
  }
#endif
