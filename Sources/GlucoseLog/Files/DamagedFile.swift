// SPDX-License-Identifier: Apache-2.0

#if Logbook
  internal import Foundation
  internal import GlucoseDiary
  internal import GRDB
  internal import GlucoseMath

  /// The content of a damaged file, as far as it can be read.
  struct DamagedFile {
    private(set) var archive = LogbookArchive()
    private(set) var losses: [Salvage.Loss] = []

    /// Reads a file that has the header of a logbook.
    init(at path: String, _ options: Logbook.Options) throws {
      let queue = try LogbookFile(path, options).openDamaged()
      // Without a transaction, which a damaged page ends with an error.
      try queue.unsafeRead { db in
        try readSources(in: db)
        try readEvents(in: db)
        try readFavorites(in: db)
        try readDays(in: db)
      }
    }

    private mutating func readSources(in db: Database) throws {
      var known: [Int64: StoredSource] = [:]
      var scan = Scan(db, "id, name, kind", "sources", key: "rowid", resolution: 1)
      scan.read(Scan.rowids) { row in
        let source = try SourceTable.source(row)
        known[source.id] = source
      }
      if scan.isTorn { losses.append(.rows(of: "sources")) }
      var id = Int64.min
      let next = "SELECT source FROM readings WHERE source > ? ORDER BY source LIMIT 1"
      while let found = try? Int64.fetchOne(db, sql: next, arguments: [id]) {
        id = found
        if known[id] == nil {
          known[id] = StoredSource(id: id, name: "source \(id)", kind: .sensor)
        }
      }
      for source in known.values.sorted(by: { $0.id < $1.id }) { try read(source, in: db) }
    }

    private mutating func read(_ source: StoredSource, in db: Database) throws {
      var rows: [(time: Double, other: Double, value: Double, marks: ReadingColumns.Marks)] = []
      var scan = Scan(
        db, "other, value, marks", "readings WHERE source = \(source.id)", key: "time",
        resolution: 60)
      scan.read(Scan.times) { row in
        let (time, other, value): (Double, Double, Double) = (
          try row.value(3), try row.value(0), try row.value(1)
        )
        guard other == 0 || other == value else { throw LogbookError(.damaged) }
        _ = try ValidatedReadings(times: [time], values: [value], flags: [[]])
        rows.append((time, other, value, try ReadingColumns.Marks(stored: row.value(2))))
      }
      rows.sort { ($0.time, $0.other) < ($1.time, $1.other) }
      var columns = ReadingColumns()
      for row in rows { columns.append(time: row.time, value: row.value, marks: row.marks) }
      archive.sources.append(
        LogbookArchive.Source(name: source.name, kind: source.kind, readings: columns))
      for gap in scan.joinedGaps {
        let after = rows.last { $0.time < gap.upperBound }.map(\.time)
        let before = rows.first { $0.time >= gap.upperBound }.map(\.time)
        losses.append(
          .readings(
            ReadingSource(rawValue: source.name),
            after: after.map(Date.init(timeIntervalSinceReferenceDate:)),
            before: before.map(Date.init(timeIntervalSinceReferenceDate:))))
      }
    }

    private mutating func readEvents(in db: Database) throws {
      var found: Set<String> = []
      var scan = Scan(db, "id, time, zone, details", "events", key: "rowid", resolution: 1)
      scan.read(Scan.rowids) { row in
        let event = try StoredEvent(row: row)
        _ = try StoredEvent(event.event())
        if found.insert(event.id).inserted { archive.events.append(event) }
      }
      archive.events.sort { ($0.time, $0.id) < ($1.time, $1.id) }
      // An index has the times and identifiers, also of rows that cannot be read.
      var index = Scan(
        db, "id", "events INDEXED BY eventsByTime", key: "time", resolution: 60)
      index.read(Scan.times) { row in
        let id: String = try row.value(0)
        if !found.contains(id) {
          losses.append(
            .event(
              DiaryEvent.ID(rawValue: id),
              at: Date(timeIntervalSinceReferenceDate: try row.value(1))))
        }
      }
      if index.isTorn { losses.append(.rows(of: "events")) }
    }

    private mutating func readFavorites(in db: Database) throws {
      var scan = Scan(db, "id, position, details", "favourites", key: "rowid", resolution: 1)
      scan.read(Scan.rowids) { row in
        let favorite = try StoredFavorite(row: row)
        _ = try favorite.favorite()
        archive.favorites.append(favorite)
      }
      archive.favorites.sort { ($0.position, $0.id) < ($1.position, $1.id) }
      if scan.isTorn { losses.append(.rows(of: "favorites")) }
    }

    private mutating func readDays(in db: Database) throws {
      var scan = Scan(db, "date, details", "days", key: "rowid", resolution: 1)
      scan.read(Scan.rowids) { row in
        let day = try StoredDay(row: row)
        _ = try day.mark()
        archive.days.append(day)
      }
      archive.days.sort { $0.date < $1.date }
      if scan.isTorn { losses.append(.rows(of: "days")) }
    }
  }

  /// A reading of the rows of a table around the pages that cannot be read.
  ///
  /// The rows of a range of keys are read from its beginning and from its end up to a damaged page;
  /// the range between is halved, until the parts are smaller than a resolution.
  private struct Scan {
    private let db: Database
    private let columns, table, key: String
    private let resolution: Double
    /// The number of parts to read, for a table of which nothing can be.
    private var budget = 20_000
    private var gaps: [Range<Double>] = []

    static let rowids = 0.0..<9_007_199_254_740_992
    /// The years 1 to 9999.
    static let times = -63_114_076_800.0..<252_455_616_001

    init(_ db: Database, _ columns: String, _ table: String, key: String, resolution: Double) {
      (self.db, self.columns, self.table, self.key) = (db, columns, table, key)
      self.resolution = resolution
    }

    /// A Boolean value that indicates whether rows may be missing.
    var isTorn: Bool { !gaps.isEmpty }

    /// The ranges of keys that cannot be read, joined where they touch.
    var joinedGaps: [Range<Double>] {
      var joined: [Range<Double>] = []
      for gap in gaps.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if let last = joined.last, gap.lowerBound <= last.upperBound.nextUp {
          joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, gap.upperBound)
        } else {
          joined.append(gap)
        }
      }
      return joined
    }

    /// Passes each row, with its key in the last column, to `take`, which throws for a row whose
    /// content is damaged.
    mutating func read(_ range: Range<Double>, _ take: (Row) throws -> Void) {
      var parts = [range]
      var next = 0
      while next < parts.count {
        let part = parts[next]
        next += 1
        guard let low = pass(part, "ASC", take) else { continue }
        let rest = low..<max(low, part.upperBound)
        guard let high = pass(rest, "DESC", take) else { continue }
        guard high > low else { continue }
        budget -= 1
        if high - low <= resolution || budget < 0 {
          gaps.append(low..<high)
        } else {
          let middle = low + (high - low) / 2
          parts += [low..<middle, middle..<high]
        }
      }
    }

    /// Reads rows in an order until one cannot be read. Returns the bound of the rest, or `nil` if
    /// all were read.
    private func pass(
      _ range: Range<Double>, _ order: String, _ take: (Row) throws -> Void
    ) -> Double? {
      let isAscending = order == "ASC"
      var edge = isAscending ? range.lowerBound : range.upperBound
      do {
        let condition = table.contains("WHERE") ? "AND" : "WHERE"
        let rows = try Row.fetchCursor(
          db,
          sql: """
            SELECT \(columns), \(key) FROM \(table) \(condition) \(key) >= ? AND \(key) < ?
            ORDER BY \(key) \(order)
            """, arguments: [range.lowerBound, range.upperBound])
        while let row = try rows.next() {
          let found: Double = try row.value(row.count - 1)
          guard isAscending ? found >= edge.nextDown : found < edge.nextUp else { return edge }
          try take(row)
          edge = isAscending ? found.nextUp : found
        }
        return nil
      } catch {
        return edge
      }
    }
  }
#endif
