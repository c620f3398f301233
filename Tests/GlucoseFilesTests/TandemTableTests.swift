import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct TandemTableTests {
  @Test func readsEachTableOfTConnectByItsOwnHeader() throws {
    let sample = Sample(name: "tandem-tconnect.csv", zone: "America/New_York")
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .tandem)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    let subject = file.first
    #expect(subject.recording.series.count == 24)
    #expect(try subject.recording.series.first?.time == instant("2025-06-14T04:01:33Z"))
    #expect(subject.meter.map(\.glucose) == [.mgdL(131)])
    let events = subject.recording.events
    #expect(
      Set(events.map(\.content)) == [
        .insulin(InsulinDose(units: 6.53, action: .rapidActing)), .meal(Meal(carbs: 75)),
        // The parts delivered at once and over time.
        .insulin(InsulinDose(units: 2.5, action: .rapidActing)),
      ])
    #expect(events.contains { $0.note == "Extended" })
    // At the request, not at the completion.
    #expect(try events.first?.time == instant("2025-06-14T04:53:36Z"))
    #expect(file.report.skipped[.derived] == 2)
    #expect(file.report.skipped[.basalRate] == 1)
    #expect(file.report.skipped[.header] == 5)
    #expect(file.report.skipped[.missingValue] == 1)
  }

  @Test func readsATableOfTandemSourceInAnotherLanguage() throws {
    let sample = Sample(name: "tandem-source-de.csv", zone: "Europe/Berlin")
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .tandem)
    #expect(file.first.recording.series.count == 12)
    #expect(file.report.detected.unit?.value == .mgdL)
    let meter = try readTable(
      "Gerätetyp,Seriennummer,Beschreibung,Datum,BZ (mmol/L),Notiz\n"
        + "t:slim X2,1,Blutzucker,2026-03-05T00:04:33,5.6,\n")
    #expect(meter.format == .tandem)
    #expect(meter.first.meter.map(\.glucose) == [.mmolL(5.6)])
    #expect(meter.first.recording.series.isEmpty)
  }

  @Test func aTableOfInsulinIsNotReadAsReadings() throws {
    // Five columns and a pump's name, but no unit of glucose.
    #expect(throws: ReadError.self) {
      try GlucoseFile(
        reading: Array(
          "Gerätetyp,Seriennummer,Beschreibung,Datum,Dosis (E)\nt:slim X2,1,Basal,2026-03-05T00:04:33,0.8\n"
            .utf8), options: ReadOptions(zone: .gmt))
    }
  }

  /// Without the rest, the dose would be smaller, and at its completion.
  @Test func aTruncatedBolusIsRejected() throws {
    let names =
      "Type,CompletionDateTime,InsulinDelivered,BolexInsulinDelivered,CarbSize,RequestDateTime,Note"
    let bolus = "Bolus,2025-06-14T08:02:00,2.5,1.5,45,2025-06-14T08:00:00,"
    for text in [bolus, "\(bolus)\n"] {
      let file = try readTable("Name,A\n\n\(names)\n\(text)")
      #expect(try file.first.recording.events.first?.time == instant("2025-06-14T08:00:00Z"))
      #expect(file.first.recording.events.count == 2)
    }
    for count in ["Bolus,2025-06-14T08:02:00,2.5,".utf8.count, bolus.utf8.count - 4] {
      let file = try readTable("Name,A\n\n\(names)\n\(String(bolus.prefix(count)))")
      #expect(file.people.isEmpty)
      #expect(file.report.rejected.map(\.reason) == [.cutOff])
    }
  }

  @Test func theTwoPartsOfABolusAddUpAsDecimals() throws {
    let file = try readTable(
      "Name,A\n\nType,BolusType,InsulinDelivered,BolexInsulinDelivered,RequestDateTime\n"
        + "Bolus,Extended,0.1,0.2,2025-06-14T08:00:00\n")
    #expect(file.format == .tandem)
    #expect(
      file.first.recording.events.map(\.content) == [
        .insulin(InsulinDose(units: 0.3, action: .rapidActing))
      ]
    )
  }

  @Test func rowsBelowAnUnknownHeaderAreRejected() throws {
    let file = try readTable(
      """
      DeviceType,SerialNumber,Description,EventDateTime,Readings (mg/dL)
      t:slim,1,EGV,2025-06-14T00:01:33,120,

      Type,Color,EventDateTime
      Thing,red,2025-06-14T00:01:33

      DeviceType,SerialNumber,Description,EventDateTime,Readings (mg/dL)
      t:slim,1,EGV,2025-06-14T00:06:33,120,1,2,3
      """)
    #expect(file.report.acceptedCount == 1)
    #expect(file.report.rejected.map(\.line) == [4, 5, 8])
    #expect(
      file.report.rejected.map(\.reason)
        == [.unknownKind, .unknownKind, .extraCells(found: 8, expected: 5)])
  }
}
