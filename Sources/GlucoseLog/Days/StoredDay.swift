#if Logbook
  internal import Foundation
  internal import GRDB
  internal import GlucoseMath

  /// The format of a day mark in the file, in an archive, and in the undo history.
  struct StoredDay: Codable, StoredRow {
    static var table: (name: String, key: String, columns: String) {
      ("days", "date", "date, details")
    }
    var key: String { date }

    var date: String
    var details: Details

    struct Details: Codable {
      var zone: String
      var isStarred: Bool
      var note: String?
    }

    init(_ mark: DayMark) throws {
      guard (0...9999).contains(mark.day.year) else { throw LogbookError(.dayOutOfRange(mark.day)) }
      date = mark.day.description
      details = Details(zone: mark.day.zone.identifier, isStarred: mark.isStarred, note: mark.note)
    }

    func mark() throws -> DayMark {
      let zone = TimeZone(identifier: details.zone)
      guard let day = LocalDay(date, in: zone ?? .gmt) else {
        throw LogbookError(.damaged, detail: "unknown day \(date) in \(details.zone)")
      }
      var mark = DayMark(day, isStarred: details.isStarred, note: details.note)
      mark.unknownZone = zone == nil ? details.zone : nil
      return mark
    }

    init(row: Row) throws {
      date = try row.value(0)
      details = try JSON.value(Details.self, from: row.value(1) as String)
    }

    var columns: KeyValuePairs<String, (any DatabaseValueConvertible)?> {
      get throws { ["date": date, "details": try JSON.text(details)] }
    }

    /// Returns all marks in order of date, which for the years 0 to 9999 is the order of their
    /// text.
    static func all(in db: Database) throws -> [StoredDay] {
      try fetch("ORDER BY date", in: db)
    }
  }
#endif
