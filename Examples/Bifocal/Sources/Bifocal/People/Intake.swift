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

extension FileReader {
  /// Reads bytes from a file without a name of the request, in a folder that is removed afterwards
  /// with what SQLite creates beside it.
  func account(of bytes: Data) async throws -> FileAccount {
    let folder = TemporaryFolder.url.appending(path: UUID().uuidString)
    try TemporaryFolder.create(folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file")
    try bytes.write(to: file)
    var reader = self
    (reader.path, reader.isCopy) = (file.path, true)
    return await reader.account()
  }
}

extension Person {
  /// Adds people of a file in one step, and returns how many readings and events are new. What a live
  /// source delivers is no step of the person.
  func take(_ people: [FileAccount.Subject], isUndoable: Bool) async throws -> Int {
    try await log.asyncWrite { log in
      log.isUndoable = isUndoable
      return try people.reduce(0) { count, subject in
        let result = try log.merge(subject.archive)
        return count + result.readings.added + result.events.added
      }
    }
  }
}

/// The folder of what exists while the program runs, which its user alone can open.
enum TemporaryFolder {
  /// The folder, which is created when it is first asked for.
  static let url: URL = {
    let name = "bifocal-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return FileManager.default.temporaryDirectory.appending(path: name)
  }()

  static func create(_ folder: URL = url) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  /// Removes the folder, under another name first, so that no thread creates a file in it meanwhile.
  static func remove() {
    let files = FileManager.default
    let renamed = url.appendingPathExtension("removed")
    try? files.moveItem(at: url, to: renamed)
    try? files.removeItem(at: renamed)
  }
}
