#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import Testing

  struct BatchTests {
    struct Refusal: Error, Equatable {}
    let log: Logbook

    init() throws { log = try Logbook.inMemory() }

    @Test func keepsAllOrNothing() throws {
      #expect(throws: Refusal()) {
        try log.write { batch in
          try batch.add([reading(0)], from: "s")
          try batch.add(meal("a"))
          throw Refusal()
        }
      }
      #expect(try log.timeRange() == nil)
      #expect(try log.sources().isEmpty)
      #expect(try log.undo() == nil)
    }

    @Test func goesOnAfterACallThatFailed() throws {
      try log.write { batch in
        try batch.add(meal("a"))
        #expect(throws: LogbookError.self) {
          try batch.add([
            meal("b"), DiaryEvent(at: noon, in: oslo, .insulin(InsulinDose(units: .nan))),
          ])
        }
        #expect(throws: LogbookError.self) { try batch.add(meal("a", carbs: 1)) }
        #expect(try batch.event(DiaryEvent.ID(rawValue: "b")) == nil)
        #expect(try batch.event(DiaryEvent.ID(rawValue: "a")) == meal("a"))
        try batch.add(meal("c"))
      }
      #expect(try log.events(in: everything).map(\.id.rawValue) == ["a", "c"])
      try log.undo()
      #expect(try log.events(in: everything).isEmpty)
    }

    /// SQLite ends the transaction then, and would write each later call on its own.
    @Test func writesNothingOnAFullDiskThoughTheErrorIsCaught() throws {
      let folder = try Folder()
      let small = try Logbook(at: folder.file(), options: Logbook.Options(maximumSize: 40 * 4096))
      try small.add(meal("before"))
      let archive = try small.archive()
      let many = (0..<20_000).map { reading(Double($0)) }
      let error = try #require(throws: LogbookError.self) {
        try small.write { batch in
          try batch.add(meal("a"))
          #expect(throws: LogbookError.self) { try batch.add(many, from: "s") }
          #expect(throws: LogbookError.self) { try batch.add(meal("b")) }
        }
      }
      #expect(error.reason == .full)
      #expect(try small.archive() == archive)
      struct OtherError: Error {}
      #expect(throws: OtherError.self) {
        try small.write { batch in
          do { try batch.add(many, from: "s") } catch { throw OtherError() }
        }
      }
      #expect(try small.archive() == archive)
      // The transaction is no step.
      try small.undo()
      #expect(try small.events(in: everything).isEmpty)
      #expect(try small.undo() == nil)
      try small.add(meal("after"))
      #expect(try small.events(in: everything) == [meal("after")])
    }

    @Test func givesBackWhatItsClosureGives() async throws {
      let first = try await log.asyncWrite { batch in
        try batch.add([reading(0), reading(1)], from: "s").added
      }
      #expect(first == 2)
      let added = try await log.asyncWrite { batch in
        try batch.add([reading(1), reading(2)], from: "s").added
      }
      #expect(added == 1)
    }
  }
#endif
