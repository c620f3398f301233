#if Logbook
  import GlucoseDiary
  import Foundation
  import GRDB
  import GlucoseMath
  import Testing

  @testable import GlucoseLog

  extension Logbook {
    /// Forgets the latest step, as if it had not been one.
    fileprivate func clearLastStep() throws {
      try write {
        try $0.db.execute(sql: "DELETE FROM steps WHERE id = (SELECT MAX(id) FROM steps)")
      }
    }
  }

  struct UndoTests {
    /// Everything that can be undone, each as one step.
    static let steps: [@Sendable (Logbook) throws -> Void] = [
      { try $0.add(meal("new", 3)) },
      { try $0.add([meal("new", 3), meal("meal", 4)], replacing: true) },
      { _ = try $0.remove(DiaryEvent.ID(rawValue: "dose")) },
      { _ = try $0.edit(DiaryEvent.ID(rawValue: "run")) { $0.note = "tired" } },
      { _ = try $0.begin(.stress, at: noon, in: oslo) },
      { _ = try $0.end(.illness, at: noon) },
      { try $0.add(Favorite(named: "New", .meal(Meal()))) },
      { try $0.remove(Favorite.ID(rawValue: "soup")) },
      { try $0.move(Favorite.ID(rawValue: "soup"), to: 0) },
      { _ = try $0.logFavorite(Favorite.ID(rawValue: "soup"), at: noon, in: oslo) },
      { try $0.setStarred(false, on: LocalDay(containing: noon, in: oslo)) },
      { try $0.setNote("other", on: LocalDay(containing: noon, in: oslo)) },
      { _ = try $0.excludeReadings(in: everything, from: "sensor") },
      { _ = try $0.includeReadings(in: everything, from: "sensor") },
      { _ = try $0.removeReadings(in: everything, from: "sensor") },
      { _ = try $0.add([reading(0, 41), reading(10, 5)], from: "sensor", replacing: true) },
      { log in
        let other = try Logbook.inMemory()
        try other.add([reading(0, 41), reading(15, 5)], from: "sensor")
        try other.excludeReadings(in: everything, from: "sensor")
        try other.add(meal("meal", 9))
        try log.merge(other, replacing: true)
      },
      { log in
        try log.write { batch in
          try batch.remove(DiaryEvent.ID(rawValue: "meal"))
          try batch.add(meal("meal", 9))
          try batch.excludeReadings(in: everything, from: "meter")
        }
      },
    ]

    @Test func takesBackWhatAPersonDidAndNotWhatADeviceSent() throws {
      let log = try Logbook.inMemory()
      try log.add(meal("own", 3))
      try log.write { batch in
        batch.isUndoable = false
        try batch.add([meal("sent", 4)])
      }
      try log.undo()
      #expect(try log.events(in: everything).map(\.id.rawValue) == ["sent"])
      #expect(try log.undo() == nil)
      try log.write { batch in
        batch.isUndoable = false
        try batch.add([meal("sent later", 5)])
      }
      // What a device sends leaves what can be redone.
      try log.redo()
      #expect(try log.events(in: everything).count == 3)
    }

    @Test func forgetsStepsThatWouldTakeBackWhatADeviceChanged() throws {
      let log = try Logbook.inMemory()
      try log.add(meal("own", 3))
      try log.write { batch in
        batch.isUndoable = false
        try batch.edit(DiaryEvent.ID(rawValue: "own")) { $0.note = "sent" }
      }
      #expect(try log.undo() == nil)
      #expect(try log.event(DiaryEvent.ID(rawValue: "own"))?.note == "sent")
    }

    /// A device may send again what a person removed, with other content.
    @Test func leavesWhatADeviceSentInPlaceOfARemovedRow() throws {
      let log = try Logbook.inMemory()
      let day = LocalDay(containing: noon, in: oslo)
      let id = DiaryEvent.ID(rawValue: "a")
      let soup = Favorite.ID(rawValue: "soup")
      func favorite(_ name: String) -> Favorite { Favorite(id: soup, named: name, .meal(Meal())) }
      try log.add(meal("a"))
      try log.add(favorite("Soup"))
      try log.setStarred(on: day)
      try log.write { batch in
        try batch.remove(id)
        try batch.remove(soup)
        try batch.setStarred(false, on: day)
        try batch.add(meal("b"))
      }
      try log.write { batch in
        batch.isUndoable = false
        try batch.add(meal("a", 5, carbs: 55))
        try batch.add(favorite("Other soup"))
        try batch.setNote("sent", on: day)
      }
      let sent = try log.archive()
      let changes = try #require(try log.undo()).items
      #expect(changes == [.event(before: meal("b"), after: nil)])
      #expect(try log.event(id) == meal("a", 5, carbs: 55))
      #expect(try log.favorites() == [favorite("Other soup")])
      #expect(try log.marks() == [DayMark(day, note: "sent")])
      try log.redo()
      #expect(try log.archive() == sent)
    }

    @Test func leavesWhatADeviceSentWhenAnAdditionIsMadeAgain() throws {
      let log = try Logbook.inMemory()
      try log.add(meal("a"))
      try log.undo()
      try log.write { batch in
        batch.isUndoable = false
        try batch.add(meal("a", carbs: 55))
      }
      for _ in 0..<2 {
        try log.redo()
        #expect(try log.events(in: everything) == [meal("a", carbs: 55)])
        try log.undo()
        #expect(try log.events(in: everything) == [meal("a", carbs: 55)])
      }
    }

    @Test(arguments: steps.indices) func takesAStepBackAndMakesItAgain(index: Int) throws {
      let log = try fullLogbook()
      let before = try log.archive()
      try Self.steps[index](log)
      let after = try log.archive()
      #expect(before != after)
      #expect(try log.undo() != nil)
      #expect(try log.archive() == before)
      #expect(try log.redo() != nil)
      #expect(try log.archive() == after)
      #expect(try log.redo() == nil)
    }

    @Test func takesAllStepsBackOneByOneAcrossARestart() throws {
      let folder = try Folder()
      var states: [Data] = []
      for step in Self.steps where states.count < 9 {
        let log = try Logbook(at: folder.file())
        if states.isEmpty {
          try fill(log)
          states.append(try log.archive())
        }
        try step(log)
        states.append(try log.archive())
        try log.close()
      }
      for state in states.dropLast().reversed() {
        let log = try Logbook(at: folder.file())
        try log.undo()
        #expect(try log.archive() == state)
        try log.close()
      }
    }

    @Test func forgetsUndoneStepsOnceSomethingElseIsDone() throws {
      let log = try Logbook.inMemory()
      try log.add(meal("a"))
      try log.undo()
      try log.add(meal("b"))
      #expect(try log.redo() == nil)
      #expect(try log.events(in: everything) == [meal("b")])
    }

    @Test func keepsAtMostTheGivenNumberOfSteps() throws {
      let log = try Logbook.inMemory(options: Logbook.Options(undoLimit: 3))
      for index in 0..<10 { try log.add(meal("\(index)", Double(index))) }
      var undone = 0
      while try log.undo() != nil { undone += 1 }
      #expect(undone == 3)
      #expect(try log.events(in: everything).count == 7)
      let none = try Logbook.inMemory(options: Logbook.Options(undoLimit: 0))
      try none.add(meal("a"))
      #expect(try none.undo() == nil)
    }

    @Test func leavesANewerReadingWhenARemovalIsMadeAgain() throws {
      for value in [100.0, 120] {
        let log = try Logbook.inMemory()
        try log.add([reading(0, 100), reading(5, 100)], from: "s")
        try log.removeReadings(in: everything, from: "s")
        try log.add([reading(0, value)], from: "s")
        try log.undo()
        try log.redo()
        #expect(try log.series(in: everything).map(\.glucose.mgdL) == [value])
        try log.undo()
        #expect(try log.series(in: everything).map(\.glucose.mgdL) == [value, 100])
      }
    }

    @Test func leavesANewerReadingWhenAReplacementIsTakenBack() throws {
      let log = try Logbook.inMemory()
      try log.add([reading(0, 100), reading(5, 100)], from: "s")
      try log.add([reading(0, 110), reading(5, 110), reading(10, 110)], from: "s", replacing: true)
      try log.write { _ = try $0.add([reading(0, 120)], from: "s", replacing: true) }
      try log.clearLastStep()
      try log.undo()
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [120, 100, 110])
      try log.redo()
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [120, 110, 110])
    }

    @Test func takesNobodyElsesEditBackAfterASessionWithoutSteps() throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file())
      try log.add(meal("a"))
      let other = try Logbook(at: folder.file(), options: Logbook.Options(undoLimit: 0))
      try other.edit(DiaryEvent.ID(rawValue: "a")) { $0.note = "by another" }
      #expect(try log.undo() == nil)
      #expect(try log.event(DiaryEvent.ID(rawValue: "a"))?.note == "by another")
    }

    @Test func countsStepsAndNotTheirNumbers() throws {
      let log = try Logbook.inMemory(options: Logbook.Options(undoLimit: 3))
      for index in 0..<3 { try log.add(meal("\(index)")) }
      // Each of these forgets an undone step, whose number is not given out again.
      for index in 3..<9 {
        try log.undo()
        try log.add(meal("\(index)"))
      }
      var undone = 0
      while try log.undo() != nil { undone += 1 }
      #expect(undone == 3)
      #expect(try log.events(in: everything).isEmpty)
    }

    @Test func leavesReadingsThatCameSince() throws {
      let log = try Logbook.inMemory()
      try log.add([reading(0, 100), reading(5, 100)], from: "s")
      try log.removeReadings(in: everything, from: "s")
      try log.add([reading(0, 120), reading(10, 130)], from: "s")
      try log.undo()
      #expect(try log.series(in: everything).map(\.glucose.mgdL) == [120, 100, 130])
    }

    /// Both write with the same statement of SQLite.
    @Test func readingsCanBeAddedOnceARemovalIsTakenBack() throws {
      let log = try Logbook.inMemory()
      for source in ["other", "s"] {
        try log.add([reading(0, 100), reading(5, 100)], from: ReadingSource(rawValue: source))
      }
      for round in 1...3 {
        try log.removeReadings(in: everything, from: "s")
        try log.undo()
        try log.add([reading(Double(5 + round), 110), reading(0, 120)], from: "s")
        #expect(try log.series(in: everything, from: "s").count == 2 + round)
        #expect(try log.series(in: everything, from: "s").first?.glucose == .mgdL(100))
        #expect(try log.series(in: everything, from: "other").count == 2)
      }
    }

    @Test func knowsWhetherThereIsAStep() throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file())
      func state() throws -> [Bool] { [try log.canUndo(), try log.canRedo()] }
      #expect(try state() == [false, false])
      try log.add([reading(0, 100)], from: "sensor")
      #expect(try state() == [false, false])
      try log.add(meal("a", 1))
      #expect(try state() == [true, false])
      try log.undo()
      #expect(try state() == [false, true])
      try log.redo()
      try log.add(meal("b", 1))
      try log.undo()
      #expect(try state() == [true, true])
      // What can be undone can be undone after a restart, but not in a logbook that is read-only.
      try log.close()
      let again = try Logbook(at: folder.file())
      #expect(try again.canUndo() && again.canRedo())
      try again.close()
      let reader = try Logbook(at: folder.file(), options: Logbook.Options(isReadOnly: true))
      #expect(try !reader.canUndo() && !reader.canRedo())
    }

    @Test func forgetsStepsOnRequest() throws {
      let log = try Logbook.inMemory()
      try log.add(meal("a"))
      try log.clearUndoHistory()
      #expect(try log.undo() == nil)
    }
  }
#endif
