// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB

  extension LogbookWriter {
    /// Notes that a condition begins and goes on until ``end(_:at:)-(DiaryEvent/ID,_)``. Can be undone.
    ///
    /// It goes on whatever happens to the process.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/conditionAlreadyOngoing(_:)`` if a condition of
    ///   this kind goes on already.
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
        guard try EventTable.event(id, in: batch.db) == nil else {
          throw LogbookError(.eventExists(id))
        }
        try batch.put(event, before: nil)
        return event
      }
    }

    /// Notes that the condition with this identifier ended at `time`. Can be undone.
    ///
    /// - Returns: the condition as it is now.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchEvent(_:)``,
    ///   ``LogbookError/Reason/conditionNotOngoing(_:)`` or ``LogbookError/Reason/endBeforeStart(_:)``.
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
        event.content = .condition(condition)
        try batch.put(event, before: before)
        return event
      }
    }

    /// Notes that the condition of this kind that goes on ended at `time`. Can be undone.
    ///
    /// - Returns: the condition as it is now, or `nil` if none went on.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/endBeforeStart(_:)``.
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
    /// The conditions that still go on, in the order in which they began.
    public func ongoingConditions() throws(LogbookError) -> [DiaryEvent] {
      try read { try EventTable.ongoing(in: $0) }
    }
  }

  extension LogbookTransaction {
    fileprivate func ongoing(_ kind: DiaryCondition.Kind) throws -> DiaryEvent? {
      try EventTable.ongoing(in: db).first {
        if case .condition(let condition) = $0.content { condition.kind == kind } else { false }
      }
    }
  }

  extension EventTable {
    fileprivate static func ongoing(in db: Database) throws -> [DiaryEvent] {
      try fetch("WHERE \"end\" IS NULL", [], in: db)
    }
  }
#endif
