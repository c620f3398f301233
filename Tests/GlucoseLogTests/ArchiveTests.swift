#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseMath
  import Testing

  @testable import GlucoseLog

  struct ArchiveTests {
    /// A file may have very many sources.
    @Test func sourcesTakeNoSpaceForReadingsThatTheyDoNotHave() throws {
      let archive = try fullLogbook().read { try LogbookArchive($0) }
      #expect(archive.sources.allSatisfy { $0.readings.times.capacity < 100 })
      let edits = archive.events.map { UndoableEdit.event(before: nil, after: $0) }
      #expect(try JSON.list(edits) == JSON.text(edits))
    }

    @Test func restoresEverythingByteByByte() throws {
      let log = try fullLogbook()
      try log.add([reading(1.0 / 3, 100.0 / 3), reading(1e7.nextUp, 123.456)], from: "odd numbers")
      let copy = try Logbook.inMemory()
      try copy.merge(log.archive())
      #expect(try copy.archive() == log.archive())
      #expect(try copy.recording(in: everything) == log.recording(in: everything))
      #expect(try copy.favorites() == log.favorites())
      #expect(try copy.marks() == log.marks())
      #expect(try copy.sources() == log.sources())
      try copy.check()
    }

    /// The document is written by hand, a row at a time.
    @Test func writesWhatTheEncoderDoes() throws {
      let log = try fullLogbook()
      try log.add(
        [reading(1.0 / 3, 100.0 / 3), reading(1e7.nextUp, 123.456), reading(5e8, 1e-7)],
        from: "\"odd\\\n\u{1F600} numbers/\u{2028}")
      try log.add([reading(0, 41)], from: "sensor")
      let encoded = try log.read { try JSON.data(LogbookArchive($0)) }
      #expect(
        try String(decoding: log.archive(), as: UTF8.self)
          == String(decoding: encoded, as: UTF8.self))
      #expect(try Logbook.inMemory().archive() == JSON.data(LogbookArchive()))
      try log.add((0..<20_000).map { reading(Double($0), 90) }, from: "many")
      var parts: [Data] = []
      try log.archive { parts.append($0) }
      #expect(parts.count > 3 && parts.allSatisfy { $0.count < 70_000 })
      #expect(try parts.reduce(Data(), +) == log.archive())
      struct Stop: Error {}
      #expect(throws: Stop.self) { try log.archive { _ in throw Stop() } }
      try log.add(meal("afterwards"))
    }

    @Test(arguments: [
      ("", LogbookError.Reason.unreadableArchive),
      ("{}", .unreadableArchive),
      ("[1, 2]", .unreadableArchive),
      (#"{"format":"other","version":1}"#, .unreadableArchive),
      (#"{"format":"swift-glucose logbook","version":2}"#, .newerVersion(2)),
      (#"{"format":"swift-glucose logbook","version":-1}"#, .unreadableArchive),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[],"favorites":[{"id":"a","position":9223372036854775807,"details":{"name":"a","template":{"meal":{}},"useCount":1}}],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[],"favorites":[{"id":"a","position":1,"details":{"name":"a","template":{"meal":{}},"useCount":9223372036854775807}}],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":9,"zone":"GMT","details":{"condition":{"kind":"illness","end":8}}}],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[2,1],"values":[1,1]}}],"events":[],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[2],"values":[-1]}}],"events":[],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[1e15],"values":[1]}}],"events":[],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[{"name":"s","kind":"sensor","readings":{"times":[2],"values":[1],"excluded":[7]}}],"events":[],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":1,"zone":"GMT","details":{"exercise":{"seconds":9223372036854775807,"attoseconds":9000000000000000000}}}],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":1,"zone":"GMT","details":{}}],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[],"favorites":[],"days":[{"date":"2025-02-30","details":{"zone":"GMT","isStarred":true}}]}"#,
        .unreadableArchive
      ),
      (
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[{"id":"a","time":1,"zone":"GMT","details":{"meal":{}}},{"id":"a","time":2,"zone":"GMT","details":{"meal":{}}}],"favorites":[],"days":[]}"#,
        .unreadableArchive
      ),
    ])
    func refusesWhatIsNoArchiveAndWritesNothing(text: String, reason: LogbookError.Reason) throws {
      let log = try Logbook.inMemory()
      let error = try #require(throws: LogbookError.self) { try log.merge(Data(text.utf8)) }
      #expect(error.reason == reason)
      if reason == .newerVersion(2) {
        #expect(error.description.hasPrefix("A newer version of this library wrote the archive"))
      }
      #expect(try log.timeRange() == nil)
      #expect(try log.marks().isEmpty)
    }

    @Test(arguments: [
      #"{"meal":{"carbs":-5}}"#, #"{"meal":{"carbs":1,"fat":1e308}}"#, #"{"insulin":{"units":-4}}"#,
      #"{"exercise":{"seconds":-60}}"#, #"{"exercise":{"seconds":9000000000000000000}}"#,
      #"{"entry":{"type":"fingerstick","amount":-5,"unit":"mg/dL"}}"#,
      #"{"entry":{"type":"weight","amount":1e308,"unit":"kg"}}"#,
      #"{"entry":{"type":"temporaryBasal","amount":-1,"unit":"U/h","seconds":60}}"#,
      #"{"entry":{"type":"temporaryBasal","amount":1,"unit":"U/h","seconds":-60}}"#,
      #"{"entry":{"type":"medication","name":"x","amount":2e16}}"#,
    ])
    func refusesAmountsThatNobodyLogs(content: String) throws {
      let rows = [
        "events": #"{"id":"a","time":0,"zone":"GMT","details":\#(content)}"#,
        "favorites":
          #"{"id":"a","position":0,"details":{"name":"x","useCount":0,"template":\#(content)}}"#,
      ]
      for (list, row) in rows {
        let lists = ["days", "events", "favorites", "sources"].map {
          "\"\($0)\":[\($0 == list ? row : "")]"
        }
        let text =
          #"{"format":"swift-glucose logbook","version":1,\#(lists.joined(separator: ","))}"#
        let error = try #require(throws: LogbookError.self) {
          try Logbook.inMemory().merge(Data(text.utf8))
        }
        #expect(error.reason == .unreadableArchive)
        #expect(error.place == "/\(list)/0" && error.detail != nil)
      }
    }

    /// The archives above lack nothing but what each is refused for.
    @Test func readsAnArchiveWithoutRows() throws {
      let text =
        #"{"format":"swift-glucose logbook","version":1,"sources":[],"events":[],"favorites":[],"days":[]}"#
      try Logbook.inMemory().merge(Data(text.utf8))
    }

    /// "é" as one character and as two, which Swift takes for equal and SQLite does not.
    @Test func keepsNamesApartThatDifferInTheirNormalForm() throws {
      let (one, two) = ("caf\u{E9}", "cafe\u{301}")
      let log = try Logbook.inMemory()
      for (index, name) in [one, two].enumerated() {
        try log.add([reading(Double(index))], from: ReadingSource(rawValue: name))
        try log.add(meal(name, Double(index)))
        let id = Favorite.ID(rawValue: name)
        try log.add(Favorite(id: id, named: name, .meal(Meal(carbs: Double(index)))))
        try log.logFavorite(id, as: DiaryEvent.ID(rawValue: "used " + name), at: noon, in: oslo)
      }
      try log.move(Favorite.ID(rawValue: two), to: 0)
      #expect(try log.favorites().map { Array($0.name.utf8) } == [two, one].map { Array($0.utf8) })
      #expect(try log.favorites().map(\.useCount) == [1, 1])
      #expect(try log.events(in: everything).count == 4)
      #expect(try log.sources().count == 2)
      let archive = try log.archive()
      let copy = try Logbook.inMemory()
      try copy.merge(archive)
      #expect(try copy.archive() == archive)
      let merged = try Logbook.inMemory()
      try merged.merge(archive)
      let again = try merged.merge(archive)
      #expect(again.events.unchanged == 4 && again.favorites.unchanged == 2)
      #expect(try merged.archive() == archive)
      // A text is edited into its other form, and not another row.
      let id = DiaryEvent.ID(rawValue: one)
      try log.edit(id) { event in
        event = DiaryEvent(
          id: DiaryEvent.ID(rawValue: two), at: noon, in: oslo, event.content, note: one)
      }
      try log.edit(id) { $0.note = two }
      #expect(try log.event(id)?.note.map { Array($0.utf8) } == Array(two.utf8))
      #expect(try log.event(DiaryEvent.ID(rawValue: two))?.note == nil)
      let day = LocalDay(containing: noon, in: oslo)
      try log.setNote(one, on: day)
      try log.setNote(two, on: day)
      #expect(try log.mark(of: day)?.note.map { Array($0.utf8) } == Array(two.utf8))
    }

    @Test func leavesNoByteWhenItIsErased() throws {
      let folder = try Folder()
      let log = try Logbook(at: folder.file())
      for index in 0..<200 {
        try log.add(
          DiaryEvent(
            at: minutes(Double(index)), in: oslo, .meal(Meal(name: "Tell-tale")), note: "Trace")
        )
      }
      try log.add((0..<2000).map { reading(Double($0)) }, from: "Spoor")
      try log.remove(log.events(in: everything)[7].id)
      try log.erase()
      #expect(try log.timeRange() == nil)
      #expect(try log.sources().isEmpty)
      #expect(try log.undo() == nil)
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        let data = try bytes(folder.file(name))
        for word in ["Tell-tale", "Trace", "Spoor"] {
          #expect(data.range(of: Data(word.utf8)) == nil, "\(word) in \(name)")
        }
      }
      try log.check()
      try log.add(meal("a"))
    }
  }
#endif
