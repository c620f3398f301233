// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import GlucoseDiary
  public import Foundation

  extension Logbook {
    /// The favorites of one category, or all, in the person's order.
    public func favorites(
      of category: DiaryEvent.Category? = nil
    ) throws(LogbookError) -> [Favorite] {
      try read { db in
        try StoredFavorite.all(in: db).map { try $0.favorite() }
          .filter { category == nil || $0.template.category == category }
      }
    }
  }

  extension LogbookWriter {
    /// Adds a favorite after all others, in O(log *n*). Can be undone.
    ///
    ///     try log.add(Favorite(named: "Porridge", from: breakfast))
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/favoriteExists(_:)``.
    public func add(_ favorite: Favorite) throws(LogbookError) {
      try perform { batch in
        guard try StoredFavorite.favorite(favorite.id.rawValue, in: batch.db) == nil else {
          throw LogbookError(.favoriteExists(favorite.id))
        }
        let position = try StoredFavorite.lastPosition(in: batch.db)
        try batch.make(
          .favorite(before: nil, after: try StoredFavorite(favorite, position: position)))
      }
    }

    /// Puts `favorite` in the place of the one with its identifier: under a new name, with another
    /// template. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavorite(_:)``.
    public func update(_ favorite: Favorite) throws(LogbookError) {
      try perform { batch in
        let before = try batch.stored(favorite.id)
        let after = try StoredFavorite(favorite, position: before.position)
        try batch.make(.favorite(before: before, after: after))
      }
    }

    /// Removes the favorite with this identifier; events logged from it stay. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavorite(_:)``.
    public func remove(_ id: Favorite.ID) throws(LogbookError) {
      try perform(removes: true) { batch in
        try batch.make(.favorite(before: try batch.stored(id), after: nil))
      }
    }

    /// Moves the favorite with this identifier so that `index` others, of all categories, come
    /// before it; to the end if there are not so many. Can be undone.
    ///
    /// - Precondition: `index` is not negative.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavorite(_:)``.
    /// - Complexity: O(log *n* + `index`) in *n* favorites; O(*n*) about once in 20 moves to one place.
    public func move(_ id: Favorite.ID, to index: Int) throws(LogbookError) {
      precondition(index >= 0, "`index` must not be negative")
      try perform { batch in
        for edit in try batch.stored(id).moved(to: index, in: batch.db) { try batch.make(edit) }
      }
    }

    /// Logs the favorite at `time` and counts the use. Can be undone, both in one step.
    ///
    /// - Returns: the new event.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavorite(_:)`` or
    ///   ``LogbookError/Reason/eventExists(_:)``.
    @discardableResult
    public func use(
      _ id: Favorite.ID, as event: DiaryEvent.ID = .random(), at time: Date, in zone: TimeZone
    ) throws(LogbookError) -> DiaryEvent {
      try perform { batch in
        let favorite = try batch.stored(id).favorite()
        let event = favorite.event(id: event, at: time, in: zone)
        try batch.log(event, from: id)
        return event
      }
    }

    /// Logs an event that a person made from the favorite and may have changed since, and counts the
    /// use. Can be undone, both in one step.
    ///
    ///     var draft = MealDraft(porridge, at: now, in: oslo, style: .comma)
    ///     draft?.carbs = "50"                                     // a larger one today
    ///     if let meal = draft?.validate(style: .comma).event { try log.use(porridge.id, for: meal) }
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavorite(_:)`` or
    ///   ``LogbookError/Reason/eventExists(_:)``.
    public func use(_ id: Favorite.ID, for event: DiaryEvent) throws(LogbookError) {
      try perform { try $0.log(event, from: id) }
    }
  }

  extension LogbookTransaction {
    fileprivate func log(_ event: DiaryEvent, from id: Favorite.ID) throws {
      let before = try stored(id)
      guard try EventTable.event(event.id, in: db) == nil else {
        throw LogbookError(.eventExists(event.id))
      }
      try put(event, before: nil)
      let used = try before.favorite().recordingUse(at: event.time)
      try make(
        .favorite(before: before, after: try StoredFavorite(used, position: before.position)))
    }

    fileprivate func stored(_ id: Favorite.ID) throws -> StoredFavorite {
      guard let found = try StoredFavorite.favorite(id.rawValue, in: db) else {
        throw LogbookError(.noSuchFavorite(id))
      }
      return found
    }
  }
#endif
