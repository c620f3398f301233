#if Logbook
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct DaysTests {
    let log: Logbook
    let day = LocalDay(containing: noon, in: oslo)

    init() throws { log = try Logbook.inMemory() }

    @Test func storesNothingForADayThatIsOnlyLookedAt() throws {
      #expect(try log.mark(of: day) == nil)
      #expect(try log.marks().isEmpty)
    }

    @Test func keepsStarAndNoteApart() throws {
      try log.setStarred(on: day)
      try log.setNote("fine", on: day)
      #expect(try log.mark(of: day) == DayMark(day, isStarred: true, note: "fine"))
      try log.setStarred(false, on: day)
      #expect(try log.mark(of: day) == DayMark(day, note: "fine"))
      try log.setNote(nil, on: day)
      #expect(try log.marks().isEmpty)
      try log.undo()
      #expect(try log.marks() == [DayMark(day, note: "fine")])
    }

    @Test func findsADayAgainFromAnotherZone() throws {
      try log.setStarred(on: day)
      let elsewhere = try #require(LocalDay(day.description, in: .gmt))
      #expect(try log.mark(of: elsewhere)?.isStarred == true)
    }

    @Test func givesStarredDaysInTheZoneOfWhoLooks() throws {
      try log.setStarred(on: day)
      try log.setNote("no star", on: day.advanced(by: 1))
      let elsewhere = try #require(LocalDay(day.description, in: .gmt))
      #expect(try log.starredDays(in: .gmt) == [elsewhere])
      #expect(try log.starredDays(in: oslo) == [day])
    }

    @Test func refusesADayThatNoTextOfADateNames() throws {
      for year in [-1, 10_000] {
        let day = try #require(LocalDay(year: year, month: 1, day: 1, in: oslo))
        let error = try #require(throws: LogbookError.self) { try log.setStarred(on: day) }
        #expect(error.reason == .dayOutOfRange(day))
      }
      for year in [0, 9999] {
        let day = try #require(LocalDay(year: year, month: 12, day: 31, in: oslo))
        try log.setStarred(on: day)
        #expect(try log.mark(of: day)?.day == day)
      }
      #expect(try log.marks().count == 2)
    }

    @Test func givesTheMarksOfSomeDays() throws {
      for offset in [3, -2, 0, 31] { try log.setStarred(on: day.advanced(by: offset)) }
      #expect(try log.marks().map { day.distance(to: $0.day) } == [-2, 0, 3, 31])
      #expect(
        try log.marks(of: day...day.advanced(by: 3)).map { day.distance(to: $0.day) } == [0, 3])
    }
  }
#endif
