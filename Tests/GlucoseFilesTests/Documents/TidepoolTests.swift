import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct TidepoolTests {
  @Test func agreesWithTheIndependentReader() throws {
    let sample = Sample.documents[2]
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: ReadOptions(zone: nil))
    #expect(file.format == .tidepool)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.skipped == [.basalRate: 1, .deviceRecord: 1])
    let person = try file.person
    let series = person.recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(try series.timeRange?.upperBound == instant(#require(expected.last)))
    #expect(series.values.min() == expected.minimum)
    #expect(series.values.max() == expected.maximum)
    // Every one was a whole number of mg/dL before it became mmol/L.
    #expect(series.values.allSatisfy { $0 == $0.rounded() })
    #expect(series.flags.count { $0 == .belowDeviceLimit } == 1)
    #expect(person.meter.map(\.glucose) == [.mgdL(110)])
    #expect(
      Set(file.kinds) == [
        .meal(Meal(carbs: 48)), .meal(Meal(name: "soup", carbs: 30)),
        .insulin(InsulinDose(units: 4.8, action: .rapidActing)),
        .insulin(InsulinDose(units: 3.6, action: .rapidActing)),
        .exercise(Exercise(name: "walk", duration: .seconds(2400))),
      ])
    let walk = try #require(person.recording.events.last)
    #expect(walk.zone == TimeZone(secondsFromGMT: -5 * 3600))
    #expect(walk.id.rawValue == "tidepool-p1")
  }

  private func file(_ members: String) throws -> GlucoseFile {
    try .of("[{\"time\":\"2025-11-02T04:30:00Z\",\(members)}]", zone: nil)
  }

  @Test(arguments: [
    ("5.6", "mmol/L", 100.887304), ("5.550747991045533", "mmol/L", 100),
    ("100", "mg/dL", 100), ("100.5", "mg/dL", 100.5),
  ])
  func readsEachValueInTheUnitOfItsRow(_ value: String, _ unit: String, _ expected: Double) throws {
    let file = try file("\"type\":\"cbg\",\"value\":\(value),\"units\":\"\(unit)\"")
    #expect(try file.person.recording.series.first?.glucose.mgdL == expected)
  }

  @Test(arguments: [
    "[{\"code\":\"bg/out-of-range\",\"value\":\"high\",\"threshold\":400}]",
    "\"[{\\\"code\\\":\\\"bg/out-of-range\\\",\\\"value\\\":\\\"high\\\"}]\"",
  ])
  func readsAnnotationsWithinStrings(_ annotations: String) throws {
    let file = try file(
      "\"type\":\"cbg\",\"value\":401,\"units\":\"mg/dL\",\"annotations\":\(annotations)")
    #expect(try file.person.recording.series.first?.flags == .aboveDeviceLimit)
  }

  @Test(arguments: [
    (
      "\"type\":\"insulin\",\"dose\":{\"total\":12}",
      [DiaryEvent.Content.insulin(InsulinDose(units: 12))]
    ),
    (
      "\"type\":\"bolus\",\"subType\":\"square\",\"extended\":2.5",
      [.insulin(InsulinDose(units: 2.5, action: .rapidActing))]
    ),
    (
      "\"type\":\"food\",\"nutrition\":{\"carbohydrate\":{\"net\":9},\"fat\":{\"total\":4},\"protein\":{\"total\":3}}",
      [.meal(Meal(carbs: 9, protein: 3, fat: 4))]
    ),
    (
      "\"type\":\"physicalActivity\",\"duration\":{\"units\":\"hours\",\"value\":1.5},\"reportedIntensity\":\"medium\"",
      [.exercise(Exercise(duration: .seconds(5400), intensity: .moderate))]
    ),
    (
      "\"type\":\"physicalActivity\",\"duration\":90000",
      [.exercise(Exercise(duration: .seconds(90)))]
    ),
    ("\"type\":\"wizard\",\"carbInput\":0,\"bolus\":\"x\"", []),
  ])
  func readsLoggedEvents(_ members: String, _ kinds: [DiaryEvent.Content]) throws {
    #expect(try file(members).kinds == kinds)
  }

  @Test(arguments: [
    ("\"type\":\"wizard\",\"carbInput\":5,\"carbUnits\":\"exchanges\"", Meal(), "5 exchanges"),
    ("\"type\":\"wizard\",\"carbInput\":5,\"carbUnits\":\"grams\"", Meal(carbs: 5), nil),
    (
      "\"type\":\"food\",\"note\":\"lunch\",\"nutrition\":{\"carbohydrate\":"
        + "{\"net\":1.5,\"units\":\"exchanges\"}}", Meal(), "1.5 exchanges; lunch"
    ),
  ])
  func exchangesAreNotGrams(_ members: String, _ meal: Meal, _ note: String?) throws {
    let event = try #require(file(members).person.recording.events.first)
    #expect(event.content == .meal(meal))
    #expect(event.note == note)
  }

  @Test(arguments: [("exchanges", Meal(), "5 exchanges"), ("grams", Meal(carbs: 5), nil)])
  func exchangesInASheetAreNotGrams(unit: String, meal: Meal, note: String?) throws {
    let file = try readTable(
      "Tidepool Data Type,Zulu Time,Carb Input,Carb Units\n"
        + "wizard,2022-05-04T10:00:00.000Z,5,\(unit)\n")
    let event = try #require(file.first.recording.events.first)
    #expect(event.content == .meal(meal))
    #expect(event.note == note)
  }

  @Test func keepsReportedStates() throws {
    let file = try file(
      "\"type\":\"reportedState\",\"states\":[{\"state\":\"stress\"},{\"state\":\"illness\"}],\"id\":\"s\""
    )
    #expect(file.kinds.compactMap(\.name).sorted() == ["illness", "stress"])
    #expect(file.report.acceptedCount == 1)
    #expect(
      try file.person.recording.events.map(\.id.rawValue) == ["tidepool-s-1", "tidepool-s-2"])
  }

  @Test(arguments: [
    ("\"type\":\"cbg\",\"value\":\"x\",\"units\":\"mg/dL\"", RejectedRow.Reason.unreadableNumber),
    ("\"type\":\"cbg\",\"value\":0,\"units\":\"mg/dL\"", .notPositive),
    ("\"type\":\"bolus\",\"normal\":-1", .notPositive), ("\"type\":\"unheardOf\"", .unknownKind),
    ("\"type\":\"cbg\",\"value\":100,\"units\":\"mg/dL\",\"time\":\"never\"", .unreadableTime),
    ("\"type\":3", .unknownKind),
  ])
  func rejectsInvalidDocuments(_ members: String, _ reason: RejectedRow.Reason) throws {
    let first =
      "{\"type\":\"cbg\",\"time\":\"2025-11-02T04:25:00Z\",\"value\":100,\"units\":\"mg/dL\"}"
    let file = try GlucoseFile.of("[\(first),{\"time\":\"2025-11-02T04:30:00Z\",\(members)}]")
    #expect(file.report.reasons == [reason])
    #expect(addsUp(file.report))
  }

  @Test func readsTheDeviceTimeWithItsOffsetWithoutAnInstant() throws {
    let file = try GlucoseFile.of(
      "[{\"type\":\"cbg\",\"deviceTime\":\"2025-11-02T00:30:00\",\"timezoneOffset\":-240,"
        + "\"value\":100,\"units\":\"mg/dL\"}]", zone: nil)
    #expect(try file.person.recording.series.first?.time == instant("2025-11-02T04:30:00Z"))
  }
}
