import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct OhioT1DMTests {
  @Test func agreesWithTheIndependentReader() throws {
    let sample = Sample.documents[4]
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(file.format == .ohioT1DM)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    let person = try file.person
    #expect(person.id == "999")
    #expect(person.recording.series.count == expected.readings)
    #expect(
      try person.recording.series.timeRange?.lowerBound == instant(#require(expected.first) + "Z"))
    #expect(
      try person.recording.series.timeRange?.upperBound == instant(#require(expected.last) + "Z"))
    #expect(person.recording.series.values.min() == expected.minimum)
    #expect(person.recording.series.values.max() == expected.maximum)
    #expect(person.meter.map(\.glucose) == [.mgdL(121)])
    #expect(file.report.skipped == [.basalRate: 2, .otherMeasurement: 1])
    #expect(file.report.rowCount == 38)
    #expect(file.report.detected.dateOrder?.value == .dayFirst)
    let kinds = file.kinds
    #expect(kinds.contains(.insulin(InsulinDose(units: 3.1, action: .rapidActing))))
    #expect(kinds.contains(.insulin(InsulinDose(units: 1.6, action: .rapidActing))))
    #expect(kinds.contains(.meal(Meal(name: "Snack", carbs: 30))))
    #expect(kinds.contains(.exercise(Exercise(duration: .seconds(1800), intensity: .moderate))))
    let events = person.recording.events
    let sleep = try #require(events.first { $0.content.name == "sleep" })
    // In the file, the beginning is after the end.
    #expect(try sleep.time == instant("2027-05-19T23:30:00Z"))
    #expect(try sleep.end == instant("2027-05-20T07:30:00Z"))
    let illness = try #require(events.first { $0.content.name == "illness" })
    #expect(illness.note == "cold")
    #expect(illness.end == illness.time)
    #expect(events.contains { $0.content.name == "stress" && $0.note == nil })
  }

  @Test func datesAreAlwaysDayFirst() throws {
    let file = try GlucoseFile.of(
      "<patient id='1' insulin_type='x'><glucose_level>"
        + "<event ts='04-05-2027 10:00:00' value='100'/></glucose_level></patient>")
    #expect(try file.person.recording.series.first?.time == instant("2027-05-04T10:00:00Z"))
  }

  @Test(arguments: [
    ("glucose_level", "ts='2027' value='100'", RejectedRow.Reason.unreadableTime),
    ("glucose_level", "ts='31-02-2027 10:00:00' value='100'", .unreadableTime),
    ("glucose_level", "value='100'", .missingTime),
    ("glucose_level", "ts='01-02-2027 10:00:00' value='x'", .unreadableNumber),
    ("glucose_level", "ts='01-02-2027 10:00:00' value='0'", .notPositive),
    ("glucose_level", "ts='01-02-2027 10:00:00'", .missingNumber),
    ("bolus", "ts_begin='01-02-2027 10:00:00' dose='-1'", .notPositive),
    ("unheard_of", "ts='01-02-2027 10:00:00'", .unknownKind),
  ])
  func rejectsAnEventWithItsReason(
    _ block: String, _ attributes: String, _ reason: RejectedRow.Reason
  ) throws {
    let file = try GlucoseFile.of(
      "<patient id='1' insulin_type='x'><\(block)>\n<event \(attributes)/></\(block)></patient>")
    #expect(file.report.reasons == [reason])
    #expect(file.report.rejected.first?.line == 2)
    #expect(addsUp(file.report))
  }
}
