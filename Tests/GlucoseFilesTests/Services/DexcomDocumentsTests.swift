import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct DexcomDocumentsTests {
  private func fixture(_ name: String) throws -> GlucoseFile {
    try GlucoseFile(reading: Sample.fixture(name), options: ReadOptions(zone: nil))
  }

  @Test func readsTheThirdVersion() throws {
    let file = try fixture("dexcom-egvs.json")
    #expect(file.format == .dexcomService)
    #expect(file.report.acceptedCount == 14)
    #expect(file.report.skipped == [.missingValue: 1])
    #expect(file.report.rejected.isEmpty)
    let series = try file.person.recording.series
    #expect(series.count == 14)
    #expect(try series.first?.time == instant("2025-06-14T20:00:00Z"))
    #expect(series.map(\.glucose.mgdL).prefix(3) == [118, 121, 127])
    #expect(series.map(\.flags).suffix(3) == [[], .belowDeviceLimit, .aboveDeviceLimit])
  }

  @Test func readsTheAPIForFollowers() throws {
    let file = try fixture("dexcom-share.json")
    #expect(file.format == .dexcomService)
    #expect(file.report.acceptedCount == 9)
    #expect(file.report.skipped == [.errorCode: 1])
    let series = try file.person.recording.series
    #expect(try series.first?.time == instant("2025-06-14T20:00:00Z"))
    #expect(series.last?.flags == .belowDeviceLimit)
  }

  @Test(arguments: [
    "/Date(1749931200000)/", "Date(1749931200000+0200)", "/Date(1749931200000-0500)/",
  ])
  func readsTheDatesOfTheAPIForFollowers(_ date: String) throws {
    let file = try GlucoseFile.of(
      "[{\"DT\":\"\(date)\",\"ST\":\"\(date)\",\"Trend\":4,\"Value\":101,\"WT\":\"\(date)\"}]",
      zone: nil)
    #expect(try file.person.recording.series.first?.time == instant("2025-06-14T20:00:00Z"))
  }

  @Test(arguments: [
    "Date()", "Date(1749931200000", "Date(17499312000000000000)", "Date(1749931200000+02)",
    "Date(1749931200000+9999)", "Date(1909821073)", "2025", "",
  ])
  func rejectsAnInvalidDate(_ date: String) throws {
    let good = "{\"WT\":\"Date(1749931200000)\",\"Value\":100}"
    let file = try GlucoseFile.of("[\(good),{\"WT\":\"\(date)\",\"Value\":101}]", zone: nil)
    #expect(
      file.report.reasons == [date.isEmpty ? .missingTime : .unreadableTime])
  }

  @Test(arguments: [("mg/dL", "100", 100.0), ("mmol/L", "5.6", 5.6 * 18.01559)])
  func readsTheSecondVersionInTheUnitOfItsList(
    _ unit: String, _ value: String, _ mgdL: Double
  ) throws {
    let list =
      "\"egvs\":[{\"systemTime\":\"2017-06-16T15:40:00\",\"displayTime\":\"2017-06-16T07:40:00\","
      + "\"value\":\(value),\"status\":null,\"trend\":\"flat\",\"trendRate\":0.2}]"
    for text in ["{\"unit\":\"\(unit)\",\(list)}", "{\(list),\"unit\":\"\(unit)\"}"] {
      let file = try GlucoseFile.of(text, zone: nil)
      let reading = try #require(file.person.recording.series.first)
      #expect(try reading.time == instant("2017-06-16T15:40:00Z"))
      #expect(abs(reading.glucose.mgdL - mgdL) < 1e-9)
    }
  }

  @Test func rejectsAnUnknownUnit() throws {
    let good = Self.record("\"value\":100,\"unit\":\"mg/dL\",\"trend\":\"flat\"")
    let bad = Self.record("\"value\":1.0,\"unit\":\"g/L\",\"trend\":\"flat\"")
    let file = try GlucoseFile.of("{\"records\":[\(good),\(bad)]}", zone: nil)
    #expect(file.report.reasons == [.unknownUnit])
    #expect(file.report.rejected.first?.text == "g/L")
  }

  @Test func rejectsReadingsOfAListInAnUnknownUnit() throws {
    let (bare, own) = (
      Self.record("\"value\":100,\"trend\":\"flat\""),
      Self.record("\"value\":101,\"unit\":\"mg/dL\",\"trend\":\"flat\"")
    )
    let file = try GlucoseFile.of("{\"unit\":\"g/L\",\"egvs\":[\(bare),\(own)]}", zone: nil)
    #expect(file.report.reasons == [.unknownUnit])
    #expect(file.report.rejected.first?.text == "g/L")
    #expect(try file.person.recording.series.map(\.glucose.mgdL) == [101])
  }

  @Test func readsRecordsByTheTypeOfTheirList() throws {
    let text =
      "{\"recordType\":\"egv\",\"records\":[\(Self.record("\"unit\":\"mg/dL\",\"value\":104"))]}"
    let person = try GlucoseFile.of(text, zone: nil).person
    #expect(person.recording.series.map(\.glucose.mgdL) == [104])
    #expect(person.meter.isEmpty)
  }

  @Test(arguments: [
    ("\"value\":null,\"status\":\"low\"", ReadingFlags.belowDeviceLimit, 40.0),
    ("\"status\":\"High\"", .aboveDeviceLimit, 400),
  ])
  func readsALowWithoutANumber(_ members: String, _ flags: ReadingFlags, _ mgdL: Double) throws {
    let file = try GlucoseFile.of("{\"egvs\":[\(Self.record(members))]}", zone: nil)
    let reading = try #require(file.person.recording.series.first)
    #expect(reading.flags == flags)
    #expect(reading.glucose.mgdL == mgdL)
  }

  @Test func listsTheErrorCodesOfTheAPIForFollowers() throws {
    let values = [100, 0, 5, 11, 4, 12, 101]
    let file = try GlucoseFile.of(
      "["
        + values.enumerated().map {
          "{\"WT\":\"Date(\(1_749_931_200_000 + $0 * 300_000))\",\"Value\":\($1)}"
        }.joined(separator: ",\n") + "]", zone: nil)
    #expect(file.report.errorCodes.map(\.code) == [0, 5, 12])
    #expect(file.report.errorCodes.map(\.line) == [2, 3, 6])
    #expect(file.report.reasons == [.implausible, .implausible])
    #expect(file.report.acceptedCount == 2)
  }

  @Test func aRecordWithoutATransmitterHasNoSource() throws {
    let records = [
      "\"value\":100,\"unit\":\"mg/dL\",\"trend\":\"flat\",\"transmitterId\":\"A1\"",
      "\"value\":120,\"unit\":\"mg/dL\",\"trend\":\"flat\"",
    ].map { Self.record($0) }
    let file = try GlucoseFile.of(
      "{\"records\":[\(records.joined(separator: ","))]}", zone: nil)
    let conflict = try #require(file.report.conflicts.first)
    #expect(conflict.kept.source == nil)
    #expect(conflict.discarded.source == "A1")
  }

  private static func record(_ members: String) -> String {
    "{\"systemTime\":\"2025-06-14T20:00:00Z\",\"displayTime\":\"2025-06-14T22:00:00+02:00\",\(members)}"
  }

  @Test func aCalibrationIsAMeterReading() throws {
    let members = "\"unit\":\"mg/dL\",\"value\":104,\"transmitterTicks\":4"
    for text in [
      "{\"recordType\":\"calibration\",\"records\":[\(Self.record(members))]}",
      "{\"calibrations\":[\(Self.record(members))]}",
    ] {
      let person = try GlucoseFile.of(text, zone: nil).person
      #expect(person.meter.map(\.glucose.mgdL) == [104])
      #expect(person.recording.series.isEmpty)
    }
  }

  @Test(arguments: [
    ("carbs", "null", "\"45.0\"", DiaryEvent.Content.meal(Meal(carbs: 45))),
    ("insulin", "\"fastActing\"", "4.5", .insulin(InsulinDose(units: 4.5, action: .rapidActing))),
    ("insulin", "\"longActing\"", "18", .insulin(InsulinDose(units: 18, action: .longActing))),
    ("insulin", "null", "2", .insulin(InsulinDose(units: 2))),
    (
      "exercise", "\"light\"", "30",
      .exercise(Exercise(name: "light", duration: .seconds(1800), intensity: .light))
    ),
  ])
  func readsLoggedEvents(
    _ type: String, _ subtype: String, _ value: String, _ kind: DiaryEvent.Content
  ) throws {
    let members =
      "\"eventType\":\"\(type)\",\"eventSubType\":\(subtype),\"value\":\(value),\"recordId\":\"r\","
      + "\"eventStatus\":\"created\""
    let file = try GlucoseFile.of("{\"records\":[\(Self.record(members))]}", zone: nil)
    #expect(file.kinds == [kind])
    let event = try #require(file.person.recording.events.first)
    #expect(event.id.rawValue == "dexcom-r")
    #expect(event.zone == TimeZone(secondsFromGMT: 7200))
  }

  @Test(arguments: [
    ("\"eventType\":\"carbs\",\"value\":5,\"eventStatus\":\"deleted\"", RowSkipReason.deleted),
    ("\"eventType\":\"carbs\",\"value\":null", .missingValue), ("\"alertName\":\"low\"", .alert),
    ("\"value\":null,\"trend\":\"none\",\"status\":\"sensorNoise\"", .missingValue),
  ])
  func skipsRecordsWithoutContent(_ members: String, _ reason: RowSkipReason) throws {
    let file = try GlucoseFile.of("[\(Self.record(members))]", zone: nil)
    #expect(file.report.skipped == [reason: 1])
    #expect(file.people.isEmpty)
  }
}
