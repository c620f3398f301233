#if Logbook
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct OpeningTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func keepsWhatWasWrittenWhenOpenedAgain() throws {
      try fill(Logbook(at: folder.file()))
      let log = try Logbook(at: folder.file())
      #expect(try log.archive() == fullLogbook().archive())
      #expect(try log.ongoingConditions().map(\.id.rawValue) == ["flu"])
    }

    @Test func belongsToItsOwnerAlone() throws {
      let before = umask(0)
      defer { umask(before) }
      let log = try Logbook(at: folder.file())
      try fill(log)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      #expect(names == ["log.sqlite", "log.sqlite-shm", "log.sqlite-wal"])
      for name in names {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
        #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600, "\(name)")
      }
    }

    @Test func namesTheMissingFolder() throws {
      let path = folder.file("nowhere/log.sqlite")
      let error = try #require(throws: LogbookError.self) { try Logbook(at: path) }
      #expect(error.reason == .inaccessible)
      #expect(error.place == path)
      #expect(error.description.contains(path))
    }

    @Test func refusesAFileThatIsADirectory() throws {
      #expect(throws: LogbookError.self) { try Logbook(at: folder.path) }
    }

    @Test func takesAnEmptyFileForANewLogbook() throws {
      try Data().write(to: URL(fileURLWithPath: folder.file()))
      try Logbook(at: folder.file()).add([reading(0)], from: "s")
      #expect(try Logbook(at: folder.file()).series(in: everything).count == 1)
    }

    @Test func isOneFileOnceItIsClosed() throws {
      let log = try Logbook(at: folder.file())
      try fill(log)
      _ = try log.recording(in: everything)
      try log.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.sqlite"])
    }

    @Test(arguments: [false, true])
    func throwsOnceItIsClosed(inMemory: Bool) async throws {
      let log = try inMemory ? Logbook.inMemory() : Logbook(at: folder.file())
      try log.close()
      let calls: [() throws -> Void] = [
        { try log.add([reading(0)], from: "s") }, { _ = try log.series(in: everything) },
        { try log.erase() }, { try log.check() }, { try log.undo() },
      ]
      for call in calls {
        let error = #expect(throws: LogbookError.self, performing: call)
        #expect(error?.reason == .closed)
      }
      await #expect(throws: LogbookError.self) { try await log.asyncWrite { try $0.undo() } }
    }

    @Test func opensForSeveralAtOnce() async throws {
      let path = folder.file()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<8 {
          group.addTask { try Logbook(at: path).add([reading(Double(index))], from: "s") }
        }
        try await group.waitForAll()
      }
      #expect(try Logbook(at: path).series(in: everything).count == 8)
    }
  }
#endif
