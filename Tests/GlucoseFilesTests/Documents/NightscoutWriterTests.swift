import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct NightscoutWriterTests {
  /// Returns a person with all the content that could be lost.
  private func subject() throws -> ImportedPerson {
    let start = try instant("2025-10-26T00:50:00Z")
    func reading(_ minutes: Double, _ value: Double, _ flags: ReadingFlags = []) -> Reading {
      Reading(time: start.addingTimeInterval(minutes * 60), glucose: .mgdL(value), flags: flags)
    }
    let oslo = try zone("Europe/Oslo")
    let events = [
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "a\"\\\n\u{1}é"), at: start, in: oslo,
        .meal(Meal(name: "Soup", carbs: 40.25, protein: 0, fat: 3)), note: "hot\ttoday"),
      DiaryEvent(at: start, in: .gmt, .meal(Meal())),
      DiaryEvent(at: start, in: oslo, .meal(Meal(carbs: 0))),
      DiaryEvent(at: start, in: oslo, .meal(Meal(protein: 5))),
      DiaryEvent(at: start, in: oslo, .insulin(InsulinDose(units: 0))),
      DiaryEvent(at: start, in: oslo, .insulin(InsulinDose(units: 18.05, action: .longActing))),
      DiaryEvent(at: start, in: oslo, .insulin(InsulinDose(units: 0, action: .rapidActing))),
      DiaryEvent(
        at: start, in: oslo,
        .exercise(Exercise(name: "run", duration: .seconds(100), intensity: .vigorous))),
      DiaryEvent(at: start, in: oslo, .exercise(Exercise(duration: .zero))),
      DiaryEvent(
        at: start, in: oslo, .exercise(Exercise(duration: .seconds(60), kind: .anaerobic))),
      DiaryEvent(at: start, in: oslo, .condition(DiaryCondition(.illness))),
      DiaryEvent(
        at: start.addingTimeInterval(0.125), in: oslo,
        .condition(DiaryCondition(.stress, until: start.addingTimeInterval(1000.75)))),
      DiaryEvent(
        at: start, in: oslo, .entry(DiaryEntry(.note)), note: "a note"),
      DiaryEvent(
        at: start, in: oslo,
        .condition(
          DiaryCondition(DiaryCondition.Kind(rawValue: "carb exercise bolus"), until: start))),
    ]
    return try ImportedPerson(
      recording: Recording(
        series: GlucoseSeries([
          reading(0, 36.03118), reading(5, 39), reading(10, 39, .belowDeviceLimit),
          reading(15, 401),
          reading(20, 400, .aboveDeviceLimit), reading(25.001, 123.456_789, .ambiguousLocalTime),
          reading(30.000_000_1, 100.1 + 0.2), reading(35, 120), reading(40, 12),
        ]), events: events),
      meter: GlucoseSeries([reading(1, 33), reading(2, 101.5)]))
  }

  @Test func writtenDocumentsAreReadBackIdentical() throws {
    let subject = try subject()
    let file = try GlucoseFile(
      reading: NightscoutWriter().bytes(of: subject), options: ReadOptions(zone: nil))
    #expect(file.format == .nightscout)
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.skippedCount == 0)
    #expect(try file.person.recording.series == subject.recording.series)
    #expect(try file.person.meter == subject.meter)
    for (read, written) in zip(try file.person.recording.events, subject.recording.events) {
      #expect(read == written)
    }
    #expect(try file.person == subject)
  }

  @Test func diaryEntriesAreReadBackIdentical() throws {
    let entries = [
      DiaryEntry(.note), DiaryEntry(.ketones, amount: 0.6, unit: .mmolL),
      DiaryEntry(.weight, amount: 71.5, unit: .kilograms),
      DiaryEntry(.medication, name: "Metformin", amount: 500, unit: .milligrams),
      DiaryEntry(.sensorChange, name: "G7"), DiaryEntry(.siteChange),
      DiaryEntry(.temporaryBasal, amount: 0.4, unit: .unitsPerHour, duration: .seconds(100)),
      DiaryEntry(.temporaryBasal, amount: 40.1, unit: .percent, duration: .seconds(3600)),
      DiaryEntry(.temporaryBasal), DiaryEntry(.alcohol, amount: 12, unit: .grams),
      DiaryEntry(.hemoglobinA1c, amount: 54, unit: .mmolPerMol),
      DiaryEntry(.fingerstick, amount: 5.5, unit: .mmolL),
      DiaryEntry(.fingerstick, amount: 101, unit: .mgdL), DiaryEntry(.fingerstick),
      DiaryEntry(DiaryEvent.Category(rawValue: "mood"), name: "carbs", amount: -1),
    ]
    let oslo = try zone("Europe/Oslo")
    let start = try instant("2025-10-26T00:50:00Z")
    let subject = ImportedPerson(
      recording: Recording(
        series: GlucoseSeries(),
        events: entries.map { DiaryEvent(at: start, in: oslo, .entry($0), note: "text") }))
    let file = try GlucoseFile(
      reading: NightscoutWriter().bytes(of: subject), options: ReadOptions(zone: nil))
    #expect(file.report.acceptedCount == entries.count)
    for (read, written) in zip(try file.person.recording.events, subject.recording.events) {
      #expect(read == written)
    }
    #expect(try file.person == subject)
  }

  @Test(arguments: [
    ("\"entryCategory\":\"meal\",\"carbs\":5", 1), ("\"entryCategory\":\" \",\"carbs\":5", 1),
    ("\"entryCategory\":\"weight\",\"amount\":\"much\"", 0),
    ("\"entryCategory\":\"weight\",\"seconds\":1e300", 0),
    ("\"entryCategory\":\"weight\",\"seconds\":-1", 0),
    ("\"entryCategory\":\"weight\",\"amount\":-5", 0),
    ("\"entryCategory\":\"weight\",\"amount\":1e6", 0), ("\"carbs\":500000", 0),
  ])
  func aDamagedEntryIsAnotherEventOrRejected(members: String, accepted: Int) throws {
    let file = try GlucoseFile.of(
      "[{\"eventType\":\"weight\",\"created_at\":\"2025-10-26T00:00:00Z\",\(members)}]")
    #expect(file.report.acceptedCount == accepted && file.report.rejected.count == 1 - accepted)
    let events = file.people.flatMap(\.recording.events)
    #expect(events.map(\.content) == (accepted == 1 ? [.meal(Meal(carbs: 5))] : []))
  }

  @Test func entriesAndTreatmentsAreSeparateLists() throws {
    let subject = try subject()
    let entries = try #require(
      JSONSerialization.jsonObject(
        with: Data(NightscoutWriter(contents: .entries).bytes(of: subject))) as? [[String: Any]])
    #expect(entries.count == 11)
    for entry in entries {
      let type = try #require(entry["type"] as? String)
      #expect(entry[type] as? Double != nil)
      #expect(entry["date"] as? Double != nil)
      #expect(entry["device"] as? String == "swift-glucose")
      let written = try #require(entry["dateString"] as? String)
      #expect(written.hasSuffix("Z"))
    }
    let treatments = try #require(
      JSONSerialization.jsonObject(
        with: Data(NightscoutWriter(contents: .treatments).bytes(of: subject)))
        as? [[String: Any]])
    #expect(treatments.count == subject.recording.events.count)
    for treatment in treatments {
      #expect((treatment["eventType"] as? String)?.isEmpty == false)
      #expect((treatment["created_at"] as? String)?.hasSuffix("Z") == true)
    }
  }

  @Test func anEventOfAnUnknownTimeZoneHasNoOffset() throws {
    var event = DiaryEvent(
      at: try instant("2025-01-01T00:00:00Z"), in: try zone("Europe/Oslo"), .meal(Meal(carbs: 4)))
    func written() throws -> [String: Any]? {
      let person = ImportedPerson(
        recording: Recording(series: GlucoseSeries(), events: [event]))
      return try
        (JSONSerialization.jsonObject(
          with: Data(NightscoutWriter(contents: .treatments).bytes(of: person)))
        as? [[String: Any]])?.first
    }
    #expect(try written()?["utcOffset"] as? Double == 60)
    event.zone = .gmt
    event.unknownZone = "Mars/Olympus"
    let treatment = try written()
    #expect(treatment?["utcOffset"] == nil && treatment?["timeZone"] as? String == "Mars/Olympus")
    #expect(treatment?["created_at"] as? String == "2025-01-01T00:00:00Z")
  }

  @Test func anEmptyPersonIsWrittenAsEmptyLists() {
    let nobody = ImportedPerson(recording: Recording(series: GlucoseSeries()))
    #expect(NightscoutWriter(contents: .entries).bytes(of: nobody) == Array("[]\n".utf8))
    #expect(
      NightscoutWriter().bytes(of: nobody) == Array("{\"entries\":[],\"treatments\":[]}\n".utf8))
  }

  @Test func piecesEqualTheWhole() throws {
    let start = try instant("2025-01-01T00:00:00Z")
    let series = try GlucoseSeries(
      (0..<5000).map {
        Reading(
          time: start.addingTimeInterval(Double($0) * 300), glucose: .mgdL(Double(50 + $0 % 300)))
      })
    let subject = ImportedPerson(recording: Recording(series: series))
    var pieces: [[UInt8]] = []
    NightscoutWriter().write(subject) { pieces.append($0) }
    #expect(pieces.count > 5)
    #expect(Array(pieces.joined()) == NightscoutWriter().bytes(of: subject))
    let file = try GlucoseFile(reading: Array(pieces.joined()), options: ReadOptions(zone: nil))
    #expect(try file.person == subject)
  }

  @Test func theSampleIsReadBackIdentical() throws {
    for sample in Sample.documents.prefix(2) {
      let one = try GlucoseFile(reading: sample.bytes(), options: sample.options)
      let two = try GlucoseFile(
        reading: NightscoutWriter().bytes(of: one.person), options: sample.options)
      #expect(try two.person.recording == one.person.recording)
      #expect(try two.person.meter == one.person.meter)
    }
  }
}
