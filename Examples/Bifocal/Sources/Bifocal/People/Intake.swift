// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// A file that was brought in and not yet taken.
struct Upload: Sendable {
  let id = UUID().uuidString
  let bytes: Data
  let reader: FileReader
  let account: FileAccount
}

/// The files of a person that wait for a decision; the newest three are kept.
actor Uploads {
  private var waiting: [Upload] = []

  func add(_ upload: Upload) { waiting = waiting.suffix(2) + [upload] }

  func find(_ id: String) -> Upload? { waiting.first { $0.id == id } }

  func remove(_ id: String) { waiting.removeAll { $0.id == id } }
}

/// Takes what was read into a logbook.
enum Intake {
  /// Reads bytes from a file without a name of the request, in a folder that is removed afterwards
  /// with what SQLite creates beside it.
  static func read(_ bytes: Data, _ reader: FileReader) async throws -> FileAccount {
    try await TemporaryFolder.withFile(bytes) { path in
      var reader = reader
      (reader.path, reader.isCopy) = (path, true)
      return await reader.account()
    }
  }

  /// Adds the archives of people in one step, and returns how many readings and events are new. What a
  /// live source delivers is no step of the person.
  @discardableResult
  static func take(
    _ archives: [Data], into person: Person, isUndoable: Bool = true
  ) async throws -> Int {
    try await person.log.asyncWrite { log in
      log.isUndoable = isUndoable
      return try archives.reduce(0) { count, archive in
        let result = try log.merge(archive)
        return count + result.readings.added + result.events.added
      }
    }
  }
}
