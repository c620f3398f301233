#if Logbook
  import GlucoseDiary
  import Foundation
  import GlucoseLog
  import Testing

  struct ArchiveEntriesTests {
    @Test func keepsEntriesOfUnknownTypesAndFields() throws {
      let log = try Logbook.inMemory()
      try log.add(entries)
      #expect(try log.events(in: .distantPast ..< .distantFuture) == entries)
      let archive = try log.archive()
      let other = try Logbook.inMemory()
      try other.merge(archive)
      #expect(try other.archive() == archive)
      let id = try entries[0].id
      try other.edit(id) { $0.note = "edited" }
      #expect(try other.undo() != nil)
      #expect(try other.archive() == archive)
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
          .entry(
            DiaryEntry(
              .medication, name: "Vitamin D", amount: 300_000,
              unit: DiaryEntry.Unit(rawValue: "IU"))),
          .entry(DiaryEntry(DiaryEvent.Category(rawValue: "mood"), amount: -1)),
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
  }
#endif
