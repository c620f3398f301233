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
    static func isSQLite(at path: String) -> Bool {
      let url = URL(filePath: path).resolvingSymlinksInPath()
      guard (try? url.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true,
        let file = try? FileHandle(forReadingFrom: url)
      else { return false }
      defer { try? file.close() }
      return (try? file.read(upToCount: mark.count)).map { $0 == Data(mark) } ?? false
    }
  }

  extension InputOptions {
    /// What a database holds of its one person: one of xDrip, or else a logbook.
    func database(at path: String) throws -> (source: Source, file: XDripFile?) {
      do throws(LogbookError) {
        let file = try XDripFile(at: path, in: zone)
        let subject = ImportedPerson(
          recording: Recording(series: file.countedSeries, events: file.events),
          meter: file.meter, duplicateReadingCount: file.duplicateReadings,
          conflictingReadingCount: file.conflictingReadings)
        let source = Source(
          file: path, subject: subject, unit: nil, format: .xDripDatabase, zone: zone)
        return (source, file)
      } catch {
        guard error.reason == .notALogbook else { throw error }
        return (try logbook(at: path), nil)
      }
    }

    /// All that a logbook holds of its one person.
    private func logbook(at path: String) throws -> Source {
      let range = Date.distantPast..<Date.distantFuture
      do throws(LogbookError) {
        let log = try Logbook(at: path, options: Logbook.Options(isReadOnly: true))
        return Source(
          file: path, subject: ImportedPerson(recording: try log.recording(range)), unit: nil,
          format: nil, zone: zone)
      } catch {
        guard error.reason == .notALogbook else { throw error }
        throw CommandFailure(.data, "\(path) is neither a logbook nor a database of xDrip.")
      }
    }
  }

  extension FileFormat {
    /// The database that xDrip exports.
    static let xDripDatabase = Self(rawValue: "xDrip")
  }

  extension XDripFile {
    /// What became of the rows of the file, as lines.
    var account: [String] {
      ["Rows: \(rowCount), of which \(acceptedCount) accepted"] + leftOut
    }

    /// What was left out, as lines; none, if nothing was.
    var leftOut: [String] {
      let counts: [(count: Int, what: String)] = [
        (unusableReadings, "readings without a possible value, such as error codes, left out"),
        (withdrawnReadings, "blood tests left out that somebody withdrew"),
        (duplicateReadings - conflictingReadings, "readings left out that repeat another"),
        (conflictingReadings, "readings left out that differ from the last of their instant"),
        (treatmentsWithoutAmount, "treatments left out that say nothing"),
        (excluded.count, "readings left out that xDrip keeps out of statistics"),
      ]
      return counts.filter { $0.count > 0 }.map { "\($0.count) \($0.what)" }
    }
  }
#endif
