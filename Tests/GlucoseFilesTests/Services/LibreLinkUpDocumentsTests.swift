import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct LibreLinkUpDocumentsTests {
  @Test func readsTheGraphAndTheCurrentReading() throws {
    let file = try GlucoseFile(
      reading: Sample.fixture("librelinkup-graph.json"), options: ReadOptions(zone: nil))
    #expect(file.format == .libreLinkUp)
    #expect(file.report.acceptedCount == 13)
    // The list of sensors is not read.
    #expect(file.report.rowCount == 14 && file.report.skipped == [.otherMeasurement: 1])
    let person = try file.person
    #expect(person.id == nil)
    let series = person.recording.series
    #expect(series.count == 13)
    // In UTC, regardless of the local time.
    #expect(try series.first?.time == instant("2025-06-14T20:00:00Z"))
    #expect(series.map(\.glucose.mgdL).suffix(3) == [40, 500, 112])
    #expect(series.map(\.flags).suffix(3) == [.belowDeviceLimit, .aboveDeviceLimit, []])
  }

  private static func measurement(_ members: String) -> String {
    "{\"FactoryTimestamp\":\"7/11/2024 3:22:43 PM\",\"Timestamp\":\"7/11/2024 4:22:43 PM\",\(members)}"
  }

  @Test func distinguishesThePeopleWhoAreFollowed() throws {
    let people = ["a", "b"].map {
      "{\"patientId\":\"\($0)\",\"glucoseMeasurement\":\(Self.measurement("\"type\":1,\"ValueInMgPerDl\":80"))}"
    }
    let without = "{\"patientId\":\"c\",\"glucoseMeasurement\":null}"
    let file = try GlucoseFile.of(
      "{\"status\":0,\"data\":[\((people + [without]).joined(separator: ","))],\"ticket\":{}}",
      zone: nil)
    #expect(file.people.compactMap(\.id).prefix(2) == ["a", "b"])
    #expect(file.people.map(\.recording.series.count).prefix(2) == [1, 1])
    #expect(file.report.skipped == [.missingValue: 1])
    #expect(
      try file.people[0].recording.series.first?.time == instant("2024-07-11T15:22:43Z"))
  }

  @Test func readsABareListAndSeparatesScans() throws {
    let file = try GlucoseFile.of(
      "[\(Self.measurement("\"type\":2,\"ValueInMgPerDl\":80,\"isLow\":false"))]", zone: nil)
    #expect(try file.person.scans.map(\.glucose.mgdL) == [80])
    #expect(try file.person.recording.series.isEmpty)
  }

  @Test(arguments: [("0", "4.4", 4.4 * 18.01559), ("1", "80", 80)])
  func readsTheValueInThePersonsUnit(_ unit: String, _ value: String, _ mgdL: Double) throws {
    let members = "\"ValueInMgPerDl\":null,\"Value\":\(value),\"GlucoseUnits\":\(unit)"
    let file = try GlucoseFile.of("[\(Self.measurement(members))]", zone: nil)
    #expect(abs(try #require(file.person.recording.series.first).glucose.mgdL - mgdL) < 1e-9)
  }

  @Test func rejectsADayFirstDateAndAnUnknownUnit() throws {
    let good = Self.measurement("\"ValueInMgPerDl\":80")
    let swapped = "{\"FactoryTimestamp\":\"13/11/2024 3:22:43 AM\",\"ValueInMgPerDl\":81}"
    let strange = Self.measurement("\"ValueInMgPerDl\":null,\"Value\":5,\"GlucoseUnits\":7")
    let file = try GlucoseFile.of("[\(good),\(swapped),\(strange)]", zone: nil)
    #expect(file.report.reasons == [.unreadableTime, .unknownUnit])
  }

  @Test func needsAZoneForALocalTime() throws {
    let text = "[{\"Timestamp\":\"7/11/2024 4:22:43 AM\",\"ValueInMgPerDl\":80}]"
    let error = #expect(throws: ReadError.self) { try GlucoseFile.of(text, zone: nil) }
    guard case .zoneNeeded = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
    let oslo = try zone("Europe/Oslo")
    let series = try GlucoseFile.of(text, zone: oslo).person.recording.series
    #expect(try series.first?.time == instant("2024-07-11T02:22:43Z"))
  }
}
