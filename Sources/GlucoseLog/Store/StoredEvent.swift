#if Logbook
  internal import GlucoseDiary
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  /// The format of an event in the file, in an archive, and in the undo history.
  struct StoredEvent: StoredRow {
    var id: String
    var time: Double
    var zone: String
    var details: Details

    /// The content, under the name of its case, and the note. An entry has a `type` and fields;
    /// fields that are unknown to this version are preserved.
    struct Details: Codable {
      var meal: Meal?
      var insulin: InsulinDose?
      var exercise: Exercise?
      var condition: DiaryCondition?
      var entry: DiaryEntry?
      var note: String?
    }

    /// Stores an event; a condition of the kind `exercise` that has an end as an exercise.
    init(_ event: DiaryEvent) throws {
      let event = event.withExerciseEnded
      if let end = event.end, end < event.time { throw LogbookError(.endBeforeStart(event.id)) }
      id = try event.id.rawValue.storable
      time = try event.time.storable
      zone = event.zoneIdentifier
      details = try Details(event.content, note: event.note)
    }

    func value() throws -> DiaryEvent {
      guard Date.storableSeconds.contains(time) else {
        throw LogbookError(damaged: "a time is not within the years 1 to 4000")
      }
      return DiaryEvent(
        id: DiaryEvent.ID(rawValue: id), at: Date(timeIntervalSinceReferenceDate: time),
        inZone: zone, try details.content(), note: details.note)
    }
  }

  extension StoredEvent.Details {
    init(_ content: DiaryEvent.Content, note: String?) throws {
      self.note = note
      switch content {
      case .meal(let meal):
        for grams in [meal.carbs, meal.protein, meal.fat] { try grams?.requireQuantity() }
        self.meal = meal
      case .insulin(let dose):
        try dose.units.requireQuantity()
        insulin = dose
      case .exercise(let exercise):
        try exercise.duration.requireLength()
        self.exercise = exercise
      case .condition(var condition):
        condition.end = try condition.end.map {
          Date(timeIntervalSinceReferenceDate: try $0.storable)
        }
        self.condition = condition
      case .entry(let entry):
        try entry.amount?.requireQuantity(in: entry.category.amounts)
        try entry.duration?.requireLength()
        self.entry = entry
      }
    }

    func content() throws -> DiaryEvent.Content {
      let contents: [DiaryEvent.Content] = [
        meal.map { .meal($0) }, insulin.map { .insulin($0) }, exercise.map { .exercise($0) },
        condition.map { .condition($0) }, entry.map { .entry($0) },
      ].compactMap(\.self)
      if contents.count == 1 { return contents[0] }
      throw LogbookError(
        damaged: contents.isEmpty ? "an event has no content" : "an event has two contents")
    }
  }

  extension Double {
    /// Throws unless the number is an amount that a person can log.
    fileprivate func requireQuantity(
      in range: ClosedRange<Double> = DiaryEvent.Category.meal.amounts
    ) throws {
      guard isFinite else { throw LogbookError(.notFinite) }
      guard range.contains(self) else { throw LogbookError(.invalidQuantity) }
    }
  }

  extension Duration {
    /// Throws unless the duration is possible, as in a draft.
    fileprivate func requireLength() throws {
      try inSeconds.requireQuantity(in: 0...DiaryEvent.longestMinutes * 60)
    }
  }

  extension Date {
    /// The times of events: from the year 1 through 4000, those within `distantPast` and `distantFuture`.
    fileprivate static var storableSeconds: Range<Double> {
      distantPast.timeIntervalSinceReferenceDate..<distantFuture.timeIntervalSinceReferenceDate
    }

    /// The seconds since the reference date, which SQLite returns bit by bit. Throws for a time of other
    /// years; −0, which SQLite stores as 0, becomes 0.
    var storable: Double {
      get throws {
        let seconds = timeIntervalSinceReferenceDate
        guard Self.storableSeconds.contains(seconds) else { throw LogbookError(.notFinite) }
        return seconds + 0.0
      }
    }
  }

  extension String {
    /// The text. Throws if it contains U+0000, at which the text functions of SQLite end it.
    var storable: String {
      get throws {
        guard !utf8.contains(0) else { throw LogbookError(.invalidText) }
        return self
      }
    }

    /// Returns whether both consist of the same bytes, as SQLite compares.
    func isIdentical(to other: String) -> Bool { utf8.elementsEqual(other.utf8) }
  }

  extension String? {
    func isIdentical(to other: String?) -> Bool {
      guard let self, let other else { return self == nil && other == nil }
      return self.isIdentical(to: other)
    }
  }

  extension StoredEvent {
    static func events(
      in range: Range<Date>, of category: DiaryEvent.Category? = nil, in db: Database
    ) throws -> [DiaryEvent] {
      let start = range.lowerBound.timeIntervalSinceReferenceDate
      let end = range.upperBound.timeIntervalSinceReferenceDate
      // Events that begin in the range are found by their time; the few that began before it and
      // overlap it, by their end or its absence.
      let earlier = try values(
        """
        WHERE rowid IN (
          SELECT rowid FROM events WHERE "end" IS NULL AND time < ?1 UNION ALL
          SELECT rowid FROM events INDEXED BY eventsThatEnd
          WHERE "end" > time AND "end" > ?1 AND time < ?1)
        """, [start], in: db)
      let within = try values("WHERE time >= ? AND time < ?", [start, end], in: db)
      return (earlier + within).filter {
        $0.overlaps(range) && (category == nil || $0.content.category == category)
      }
    }

    /// Returns the first event before or after a time, by a comparison and an order of SQL.
    static func neighbor(
      _ category: DiaryEvent.Category?, _ comparison: String, _ time: Date, _ order: String,
      in db: Database
    ) throws -> DiaryEvent? {
      let filter = category == nil ? "" : "category = ? AND "
      var arguments: StatementArguments = category.map { [$0.rawValue] } ?? []
      arguments += [time.timeIntervalSinceReferenceDate]
      return try fetch(
        "WHERE \(filter)time \(comparison) ? ORDER BY time \(order), id \(order) LIMIT 1",
        arguments, in: db
      ).first?.value()
    }

    static func ongoing(in db: Database) throws -> [DiaryEvent] {
      try values("WHERE \"end\" IS NULL", in: db)
    }

    static var table: (name: String, key: String, columns: String, order: String) {
      ("events", "id", "id, time, zone, details", "time, id")
    }
    static var removals: String? { "event" }
    static var item: (DiaryEvent?, DiaryEvent?) -> LogbookChange.Item { LogbookChange.Item.event }
    static var edit: (Self?, Self?) -> UndoableEdit { UndoableEdit.event }
    var key: String { id }

    func sound() throws -> Self { try Self(value()) }

    init(row: Row) throws {
      id = try row.value(0)
      time = try row.value(1)
      zone = try row.value(2)
      details = try JSON.value(row.value(3))
    }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      get throws {
        let event = try value()
        return [
          "id": id, "time": time, "\"end\"": event.end?.timeIntervalSinceReferenceDate,
          "zone": zone, "category": event.content.category.rawValue,
          "details": try JSON.text(details),
        ]
      }
    }
  }
#endif
