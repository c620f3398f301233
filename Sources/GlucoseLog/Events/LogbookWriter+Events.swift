// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary

  extension LogbookWriter {
    /// Adds an event; one that is there already with the same content changes nothing. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/eventExists(_:)`` if the identifier
    ///   belongs to an event with other content.
    public func add(_ event: DiaryEvent) throws(LogbookError) {
      let intake = try add([event])
      if intake.conflicting > 0 { throw LogbookError(.eventExists(event.id)) }
    }

    /// Adds events. Can be undone, all in one step.
    ///
    /// One that would end before it begins is refused, and so are all others of the call.
    ///
    /// An event whose identifier is there already changes nothing if it is equal; one with other
    /// content is left out, or takes its place if `replacing`.
    @discardableResult
    public func add(
      _ events: some Sequence<DiaryEvent>, replacing: Bool = false
    ) throws(LogbookError) -> StoreResult {
      try perform { batch in
        var intake = StoreResult()
        for event in events {
          guard let before = try EventTable.event(event.id, in: batch.db) else {
            try batch.put(event, before: nil)
            intake.added += 1
            continue
          }
          if try batch.holds(event, as: before) {
            intake.unchanged += 1
          } else if replacing {
            try batch.put(event, before: before)
            intake.replaced += 1
          } else {
            intake.conflicting += 1
          }
        }
        return intake
      }
    }

    /// Puts `event` in the place of the one with its identifier. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchEvent(_:)``.
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
    /// - Returns: the event as it is now.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchEvent(_:)``.
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
        return event
      }
    }

    /// Removes the event with this identifier. Can be undone.
    ///
    /// - Returns: the event that was removed.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchEvent(_:)``.
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
    /// The event with this identifier as it is within the batch, or `nil`.
    public func event(_ id: DiaryEvent.ID) throws(LogbookError) -> DiaryEvent? {
      try LogbookError.locating("") { try EventTable.event(id, in: db)?.event() }
    }

    func put(_ event: DiaryEvent, before: StoredEvent?) throws {
      try make(.event(before: before, after: try StoredEvent(event)))
    }

    /// Returns whether `event` is what is stored, byte by byte.
    fileprivate func holds(_ event: DiaryEvent, as stored: StoredEvent) throws -> Bool {
      try stored.event() == event && StoredEvent(event).isIdentical(to: stored)
    }

    func stored(_ id: DiaryEvent.ID) throws -> StoredEvent {
      guard let event = try EventTable.event(id, in: db) else {
        throw LogbookError(.noSuchEvent(id))
      }
      return event
    }
  }

  extension DiaryEvent {
    fileprivate func identified(as id: DiaryEvent.ID) -> DiaryEvent {
      DiaryEvent(id: id, at: time, in: zone, content, note: note)
    }
  }
#endif
