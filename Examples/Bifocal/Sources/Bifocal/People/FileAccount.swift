import Foundation
import GlucoseKit

/// What a file holds, as a page shows it before the file is taken, and the archives of its people.
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

  /// A person of the file.
  struct Subject: Codable, Sendable {
    var id: String?
    var readingCount: Int
    /// The first and the last reading: of a sensor, a meter, or a scan.
    var times: ClosedRange<Date>?
    /// The number of readings that are ahead of the clock.
    var aheadCount: Int

    init(id: String? = nil, _ series: [GlucoseSeries], presentEnd: Date) {
      self.id = id
      readingCount = series.first?.count ?? 0
      let all = series.compactMap { $0.isEmpty ? nil : $0[0].time...$0[$0.count - 1].time }
      if let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() {
        times = first...last
      }
      aheadCount = series.map { $0.count - $0.prefix(through: presentEnd).count }.reduce(0, +)
    }
  }

  var parts: [Part] = []
  /// The files that were not read, each with the reason.
  var unread: [String] = []
  var people: [Subject] = []
  /// Why nothing was read.
  var error: String?
  /// The archives of the people, as `Logbook.archive()` returns them. They follow the account, each on
  /// a line of its own.
  var archives: [Data] = []

  private enum CodingKeys: CodingKey { case parts, unread, people, error }
}

extension FileAccount {
  /// The account and the archives, as one process passes them to another.
  var lines: Data {
    get throws {
      try archives.reduce(into: JSONEncoder().encode(self)) { lines, archive in
        lines.append(UInt8(ascii: "\n"))
        lines.append(archive)
      }
    }
  }

  init(lines: Data) throws {
    let parts = lines.split(separator: UInt8(ascii: "\n"))
    self = try JSONDecoder().decode(FileAccount.self, from: parts.first ?? Data())
    archives = parts.dropFirst().map { Data($0) }
  }
}
