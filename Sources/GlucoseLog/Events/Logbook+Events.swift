#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB
  internal import GlucoseMath

  extension Logbook: GlucoseHistory {
    /// Returns the events that overlap the range, sorted by time and, at the same instant, by
    /// identifier. Planned events, which are in the future, are included.
    ///
    /// - Complexity: O(log *n* + *k* + *l*), where *n* is the number of events, *k* of which begin
    ///   in the range, and *l* is the number of events with a duration that began before it.
    public func events(in range: Range<Date>) throws(LogbookError) -> [DiaryEvent] {
      try read { try StoredEvent.events(in: range, in: $0) }
    }

    /// Returns the events of one category that overlap the range, sorted by time and identifier.
    public func events(
      in range: Range<Date>, of category: DiaryEvent.Category
    ) throws(LogbookError) -> [DiaryEvent] {
      try read { try StoredEvent.events(in: range, of: category, in: $0) }
    }

    /// Returns the events of the range whose note or name contains `text`, in chronological order.
    ///
    /// The search ignores case and accents, but not blanks around `text`.
    public func events(
      in range: Range<Date>, mentioning text: String
    ) throws(LogbookError) -> [DiaryEvent] {
      try events(in: range).filter { event in
        [event.note, event.content.name].contains {
          $0?.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
      }
    }

    /// The readings and events of the range, both from one state of the logbook.
    public func recording(in range: Range<Date>) throws(LogbookError) -> Recording {
      try read { db in
        Recording(
          series: try series(range, in: db), events: try StoredEvent.events(in: range, in: db))
      }
    }

    /// Returns the event with this identifier, or `nil` if there is none.
    public func event(_ id: DiaryEvent.ID) throws(LogbookError) -> DiaryEvent? {
      try read { try StoredEvent.find(id.rawValue, in: $0)?.value() }
    }

    /// Returns the first event that starts after (`>`) `time`, such as the next planned one, of one
    /// category, or of any if `category` is `nil`. `nil` if there is none.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of events.
    public func nextEvent(
      after time: Date, of category: DiaryEvent.Category? = nil
    ) throws(LogbookError) -> DiaryEvent? {
      try read { try StoredEvent.neighbor(category, ">", time, "ASC", in: $0) }
    }

    /// Returns the last event that starts at or before `time`, such as the last meal, of one category,
    /// or of any if `category` is `nil`. `nil` if there is none.
    ///
    /// - Complexity: O(log *n*), where *n* is the number of events.
    public func latestEvent(
      atOrBefore time: Date, of category: DiaryEvent.Category? = nil
    ) throws(LogbookError) -> DiaryEvent? {
      try read { try StoredEvent.neighbor(category, "<=", time, "DESC", in: $0) }
    }

    /// Returns the instants of the first and last reading or event of all sources, or `nil` if
    /// there are none.
    public func timeRange() throws(LogbookError) -> ClosedRange<Date>? {
      try read { db in
        var bounds: [Double] = []
        for bound in ["MIN", "MAX"] {
          let ofReadings = try db.cachedStatement(
            sql: "SELECT \(bound)(time) FROM readings WHERE source = ?")
          for source in try StoredSource.all(in: db) {
            bounds += try [Double.fetchOne(ofReadings, arguments: [source.id])].compactMap(\.self)
          }
          bounds += try [Double.fetchOne(db, sql: "SELECT \(bound)(time) FROM events")]
            .compactMap(\.self)
        }
        return ClosedRange(seconds: bounds)
      }
    }
  }
#endif
