#if Logbook
  public import GlucoseDiary
  public import Foundation

  extension Logbook {
    /// Returns the favorites of one category, or of all if `category` is `nil`, in the order that
    /// the person chose.
    public func favorites(
      of category: DiaryEvent.Category? = nil
    ) throws(LogbookError) -> [Favorite] {
      try read { db in
        try StoredFavorite.values(in: db).filter {
          category == nil || $0.template.category == category
        }
      }
    }
  }

  extension LogbookWriter {
    /// Adds a favorite after all others. Can be undone.
    ///
    ///     try log.add(Favorite(named: "Porridge", from: breakfast))
    ///
    /// - Throws: ``LogbookError/Reason/favoriteExists(_:)``.
    /// - Complexity: O(log *n*), where *n* is the number of favorites.
    public func add(_ favorite: Favorite) throws(LogbookError) {
      try perform { batch in
        guard try StoredFavorite.find(favorite.id.rawValue, in: batch.db) == nil else {
          throw LogbookError(.favoriteExists(favorite.id))
        }
        let position = try StoredFavorite.lastPosition(in: batch.db)
        try batch.make(
          .favorite(before: nil, after: try StoredFavorite(favorite, position: position)))
      }
    }

    /// Replaces the favorite that has the identifier of `favorite`, for example to change its name
    /// or template. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/noSuchFavorite(_:)``.
    public func update(_ favorite: Favorite) throws(LogbookError) {
      try perform { batch in
        let before = try batch.stored(favorite.id)
        let after = try StoredFavorite(favorite, position: before.position)
        try batch.make(.favorite(before: before, after: after))
      }
    }

    /// Removes the favorite with this identifier, but not its events. Can be undone.
    ///
    /// - Throws: ``LogbookError/Reason/noSuchFavorite(_:)``.
    public func remove(_ id: Favorite.ID) throws(LogbookError) {
      try perform(removes: true) { batch in
        try batch.make(.favorite(before: try batch.stored(id), after: nil))
      }
    }

    /// Moves the favorite with this identifier to `index` in the order of all categories, or to the
    /// end if there are fewer favorites. Can be undone.
    ///
    /// - Precondition: `index` must not be negative.
    /// - Throws: ``LogbookError/Reason/noSuchFavorite(_:)``.
    /// - Complexity: O(log *n* + `index`), where *n* is the number of favorites; O(*n*) for about
    ///   one in 20 moves to the same index.
    public func move(_ id: Favorite.ID, to index: Int) throws(LogbookError) {
      precondition(index >= 0, "`index` must not be negative")
      try perform { batch in
        for edit in try batch.stored(id).moved(to: index, in: batch.db) { try batch.make(edit) }
      }
    }

    /// Adds an event from the favorite at `time` and records the use. Can be undone in one step.
    ///
    /// - Returns: The new event.
    /// - Throws: ``LogbookError/Reason/noSuchFavorite(_:)``, ``LogbookError/Reason/eventExists(_:)``, or
    ///   ``LogbookError/Reason/conditionAlreadyOngoing(_:)``.
    @discardableResult
    public func logFavorite(
      _ id: Favorite.ID, as event: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone
    ) throws(LogbookError) -> DiaryEvent {
      try perform { batch in
        let favorite = try batch.stored(id).value()
        let event = favorite.event(id: event, at: time, in: zone)
        try batch.log(event, from: id)
        return event
      }
    }

    /// Adds an event that was created from the favorite and may have been edited, and records the
    /// use. Can be undone in one step.
    ///
    ///     var draft = EventDraft(porridge, at: now, in: oslo, style: .comma)
    ///     draft[.carbs] = "50"                                    // larger than usual
    ///     let meal = draft.validate(style: .comma).event
    ///     if let meal { try log.recordUse(of: porridge.id, for: meal) }
    ///
    /// - Throws: ``LogbookError/Reason/noSuchFavorite(_:)``, ``LogbookError/Reason/eventExists(_:)``, or
    ///   ``LogbookError/Reason/conditionAlreadyOngoing(_:)``.
    public func recordUse(of id: Favorite.ID, for event: DiaryEvent) throws(LogbookError) {
      try perform { try $0.log(event, from: id) }
    }
  }

  extension LogbookTransaction {
    fileprivate func log(_ event: DiaryEvent, from id: Favorite.ID) throws {
      let before = try stored(id)
      try putNew(event)
      let used = try before.value().recordingUse(at: event.time)
      try make(
        .favorite(before: before, after: try StoredFavorite(used, position: before.position)))
    }

    fileprivate func stored(_ id: Favorite.ID) throws -> StoredFavorite {
      try .find(id.rawValue, or: .noSuchFavorite(id), in: db)
    }
  }
#endif
