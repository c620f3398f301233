import Foundation
import GlucoseKit

/// What a file holds, as a page shows it before the file is taken.
struct FileAccount: Codable, Sendable {
  /// A file of an archive, a sheet, or the only file.
  struct Part: Codable, Sendable {
    var name: String?
    var format: String
    var readings = 0
    var meter = 0
    var scans = 0
    var events = 0
    /// The numbers of rows that were accepted, skipped, and rejected, if it has rows.
    var rows: [Int] = []
    var warnings: [String] = []
    /// What became of each row, in English.
    var lines: [String] = []
  }

  struct Subject: Codable, Sendable {
    var id: String?
    /// The person's readings and events, as `Logbook.archive()` returns them.
    var archive: Data
    var readingCount: Int
    /// The first and the last reading: of a sensor, a meter, or a scan.
    var times: ClosedRange<Date>?
    /// The number of readings that are ahead of the clock.
    var aheadCount: Int

    init(id: String? = nil, _ log: Logbook, presentEnd: Date) throws {
      let sources = try log.sources()
      self.id = id
      archive = try log.archive()
      readingCount = sources.filter { $0.kind == .sensor }.map(\.count).reduce(0, +)
      let bounds = sources.compactMap(\.timeRange).flatMap { [$0.lowerBound, $0.upperBound] }
      times = bounds.min().flatMap { first in bounds.max().map { first...$0 } }
      aheadCount = try sources.filter { $0.kind != .parallel }.map {
        try log.series(in: presentEnd..<Date.distantFuture, from: $0.source).count
      }.reduce(0, +)
    }
  }

  var parts: [Part] = []
  /// The files that were not read, each with the reason.
  var unread: [String] = []
  var people: [Subject] = []
  var error: String?
}
