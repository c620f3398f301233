// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import GlucoseDiary
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

    @Test func keepsEntriesOfUnknownTypesAndFields() throws {
      let log = try Logbook.inMemory()
      try log.add(entries)
      #expect(try log.events(in: .distantPast ..< .distantFuture) == entries)
      let archive = try log.archive()
      #expect(String(decoding: archive, as: UTF8.self).contains(#""version":2"#))
      let other = try Logbook.inMemory()
      try other.restore(archive)
      #expect(try other.archive() == archive)
      #expect(try other.undo() == nil)
      let id = try entries[0].id
      try other.edit(id) { $0.note = "edited" }
      #expect(try other.undo() != nil)
      #expect(try other.archive() == archive)
    }

    @Test func writesTheFirstVersionOfAnArchiveWithoutEntries() throws {
      let log = try Logbook.inMemory()
      try fill(log)
      #expect(String(decoding: try log.archive(), as: UTF8.self).hasSuffix(#""version":1}"#))
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

    /// Entries of all known types and one of a type that this version does not know.
    private var entries: [DiaryEvent] {
      get throws {
        let unknown = """
          {"type":"ventilation","amount":"deep","rate":16.25,"count":9007199254740993,"on":true,\
          "parts":[1,null,{"a":"b"}],"seconds":1.5}
          """
        let kinds: [DiaryEvent.Content] = [
          try JSONDecoder().decode(DiaryEvent.Content.self, from: Data(unknown.utf8)),
          .entry(DiaryEntry(.fingerstick, amount: 5.6, unit: .mmolL)),
          .entry(DiaryEntry(.note)), .entry(DiaryEntry(.ketones, amount: 0.6, unit: .mmolL)),
          .entry(DiaryEntry(.weight, amount: 71.5, unit: .kilograms)),
          .entry(DiaryEntry(.medication, name: "Metformin", amount: 500, unit: .milligrams)),
          .entry(DiaryEntry(.sensorChange, name: "Dexcom G7")), .entry(DiaryEntry(.siteChange)),
          .entry(
            DiaryEntry(
              .temporaryBasal, amount: 40, unit: .percent,
              duration: Duration(secondsComponent: 5400, attosecondsComponent: 7))),
        ]
        return kinds.enumerated().map { number, kind in
          DiaryEvent(
            id: DiaryEvent.ID(rawValue: "entry \(number)"), at: minutes(100 + Double(number)),
            in: oslo,
            kind, note: kind.category == .note ? "New shoes, crème brûlée" : nil)
        }
      }
    }

    /// Writes the fixtures of the present version. They never change once they are released.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["WRITE_LOGBOOK_FIXTURE"] != nil))
    func writesTheFixtureOfThisVersion() throws {
      let path = try #require(ProcessInfo.processInfo.environment["WRITE_LOGBOOK_FIXTURE"])
      let log = try Logbook(at: path + ".sqlite")
      try fill(log)
      try log.add(entries)
      try log.archive().write(to: URL(fileURLWithPath: path + ".json"))
      try log.close()
    }
  }
#endif
