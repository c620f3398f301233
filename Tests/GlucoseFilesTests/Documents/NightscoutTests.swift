import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct NightscoutTests {
  @Test func agreesWithTheIndependentReader() throws {
    let sample = Sample.documents[0]
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: ReadOptions(zone: nil))
    #expect(file.format == .nightscout)
    #expect(addsUp(file.report))
    let person = try file.person
    let series = person.recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(try series.timeRange?.upperBound == instant(#require(expected.last)))
    #expect(series.values.min() == expected.minimum)
    #expect(series.values.max() == expected.maximum)
    #expect(person.meter.count == 1)
    #expect(file.report.skipped == [.errorCode: 1, .otherMeasurement: 1])
    #expect(file.report.rejected.isEmpty)
    #expect(file.report.rowCount == 27)
  }

  @Test func findsTheTreatmentsOfTheSample() throws {
    let sample = Sample.documents[1]
    let file = try GlucoseFile(reading: sample.bytes(), options: ReadOptions(zone: nil))
    #expect(addsUp(file.report))
    #expect(file.report.rowCount == 8)
    #expect(file.report.skipped == [.basalRate: 1])
    let kinds = file.kinds
    let carbs = kinds.compactMap { if case .meal(let meal) = $0 { meal.carbs } else { nil } }
    let units = kinds.compactMap { if case .insulin(let dose) = $0 { dose.units } else { nil } }
    #expect(carbs.reduce(0, +) == 63)
    #expect(abs(units.reduce(0, +) - 7.7) < 1e-12)
    #expect(kinds.contains(.meal(Meal(carbs: 48, protein: 12, fat: 9))))
    #expect(kinds.contains(.exercise(Exercise(duration: .seconds(45 * 60)))))
    let events = try file.person.recording.events
    #expect(events.count == 7)
    #expect(try events.first?.time == instant("2025-10-25T23:20:00Z"))
    #expect(events.first?.zone == TimeZone(secondsFromGMT: 3600))
    #expect(events.contains { $0.note == "porridge" })
    let meter = try file.person.meter
    #expect(meter.map(\.glucose) == [.mmolL(6.1)])
    #expect(kinds.contains(.entry(DiaryEntry(.sensorChange))))
  }

  private func entry(_ members: String) throws -> GlucoseFile {
    try .of("[{\"type\":\"sgv\",\"date\":1761438960000,\"sgv\":100},{\(members)}]", zone: nil)
  }

  @Test(arguments: [
    ("\"type\":\"sgv\",\"date\":1761438961000,\"sgv\":\"120\"", "2025-10-26T00:36:01Z"),
    ("\"type\":\"sgv\",\"date\":\"1761438961000\",\"sgv\":120", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"dateString\":\"2025-10-26T01:36:01.000+0100\"", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"date\":null,\"sysTime\":\"2025-10-26T00:36:01Z\"", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"date\":{\"$numberLong\":\"1761438961000\"}", "2025-10-26T00:36:01Z"),
    ("\"sgv\":{\"$numberInt\":\"120\"},\"date\":1761438961000.0", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"date\":1761438961", "2025-10-26T00:36:01Z"),
    (
      "\"sgv\":120,\"dateString\":\"2025-10-25T20:36:01\",\"utcOffset\":-240",
      "2025-10-26T00:36:01Z"
    ),
    ("\"sgv\":120,\"date\":1.761438961e12", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"mills\":1761438961000", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"date\":null,\"mills\":1761438961000", "2025-10-26T00:36:01Z"),
    ("\"sgv\":120,\"date\":\"\",\"mills\":1761438961000", "2025-10-26T00:36:01Z"),
  ])
  func readsTimesAndNumbersInTheNotationsOfUploaders(_ members: String, _ time: String) throws {
    let file = try entry(members)
    let series = try file.person.recording.series
    #expect(series.count == 2)
    #expect(try series.last?.time == instant(time))
    #expect(series.last?.glucose == .mgdL(120))
    #expect(file.report.acceptedCount == 2)
  }

  @Test(arguments: [
    ("\"sgv\":120", RejectedRow.Reason.missingTime),
    ("\"sgv\":\"x\",\"date\":1761438961000", .unreadableNumber),
    ("\"sgv\":0,\"date\":1761438961000", .notPositive),
    ("\"sgv\":-3,\"date\":1761438961000", .notPositive),
    ("\"sgv\":true,\"date\":1761438961000", .unreadableNumber),
    ("\"sgv\":5000,\"date\":1761438961000", .implausible),
    ("\"sgv\":1e999,\"date\":1", .unreadableNumber),
    ("\"sgv\":120,\"date\":\"yesterday\"", .unreadableTime),
    ("\"sgv\":120,\"date\":1e300", .unreadableTime),
    ("\"sgv\":120,\"dateString\":\"2025-02-30T00:00:00Z\"", .unreadableTime),
    ("\"mbg\":0,\"date\":1761438961000", .notPositive), ("\"pigs\":\"fly\"", .unknownKind),
  ])
  func rejectsInvalidEntriesWithAReason(_ members: String, _ reason: RejectedRow.Reason) throws {
    let file = try entry(members)
    #expect(file.report.reasons == [reason])
    #expect(file.report.acceptedCount == 1)
    #expect(file.report.rejected.first?.text.isEmpty == false)
    #expect(addsUp(file.report))
  }

  @Test(arguments: [
    ("\"sgv\":null,\"date\":1", RowSkipReason.missingValue),
    ("\"sgv\":5,\"date\":1761438961000", .errorCode),
    ("\"type\":\"sgv\",\"date\":1", .missingValue),
    ("\"type\":\"etc\",\"date\":1", .deviceRecord),
    ("\"loop\":{},\"created_at\":\"x\"", .deviceRecord),
    ("\"defaultProfile\":\"a\",\"store\":{}", .deviceRecord),
    (
      "\"eventType\":\"Meal Bolus\",\"insulin\":8.5,\"type\":\"PRIMING\",\"date\":1761438961000",
      .deviceRecord
    ),
    ("\"eventType\":\"Prime\",\"insulin\":8.5,\"date\":1761438961000", .deviceRecord),
    ("\"sgv\":120,\"date\":1761438961000,\"isValid\":false", .deleted),
  ])
  func skipsDocumentsWithoutAReading(_ members: String, _ reason: RowSkipReason) throws {
    let file = try entry(members)
    #expect(file.report.skipped == [reason: 1])
    #expect(addsUp(file.report))
  }

  @Test func flagsTheValuesForLowAndHigh() throws {
    let file = try GlucoseFile.of(
      """
      {"sgv":39,"date":1761438960000}
      {"sgv":40,"date":1761439260000}
      {"sgv":401,"date":1761439560000}
      {"sgv":401,"date":1761439860000,"flags":""}
      """)
    #expect(
      try Array(file.person.recording.series.flags) == [
        .belowDeviceLimit, [], .aboveDeviceLimit, [],
      ])
    #expect(try Array(file.person.recording.series.values) == [39, 40, 401, 401])
  }

  @Test func readsListsInAnObjectAndLinesAlike() throws {
    let entry = "{\"sgv\":120,\"date\":1761438961000}"
    let treatment =
      "{\"eventType\":\"Note\",\"notes\":\"hi\",\"created_at\":\"2025-10-26T00:00:00Z\"}"
    for text in [
      "{\"status\":200,\"result\":[\(entry),\(treatment)]}", "\(entry)\n\(treatment)\n",
      "[\(entry),\(treatment)]", "{\"entries\":[\(entry)],\"treatments\":[\(treatment)]}",
    ] {
      let file = try GlucoseFile.of(text, zone: nil)
      #expect(try file.person.recording.series.count == 1)
      #expect(try file.person.recording.events.map(\.note) == ["hi"])
      #expect(file.report.rowCount == 2)
    }
  }

  @Test func countsARepeatedRecordOnce() throws {
    let treatment =
      "{\"_id\":\"a\",\"eventType\":\"Meal Bolus\",\"carbs\":10,\"insulin\":1,"
      + "\"created_at\":\"2025-10-26T00:00:00Z\"}"
    let file = try GlucoseFile.of("[\(treatment),\(treatment)]")
    let person = try file.person
    #expect(
      person.recording.events.map(\.id.rawValue) == ["nightscout-a-insulin", "nightscout-a-meal"])
    #expect(person.duplicateEventCount == 2)
    #expect(file.report.acceptedCount == 2)
  }

  @Test func keepsTheLastOfAnIdentifier() throws {
    func treatment(_ units: Int) -> String {
      "[{\"_id\":\"a\",\"eventType\":\"Correction Bolus\",\"insulin\":\(units),"
        + "\"created_at\":\"2025-10-26T00:00:00Z\"}]"
    }
    let parts = [treatment(10), treatment(10), treatment(1)]
    let lines = parts.map { $0.dropFirst().dropLast() }.joined(separator: "\n")
    let files = parts.enumerated().map { (name: "\($0).json", bytes: Array($1.utf8)) }
    let bundle = try FileBundle(readingFiles: files, options: ReadOptions(zone: .gmt))
    for person in [try GlucoseFile.of(lines).person, try #require(bundle.people.first)] {
      #expect(
        person.recording.events.map(\.content) == [.insulin(InsulinDose(units: 1))])
      #expect(person.duplicateEventCount == 2 && person.conflictingEventCount == 2)
    }
  }

  private func kinds(_ members: String) throws -> [DiaryEvent.Content] {
    try GlucoseFile.of("[{\"created_at\":\"2025-10-26T00:00:00Z\",\(members)}]").kinds
  }

  @Test(arguments: [
    ("\"eventType\":\"Carb Correction\",\"carbs\":0", [DiaryEvent.Content.meal(Meal(carbs: 0))]),
    ("\"eventType\":\"<none>\",\"carbs\":0", [DiaryEvent.Content.meal(Meal(carbs: 0))]),
    (
      "\"eventType\":\"<none>\",\"carbs\":null,\"insulin\":0", [.insulin(InsulinDose(units: 0))]
    ),
    (
      "\"eventType\":\"Correction Bolus\",\"insulin\":0,\"carbs\":0",
      [.insulin(InsulinDose(units: 0))]
    ),
    (
      "\"eventType\":\"Correction Bolus\",\"insulin\":1,\"carbs\":0",
      [.insulin(InsulinDose(units: 1))]
    ),
    (
      "\"eventType\":\"Meal Bolus\",\"carbs\":\"12.5\",\"insulin\":\"\"", [.meal(Meal(carbs: 12.5))]
    ),
    (
      "\"eventType\":\"Combo Bolus\",\"insulin\":2,\"enteredinsulin\":5",
      [.insulin(InsulinDose(units: 5))]
    ),
    ("\"eventType\":\"<none>\",\"insulin\":2,\"notes\":\"x\"", [.insulin(InsulinDose(units: 2))]),
    ("\"eventType\":\"<none>\",\"insulin\":0,\"carbs\":0,\"notes\":\"x\"", []),
    (
      "\"eventType\":\"Exercise\",\"duration\":\"30\"",
      [.exercise(Exercise(duration: .seconds(1800)))]
    ),
    ("\"eventType\":\"Temp Basal\",\"duration\":30,\"rate\":0", []),
    ("\"eventType\":\"Note\",\"notes\":\" \"", []),
    ("\"eventType\":\"BG Check\",\"glucose\":100,\"units\":\"mg/dl\"", []),
  ])
  func readsATreatmentByItsContent(_ members: String, _ expected: [DiaryEvent.Content]) throws {
    #expect(
      try kinds(members).filter { ![.condition, .note].contains($0.category) } == expected)
  }

  @Test func otherTreatmentsAreConditionsOrNotes() throws {
    let file = try GlucoseFile.of(
      """
      [{"eventType":"Temporary Target","duration":60,"created_at":"2025-10-26T00:00:00Z"},
      {"eventType":"Sensor Stop","created_at":"2025-10-26T02:00:00Z"},
      {"eventType":"Announcement","notes":"hello","created_at":"2025-10-26T03:00:00Z"}]
      """)
    let events = try file.person.recording.events
    #expect(events.map(\.content.name) == ["Temporary Target", "Sensor Stop", nil])
    #expect(events.last?.content.category == .note)
    #expect(
      try events.map(\.end) == [
        instant("2025-10-26T01:00:00Z"), instant("2025-10-26T02:00:00Z"),
        instant("2025-10-26T03:00:00Z"),
      ])
  }

  @Test(arguments: [
    ("Sensor Start", DiaryEvent.Category.sensorChange), ("sensor change", .sensorChange),
    ("Site Change", .siteChange),
  ])
  func changesOfSensorsAndSitesAreEntries(type: String, category: DiaryEvent.Category) throws {
    func events(_ members: String) throws -> [DiaryEvent] {
      let text = "[{\"eventType\":\"\(type)\",\"date\":1683194400000\(members)}]"
      return try GlucoseFile.of(text).person.recording.events
    }
    let entry = DiaryEvent.Content.entry(DiaryEntry(category))
    #expect(try events("").map(\.content) == [entry])
    #expect(try events(",\"notes\":\"left arm\"").map(\.note) == ["left arm"])
    let beside = try events(",\"glucose\":143")
    #expect(beside.map(\.content) == [entry])
    #expect(beside.map(\.note) == ["glucose 143, of unknown origin"])
    let filled = try events(",\"insulin\":5")
    #expect(filled.map(\.content) == [.insulin(InsulinDose(units: 5))])
  }

  @Test func aRepeatedSensorReadingIsNotAMeterReading() throws {
    let file = try GlucoseFile.of(
      """
      [{"eventType":"Meal Bolus","carbs":5,"glucose":90,"glucoseType":"Sensor","created_at":"2025-10-26T00:00:00Z"},
      {"eventType":"BG Check","glucose":5.5,"glucoseType":"Finger","units":"mmol","created_at":"2025-10-26T02:00:00Z"}]
      """)
    #expect(try file.person.meter.map(\.glucose) == [.mmolL(5.5)])
  }

  /// The concentration in a calculation of a bolus may be the sensor's.
  @Test(arguments: [
    ("\"eventType\":\"Bolus Wizard\",\"notes\":\"x\"", nil),
    ("\"eventType\":\"Note\",\"notes\":\"x\"", nil),
    ("\"eventType\":\"Temporary Target\",\"duration\":60", nil),
    ("\"eventType\":\"Snack Bolus\",\"insulin\":1", nil),
    ("\"eventType\":\"Capillary Glucose\"", 143), ("\"eventType\":\"SMBG\"", 143),
    ("\"eventType\":\"Meter\"", 143), ("\"eventType\":\"Blood Glucose\"", 143),
    ("\"eventType\":\"bg\"", 143), ("\"eventType\":\"Capillary\"", 143),
    ("\"eventType\":\"<none>\",\"glucoseType\":\"Meter\"", 143),
    ("\"eventType\":\"Meal Bolus\",\"carbs\":5,\"glucoseType\":\"Capillary\"", 143),
    ("\"eventType\":\"Bolus Wizard\",\"glucoseType\":\"Finger\"", 143.0),
    ("\"eventType\":\"Snack Bolus\",\"insulin\":1,\"glucoseType\":\"Manual\"", 143),
    ("\"eventType\":\"BG Check\"", 143), ("\"eventType\":\"Finger Stick\"", 143),
  ])
  func onlyAMeasurementIsAMeterReading(members: String, mgdL: Double?) throws {
    let file = try GlucoseFile.of(
      "[{\(members),\"glucose\":143,\"units\":\"mg/dl\",\"date\":1683194400000}]")
    #expect(try file.person.meter.map(\.glucose.mgdL) == [mgdL].compactMap(\.self))
    #expect(file.report.acceptedCount == 1)
  }

  @Test func aConcentrationOfUnknownOriginAloneIsRejected() throws {
    let file = try GlucoseFile.of(
      "[{\"eventType\":\"<none>\",\"glucose\":143,\"units\":\"mg/dl\",\"date\":1683194400000}]")
    #expect(file.report.reasons == [.unknownKind])
  }

  @Test(arguments: ["Bolus Wizard", "Laboratory", "Sensor Stop"])
  func aConcentrationOfUnknownOriginIsANoteOfItsEvent(type: String) throws {
    let file = try GlucoseFile.of(
      "[{\"eventType\":\"\(type)\",\"glucose\":143,\"units\":\"mg/dl\",\"date\":1683194400000}]")
    let person = try file.person
    #expect(person.meter.isEmpty && person.recording.events.map(\.content.name) == [type])
    #expect(person.recording.events.map(\.note) == ["glucose 143 mg/dl, of unknown origin"])
  }

  /// A form that was left empty, and the sensor's value.
  @Test(arguments: ["0", "143,\"glucoseType\":\"Sensor\""])
  func aTypeBesideNoConcentrationOfItsOwnIsACondition(glucose: String) throws {
    let file = try GlucoseFile.of(
      "[{\"eventType\":\"Sensor Stop\",\"glucose\":\(glucose),\"date\":1683194400000}]")
    #expect(try file.person.recording.events.map(\.content.name) == ["Sensor Stop"])
  }

  @Test func aTimeWithoutOffsetNeedsAZoneOrTheRecordsOwnOffset() throws {
    let text = "[{\"eventType\":\"Note\",\"notes\":\"x\",\"created_at\":\"2025-10-26T12:00:00\"%}]"
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile.of(text.replacing("%", with: ""), zone: nil)
    }
    #expect(error?.reason == .zoneNeeded(example: "2025-10-26T12:00:00"))
    let own = try GlucoseFile.of(text.replacing("%", with: ",\"utcOffset\":60"), zone: nil)
    #expect(try own.person.recording.events.first?.time == instant("2025-10-26T11:00:00Z"))
    let zoned = try GlucoseFile.of(text.replacing("%", with: ""), zone: zone("Europe/Helsinki"))
    #expect(try zoned.person.recording.events.first?.time == instant("2025-10-26T10:00:00Z"))
  }

  @Test func aBrokenDocumentIsAnErrorWithItsLine() {
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile.of("[{\"sgv\":120,\"date\":1761438961000},\n{\"sgv\" 120}]")
    }
    #expect(error?.line == 2)
    guard case .malformed? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aFileTruncatedBetweenDocumentsIsIncomplete() throws {
    let file = try GlucoseFile.of("[{\"sgv\":120,\"date\":1761438961000}\n")
    #expect(file.report.reasons == [.cutOff])
    #expect(file.report.acceptedCount == 1)
  }

  @Test func deepNestingIsRefused() {
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile.of(
        "[{\"sgv\":120,\"date\":1761438961000},{\"a\":" + String(repeating: "[", count: 1_000_000))
    }
    guard case .limitExceeded? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
