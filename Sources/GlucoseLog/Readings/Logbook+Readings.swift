// SPDX-License-Identifier: Apache-2.0

#if Logbook
  public import Foundation
  internal import GRDB
  public import GlucoseMath

  extension Logbook {
    /// The readings of all sensors at or after the range's start and before its end, without those
    /// that are excluded. Where several sensors have a reading at one instant, the one that gave
    /// readings to this logbook first counts.
    ///
    /// - Complexity: O(*n*) in the readings of the range.
    public func series(_ range: Range<Date>) throws(LogbookError) -> GlucoseSeries {
      try read { try Self.series(range, in: $0) }
    }

    /// The readings of one source at or after the range's start and before its end, without those
    /// that are excluded. Empty if the source never gave any.
    ///
    /// - Complexity: O(*n*) in the readings of the range.
    public func series(
      _ range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> GlucoseSeries {
      try series(range, from: source, excluded: false)
    }

    /// The readings of one source that are excluded, at or after the range's start and before its end.
    ///
    /// - Complexity: O(*n*) in the readings of the range.
    public func excludedSeries(
      _ range: Range<Date>, from source: ReadingSource
    ) throws(LogbookError) -> GlucoseSeries {
      try series(range, from: source, excluded: true)
    }

    /// The sensors and meters that gave readings, in the order in which they first did.
    ///
    /// - Complexity: O(*n*) in all readings.
    public func sources() throws(LogbookError) -> [SourceSummary] {
      try read { db in
        let statement = try db.cachedStatement(
          sql: "SELECT COUNT(*), MIN(time), MAX(time) FROM readings WHERE source = ?")
        return try SourceTable.all(in: db).map { source in
          guard let row = try Row.fetchOne(statement, arguments: [source.id]) else {
            throw LogbookError(.damaged)
          }
          let first: Double? = row[1]
          let last: Double? = row[2]
          var range: ClosedRange<Date>?
          if let first, let last {
            range =
              Date(
                timeIntervalSinceReferenceDate: first)...Date(timeIntervalSinceReferenceDate: last)
          }
          return SourceSummary(
            source: ReadingSource(rawValue: source.name), kind: source.kind, count: row[0],
            timeRange: range)
        }
      }
    }

    /// The latest reading of any sensor at or before `time` that is not excluded, or `nil`.
    ///
    /// - Complexity: O(log *n*)
    public func latestReading(atOrBefore time: Date) throws(LogbookError) -> Reading? {
      try read { db in
        let statement = try db.cachedStatement(
          sql: """
            SELECT time, value, marks FROM readings
            WHERE source = ? AND time <= ? AND marks < 256 ORDER BY time DESC LIMIT 1
            """)
        var latest: Reading?
        for sensor in try SourceTable.sensors(in: db) {
          let arguments: StatementArguments = [sensor, time.timeIntervalSinceReferenceDate]
          guard let row = try Row.fetchOne(statement, arguments: arguments) else { continue }
          let found = Reading(
            time: Date(timeIntervalSinceReferenceDate: row[0]), glucose: .mgdL(row[1]),
            flags: ReadingFlags(rawValue: row[2]))
          if latest.map({ $0.time < found.time }) ?? true { latest = found }
        }
        return latest
      }
    }

    private func series(
      _ range: Range<Date>, from source: ReadingSource, excluded: Bool
    ) throws(LogbookError) -> GlucoseSeries {
      try read { db in
        guard let id = try SourceTable.existingID(of: source.rawValue, in: db) else {
          return GlucoseSeries()
        }
        return try ReadingTable.columns(of: id, range, in: db).excluded(excluded).series()
      }
    }

    static func series(_ range: Range<Date>, in db: Database) throws -> GlucoseSeries {
      var merged = ReadingColumns()
      for sensor in try SourceTable.sensors(in: db) {
        merged = merged.merged(
          with: try ReadingTable.columns(of: sensor, range, in: db).excluded(false))
      }
      return try merged.series()
    }
  }
#endif
