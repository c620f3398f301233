#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct DamageTests {
    let folder: Folder
    let path: String

    init() throws {
      folder = try Folder()
      path = folder.file()
      let log = try Logbook(at: path)
      try fill(log)
      try log.add((0..<5000).map { reading(Double($0) + 1000) }, from: "sensor")
      try log.close()
    }

    /// Changes the file, and expects that opening it fails for this reason and leaves it alone.
    func refuses(_ damage: (inout Data) -> Void) throws -> LogbookError.Reason {
      var data = try bytes(path)
      damage(&data)
      try data.write(to: URL(fileURLWithPath: path))
      let error = try #require(throws: LogbookError.self) { try Logbook(at: path) }
      #expect(error.place == path)
      #expect(try bytes(path) == data)
      return error.reason
    }

    @Test func refusesAFileOfAnotherKind() throws {
      #expect(try refuses { $0 = Data("Dear diary,\n".utf8) } == .notALogbook)
      #expect(try refuses { $0 = Data(repeating: 7, count: 10_000) } == .notALogbook)
    }

    @Test func refusesTheDatabaseOfAnotherProgram() throws {
      let other = try bytes(fixture("xdrip.sqlite"))
      #expect(try refuses { $0 = other } == .notALogbook)
    }

    @Test func refusesANewerSchema() throws {
      #expect(
        try refuses { $0.replaceSubrange(60..<64, with: [0, 0, 1, 0]) } == .newerVersion(256))
    }

    @Test(arguments: [UInt8(0), 0x80, 0xFF])
    func refusesASchemaThatNeverWas(byte: UInt8) throws {
      #expect(try refuses { $0.replaceSubrange(60..<64, with: [byte, 0, 0, 0]) } == .damaged)
    }

    @Test(arguments: [
      "CREATE TRIGGER t AFTER INSERT ON readings BEGIN DELETE FROM events; END",
      "CREATE VIEW v AS SELECT * FROM events",
      "DROP TABLE days; CREATE TABLE days (date TEXT PRIMARY KEY, details TEXT)",
      "DROP TABLE steps",
      "CREATE INDEX byValue ON readings (value)",
      "DELETE FROM events; CREATE UNIQUE INDEX one ON events (length(category))",
      "DELETE FROM readings; CREATE UNIQUE INDEX one ON readings (source)",
      "CREATE TABLE mine (a)",
      "CREATE TABLE mine (a); ANALYZE",
      """
      CREATE TRIGGER evil AFTER INSERT ON events BEGIN DELETE FROM readings; END;
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET name = 'sqliteEvil', sql = replace(sql, 'evil', 'sqliteEvil')
        WHERE name = 'evil'
      """,
    ])
    func refusesTablesThatAreNotItsOwn(sql: String) throws {
      try execute(sql, at: path)
      for checks in [true, false] {
        let options = Logbook.Options(checksOnOpening: checks)
        let error = try #require(throws: LogbookError.self) {
          try Logbook(at: path, options: options)
        }
        #expect(error.reason == .damaged)
      }
    }

    @Test func replacesItsContentWhileAnotherConnectionIsOpen() throws {
      let backup = try Logbook(at: folder.file("backup.sqlite"))
      try backup.add([reading(1)], from: "old")
      try backup.add(meal("old"))
      let archive = try backup.archive()
      let (log, other) = (try Logbook(at: path), try Logbook(at: path))
      try log.replaceContent(with: backup)
      #expect(try log.archive() == archive && other.archive() == archive)
      try other.add([reading(2)], from: "old")
      try log.check()
      #expect(try log.undo() != nil)
      try log.close()
      try other.close()
      let again = try Logbook(at: path)
      try again.check()
      #expect(try again.sources().map(\.count) == [2] && again.events(in: everything).isEmpty)
    }

    @Test func meetsNumbersOfFavoritesThatCannotGrow() throws {
      try execute("UPDATE favorites SET position = 9223372036854775807 WHERE id = 'soup'", at: path)
      let log = try Logbook(at: path)
      let calls: [() throws -> Void] = [
        { _ = try log.favorites() }, { try log.check() },
        { try log.add(Favorite(named: "x", .meal(Meal()))) },
        { try log.move(Favorite.ID(rawValue: "ride"), to: 9) },
      ]
      for call in calls {
        #expect(try #require(throws: LogbookError.self, performing: call).reason == .damaged)
      }
    }

    @Test(arguments: [1, 2, 5, 9])
    func refusesAFileWithAPageOfNoise(page: Int) throws {
      var noise = UInt8(1)
      let reason = try refuses { data in
        for index in (page * 4096)..<min(data.count, (page + 1) * 4096) {
          noise = noise &* 137 &+ 31
          data[index] = noise
        }
      }
      #expect(reason == .damaged)
    }

    @Test(arguments: [0.3, 0.6, 0.95])
    func refusesAFileThatWasCutShort(share: Double) throws {
      #expect(try refuses { $0 = $0.prefix(Int(Double($0.count) * share)) } == .damaged)
    }

    @Test func findsDamageThatOpeningSkips() throws {
      var data = try bytes(path)
      for index in (5 * 4096)..<(6 * 4096) { data[index] = 0xAA }
      try data.write(to: URL(fileURLWithPath: path))
      let log = try Logbook(at: path, options: Logbook.Options(checksOnOpening: false))
      let error = try #require(throws: LogbookError.self) { try log.check() }
      #expect(error.reason == .damaged)
    }

    @Test(arguments: [
      "[", #"[{"event":{"after":{"details":{},"id":"a","time":0,"zone":"GMT"}}}]"#,
      #"[{"exclusion":{"excluded":true,"source":"sensor"}}]"#,
    ])
    func findsAStepThatCannotBeUndone(edits: String) throws {
      try execute("UPDATE steps SET edits = ?", [edits], at: path)
      let log = try Logbook(at: path)
      for call in [{ try log.check() }, { _ = try log.undo() }] {
        let error = try #require(throws: LogbookError.self, performing: call)
        #expect(error.description.hasPrefix("The logbook \(path) is damaged"))
      }
    }

    @Test func refusesTheFavoriteOfAnotherLogbookWhoseAmountNobodyLogs() throws {
      try execute(
        "UPDATE favorites SET details = replace(details, ':20', ':-20') WHERE id = 'soup'", at: path
      )
      let log = try Logbook.inMemory()
      let error = try #require(throws: LogbookError.self) { try log.merge(Logbook(at: path)) }
      #expect(error.reason == .invalidQuantity)
      #expect(try log.favorites().isEmpty)
    }

    @Test func findsNothingWrongWithAWholeFile() throws {
      try Logbook(at: path).check()
    }

    /// Writes steps of 500 readings and a meal until one fails because there is no room.
    ///
    /// - Returns: how many were acknowledged, and are there.
    func writeUntilFull(_ log: Logbook) throws -> Int {
      var steps = 0
      let error = try #require(throws: LogbookError.self) {
        while true {
          let batch = (0..<500).map { reading(Double(steps * 500 + $0)) }
          try log.write { step in
            try step.add(batch, from: "s")
            try step.add(meal("after \(steps)"))
          }
          steps += 1
        }
      }
      #expect(error.reason == .full)
      // Data can be removed from an open logbook, and space on the disk does not raise a maximum size.
      #expect(!error.description.contains("KiB"))
      #expect(steps > 0)
      try log.check()
      #expect(try log.series(in: everything).count == steps * 500)
      #expect(try log.events(in: everything).count == steps)
      return steps
    }

    /// Takes all of the disk that is left.
    func fillUp(_ path: String) {
      _ = FileManager.default.createFile(atPath: path, contents: nil)
      guard let file = FileHandle(forWritingAtPath: path) else { return }
      defer { try? file.close() }
      for size in [65_536, 4096, 512, 1] {
        while (try? file.write(contentsOf: Data(count: size))) != nil {}
      }
    }

    func writeForever(_ log: Logbook) throws {
      for index in 0... { try log.add(meal("more \(index)", Double(index))) }
    }

    @Test func isFullWithATypedErrorAndWhole() throws {
      let small = folder.file("small.sqlite")
      let options = Logbook.Options(maximumSize: 200_000)
      let log = try Logbook(at: small, options: options)
      let written = try writeUntilFull(log) * 500
      try log.close()
      let again = try Logbook(at: small, options: options)
      #expect(try again.series(in: everything).count == written)
      #expect(
        try #require(throws: LogbookError.self) {
          try again.add((0..<9000).map { reading(Double(-$0 - 1)) }, from: "s")
        }.reason == .full)
      #expect(try again.remove(DiaryEvent.ID(rawValue: "after 0")).id.rawValue == "after 0")
      #expect(try again.removeReadings(in: everything, from: "s") == written)
      try again.erase()
      #expect(try again.add((0..<2000).map { reading(Double($0)) }, from: "s").added == 2000)
      try again.close()
      #expect(try Logbook(at: small).add([reading(-1)], from: "s").added == 1)
    }

    static let smallDisk = ProcessInfo.processInfo.environment["GLUCOSE_SMALL_DISK"]

    /// `scripts/torture` mounts a disk of a few megabytes.
    @Test(.enabled(if: smallDisk != nil, "A small disk is wanted; see scripts/torture"))
    func isWholeOnADiskThatIsFullAndGoesOnWhenThereIsRoom() throws {
      let disk = try #require(Self.smallDisk)
      let names = ["log.sqlite", "log.sqlite-wal", "log.sqlite-shm", "ballast", "more"]
      for name in names { try? FileManager.default.removeItem(atPath: "\(disk)/\(name)") }
      try Data(count: 1 << 20).write(to: URL(fileURLWithPath: "\(disk)/ballast"))
      var log = try Logbook(at: "\(disk)/log.sqlite")
      let steps = try writeUntilFull(log)
      try log.close()
      log = try Logbook(at: "\(disk)/log.sqlite")
      #expect(try log.events(in: everything).count == steps)
      try log.check()
      // What is left goes too, byte by byte.
      fillUp("\(disk)/more")
      var options = Logbook.Options()
      options.isReadOnly = true
      #expect(
        try Logbook(at: "\(disk)/log.sqlite", options: options).events(in: everything).count
          == steps)
      #expect(try #require(throws: LogbookError.self) { try writeForever(log) }.reason == .full)
      let count = try log.events(in: everything).count
      for index in 0..<20 { try log.remove(DiaryEvent.ID(rawValue: "after \(index)")) }
      #expect(try log.events(in: everything).count == count - 20)
      #expect(try log.undo() != nil)
      try log.check()
      try log.erase()
      #expect(try log.timeRange() == nil)
      #expect(try log.add([reading(0)], from: "s").added == 1)
      try log.close()
      // Nothing of the files beside it can be made.
      try FileManager.default.removeItem(atPath: "\(disk)/more")
      fillUp("\(disk)/more")
      #expect(
        try Logbook(at: "\(disk)/log.sqlite", options: options).series(in: everything).count == 1)
      #expect(
        try #require(throws: LogbookError.self) { try Logbook(at: "\(disk)/log.sqlite") }.reason
          == .full)
      try FileManager.default.removeItem(atPath: "\(disk)/more")
      log = try Logbook(at: "\(disk)/log.sqlite")
      try FileManager.default.removeItem(atPath: "\(disk)/ballast")
      #expect(try log.add([reading(-1)], from: "s").added == 1)
      try log.check()
      try log.close()
    }
  }
#endif
