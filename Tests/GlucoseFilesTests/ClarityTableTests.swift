import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct ClarityTableTests {
  private static let header =
    "Index,Timestamp (YYYY-MM-DDThh:mm:ss),Event Type,Event Subtype,Patient Info,Device Info,"
    + "Source Device ID,Glucose Value (mg/dL),Insulin Value (u),Carb Value (grams),"
    + "Duration (hh:mm:ss),Glucose Rate of Change (mg/dL/min),Transmitter Time (Long Integer),"
    + "Transmitter ID\n"

  private func read(_ rows: String, header: String = header) throws -> GlucoseFile {
    let file = try GlucoseFile(
      reading: Array(header + rows), options: ReadOptions(zone: zone("Europe/Berlin")))
    #expect(addsUp(file.report))
    #expect(file.format == .clarity)
    return file
  }

  @Test func readsTheMostCommonTypeWithANumberWhereEGVIsTranslated() throws {
    let type = "Niveles estimados de glucosa"
    let file = try read(
      """
      1,2025-01-01T00:00:00,\(type),,,,A,100,,,,,1000,T
      2,2025-01-01T00:01:00,Calibración,,,,A,104,,,,,,T
      3,2025-01-01T00:05:00,\(type),,,,A,101,,,,,1300,T
      """,
      header: Self.header.replacing(
        "Timestamp (YYYY-MM-DDThh:mm:ss)", with: "Marca temporal (AAAA-MM-DDThh:mm:ss)"))
    #expect(file.people[0].recording.series.map(\.glucose.mgdL) == [100, 101])
    #expect(file.people[0].meter.map(\.glucose.mgdL) == [104])
  }

  /// The letters of the patterns are translated as well, as are the words of the rows.
  @Test(arguments: [
    ("JJJJ-MM-DDTuu:mm:ss", "Laag", "Hoog", "Opmerkingen"),
    ("ÅÅÅÅ-MM-DDTtt:mm:ss", "Lågt", "Högt", "Anteckningar"),
    ("AAAA-MM-JJThh:mm:ss", "Bas", "Élevé", "Remarques"),
  ])
  func readsPatternsAndWordsOfOtherLanguages(
    pattern: String, low: String, high: String, note: String
  ) throws {
    let clock = String(pattern.suffix(8))
    let file = try read(
      """
      1,2025-01-01T00:00:00,EGV,,,,A,100,,,,,1000,T
      2,2025-01-01T00:05:00,EGV,\(low),,,A,\(low),,,,,1300,T
      3,2025-01-01T00:10:00,EGV,\(high),,,A,\(high),,,,,1600,T
      4,2025-01-01T00:12:00,\(note),,text,,A,,,,,,,
      """,
      header: Self.header.replacing("YYYY-MM-DDThh:mm:ss", with: pattern)
        .replacing("(hh:mm:ss)", with: "(\(clock))"))
    let series = file.people[0].recording.series
    #expect(series.map(\.flags) == [[], .belowDeviceLimit, .aboveDeviceLimit])
    #expect(file.people[0].recording.events.map(\.note) == ["text"])
  }

  @Test func readsConditionsNotesAndDosesOfEveryKind() throws {
    let file = try read(
      """
      1,2025-01-01T00:00:00,Health,Alcohol,,,A,,,,,,,
      2,2025-01-01T00:01:00,Notes,felt odd,,,A,,,,,,,
      3,2025-01-01T00:02:00,Insulin,Inhaled,,,A,,4,,,,,
      4,2025-01-01T00:03:00,Exercise,Heavy,,,A,,,,01:30:00,,,
      5,2025-01-01T00:04:00,Notes,,,,A,,,,,,,
      6,2025-01-01T00:05:00,Alert,High,,,A,,,,,,,
      """)
    let start = try instant("2024-12-31T23:00:00Z")
    #expect(
      file.people[0].recording.events.map(\.content) == [
        .condition(DiaryCondition(DiaryCondition.Kind(rawValue: "alcohol"), until: start)),
        .entry(DiaryEntry(.note)),
        .insulin(InsulinDose(units: 4)),
        .exercise(Exercise(name: "Heavy", duration: .seconds(5400), intensity: .vigorous)),
      ])
    #expect(file.people[0].recording.events[1].note == "felt odd")
    #expect(file.report.skipped == [.header: 1, .emptyNote: 1, .alert: 1])
  }

  @Test func rejectsRowsThatLackContent() throws {
    let file = try read(
      """
      1,,EGV,,,,A,100,,,,,1000,T
      2,,Carbs,,,,A,,,45,,,,
      3,2025-01-01T00:02:00,Insulin,Fast-Acting,,,A,,-4,,,,,
      4,2025-01-01T00:03:00,Exercise,Light,,,A,,,,half an hour,,,
      5,2025-01-01T00:04:00,Weather,Rain,,,A,,,,,,,
      6,2025-01-01T00:05:00,EGV,,,,A,abc,,,,,1000,T
      """)
    #expect(file.people.isEmpty)
    #expect(
      file.report.rejected.map(\.reason) == [
        .missingTime, .missingTime, .notPositive, .unreadableTime, .unknownKind,
        .unreadableNumber,
      ])
    #expect(file.report.rejected.map(\.column) == [2, 2, 9, 11, 3, 8])
    #expect(file.report.rejected.map(\.line) == [2, 3, 4, 5, 6, 7])
    #expect(file.report.rejected.map(\.text) == ["", "", "-4", "half an hour", "Weather", "abc"])
  }

  @Test func countsADuplicateEventOnce() throws {
    let rows = """
      1,2025-01-01T00:00:00,Carbs,,,,A,,,45,,,,
      2,2025-01-01T00:00:00,Carbs,,,,B,,,45,,,,
      3,2025-01-01T00:00:00,Carbs,,,,A,,,46,,,,
      """
    let file = try read(rows)
    #expect(file.people[0].recording.events.count == 2)
    #expect(file.people[0].duplicateEventCount == 1)
    #expect(file.report.acceptedCount == 3)
    // A longer export numbers its rows differently and contains the same events.
    let longer = try read("1,2024-12-31T00:00:00,Carbs,,,,A,,,20,,,,\n" + rows)
    let ids = Set(longer.people[0].recording.events.map(\.id))
    #expect(ids.isSuperset(of: file.people[0].recording.events.map(\.id)))
    #expect(ids.count == 3)
  }

  @Test func placesAnEventOfTheSecondOccurrenceAmongAdjacentReadings() throws {
    let file = try read(
      """
      1,2025-10-26T02:50:00,EGV,,,,A,100,,,,,1000,T
      2,2025-10-26T02:00:00,EGV,,,,A,101,,,,,1600,T
      3,2025-10-26T02:02:00,Carbs,,,,A,,,45,,,,
      4,2025-10-26T02:05:00,EGV,,,,A,102,,,,,1900,T
      5,2025-10-26T03:00:00,EGV,,,,A,103,,,,,5200,T
      """)
    #expect(
      try file.people[0].recording.events[0].time == instant("2025-10-26T01:02:00Z"))
    #expect(file.report.ambiguousTimeLines.isEmpty)
  }
}
