// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Diary
  public import Foundation

  extension Logbook {
    /// The favourites of one category, or all, in the person's order.
    public func favourites(
      of category: EventCategory? = nil
    ) throws(LogbookError) -> [Favourite] {
      try read { db in
        try StoredFavourite.all(in: db).map { try $0.favourite() }
          .filter { category == nil || $0.template.category == category }
      }
    }
  }

  extension LogbookWriter {
    /// Adds a favourite after all others, in O(log *n*). Can be undone.
    ///
    ///     try log.add(Favourite(named: "Porridge", from: breakfast))
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/favouriteExists(_:)``.
    public func add(_ favourite: Favourite) throws(LogbookError) {
      try perform { batch in
        guard try StoredFavourite.favourite(favourite.id.rawValue, in: batch.db) == nil else {
          throw LogbookError(.favouriteExists(favourite.id))
        }
        let position = try StoredFavourite.lastPosition(in: batch.db)
        try batch.make(
          .favourite(before: nil, after: try StoredFavourite(favourite, position: position)))
      }
    }

    /// Puts `favourite` in the place of the one with its identifier: under a new name, with another
    /// template. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavourite(_:)``.
    public func update(_ favourite: Favourite) throws(LogbookError) {
      try perform { batch in
        let before = try batch.stored(favourite.id)
        let after = try StoredFavourite(favourite, position: before.position)
        try batch.make(.favourite(before: before, after: after))
      }
    }

    /// Removes the favourite with this identifier; events logged from it stay. Can be undone.
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavourite(_:)``.
    public func remove(_ id: Favourite.ID) throws(LogbookError) {
      try perform(removes: true) { batch in
        try batch.make(.favourite(before: try batch.stored(id), after: nil))
      }
    }

    /// Moves the favourite with this identifier so that `index` others, of all categories, come
    /// before it; to the end if there are not so many. Can be undone.
    ///
    /// - Precondition: `index` is not negative.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavourite(_:)``.
    /// - Complexity: O(log *n* + `index`) in *n* favourites; O(*n*) about once in 20 moves to one place.
    public func move(_ id: Favourite.ID, to index: Int) throws(LogbookError) {
      precondition(index >= 0, "`index` must not be negative")
      try perform { batch in
        for edit in try batch.stored(id).moved(to: index, in: batch.db) { try batch.make(edit) }
      }
    }

    /// Logs the favourite at `time` and counts the use. Can be undone, both in one step.
    ///
    /// - Returns: the new event.
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavourite(_:)`` or
    ///   ``LogbookError/Reason/eventExists(_:)``.
    @discardableResult
    public func use(
      _ id: Favourite.ID, as event: EventID = .random(), at time: Date, in zone: TimeZone
    ) throws(LogbookError) -> Event {
      try perform { batch in
        let favourite = try batch.stored(id).favourite()
        let event = favourite.event(id: event, at: time, in: zone)
        try batch.log(event, from: id)
        return event
      }
    }

    /// Logs an event that a person made from the favourite and may have changed since, and counts the
    /// use. Can be undone, both in one step.
    ///
    ///     var draft = MealDraft(porridge, at: now, in: oslo, numbers: .comma)
    ///     draft?.carbs = "50"                                     // a larger one today
    ///     if let meal = draft?.review(numbers: .comma).event { try log.use(porridge.id, for: meal) }
    ///
    /// - Throws: ``LogbookError`` with ``LogbookError/Reason/noSuchFavourite(_:)`` or
    ///   ``LogbookError/Reason/eventExists(_:)``.
    public func use(_ id: Favourite.ID, for event: Event) throws(LogbookError) {
      try perform { try $0.log(event, from: id) }
    }
  }

  extension LogbookBatch {
    fileprivate func log(_ event: Event, from id: Favourite.ID) throws {
      let before = try stored(id)
      guard try EventTable.event(event.id, in: db) == nil else {
        throw LogbookError(.eventExists(event.id))
      }
      try put(event, before: nil)
      let used = try before.favourite().used(at: event.time)
      try make(
        .favourite(before: before, after: try StoredFavourite(used, position: before.position)))
    }

    fileprivate func stored(_ id: Favourite.ID) throws -> StoredFavourite {
      guard let found = try StoredFavourite.favourite(id.rawValue, in: db) else {
        throw LogbookError(.noSuchFavourite(id))
      }
      return found
    }
  }
#endif
