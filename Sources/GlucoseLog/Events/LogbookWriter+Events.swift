#if Logbook
  public import GlucoseDiary

  extension LogbookWriter {
    /// Adds an event. Has no effect if an equal event has the same identifier. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/eventExists(_:)``.
    public func add(_ event: DiaryEvent) throws(LogbookError) {
      let result = try add([event])
      if result.conflicting > 0 { throw LogbookError(.eventExists(event.id)) }
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
    /// - Throws: ``LogbookError/Reason/noSuchEvent(_:)``.
    public func update(_ event: DiaryEvent) throws(LogbookError) {
      try perform { batch in
        let before = try batch.stored(event.id)
        if try !batch.holds(event, as: before) { try batch.put(event, before: before) }
      }
    }

    /// Edits the event with this identifier. Can be undone.
    ///
    ///     try log.edit(id) { $0.time += 600 }
    ///
    /// - Returns: The edited event.
    /// - Throws: ``LogbookError/Reason/noSuchEvent(_:)``.
    @discardableResult
    public func edit(
      _ id: DiaryEvent.ID, _ change: (inout DiaryEvent) -> Void
    ) throws(LogbookError) -> DiaryEvent {
      try perform { batch in
        let before = try batch.stored(id)
        var event = try before.event()
        change(&event)
        if !event.id.rawValue.isIdentical(to: id.rawValue) { event = event.identified(as: id) }
        if try !batch.holds(event, as: before) { try batch.put(event, before: before) }
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
        return try before.event()
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
        guard let before = try StoredEvent.find(event.id.rawValue, in: db) else {
          if try keepsRemovals && Removals.contains(event.id.rawValue, "event", in: db) {
            result.conflicting += 1
          } else {
            try put(event, before: nil)
            result.added += 1
          }
          continue
        }
        if try holds(event, as: before) {
          result.unchanged += 1
        } else if replacing {
          try put(event, before: before)
          result.replaced += 1
        } else {
          result.conflicting += 1
        }
      }
      return result
    }

    /// Returns the event with this identifier in the state of the transaction, or `nil`.
    public func event(_ id: DiaryEvent.ID) throws(LogbookError) -> DiaryEvent? {
      try LogbookError.locating("") { try StoredEvent.find(id.rawValue, in: db)?.event() }
    }

    func put(_ event: DiaryEvent, before: StoredEvent?) throws {
      try make(.event(before: before, after: try StoredEvent(event)))
    }

    /// Returns a Boolean value that indicates whether `event` equals the stored event byte by byte.
    fileprivate func holds(_ event: DiaryEvent, as stored: StoredEvent) throws -> Bool {
      try stored.event() == event.withExerciseEnded && StoredEvent(event).isIdentical(to: stored)
    }

    func stored(_ id: DiaryEvent.ID) throws -> StoredEvent {
      guard let event = try StoredEvent.find(id.rawValue, in: db) else {
        throw LogbookError(.noSuchEvent(id))
      }
      return event
    }
  }

  extension DiaryEvent {
    fileprivate func identified(as id: DiaryEvent.ID) -> DiaryEvent {
      DiaryEvent(id: id, at: time, inZone: zoneIdentifier, content, note: note)
    }
  }
#endif
