#if Logbook
  public import Foundation
  public import GlucoseMath

  extension Logbook {
    /// Returns the mark of the day with this date, made in any time zone, or `nil` if there is
    /// none.
    public func mark(of day: LocalDay) throws(LogbookError) -> DayMark? {
      try read { try StoredDay.find(day.description, in: $0)?.mark() }
    }

    /// Returns all day marks, in order of date.
    public func marks() throws(LogbookError) -> [DayMark] {
      try read { try StoredDay.all(in: $0).map { try $0.mark() } }
    }

    /// Returns the days with a star as days of `zone`, regardless of the time zone in which they
    /// were starred, for use with `DayFilter.days(_:)`.
    public func starredDays(in zone: TimeZone) throws(LogbookError) -> Set<LocalDay> {
      Set(try marks().filter(\.isStarred).compactMap { LocalDay($0.day.description, in: zone) })
    }

    /// Returns the marks of the days from the first to the last, inclusive, in order of date.
    public func marks(of days: ClosedRange<LocalDay>) throws(LogbookError) -> [DayMark] {
      let dates = days.lowerBound.description...days.upperBound.description
      return try read { db in
        try StoredDay.all(in: db).filter { dates.contains($0.date) }.map { try $0.mark() }
      }
    }
  }

  extension LogbookWriter {
    /// Adds a star to a day, or removes it if `isStarred` is `false`. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/dayOutOfRange(_:)``.
    public func setStarred(_ isStarred: Bool = true, on day: LocalDay) throws(LogbookError) {
      try perform { try $0.mark(day) { $0.isStarred = isStarred } }
    }

    /// Sets the note of a day, or removes it if `note` is `nil`. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/dayOutOfRange(_:)``.
    public func setNote(_ note: String?, on day: LocalDay) throws(LogbookError) {
      try perform { try $0.mark(day) { $0.note = note } }
    }
  }

  extension LogbookTransaction {
    fileprivate func mark(_ day: LocalDay, _ change: (inout DayMark) -> Void) throws {
      let before = try StoredDay.find(day.description, in: db)
      let old = try before?.mark()
      var mark = old ?? DayMark(day)
      change(&mark)
      let unchanged = old ?? DayMark(day)
      guard mark != unchanged || !mark.note.isIdentical(to: unchanged.note) else { return }
      var after = mark.isEmpty ? nil : try StoredDay(mark)
      // The time zone of the first mark, as it is written.
      if let before { after?.details.zone = before.details.zone }
      try make(.day(before: before, after: after))
    }
  }

  /// A star, a note, or both, that a person attached to a day.
  ///
  /// A mark applies to a date, regardless of the time zone.
  public struct DayMark: Hashable, Codable, Sendable {
    /// The day, in the time zone in which it was marked, or in GMT if this system does not know that
    /// time zone.
    public let day: LocalDay
    /// The identifier of the time zone in which the day was marked if this system does not know it,
    /// otherwise `nil`. The hours of ``day`` are then those of its date in GMT.
    public internal(set) var unknownZone: String?
    /// A Boolean value that indicates whether the day has a star.
    public var isStarred: Bool
    /// Free text about the day.
    public var note: String?

    /// Creates a mark of `day`.
    public init(_ day: LocalDay, isStarred: Bool = false, note: String? = nil) {
      self.day = day
      self.isStarred = isStarred
      self.note = note
    }

    /// A Boolean value that indicates whether the mark has neither a star nor a note.
    public var isEmpty: Bool { !isStarred && note == nil }
  }
#endif
