#if Logbook
  import Foundation
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  @testable import GlucoseLog

  /// Files that opening creates.
  extension OpeningHazardTests {
    /// SQLite deletes a log beside an empty file; this one has what a killed process had acknowledged.
    @Test func setsTheLogOfAMissingFileAside() throws {
      let (path, moved) = (folder.file(), folder.file("moved"))
      let log = try Logbook(at: path)
      try log.add([reading(0)], from: "s")
      let data = try (bytes(path), bytes(path + "-wal"))
      try log.close()
      try FileManager.default.removeItem(atPath: path)
      try data.1.write(to: URL(fileURLWithPath: path + "-wal"))
      let error = try #require(throws: LogbookError.self) { try Logbook(at: path) }
      #expect(error.reason == .foreignLog)
      #expect(!FileManager.default.fileExists(atPath: path))
      let new = try Logbook(at: path)
      #expect(new.isNew)
      #expect(try new.sources().isEmpty)
      // The file that was moved and its log together have it.
      try data.0.write(to: URL(fileURLWithPath: moved))
      try FileManager.default.moveItem(
        atPath: try #require(error.detail), toPath: moved + "-wal")
      #expect(try Logbook(at: moved).series(in: everything).count == 1)
    }

    @Test func aFileThatCannotBeInitializedIsRemoved() throws {
      let path = folder.file()
      // SQLite cannot create its journal.
      try FileManager.default.createSymbolicLink(
        atPath: path + "-journal", withDestinationPath: folder.file("none") + "/journal")
      #expect(try reason { _ = try Logbook(at: path) } == .inaccessible)
      #expect(!FileManager.default.fileExists(atPath: path))
      // A file that another process has created stays.
      try Data().write(to: URL(fileURLWithPath: path))
      #expect(try reason { _ = try Logbook(at: path) } == .inaccessible)
      #expect(FileManager.default.fileExists(atPath: path))
    }

    /// A process that moves its log into the file has written the first page and not yet the last.
    @Test func waitsForTheLastPagesOfAFileThatGrows() throws {
      let path = folder.file()
      try Logbook(at: path).close()
      let last = try bytes(path).suffix(4096)
      let size = UInt64(try bytes(path).count)
      let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
      try file.truncate(atOffset: size - 4096)
      let writer = Thread {
        Thread.sleep(forTimeInterval: 0.015)
        try? file.seek(toOffset: size - 4096)
        try? file.write(contentsOf: last)
      }
      writer.start()
      #expect(try Logbook(at: path).sources().isEmpty)
    }

    @Test func isNewIfOpeningCreatedTheFile() throws {
      let path = folder.file()
      #expect(try Logbook(at: path).isNew)
      #expect(try !Logbook(at: path).isNew)
      let other = folder.file("of another process")
      try Data().write(to: URL(fileURLWithPath: other))
      #expect(try !Logbook(at: other).isNew)
    }
  }
#endif
