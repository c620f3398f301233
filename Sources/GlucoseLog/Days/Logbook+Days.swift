// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  public import GlucoseMath

  extension Logbook {
    /// The mark of the day with this date, in whatever zone it was made, or `nil` if there is none.
    public func mark(of day: LocalDay) throws(LogbookError) -> DayMark? {
      try read { try StoredDay.day(day.description, in: $0)?.mark() }
    }

    /// All marks of days, in order of date.
    public func marks() throws(LogbookError) -> [DayMark] {
      try read { try StoredDay.all(in: $0).map { try $0.mark() } }
    }

    /// The days that carry a star, as days of `zone`, wherever they were starred: what
    /// `DayFilter.days(_:)` asks for.
    public func starredDays(in zone: TimeZone) throws(LogbookError) -> Set<LocalDay> {
      Set(try marks().filter(\.isStarred).compactMap { LocalDay($0.day.description, in: zone) })
    }

    /// The marks of the days from the first to the last, both included, in order of date.
    public func marks(in days: ClosedRange<LocalDay>) throws(LogbookError) -> [DayMark] {
      let dates = days.lowerBound.description...days.upperBound.description
      return try read { db in
        try StoredDay.all(in: db).filter { dates.contains($0.date) }.map { try $0.mark() }
      }
    }
  }

  extension LogbookWriter {
    /// Stars a day, or takes its star. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/dayOutOfRange(_:)``.
    public func star(_ day: LocalDay, _ isStarred: Bool = true) throws(LogbookError) {
      try perform { try $0.mark(day) { $0.isStarred = isStarred } }
    }

    /// Attaches a note to a day in place of the one it has, or takes it if `note` is `nil`. Can be
    /// undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/dayOutOfRange(_:)``.
    public func note(_ note: String?, on day: LocalDay) throws(LogbookError) {
      try perform { try $0.mark(day) { $0.note = note } }
    }
  }

  extension LogbookTransaction {
    fileprivate func mark(_ day: LocalDay, _ change: (inout DayMark) -> Void) throws {
      let before = try StoredDay.day(day.description, in: db)
      let old = try before?.mark()
      var mark = old ?? DayMark(day)
      change(&mark)
      let unchanged = old ?? DayMark(day)
      guard mark != unchanged || !mark.note.isIdentical(to: unchanged.note) else { return }
      try make(.day(before: before, after: mark.isEmpty ? nil : try StoredDay(mark)))
    }
  }
#endif
