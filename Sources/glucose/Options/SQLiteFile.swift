// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import Foundation
  import GlucoseKit

  /// What tells a database from a table.
  enum SQLiteFile {
    /// Whether the bytes begin as every file of SQLite 3 does.
    static func isOne(_ bytes: [UInt8]) -> Bool {
      bytes.starts(with: Array("SQLite format 3\0".utf8))
    }
  }

  extension InputOptions.Source {
    /// All that a logbook holds of its one person.
    init(logbookAt path: String) throws {
      guard path != "-" else {
        throw Failure(.data, "a logbook is no stream: give the path of its file.")
      }
      let range = Date.distantPast..<Date.distantFuture
      self.init(
        file: path, subject: Subject(recording: try Logbook(at: path).recording(range)), unit: nil,
        format: nil)
    }
  }
#endif
