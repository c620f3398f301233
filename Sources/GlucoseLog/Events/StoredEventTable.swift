#if Logbook
  internal import GlucoseDiary
  internal import Foundation
  internal import GRDB

  enum StoredEventTable {
    static func events(
      _ range: Range<Date>, _ category: DiaryEvent.Category?, in db: Database
    ) throws -> [DiaryEvent] {
      let start = range.lowerBound.timeIntervalSinceReferenceDate
      let end = range.upperBound.timeIntervalSinceReferenceDate
      // Events that begin in the range are found by their time; the few that began before it and
      // overlap it, by their end or its absence.
      let ongoing = try fetch("WHERE \"end\" IS NULL AND time < ?", [start], in: db)
      let ending = try fetch(
        "INDEXED BY eventsThatEnd WHERE \"end\" > time AND \"end\" > ? AND time < ?",
        [start, start],
        in: db)
      let within = try fetch("WHERE time >= ? AND time < ?", [start, end], in: db)
      let earlier = (ongoing + ending).sorted { first, second in
        // Compares bytes, as SQLite does.
        first.time == second.time
          ? first.id.rawValue.utf8.lexicographicallyPrecedes(second.id.rawValue.utf8)
          : first.time < second.time
      }
      return (earlier + within).filter {
        $0.overlaps(range) && (category == nil || $0.content.category == category)
      }
    }

    static func fetch(
      _ condition: String, _ arguments: StatementArguments, in db: Database
    ) throws -> [DiaryEvent] {
      try StoredEvent.fetch("\(condition) ORDER BY time, id", arguments, in: db)
        .map { try $0.event() }
    }

    static func neighbor(
      _ category: DiaryEvent.Category?, _ comparison: String, _ time: Date, _ order: String,
      in db: Database
    ) throws -> DiaryEvent? {
      let filter = category == nil ? "" : "category = ? AND "
      var arguments: StatementArguments = category.map { [$0.rawValue] } ?? []
      arguments += [time.timeIntervalSinceReferenceDate]
      return try StoredEvent.fetch(
        "WHERE \(filter)time \(comparison) ? ORDER BY time \(order), id \(order) LIMIT 1",
        arguments, in: db
      ).first?.event()
    }
  }

  extension StoredEvent: StoredRow {
    static var table: (name: String, key: String, columns: String) {
      ("events", "id", "id, time, zone, details")
    }
    var key: String { id }

    init(row: Row) throws {
      id = try row.value(0)
      time = try row.value(1)
      zone = try row.value(2)
      details = try JSON.value(Details.self, from: row.value(3) as String)
    }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      get throws {
        let event = try event()
        return [
          "id": id, "time": time, "\"end\"": event.end?.timeIntervalSinceReferenceDate,
          "zone": zone, "category": event.content.category.rawValue,
          "details": try JSON.text(details),
        ]
      }
    }
  }
#endif
