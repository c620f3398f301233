// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Foundation
  import GRDB
  import Testing

  @testable import GlucoseLog

  /// A logbook of every version that was ever released lies among the fixtures, beside the archive of
  /// what was put in.
  struct MigrationTests {
    @Test(arguments: 1...Schema.version) func opensALogbookOfEveryVersion(version: Int) throws {
      let folder = try Folder()
      try FileManager.default.copyItem(
        atPath: fixture("version-\(version).sqlite"), toPath: folder.file())
      let log = try Logbook(at: folder.file())
      #expect(try log.archive() == bytes(fixture("version-\(version).json")))
      try log.check()
      try log.add(meal("a new one", 500))
      #expect(try log.undo() != nil)
      #expect(try log.undo() != nil)
    }

    @Test func restoresAnArchiveOfTheFirstVersion() throws {
      let log = try Logbook.inMemory()
      let archive = try bytes(fixture("version-1.json"))
      try log.restore(archive)
      #expect(try log.archive() == archive)
    }

    @Test func takesEveryStepToANewVersionOrNone() throws {
      struct Interruption: Error {}
      let folder = try Folder()
      let version = Schema.version
      try FileManager.default.copyItem(
        atPath: fixture("version-\(version).sqlite"), toPath: folder.file())
      let steps =
        Schema.steps + [{ try $0.execute(sql: "ALTER TABLE events ADD COLUMN mood TEXT") }]
      let queue = try DatabaseQueue(path: folder.file())
      #expect(throws: Interruption.self) {
        try queue.writeWithoutTransaction {
          try Schema.migrate($0, through: steps + [{ _ in throw Interruption() }])
        }
      }
      let log = try Logbook(at: folder.file())
      #expect(try log.archive() == bytes(fixture("version-\(version).json")))
      try log.close()

      try queue.writeWithoutTransaction { try Schema.migrate($0, through: steps) }
      try queue.close()
      let error = try #require(throws: LogbookError.self) { try Logbook(at: folder.file()) }
      #expect(error.reason == .newerVersion(version + 1))
    }

    /// Writes the fixtures of the present version. They never change once they are released.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["WRITE_LOGBOOK_FIXTURE"] != nil))
    func writesTheFixtureOfThisVersion() throws {
      let path = try #require(ProcessInfo.processInfo.environment["WRITE_LOGBOOK_FIXTURE"])
      let log = try Logbook(at: path + ".sqlite")
      try fill(log)
      try log.archive().write(to: URL(fileURLWithPath: path + ".json"))
      try log.close()
    }
  }
#endif
