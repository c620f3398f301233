#if Logbook
  public import GlucoseDiary
  public import Foundation
  internal import GRDB

  extension LogbookWriter {
    /// Adds an event. Has no effect if an equal event has the same identifier. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/eventExists(_:)``, or
    ///   ``LogbookError/Reason/conditionAlreadyOngoing(_:)`` if the event is an ongoing condition of a
    ///   kind of which one is ongoing.
    public func add(_ event: DiaryEvent) throws(LogbookError) {
      try perform { batch in
        let known = try StoredEvent.find(event.id.rawValue, in: batch.db)
        if let known, try StoredEvent(event).isIdentical(to: known) { return }
        try batch.putNew(event)
      }
    }

    /// Adds events. Can be undone in one step.
    ///
    /// If an event ends before it begins, the call throws and adds no event. A condition of the
    /// kind `exercise` that has an end is stored as an `Exercise`.
    ///
    /// An event that equals the existing event with its identifier has no effect. If the content
    /// differs, the existing event is kept, or replaced if `replacing` is `true`.
    ///
    /// - Returns: The numbers of events that were added, unchanged, replaced, and conflicting.
    @discardableResult
    public func add(
      _ events: some Sequence<DiaryEvent>, replacing: Bool = false
    ) throws(LogbookError) -> StoreResult {
      try perform { try $0.add(events, replacing: replacing, keepsRemovals: false) }
    }

    /// Replaces the event that has the identifier of `event`. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/noSuchEvent(_:)``, or
    ///   ``LogbookError/Reason/conditionAlreadyOngoing(_:)`` if the event becomes an ongoing condition
    ///   of a kind of which one is ongoing.
    public func update(_ event: DiaryEvent) throws(LogbookError) {
      try perform { try $0.update(event, from: $0.stored(event.id)) }
    }

    /// Edits the event with this identifier. Can be undone.
    ///
    ///     try log.edit(id) { $0.time += 600 }
    ///
    /// - Returns: The edited event.
    /// - Throws: The errors of ``update(_:)-(DiaryEvent)``.
    @discardableResult
    public func edit(
      _ id: DiaryEvent.ID, _ change: (inout DiaryEvent) -> Void
    ) throws(LogbookError) -> DiaryEvent {
      try perform { batch in
        let before = try batch.stored(id)
        var event = try before.value()
        change(&event)
        if !event.id.rawValue.isIdentical(to: id.rawValue) {
          event = DiaryEvent(
            id: id, at: event.time, inZone: event.zoneIdentifier, event.content, note: event.note)
        }
        try batch.update(event, from: before)
        return event.withExerciseEnded
      }
    }

    /// Removes the event with this identifier. Can be undone.
    ///
    /// - Returns: The removed event.
    /// - Throws: ``LogbookError/Reason/noSuchEvent(_:)``.
    @discardableResult
    public func remove(_ id: DiaryEvent.ID) throws(LogbookError) -> DiaryEvent {
      try perform(removes: true) { batch in
        let before = try batch.stored(id)
        try batch.make(.event(before: before, after: nil))
        return try before.value()
      }
    }
  }

  extension LogbookTransaction {
    /// Adds events. If `keepsRemovals`, one that was removed from the logbook is left out and counts as
    /// conflicting.
    func add(
      _ events: some Sequence<DiaryEvent>, replacing: Bool, keepsRemovals: Bool
    ) throws -> StoreResult {
      var result = StoreResult()
      for event in events {
        let outcome = try add(
          row: StoredEvent(event), replacing: replacing, keepsRemovals: keepsRemovals)
        result[keyPath: outcome] += 1
      }
      return result
    }

    /// Returns the event with this identifier in the state of the transaction, or `nil`.
    public func event(_ id: DiaryEvent.ID) throws(LogbookError) -> DiaryEvent? {
      try LogbookError.locating("") { try StoredEvent.find(id.rawValue, in: db)?.value() }
    }

    /// Adds an event. Throws if another one has its identifier, or is ongoing and of its kind.
    func putNew(_ event: DiaryEvent) throws {
      guard try StoredEvent.find(event.id.rawValue, in: db) == nil else {
        throw LogbookError(.eventExists(event.id))
      }
      try requireNoneOngoing(as: event)
      try put(event, before: nil)
    }

    func put(_ event: DiaryEvent, before: StoredEvent?) throws {
      try make(.event(before: before, after: try StoredEvent(event)))
    }

    fileprivate func update(_ event: DiaryEvent, from before: StoredEvent) throws {
      guard try !StoredEvent(event).isIdentical(to: before) else { return }
      // After a merge, two may be ongoing, and be edited.
      if try before.value().ongoingKind != event.ongoingKind { try requireNoneOngoing(as: event) }
      try put(event, before: before)
    }

    private func requireNoneOngoing(as event: DiaryEvent) throws {
      if let kind = event.ongoingKind, let open = try ongoing(kind) {
        throw LogbookError(.conditionAlreadyOngoing(open.id))
      }
    }

    func stored(_ id: DiaryEvent.ID) throws -> StoredEvent {
      try .find(id.rawValue, or: .noSuchEvent(id), in: db)
    }
  }

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
        let event = DiaryEvent(
          id: id, at: time, in: zone, .condition(DiaryCondition(kind)), note: note)
        try batch.putNew(event)
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
        var event = try before.value()
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
      try read { try StoredEvent.ongoing(in: $0) }
    }
  }

  extension LogbookTransaction {
    fileprivate func ongoing(_ kind: DiaryCondition.Kind) throws -> DiaryEvent? {
      try StoredEvent.ongoing(in: db).first { $0.ongoingKind == kind }
    }
  }

  extension DiaryEvent {
    /// The kind of an ongoing condition. `nil` for another event.
    fileprivate var ongoingKind: DiaryCondition.Kind? {
      guard case .condition(let condition) = content else { return nil }
      return condition.end == nil ? condition.kind : nil
    }
  }
#endif
