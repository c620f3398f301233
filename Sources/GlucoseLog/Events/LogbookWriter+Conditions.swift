#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB

  extension LogbookWriter {
    /// Adds an ongoing condition, which ``end(_:at:)->DiaryEvent`` ends. Can be undone.
    ///
    /// The condition stays ongoing after the end of the process. An exercise session is begun and
    /// ended the same way, with the kind `exercise`.
    ///
    /// - Throws: ``LogbookError/Reason/conditionAlreadyOngoing(_:)`` if a condition of this kind is
    ///   ongoing, or ``LogbookError/Reason/eventExists(_:)``.
    @discardableResult
    public func begin(
      _ kind: DiaryCondition.Kind, id: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone,
      note: String? = nil
    ) throws(LogbookError) -> DiaryEvent {
      try perform { batch in
        if let open = try batch.ongoing(kind) {
          throw LogbookError(.conditionAlreadyOngoing(open.id))
        }
        let event = DiaryEvent(
          id: id, at: time, in: zone, .condition(DiaryCondition(kind)), note: note)
        guard try StoredEvent.find(id.rawValue, in: batch.db) == nil else {
          throw LogbookError(.eventExists(id))
        }
        try batch.put(event, before: nil)
        return event
      }
    }

    /// Ends the condition with this identifier at `time`. Can be undone.
    ///
    /// A condition of the kind `exercise` becomes an `Exercise` of that duration:
    ///
    ///     try log.begin(.exercise, at: start, in: oslo)
    ///     try log.end(.exercise, at: now)        // an exercise from `start` to `now`
    ///
    /// - Returns: The condition with its end, or the exercise.
    /// - Throws: ``LogbookError/Reason/noSuchEvent(_:)``,
    ///   ``LogbookError/Reason/conditionNotOngoing(_:)``, or
    ///   ``LogbookError/Reason/endBeforeStart(_:)``.
    @discardableResult
    public func end(_ id: DiaryEvent.ID, at time: Date) throws(LogbookError) -> DiaryEvent {
      try perform { batch in
        let before = try batch.stored(id)
        var event = try before.event()
        guard case .condition(var condition) = event.content, condition.end == nil else {
          throw LogbookError(.conditionNotOngoing(id))
        }
        guard time >= event.time else { throw LogbookError(.endBeforeStart(id)) }
        condition.end = time
        event.content = condition.content(from: event.time)
        try batch.put(event, before: before)
        return event
      }
    }

    /// Ends the ongoing condition of this kind at `time`. Can be undone.
    ///
    /// - Returns: The condition with its end, or the exercise that it became, or `nil` if none is
    ///   ongoing.
    /// - Throws: ``LogbookError/Reason/endBeforeStart(_:)`` if `time` is before the start of the
    ///   condition.
    @discardableResult
    public func end(_ kind: DiaryCondition.Kind, at time: Date) throws(LogbookError) -> DiaryEvent?
    {
      try perform { batch in
        guard let open = try batch.ongoing(kind) else { return nil }
        return try batch.end(open.id, at: time)
      }
    }
  }

  extension Logbook {
    /// Returns the ongoing conditions, in the order in which they began.
    public func ongoingConditions() throws(LogbookError) -> [DiaryEvent] {
      try read { try StoredEventTable.ongoing(in: $0) }
    }
  }

  extension LogbookTransaction {
    fileprivate func ongoing(_ kind: DiaryCondition.Kind) throws -> DiaryEvent? {
      try StoredEventTable.ongoing(in: db).first {
        if case .condition(let condition) = $0.content { condition.kind == kind } else { false }
      }
    }
  }

  extension StoredEventTable {
    fileprivate static func ongoing(in db: Database) throws -> [DiaryEvent] {
      try fetch("WHERE \"end\" IS NULL", [], in: db)
    }
  }
#endif
