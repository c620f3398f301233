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
    /// Readings that are added (`before` is empty), removed (`after` is empty), or replaced one by one.
    case readings(source: String, before: ReadingColumns, after: ReadingColumns)
    case exclusion(source: String, times: [Double], excluded: Bool)

    /// Whether the edit only adds. To a step that removed an earlier row with the same identifier,
    /// the row is not the one that it left.
    var isAddition: Bool {
      switch self {
      case .event(before: nil, after: _), .favorite(before: nil, after: _),
        .day(before: nil, after: _), .source(before: nil, after: _):
        true
      case .readings(_, let before, _): before.count == 0
      case .event, .favorite, .day, .source, .exclusion: false
      }
    }

    var size: Int {
      switch self {
      case .event, .favorite, .day, .source: 1
      case .readings(_, let before, let after): max(before.count, after.count)
      case .exclusion(_, let times, _): times.count
      }
    }

    /// Throws if the content of a row is none that the row of a table may have.
    func check() throws {
      switch self {
      case .event(let before, let after): for row in [before, after] { _ = try row?.value() }
      case .favorite(let before, let after): for row in [before, after] { _ = try row?.value() }
      case .day(let before, let after): for row in [before, after] { _ = try row?.value() }
      // Decoding checks them.
      case .source, .readings, .exclusion: break
      }
    }

    /// Makes the edit, or undoes it.
    ///
    /// Readings that have changed since the edit, because newer readings replaced them, are left
    /// unchanged. The edit that reverses the call may therefore differ from this one. If `isLater`, a
    /// row that is no longer as the edit left it is left unchanged, too, such as one that a device
    /// added after a step removed it.
    ///
    /// - Returns: The changes, for observers, and the edit that was made.
    func apply(
      to db: Database, undoing: Bool = false, isLater: Bool = false
    ) throws -> (items: [LogbookChange.Item], made: UndoableEdit?) {
      func replace<Stored: StoredRow>(
        _ before: Stored?, _ after: Stored?
      ) throws -> (items: [LogbookChange.Item], made: UndoableEdit?) {
        let (from, to) = undoing ? (after, before) : (before, after)
        guard try !isLater || Stored.has(from, toReplaceWith: to, in: db),
          try Stored.replace(from, with: to, in: db)
        else { return ([], nil) }
        try Stored.noteRemoval(from, to, undoing: undoing, in: db)
        return ([Stored.item(try from?.value(), try to?.value())], self)
      }
      switch self {
      case .event(let before, let after): return try replace(before, after)
      case .favorite(let before, let after): return try replace(before, after)
      case .day(let before, let after): return try replace(before, after)
      case .source(let before, let after): return try replace(before, after)
      case .readings(let source, let before, let after):
        let (from, to) = undoing ? (after, before) : (before, after)
        let rows = try ReadingTable.replace(
          from, with: to, of: StoredSource.id(of: source, in: db), in: db)
        let times = (from.count > 0 ? from : to).times
        return (
          LogbookChange.Item.readings(source, at: rows.map { times[$0] }),
          .readings(source: source, before: before.rows(rows), after: after.rows(rows))
        )
      case .exclusion(let source, let times, let excluded):
        let changed = try ReadingTable.setExcluded(
          excluded != undoing, times, of: StoredSource.id(of: source, in: db), in: db)
        return (
          LogbookChange.Item.readings(source, at: changed),
          .exclusion(source: source, times: changed, excluded: excluded)
        )
      }
    }
  }
#endif
