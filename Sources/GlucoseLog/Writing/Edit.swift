// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Diary
  internal import GRDB

  /// A change that can be made, taken back, and made again: of one row, with its content before and
  /// after, or of readings of one source.
  enum Edit: Codable {
    case event(before: StoredEvent?, after: StoredEvent?)
    case favourite(before: StoredFavourite?, after: StoredFavourite?)
    case day(before: StoredDay?, after: StoredDay?)
    case removal(source: String, readings: ReadingColumns)
    case exclusion(source: String, times: [Double], excluded: Bool)

    enum Direction { case forwards, backwards }

    /// Puts what the edit leads to in place of what it comes from.
    ///
    /// - Returns: what changed, for those who observe.
    func apply(to db: Database, _ direction: Direction) throws -> [LogChange.Item] {
      switch self {
      case .event(let before, let after):
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredEvent.delete(from.id, in: db)
        }
        return [.event(before: try from?.event(), after: try to?.event())]
      case .favourite(let before, let after):
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredFavourite.delete(from.id, in: db)
        }
        return [.favourite(before: try from?.favourite(), after: try to?.favourite())]
      case .day(let before, let after):
        let (from, to) = direction == .forwards ? (before, after) : (after, before)
        if let to {
          try to.put(in: db)
        } else if let from {
          try StoredDay.delete(from.date, in: db)
        }
        return [.day(before: try from?.mark(), after: try to?.mark())]
      case .removal(let source, let readings):
        let id = try SourceTable.id(of: source, in: db)
        switch direction {
        case .forwards: try ReadingTable.delete(readings.times, of: id, in: db)
        // A reading that came since stays.
        case .backwards: _ = try ReadingTable.add(readings, of: id, replacing: false, in: db)
        }
        return LogChange.Item.readings(source, at: readings.times)
      case .exclusion(let source, let times, let excluded):
        let id = try SourceTable.id(of: source, in: db)
        try ReadingTable.setExcluded(
          direction == .forwards ? excluded : !excluded, times, of: id, in: db)
        return LogChange.Item.readings(source, at: times)
      }
    }
  }
#endif
