// SPDX-License-Identifier: Apache-2.0

#if Logbook
  import Diary
  import Foundation
  import GlucoseLog
  import Testing

  struct FavouritesTests {
    let log: Logbook
    let ids = ["a", "b", "c", "d"].map(Favourite.ID.init(rawValue:))

    init() throws {
      log = try Logbook.inMemory()
      for (index, id) in ids.enumerated() {
        let kind: EventKind =
          index % 2 == 0
          ? .meal(Meal(carbs: Double(index))) : .exercise(Exercise(duration: .seconds(60)))
        try log.add(Favourite(id: id, named: "Number \(index)", kind))
      }
    }

    var order: String { get throws { try log.favourites().map(\.id.rawValue).joined() } }

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
        try log.move(Favourite.ID(rawValue: id), to: index)
        #expect(try order == expected.joined())
      }
      for _ in 0..<90 {
        let last = expected.removeLast()
        expected.insert(last, at: 1)
        try log.move(Favourite.ID(rawValue: last), to: 1)
      }
      #expect(try order == expected.joined())
      let archive = try log.archive()
      let copy = try Logbook.inMemory()
      try copy.restore(archive)
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
      #expect(try log.favourites(of: .meal).map(\.id) == [ids[0], ids[2]])
      #expect(try log.favourites(of: .insulin).isEmpty)
    }

    @Test func logsItselfAndCountsItsUses() throws {
      let first = try log.use(ids[2], at: noon, in: oslo)
      try log.use(ids[2], at: minutes(-60), in: oslo)
      #expect(first.kind == .meal(Meal(carbs: 2)))
      #expect(try log.events(everything).count == 2)
      var favourite = try #require(try log.favourites().first { $0.id == ids[2] })
      #expect(favourite.useCount == 2)
      #expect(favourite.lastUse == noon)
      try log.undo()
      favourite = try #require(try log.favourites().first { $0.id == ids[2] })
      #expect(favourite.useCount == 1)
      #expect(try log.events(everything) == [first])
    }

    @Test func fillsADraftThatIsChangedAndLogged() throws {
      let favourite = try #require(try log.favourites().first { $0.id == ids[2] })
      var draft = try #require(
        MealDraft(favourite, at: minutes(10), in: oslo, numbers: .comma))
      draft.carbs = "2,5"
      let event = try #require(draft.review(numbers: .comma).event)
      try log.use(favourite.id, for: event)
      #expect(try log.events(everything) == [event])
      #expect(event.kind == .meal(Meal(carbs: 2.5)))
      let used = try #require(try log.favourites().first { $0.id == ids[2] })
      #expect(used.template == favourite.template)
      #expect(used.useCount == 1)
      #expect(used.lastUse == minutes(10))
      let error = try #require(throws: LogbookError.self) { try log.use(ids[0], for: event) }
      #expect(error.reason == .eventExists(event.id))
      try log.undo()
      #expect(try log.events(everything).isEmpty)
      #expect(try log.favourites().allSatisfy { $0.useCount == 0 })
    }

    @Test func isRenamedWithoutTouchingItsEvents() throws {
      let event = try log.use(ids[0], at: noon, in: oslo)
      var favourite = try #require(try log.favourites().first)
      favourite.name = "Another name"
      favourite.template = .meal(Meal(name: "Bread", carbs: 30))
      try log.update(favourite)
      #expect(try log.favourites().first == favourite)
      #expect(try log.event(event.id) == event)
      try log.remove(ids[0])
      #expect(try log.event(event.id) == event)
    }

    @Test func refusesWhatIsNotThereOrTwice() throws {
      let nobody = Favourite.ID(rawValue: "nobody")
      let changes: [(Logbook) throws -> Void] = [
        { try $0.remove(nobody) },
        { try $0.move(nobody, to: 0) },
        { _ = try $0.use(nobody, at: noon, in: oslo) },
        { try $0.update(Favourite(id: nobody, named: "", .meal(Meal()))) },
      ]
      for change in changes {
        let error = try #require(throws: LogbookError.self) { try change(log) }
        #expect(error.reason == .noSuchFavourite(nobody))
      }
      let error = try #require(throws: LogbookError.self) {
        try log.add(Favourite(id: ids[0], named: "", .meal(Meal())))
      }
      #expect(error.reason == .favouriteExists(ids[0]))
    }
  }
#endif
