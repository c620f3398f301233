// SPDX-License-Identifier: Apache-2.0

import Foundation

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

  /// Calls `body` with the path of a file of the bytes, in a folder that is removed afterwards.
  static func withFile<Result: Sendable>(
    _ bytes: Data, _ body: @Sendable (String) async throws -> Result
  ) async throws -> Result {
    let folder = url.appending(path: UUID().uuidString)
    try create(folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "file")
    try bytes.write(to: file)
    return try await body(file.path)
  }
}
