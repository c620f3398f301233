#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import Testing

  struct ConditionsTests {
    let log: Logbook

    init() throws { log = try Logbook.inMemory() }

    @Test func goesOnUntilItEnds() throws {
      let flu = try log.begin(.illness, at: noon, in: oslo, note: "fever")
      #expect(try log.ongoingConditions() == [flu])
      #expect(try log.events(in: minutes(1e6)..<minutes(2e6)) == [flu])
      let over = try log.end(flu.id, at: minutes(90))
      #expect(over.end == minutes(90))
      #expect(over.note == "fever")
      #expect(try log.ongoingConditions().isEmpty)
      #expect(try log.events(in: minutes(91)..<minutes(2e6)).isEmpty)
      #expect(try log.events(in: minutes(60)..<minutes(70)) == [over])
    }

    @Test func endsByItsKind() throws {
      try log.begin(.illness, at: noon, in: oslo)
      let stress = try log.begin(.stress, at: minutes(5), in: oslo)
      #expect(try log.end(.stress, at: minutes(6))?.id == stress.id)
      #expect(try log.end(.stress, at: minutes(7)) == nil)
      #expect(try log.ongoingConditions().count == 1)
    }

    @Test func goesOnOnceAtATime() throws {
      let flu = try log.begin(.illness, at: noon, in: oslo)
      let error = try #require(throws: LogbookError.self) {
        try log.begin(.illness, at: minutes(1), in: oslo)
      }
      #expect(error.reason == .conditionAlreadyOngoing(flu.id))
      try log.end(flu.id, at: minutes(1))
      try log.begin(.illness, at: minutes(2), in: oslo)
    }

    @Test func goesOnOnceAtATimeAfterAnEdit() throws {
      let flu = try log.begin(.illness, at: noon, in: oslo)
      let stress = try log.begin(.stress, at: minutes(1), in: oslo)
      let cold = Favorite(named: "Cold", .condition(DiaryCondition(.illness)))
      try log.add(cold)
      let edits: [() throws -> Void] = [
        { try log.edit(stress.id) { $0.content = flu.content } },
        {
          try log.update(DiaryEvent(id: stress.id, at: minutes(1), in: oslo, flu.content))
        },
        { try log.logFavorite(cold.id, at: minutes(2), in: oslo) },
        { try log.add(DiaryEvent(at: minutes(2), in: oslo, flu.content)) },
      ]
      for edit in edits {
        let error = try #require(throws: LogbookError.self, performing: edit)
        #expect(error.reason == .conditionAlreadyOngoing(flu.id))
      }
      #expect(try log.ongoingConditions() == [flu, stress])
      // One that has ended and is to go on again.
      try log.end(flu.id, at: minutes(3))
      let second = try log.logFavorite(cold.id, at: minutes(4), in: oslo)
      let error = try #require(throws: LogbookError.self) { try log.update(flu) }
      #expect(error.reason == .conditionAlreadyOngoing(second.id))
      // Two that go on after a merge.
      try log.add([DiaryEvent(id: flu.id, at: noon, in: oslo, flu.content)], replacing: true)
      try log.edit(flu.id) { $0.note = "fever" }
      #expect(try log.ongoingConditions().count == 3)
    }

    @Test func exerciseThatEndsIsAnExerciseOfItsDuration() throws {
      let session = try log.begin(.exercise, at: noon, in: oslo, note: "hills")
      #expect(session.content == .condition(DiaryCondition(.exercise)))
      let early = try #require(throws: LogbookError.self) {
        try log.end(.exercise, at: minutes(-1))
      }
      #expect(early.reason == .endBeforeStart(session.id))
      let run = try #require(try log.end(.exercise, at: minutes(45)))
      #expect(run.id == session.id && run.note == "hills")
      #expect(run.content == .exercise(Exercise(duration: .seconds(2700))))
      #expect(try log.events(in: everything, of: .exercise) == [run])
      #expect(try log.ongoingConditions().isEmpty)
      #expect(try log.end(.exercise, at: minutes(46)) == nil)
      // Undone, it goes on.
      try log.undo()
      #expect(try log.ongoingConditions() == [session])
    }

    @Test func exerciseWithAnEndIsStoredAsAnExercise() throws {
      let condition = DiaryEvent(
        id: DiaryEvent.ID(rawValue: "run"), at: noon, in: oslo,
        .condition(DiaryCondition(.exercise, until: minutes(30))))
      let run = Exercise(duration: .seconds(1800))
      try log.add(condition)
      #expect(try log.event(condition.id)?.content == .exercise(run))
      #expect(try log.add([condition]).unchanged == 1)
      let session = try log.begin(.exercise, at: minutes(60), in: oslo)
      let edited = try log.edit(session.id) {
        $0.content = .condition(DiaryCondition(.exercise, until: minutes(90)))
      }
      #expect(edited.content == .exercise(run))
      #expect(try log.event(session.id) == edited)
    }

    @Test(arguments: [Double.infinity, 1e300]) func exerciseWithoutAUsableEndIsNone(end: Double)
      throws
    {
      let session = try log.begin(.exercise, at: noon, in: oslo)
      let end = Date(timeIntervalSinceReferenceDate: end)
      _ = try? log.end(session.id, at: end)
      #expect(try log.events(in: everything, of: .exercise).isEmpty)
    }

    @Test func theKindOfAnExerciseIsStored() throws {
      let run = DiaryEvent(
        id: DiaryEvent.ID(rawValue: "run"), at: noon, in: oslo,
        .exercise(Exercise(duration: .seconds(60), kind: .anaerobic)))
      try log.add(run)
      #expect(try log.event(run.id) == run)
    }

    @Test func cannotEndBeforeItBeginsNorTwice() throws {
      let flu = try log.begin(.illness, at: noon, in: oslo)
      let early = try #require(throws: LogbookError.self) { try log.end(flu.id, at: minutes(-1)) }
      #expect(early.reason == .endBeforeStart(flu.id))
      try log.end(flu.id, at: noon)
      let late = try #require(throws: LogbookError.self) { try log.end(flu.id, at: minutes(1)) }
      #expect(late.reason == .conditionNotOngoing(flu.id))
      try log.add(meal("a"))
      let wrong = try #require(throws: LogbookError.self) {
        try log.end(DiaryEvent.ID(rawValue: "a"), at: minutes(1))
      }
      #expect(wrong.reason == .conditionNotOngoing(DiaryEvent.ID(rawValue: "a")))
    }
  }
#endif
