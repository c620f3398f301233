#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import GlucoseMath
  import Testing

  struct TextTests {
    static let texts = [
      "'; DROP TABLE events; --",
      "\"); DELETE FROM readings; VACUUM; --",
      "' OR 1=1 --",
      "x' UNION SELECT name FROM sqlite_master --",
      "?1 :a @b $c %s \\ \u{0007} \u{FEFF}",
      "NULL", "", " ", "0", "1e400",
      "{\"meal\":{}}", "\\u0000",
      "søt 🍎 नमस्ते \u{202E}rtl",
      String(repeating: "'", count: 10_000),
    ]

    @Test(arguments: texts) func isKeptAsItIs(text: String) throws {
      let log = try Logbook.inMemory()
      let day = LocalDay(containing: noon, in: oslo)
      let source = ReadingSource(rawValue: text)
      let id = DiaryEvent.ID(rawValue: text)
      let kinds: [DiaryEvent.Content] = [
        .meal(Meal(name: text)),
        .exercise(Exercise(name: text, duration: .seconds(60))),
        .condition(DiaryCondition(DiaryCondition.Kind(rawValue: text), until: minutes(9))),
      ]
      try log.add([reading(0)], from: source)
      try log.add(DiaryEvent(id: id, at: noon, in: oslo, kinds[0], note: text))
      try log.add(kinds.map { DiaryEvent(at: minutes(1), in: oslo, $0, note: text) })
      try log.begin(DiaryCondition.Kind(rawValue: text), at: noon, in: oslo, note: text)
      let favorite = Favorite(id: Favorite.ID(rawValue: text), named: text, kinds[0], note: text)
      try log.add(favorite)
      try log.logFavorite(favorite.id, at: noon, in: oslo)
      try log.move(favorite.id, to: 0)
      try log.setNote(text, on: day)
      try log.excludeReadings(in: minutes(5)..<minutes(6), from: source)

      #expect(try log.sources().map(\.source) == [source])
      #expect(try log.series(in: everything, from: source).count == 1)
      #expect(try log.event(id)?.note == text)
      let events = try log.events(in: everything)
      #expect(events.count == 6)
      #expect(events.allSatisfy { $0.note == text })
      #expect(Set(kinds).isSubset(of: Set(events.map(\.content))))
      #expect(try log.favorites().map(\.name) == [text])
      #expect(try log.mark(of: day)?.note == text)
      #expect(try log.end(DiaryCondition.Kind(rawValue: text), at: minutes(1)) != nil)
      try log.edit(id) { $0.note = text + text }
      try log.undo()
      #expect(try log.event(id)?.note == text)
      let copy = try Logbook.inMemory()
      try copy.merge(log.archive())
      #expect(try copy.archive() == log.archive())
      try log.remove(id)
      try log.remove(favorite.id)
      try log.check()
    }

    @Test func isKeptWithItsZeros() throws {
      let log = try Logbook.inMemory()
      let event = DiaryEvent(at: noon, in: oslo, .meal(Meal(name: "a\0b")), note: "c\0d")
      try log.add(event)
      #expect(try log.event(event.id) == event)
    }

    @Test func cannotIdentifyAnythingWithAZero() throws {
      let log = try Logbook.inMemory()
      let changes: [(Logbook) throws -> Void] = [
        { try $0.add(meal("a\0b")) },
        { _ = try $0.add([reading(0)], from: "a\0b") },
        { try $0.add(Favorite(id: Favorite.ID(rawValue: "a\0b"), named: "", .meal(Meal()))) },
      ]
      for change in changes {
        let error = try #require(throws: LogbookError.self) { try change(log) }
        #expect(error.reason == .invalidText)
      }
    }
  }
#endif
