// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import Foundation
  import GlucoseKit

  /// What tells a database from a table.
  enum SQLiteFile {
    /// The bytes with which every file of SQLite 3 begins.
    private static let mark = Array("SQLite format 3\0".utf8)

    /// Whether the file at `path` begins as every file of SQLite 3 does. Reads 16 bytes of it, and
    /// nothing of what is no plain file: what was read of a stream could not be read again.
    static func isOne(at path: String) -> Bool {
      let url = URL(filePath: path).resolvingSymlinksInPath()
      guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
        let file = try? FileHandle(forReadingFrom: url)
      else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: mark.count)).map { $0 == Data(mark) } ?? false
    }
  }

  extension InputOptions.Source {
    /// All that a logbook holds of its one person.
    init(logbookAt path: String, in zone: TimeZone) throws {
      guard path != "-" else {
        throw Failure(.data, "a logbook is no stream: give the path of its file.")
      }
      let range = Date.distantPast..<Date.distantFuture
      self.init(
        file: path, subject: Subject(recording: try Logbook(at: path).recording(range)), unit: nil,
        format: nil, zone: zone)
    }
  }
#endif
