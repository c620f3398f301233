#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import Testing

  struct FavoritesTests {
    let log: Logbook
    let ids = ["a", "b", "c", "d"].map(Favorite.ID.init(rawValue:))

    init() throws {
      log = try Logbook.inMemory()
      for (index, id) in ids.enumerated() {
        let kind: DiaryEvent.Content =
          index % 2 == 0
          ? .meal(Meal(carbs: Double(index))) : .exercise(Exercise(duration: .seconds(60)))
        try log.add(Favorite(id: id, named: "Number \(index)", kind))
      }
    }

    var order: String { get throws { try log.favorites().map(\.id.rawValue).joined() } }

    @Test func keepsTheOrderOfArrivalUntilMoved() throws {
      #expect(try order == "abcd")
      try log.move(ids[3], to: 1)
      #expect(try order == "adbc")
      try log.move(ids[0], to: 99)
      #expect(try order == "dbca")
      try log.undo()
      #expect(try order == "adbc")
      try log.remove(ids[1])
      #expect(try order == "adc")
      try log.undo()
      #expect(try order == "adbc")
    }

    @Test func keepsItsOrderThroughManyMovesToOnePlace() throws {
      var expected = ids.map(\.rawValue)
      for turn in 0..<200 {
        let index = [1, 0, 2, 3, 7][turn % 5]
        let id = expected[turn % 3]
        expected.removeAll { $0 == id }
        expected.insert(id, at: min(index, expected.count))
        try log.move(Favorite.ID(rawValue: id), to: index)
        #expect(try order == expected.joined())
      }
      for _ in 0..<90 {
        let last = expected.removeLast()
        expected.insert(last, at: 1)
        try log.move(Favorite.ID(rawValue: last), to: 1)
      }
      #expect(try order == expected.joined())
      let archive = try log.archive()
      let copy = try Logbook.inMemory()
      try copy.merge(archive)
      #expect(try copy.archive() == archive)
      while try log.undo() != nil {}
    }

    @Test func takesNoStepWhereNothingMoves() throws {
      try log.move(ids[1], to: 1)
      try log.move(ids[0], to: 0)
      try log.move(ids[3], to: 9)
      try log.undo()
      #expect(try order == "abc")
    }

    @Test func givesThoseOfOneCategory() throws {
      #expect(try log.favorites(of: .meal).map(\.id) == [ids[0], ids[2]])
      #expect(try log.favorites(of: .insulin).isEmpty)
    }

    @Test func logsItselfAndCountsItsUses() throws {
      let first = try log.logFavorite(ids[2], at: noon, in: oslo)
      try log.logFavorite(ids[2], at: minutes(-60), in: oslo)
      #expect(first.content == .meal(Meal(carbs: 2)))
      #expect(try log.events(in: everything).count == 2)
      var favorite = try #require(try log.favorites().first { $0.id == ids[2] })
      #expect(favorite.useCount == 2)
      #expect(favorite.lastUsed == noon)
      try log.undo()
      favorite = try #require(try log.favorites().first { $0.id == ids[2] })
      #expect(favorite.useCount == 1)
      #expect(try log.events(in: everything) == [first])
    }

    @Test func fillsADraftThatIsChangedAndLogged() throws {
      let favorite = try #require(try log.favorites().first { $0.id == ids[2] })
      var draft = EventDraft(favorite, at: minutes(10), in: oslo, style: .comma)
      draft[.carbs] = "2,5"
      let event = try #require(draft.validate(style: .comma).event)
      try log.recordUse(of: favorite.id, for: event)
      #expect(try log.events(in: everything) == [event])
      #expect(event.content == .meal(Meal(carbs: 2.5)))
      let used = try #require(try log.favorites().first { $0.id == ids[2] })
      #expect(used.template == favorite.template)
      #expect(used.useCount == 1)
      #expect(used.lastUsed == minutes(10))
      let error = try #require(throws: LogbookError.self) {
        try log.recordUse(of: ids[0], for: event)
      }
      #expect(error.reason == .eventExists(event.id))
      try log.undo()
      #expect(try log.events(in: everything).isEmpty)
      #expect(try log.favorites().allSatisfy { $0.useCount == 0 })
    }

    @Test func isRenamedWithoutTouchingItsEvents() throws {
      let event = try log.logFavorite(ids[0], at: noon, in: oslo)
      var favorite = try #require(try log.favorites().first)
      favorite.name = "Another name"
      favorite.template = .meal(Meal(name: "Bread", carbs: 30))
      try log.update(favorite)
      #expect(try log.favorites().first == favorite)
      #expect(try log.event(event.id) == event)
      try log.remove(ids[0])
      #expect(try log.event(event.id) == event)
    }

    @Test func refusesWhatIsNotThereOrTwice() throws {
      let nobody = Favorite.ID(rawValue: "nobody")
      let changes: [(Logbook) throws -> Void] = [
        { try $0.remove(nobody) },
        { try $0.move(nobody, to: 0) },
        { _ = try $0.logFavorite(nobody, at: noon, in: oslo) },
        { try $0.update(Favorite(id: nobody, named: "", .meal(Meal()))) },
      ]
      for change in changes {
        let error = try #require(throws: LogbookError.self) { try change(log) }
        #expect(error.reason == .noSuchFavorite(nobody))
      }
      let error = try #require(throws: LogbookError.self) {
        try log.add(Favorite(id: ids[0], named: "", .meal(Meal())))
      }
      #expect(error.reason == .favoriteExists(ids[0]))
    }
  }
#endif
