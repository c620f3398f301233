// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation

  extension LogbookWriter {
    /// Adds what an archive holds to what is there.
    ///
    ///     let intake = try log.merge(Data(contentsOf: archiveOfTheOtherPhone))
    ///     intake.events.added          // 12
    ///
    /// What is only in the archive is added. What both hold is told by what identifies it, and where it
    /// differs, what is there stays, or gives way if `replacing`:
    ///
    /// - a reading by its source and instant. One that either side excludes is excluded, if both give
    ///   it the same value and flags; one that is excluded here stays so.
    /// - an event or a favorite by its identifier. New favorites come after those that are there.
    /// - the mark of a day by its date. A star on either side is a star; a note is taken over where
    ///   there is none.
    ///
    /// Two conditions of one kind may go on after it, one from each side; end them by their identifiers.
    /// Merging the same archive again changes nothing. Can be undone in one step, except for the
    /// readings that are new; those that were replaced come back.
    ///
    /// - Returns: what became of everything.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/unreadableArchive`` or
    ///   ``LogbookError/Reason/newerVersion(_:)``.
    /// - Complexity: O(*n* log *m*), where the archive holds *n* things and the logbook *m*.
    @discardableResult
    public func merge(
      _ archive: Data, replacing: Bool = false
    ) throws(LogbookError) -> MergeResult {
      let archive = try LogbookError.locating("the archive") { try LogbookArchive(archive) }
      return try perform { try $0.merge(archive, replacing: replacing) }
    }

    /// Adds what another logbook holds to what is there, as its sister does with an archive. The other
    /// logbook stays as it is.
    @discardableResult
    public func merge(
      _ other: Logbook, replacing: Bool = false
    ) throws(LogbookError) -> MergeResult {
      let archive = try other.read { try LogbookArchive($0) }
      return try perform { try $0.merge(archive, replacing: replacing) }
    }
  }

  /// What became of everything that one logbook gave to another.
  public struct MergeResult: Hashable, Sendable {
    /// What became of the readings of all sources.
    public internal(set) var readings = StoreResult()
    /// What became of the events.
    public internal(set) var events = StoreResult()
    /// What became of the favorites.
    public internal(set) var favorites = StoreResult()
    /// What became of the marks of days; one to which something was added counts as replaced.
    public internal(set) var days = StoreResult()
    /// How many readings that were there are excluded now because the other logbook excludes them.
    public internal(set) var newlyExcluded = 0

    /// What became of nothing: all numbers are zero.
    public init() {}
  }

  extension LogbookTransaction {
    fileprivate func merge(_ archive: LogbookArchive, replacing: Bool) throws -> MergeResult {
      var intake = MergeResult()
      for source in archive.sources {
        intake.readings += try add(
          source.readings, from: ReadingSource(rawValue: source.name), kind: source.kind,
          replacing: replacing)
        intake.newlyExcluded += try excludeWhatIsExcluded(in: source.readings, of: source.name)
      }
      intake.events = try add(archive.events.map { try $0.event() }, replacing: replacing)
      intake.favorites = try merge(archive.favorites, replacing: replacing)
      for day in archive.days { try merge(day, replacing: replacing, into: &intake.days) }
      return intake
    }

    /// Excludes the readings that `columns` excludes and the source has with the same content.
    private func excludeWhatIsExcluded(in columns: ReadingColumns, of source: String) throws -> Int
    {
      let id = try SourceTable.id(of: source, in: db)
      let times = try ReadingTable.included(columns.excluded(true), of: id, in: db)
      guard !times.isEmpty else { return 0 }
      try make(.exclusion(source: source, times: times, excluded: true))
      return times.count
    }

    private func merge(
      _ favorites: [StoredFavorite], replacing: Bool
    ) throws -> StoreResult {
      var intake = StoreResult()
      for var favorite in favorites {
        if let before = try StoredFavorite.favorite(favorite.id, in: db) {
          favorite.position = before.position
          if try before.favorite() == favorite.favorite()
            && JSON.data(before) == JSON.data(favorite)
          {
            intake.unchanged += 1
          } else if replacing {
            try make(.favorite(before: before, after: favorite))
            intake.replaced += 1
          } else {
            intake.conflicting += 1
          }
        } else {
          favorite.position = try StoredFavorite.lastPosition(in: db)
          try make(.favorite(before: nil, after: favorite))
          intake.added += 1
        }
      }
      return intake
    }

    private func merge(
      _ day: StoredDay, replacing: Bool, into intake: inout StoreResult
    ) throws {
      guard let before = try StoredDay.day(day.date, in: db) else {
        try make(.day(before: nil, after: day))
        intake.added += 1
        return
      }
      var after = before
      after.details.isStarred = before.details.isStarred || day.details.isStarred
      let isAnotherNote =
        day.details.note != nil && !day.details.note.isIdentical(to: before.details.note)
      if isAnotherNote, replacing || before.details.note == nil {
        after.details.note = day.details.note
      }
      if after.details.isStarred != before.details.isStarred
        || !after.details.note.isIdentical(to: before.details.note)
      {
        try make(.day(before: before, after: after))
        intake.replaced += 1
      } else if isAnotherNote {
        intake.conflicting += 1
      } else {
        intake.unchanged += 1
      }
    }
  }

  extension StoreResult {
    fileprivate static func += (sum: inout Self, more: Self) {
      sum.added += more.added
      sum.unchanged += more.unchanged
      sum.replaced += more.replaced
      sum.conflicting += more.conflicting
      sum.repeated += more.repeated
    }
  }
#endif
