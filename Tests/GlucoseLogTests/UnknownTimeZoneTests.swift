#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct UnknownTimeZoneTests {
    let folder: Folder
    let log: Logbook
    let id = DiaryEvent.ID(rawValue: "meal")
    let day = LocalDay(containing: noon, in: oslo)

    init() throws {
      folder = try Folder()
      let first = try Logbook(at: folder.file())
      try fill(first)
      try first.close()
      try execute(
        """
        DELETE FROM steps;
        UPDATE events SET zone = 'Mars/Olympus' WHERE id = 'meal';
        UPDATE days SET details = replace(details, 'Europe/Oslo', 'Mars/Olympus')
        """, at: folder.file())
      log = try Logbook(at: folder.file())
    }

    private func storedZones() throws -> [String] {
      let queue = try DatabaseQueue(path: folder.file())
      return try queue.read {
        try String.fetchAll($0, sql: "SELECT zone FROM events WHERE id = 'meal'")
          + String.fetchAll($0, sql: "SELECT details ->> 'zone' FROM days")
      }
    }

    @Test func eventIsReadWithTheOthersAndFlagged() throws {
      let events = try log.events(in: everything)
      #expect(events.count == 6)
      let meal = try #require(events.first { $0.id == id })
      #expect(meal.zone == .gmt && meal.unknownZone == "Mars/Olympus")
      #expect(meal.time == minutes(1) && meal.content.category == .meal)
      #expect(events.filter { $0.unknownZone != nil } == [meal])
      #expect(try log.latestEvent(atOrBefore: noon + 60) == meal)
      let marks = try log.marks()
      #expect(marks.map(\.day.description) == ["2025-05-31", "2025-06-01"])
      #expect(marks.map(\.day.zone) == [.gmt, .gmt])
      #expect(try log.starredDays(in: oslo) == [day, day.advanced(by: -1)])
      try log.check()
    }

    @Test func identifierIsKeptByEditsAndUndo() throws {
      let before = try log.archive()
      try log.edit(id) { $0.note = "better" }
      try log.setNote("rain", on: day)
      #expect(try storedZones() == Array(repeating: "Mars/Olympus", count: 3))
      try log.edit(id) { $0.zone = oslo }
      #expect(try log.event(id)?.unknownZone == nil && log.event(id)?.zone == oslo)
      for _ in 1...3 { try log.undo() }
      #expect(try log.archive() == before)
      #expect(try log.remove(id).unknownZone == "Mars/Olympus")
      try log.undo()
      #expect(try log.archive() == before)
    }

    @Test func identifierIsKeptByArchivesAndMerges() throws {
      let archive = try log.archive()
      let restored = try Logbook.inMemory()
      try restored.merge(archive)
      #expect(try restored.archive() == archive)
      let merged = try Logbook.inMemory()
      try merged.merge(log)
      #expect(try merged.archive() == archive)
      let again = try merged.merge(archive)
      #expect(again.events.unchanged == 6 && again.days.unchanged == 2)
    }

    @Test func identifierIsKeptByTheCodingOfTheEvent() throws {
      let meal = try #require(try log.event(id))
      let data = try JSONEncoder().encode(meal)
      #expect(try JSONDecoder().decode(DiaryEvent.self, from: data) == meal)
      var moved = meal
      moved.zone = oslo
      #expect(moved != meal && moved.unknownZone == nil)
    }
  }
#endif
