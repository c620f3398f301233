#if Logbook
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  extension Logbook {
    /// Returns the mark of the day with this date, made in any time zone, or `nil` if there is
    /// none.
    public func mark(of day: LocalDay) throws(LogbookError) -> DayMark? {
      try read { try StoredDay.find(day.description, in: $0)?.value() }
    }

    /// Returns the marks of the days from the first to the last, inclusive, or of all, in order of
    /// date.
    public func marks(of days: ClosedRange<LocalDay>? = nil) throws(LogbookError) -> [DayMark] {
      let (first, last) = (days?.lowerBound.description ?? "", days?.upperBound.description)
      return try read { db in
        try StoredDay.all(in: db).filter { first <= $0.date && $0.date <= last ?? $0.date }
          .map { try $0.value() }
      }
    }

    /// Returns the days with a star as days of `zone`, regardless of the time zone in which they
    /// were starred, for use with `DayFilter.days(_:)`.
    public func starredDays(in zone: TimeZone) throws(LogbookError) -> Set<LocalDay> {
      Set(try marks().filter(\.isStarred).compactMap { LocalDay($0.day.description, in: zone) })
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
      let unchanged = try before?.value() ?? DayMark(day)
      var mark = unchanged
      change(&mark)
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
  public struct DayMark: Equatable, Sendable {
    /// The day, in the time zone in which it was marked, or in GMT if this system does not know that
    /// time zone.
    public let day: LocalDay
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

    var isEmpty: Bool { !isStarred && note == nil }
  }

  /// The format of a day mark in the file, in an archive, and in the undo history.
  struct StoredDay: StoredRow {
    /// For the years 0 to 9999, the order of the dates is that of their text.
    static var table: (name: String, key: String, columns: String, order: String) {
      ("days", "date", "date, details", "date")
    }
    static var item: (DayMark?, DayMark?) -> LogbookChange.Item { LogbookChange.Item.day }
    static var edit: (Self?, Self?) -> UndoableEdit { UndoableEdit.day }
    var key: String { date }

    var date: String
    var details: Details

    struct Details: Codable {
      var zone: String
      var isStarred: Bool
      var note: String?
    }

    init(_ mark: DayMark) throws {
      guard (0...9999).contains(mark.day.year) else { throw LogbookError(.dayOutOfRange(mark.day)) }
      date = mark.day.description
      details = Details(zone: mark.day.zone.identifier, isStarred: mark.isStarred, note: mark.note)
    }

    func value() throws -> DayMark {
      guard let day = LocalDay(date, in: TimeZone(identifier: details.zone) ?? .gmt) else {
        throw LogbookError(damaged: "unknown day \(date) in \(details.zone)")
      }
      return DayMark(day, isStarred: details.isStarred, note: details.note)
    }

    init(row: Row) throws {
      date = try row.value(0)
      details = try JSON.value(row.value(1))
    }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      get throws { ["date": date, "details": try JSON.text(details)] }
    }
  }
#endif
