#if Logbook
  import Foundation
  import GRDB
  import GlucoseMath
  import GlucoseTestSupport
  import Testing

  @testable import GlucoseLog

  struct OpeningHazardTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    func reason(_ body: () throws -> Void) throws -> LogbookError.Reason {
      try #require(throws: LogbookError.self, performing: body).reason
    }

    @Test(arguments: [false, true])
    func isBusyOnceItsTimeHasPassed(isNew: Bool) throws {
      let path = folder.file()
      if !isNew { try Logbook(at: path).close() }
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(path: path, configuration: configuration)
      try other.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE")
        try db.execute(sql: "CREATE TABLE other (id INTEGER)")
      }
      let started = ContinuousClock.now
      let options = Logbook.Options(busyTimeout: .milliseconds(150))
      #expect(try reason { _ = try Logbook(at: path, options: options) } == .busy)
      let waited = ContinuousClock.now - started
      #expect(waited >= .milliseconds(120))
      #expect(waited < .seconds(4), "It waited for \(waited)")
      try other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test(arguments: ["file:x.sqlite", ":memory:", "file:y?mode=memory", "100%.sqlite", "a#b?c=d"])
    func takesAPathForAPath(name: String) throws {
      let log = try Logbook(at: folder.file(name))
      try log.add([reading(0)], from: "s")
      try log.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600)
      #expect(try Logbook(at: folder.file(name)).series(in: everything).count == 1)
      var options = Logbook.Options()
      options.isReadOnly = true
      #expect(
        try Logbook(at: folder.file(name), options: options).series(in: everything).count == 1)
    }

    @Test(arguments: ["file:relative.sqlite", ":memory:"])
    func takesARelativePathForOne(name: String) throws {
      let here = FileManager.default.currentDirectoryPath
      let path = "\(here)/\(name)"
      defer { try? FileManager.default.removeItem(atPath: path) }
      let log = try Logbook(at: name)
      try log.add([reading(0)], from: "s")
      try log.close()
      #expect(FileManager.default.fileExists(atPath: path))
      #expect(try Logbook(at: path).series(in: everything).count == 1)
    }

    @Test func refusesWhatIsNoPath() throws {
      #expect(try reason { _ = try Logbook(at: "") } == .inaccessible)
      #expect(try reason { _ = try Logbook(at: folder.file("a\0b")) } == .inaccessible)
    }

    @Test(.timeLimit(.minutes(10))) func refusesAPipeAtOnce() throws {
      let path = folder.file()
      #expect(mkfifo(path, 0o600) == 0)
      #expect(try reason { _ = try Logbook(at: path) } == .inaccessible)
      #expect(try reason { _ = try XDripFile(at: path, in: oslo) } == .inaccessible)
    }

    @Test(.timeLimit(.minutes(10)), arguments: ["-wal", "-shm", "-journal"])
    func refusesAPipeBesideTheFileAtOnce(suffix: String) throws {
      let path = folder.file()
      try fill(Logbook(at: path))
      try? FileManager.default.removeItem(atPath: path + suffix)
      #expect(mkfifo(path + suffix, 0o600) == 0)
      var options = Logbook.Options()
      #expect(try reason { _ = try Logbook(at: path, options: options) } == .inaccessible)
      options.isReadOnly = true
      #expect(try reason { _ = try Logbook(at: path, options: options) } == .inaccessible)
      #expect(try reason { _ = try XDripFile(at: path, in: oslo) } == .inaccessible)
    }

    /// SQLite has the log beside the target of a link.
    @Test func followsASymbolicLink() throws {
      let (path, link) = (folder.file(), folder.file("elsewhere/link"))
      let elsewhere = folder.file("elsewhere")
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      try Logbook(at: path).close()
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      let log = try Logbook(at: link)
      try log.add([reading(0)], from: "s")
      #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere) == ["link"])
      #expect(try #require(FileStatus(path + "-wal")).size >= ReservedSpace.logReserve)
      #expect(try Logbook(at: path).series(in: everything).count == 1)
      let options = Logbook.Options(isReadOnly: true)
      #expect(try Logbook(at: link, options: options).series(in: everything).count == 1)
      // The link names another logbook.
      let other = folder.file("other.sqlite")
      try Logbook(at: other).close()
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
      #expect(try reason { _ = try log.add([reading(1)], from: "s") } == .moved)
      // Suspended, it is not opened again in place of the other.
      try log.suspend()
      #expect(try reason { try log.resume() } == .moved)
      #expect(try reason { _ = try log.archive() } == .suspended)
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      try log.resume()
      #expect(try log.add([reading(1)], from: "s").added == 1)
      try log.close()
      // The link names none.
      try FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
      try FileManager.default.removeItem(atPath: other)
      #expect(try reason { _ = try Logbook(at: link) } == .inaccessible)
      #expect(!FileManager.default.fileExists(atPath: other))
    }

    @Test func refusesAFileWithoutItsFirstBytes() throws {
      let path = folder.file()
      let log = try Logbook(at: path)
      try log.add([reading(0)], from: "s")
      try log.close()
      var data = try bytes(path)
      for index in 0..<512 { data[index] = 0 }
      try data.write(to: URL(fileURLWithPath: path))
      #expect(try reason { _ = try Logbook(at: path) } == .notALogbook)
      #expect(try bytes(path) == data)
    }

    @Test func leavesEveryByteOfANewerLogbook() throws {
      for checks in [true, false] {
        let path = folder.file("\(checks).sqlite")
        try fill(Logbook(at: path))
        let pool = try DatabasePool(path: path)
        try pool.write { try $0.execute(sql: "PRAGMA user_version = 77; CREATE TABLE new (a)") }
        let before = try [bytes(path), bytes(path + "-wal")]
        #expect(
          try reason {
            _ = try Logbook(at: path, options: Logbook.Options(checksOnOpening: checks))
          } == .newerVersion(77))
        #expect(try [bytes(path), bytes(path + "-wal")] == before)
        try pool.close()
        let closed = try bytes(path)
        #expect(
          try reason {
            _ = try Logbook(at: path, options: Logbook.Options(checksOnOpening: checks))
          } == .newerVersion(77))
        #expect(try bytes(path) == closed)
      }
    }

    @Test func noticesThatItsFileIsGoneOrAnotherOne() throws {
      let path = folder.file()
      for name in ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm"] {
        let log = try Logbook(at: path)
        try log.add([reading(0)], from: "s")
        try FileManager.default.removeItem(atPath: folder.file(name))
        #expect(try reason { _ = try log.add([reading(1)], from: "s") } == .moved)
        try Data().write(to: URL(fileURLWithPath: folder.file(name)))
        #expect(try reason { _ = try log.add([reading(1)], from: "s") } == .moved)
        // Its data would remain in the file of that name.
        #expect(try reason { try log.erase() } == .moved)
        try log.close()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
          try FileManager.default.removeItem(atPath: folder.file(name))
        }
      }
    }

    /// The last connection to close would remove the log of the new file, which has its name.
    @Test(arguments: [false, true])
    func opensTheBackupThatReplacedAnOpenFile(isNoticed: Bool) throws {
      let (path, backup) = (folder.file(), folder.file("backup"))
      let other = try Logbook(at: backup)
      try other.add((0..<3000).map { reading(Double($0), 120) }, from: "backup")
      try other.close()
      let log = try Logbook(at: path)
      try log.add((0..<3000).map { reading(Double($0), 90) }, from: "s")
      let archive = try Logbook(at: backup, options: Logbook.Options(isReadOnly: true)).archive()
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: backup, toPath: path)
      if isNoticed {
        #expect(try reason { _ = try log.add([reading(-1)], from: "s") } == .moved)
      }
      let unread = try #require(throws: LogbookError.self) {
        try Logbook(at: path, options: Logbook.Options(isReadOnly: true))
      }
      #expect(unread.reason == .foreignLog && !unread.description.contains("is set aside"))
      let error = try #require(throws: LogbookError.self) { try Logbook(at: path) }
      #expect(error.reason == .foreignLog)
      #expect(FileManager.default.fileExists(atPath: try #require(error.detail)))
      let new = try Logbook(at: path)
      #expect(try new.archive() == archive)
      try new.add([reading(-1)], from: "backup")
      try log.close()
      let child = try Child(path, "child", first: 0, count: 1)
      #expect(child.acknowledged() == [0])
      try new.check()
      try new.close()
      #expect(try Logbook(at: path).sources().map(\.count).first == 3001)
    }

    @Test func opensAFileWithStatisticsOfSQLite() throws {
      let path = folder.file("analyzed")
      try Logbook(at: path).add([reading(0)], from: "s")
      try DatabaseQueue(path: path).write { try $0.execute(sql: "ANALYZE") }
      #expect(try Logbook(at: path).series(in: everything).count == 1)
      try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE more (a)") }
      #expect(throws: LogbookError.self) { _ = try Logbook(at: path) }
    }

    /// What a killed process leaves is its log, which SQLite replays on whichever file has the name.
    @Test func opensTheBackupThatReplacedTheFileOfAKilledProcess() throws {
      var foreign = [0, 0]
      for round in 0..<TortureTests.rounds {
        let (path, backup) = (folder.file("\(round)"), folder.file("backup \(round)"))
        var log = try Logbook(at: path)
        try log.add((0..<(round * 100)).map { reading(Double($0), 120) }, from: "s")
        if round.isMultiple(of: 3) {
          try log.close()
          log = try Logbook(at: path)
          try log.removeReadings(in: noon..<minutes(10), from: "s")
        }
        let archive = try log.archive()
        try log.close()
        try FileManager.default.copyItem(atPath: path, toPath: backup)
        let child = try Child(path, "child", first: 0, count: 1_000_000)
        child.waitForAcknowledgedStep()
        Thread.sleep(forTimeInterval: 0.02 * Double(round % 5))
        child.kill()
        let written = child.acknowledged().count
        #expect(child.wasKilled && written > 0)
        // The file and its log together are those of a logbook, wherever they are.
        let pair = folder.file("pair \(round)")
        for suffix in ["", "-wal"] {
          try FileManager.default.copyItem(atPath: path + suffix, toPath: pair + suffix)
        }
        // The same beside a file into which the backup is copied, and one that it replaces.
        let copied = folder.file("copied \(round)")
        for suffix in ["", "-wal", "-shm"] {
          try FileManager.default.copyItem(atPath: path + suffix, toPath: copied + suffix)
        }
        #expect(try Logbook(at: pair).events(in: everything).count >= written)
        try bytes(backup).write(to: URL(fileURLWithPath: copied), options: [])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: backup, toPath: path)
        for (kind, path) in [copied, path].enumerated() {
          // A process that was killed while SQLite began its log anew left nothing to replay.
          do { _ = try Logbook(at: path) } catch {
            #expect(error.reason == .foreignLog, "round \(round)")
            foreign[kind] += 1
          }
          let new = try Logbook(at: path)
          #expect(try new.archive() == archive)
          try new.check()
        }
      }
      #expect(foreign.allSatisfy { 2 * $0 >= TortureTests.rounds - 1 }, "\(foreign)")
    }

    @Test func findsItsMarkOnTheSecondPage() throws {
      let path = folder.file()
      let log = try Logbook(at: path)
      try log.add([reading(0)], from: "s")
      for _ in 0..<2 {
        let queue = try DatabaseQueue(path: path)
        #expect(
          try queue.read {
            try Int.fetchOne($0, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'link'")
          } == 2)
        try queue.close()
        try log.erase()
      }
    }

    /// A process that closes a file loses the locks it holds on it; then another process would take
    /// itself for the last and remove the log.
    @Test func keepsItsLocksWhenTheFileIsOpenedOnceMore() throws {
      let path = folder.file()
      let log = try Logbook(at: path)
      try log.add([reading(0)], from: "s")
      try Logbook(at: path).close()
      var options = Logbook.Options()
      options.isReadOnly = true
      try Logbook(at: path, options: options).close()
      let child = try Child(path, "child", first: 0, count: 1)
      #expect(child.acknowledged() == [0])
      try log.add([reading(5)], from: "s")
      #expect(try Logbook(at: path).series(in: everything, from: "s").count == 2)
    }

    @Test func isOnlyRead() throws {
      let path = folder.file()
      var options = Logbook.Options()
      options.isReadOnly = true
      #expect(try reason { _ = try Logbook(at: path, options: options) } == .inaccessible)
      #expect(!FileManager.default.fileExists(atPath: path))
      let log = try Logbook(at: path)
      try fill(log)
      let reader = try Logbook(at: path, options: options)
      #expect(try reader.archive() == log.archive())
      try log.add(meal("new", 200))
      #expect(try reader.archive() == log.archive())
      let writes: [() throws -> Void] = [
        { try reader.add(meal("x")) }, { try reader.undo() }, { try reader.erase() },
        { _ = try reader.add([reading(1)], from: "s") },
      ]
      for write in writes { #expect(try reason(write) == .readOnly) }
      try reader.close()
      try log.close()
    }

    @Test func keepsTheLogBesideItShort() throws {
      let log = try Logbook(at: folder.file(), options: Logbook.Options(survivesPowerLoss: false))
      try log.add((0..<300_000).map { reading(Double($0)) }, from: "s")
      #expect(try #require(FileStatus(folder.file() + "-wal")).size > 4 << 20)
      for index in 1...3 { try log.add([reading(Double(-index))], from: "s") }
      #expect(try #require(FileStatus(folder.file() + "-wal")).size <= ReservedSpace.logLimit)
    }

    @Test func isNotMadeAnewWhereItWasRemovedWhileSuspended() throws {
      let path = folder.file()
      let log = try Logbook(at: path)
      try log.add(meal("x"))
      try log.suspend()
      try FileManager.default.removeItem(atPath: path)
      #expect(try reason { try log.resume() } == .moved)
      #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func letsGoOfTheFileAndComesBack() async throws {
      let path = folder.file()
      let log = try Logbook(at: path)
      try fill(log)
      let archive = try log.archive()
      let changes = log.changes()
      try log.suspend()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["log.sqlite"])
      #expect(try reason { try log.add(meal("x")) } == .suspended)
      #expect(try reason { _ = try log.archive() } == .suspended)
      await #expect(throws: LogbookError.self) { try await log.asyncWrite { try $0.undo() } }
      try log.suspend()
      try log.resume()
      try log.resume()
      #expect(try log.archive() == archive)
      try log.add(meal("first"))
      try log.suspend()
      try Logbook(at: path).add(meal("meanwhile"))
      try log.resume()
      try log.add(meal("second"))
      try log.close()
      try log.resume()
      #expect(try reason { _ = try log.archive() } == .closed)
      var seen: [[LogbookChange.Item]] = []
      for await change in changes { seen.append(change.items) }
      #expect(
        seen == [
          [.event(before: nil, after: meal("first"))], [.everything],
          [.event(before: nil, after: meal("second"))],
        ])
    }
  }
#endif
