import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct AppleHealthTests {
  @Test func agreesWithTheIndependentReader() throws {
    let sample = Sample.documents[3]
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: ReadOptions(zone: nil))
    #expect(file.format == .appleHealth)
    #expect(addsUp(file.report))
    #expect(file.report.rejected.isEmpty)
    let person = try file.person
    // The independent reader counts sensor and meter readings in one list.
    #expect(person.recording.series.count + person.meter.count == expected.readings)
    #expect(person.meter.count == 1)
    let times = person.recording.series.map(\.time) + person.meter.map(\.time)
    #expect(try times.min() == instant(#require(expected.first)))
    #expect(try times.max() == instant(#require(expected.last)))
    let values = Array(person.recording.series.values) + Array(person.meter.values)
    #expect(values.min().map { $0.rounded() } == expected.minimum)
    #expect(values.max().map { $0.rounded() } == expected.maximum)
    #expect(file.report.skipped == [.preamble: 2, .otherMeasurement: 1, .basalRate: 1])
    #expect(
      Set(file.kinds) == [
        .meal(Meal(name: "porridge", carbs: 48)),
        .insulin(InsulinDose(units: 4.5, action: .rapidActing)),
        .exercise(Exercise(name: "Running", duration: .seconds(32.5 * 60))),
      ])
  }

  private func record(
    _ type: String, _ rest: String, start: String = "2025-10-26 07:30:00 +0000", inner: String = ""
  ) -> String {
    "<Record type=\"HKQuantityTypeIdentifier\(type)\" sourceName=\"S\" startDate=\"\(start)\" "
      + "endDate=\"\(start)\" \(rest)>\(inner)</Record>"
  }

  private func file(_ records: String...) throws -> GlucoseFile {
    try .of(
      "<HealthData locale='en_GB'>\n" + records.joined(separator: "\n") + "\n</HealthData>",
      zone: nil)
  }

  @Test func readsEachRecordInItsOwnUnit() throws {
    let file = try file(
      record("BloodGlucose", "unit='mg/dL' value='100'"),
      record(
        "BloodGlucose", "unit='mmol&lt;180.1558800000541&gt;/L' value='5.5'",
        start: "2025-10-26 07:35:00 +0000"),
      record("BloodGlucose", "unit='g/L' value='1'", start: "2025-10-26 07:40:00 +0000"))
    #expect(try file.person.recording.series.map(\.glucose) == [.mgdL(100), .mmolL(5.5)])
    #expect(file.report.reasons == [.unknownUnit])
    #expect(file.report.rejected.first?.line == 4)
    #expect(file.report.rejected.first?.text == "g/L")
  }

  @Test func anOffsetIsExact() throws {
    let file = try file(
      record("BloodGlucose", "unit='mg/dL' value='100'", start: "2025-10-26 01:30:00 +0100"),
      record("BloodGlucose", "unit='mg/dL' value='110'", start: "2025-10-26 01:30:00 +0000"))
    let times = try file.person.recording.series.map(\.time)
    #expect(try times == [instant("2025-10-26T00:30:00Z"), instant("2025-10-26T01:30:00Z")])
    #expect(file.report.ambiguousTimeLines.isEmpty)
  }

  @Test func anEnteredReadingIsAMeterReading() throws {
    let entered = "<MetadataEntry key='HKWasUserEntered' value='1'/>"
    let meal = "<MetadataEntry key='HKBloodGlucoseMealTime' value='2'/>"
    let other = "<MetadataEntry key='HKWasUserEntered' value='0'/>"
    let file = try file(
      record(
        "BloodGlucose", "unit='mg/dL' value='100'", start: "2025-10-26 07:30:00 +0000",
        inner: entered),
      record(
        "BloodGlucose", "unit='mg/dL' value='110'", start: "2025-10-26 07:31:00 +0000", inner: meal),
      record(
        "BloodGlucose", "unit='mg/dL' value='120'", start: "2025-10-26 07:32:00 +0000", inner: other
      ))
    #expect(try Array(file.person.meter.values) == [100, 110])
    #expect(try Array(file.person.recording.series.values) == [120])
  }

  @Test func nutrientsOfOneMealAreOneMeal() throws {
    let soup = "<MetadataEntry key='HKFoodType' value='soup'/>"
    let file = try file(
      record("DietaryCarbohydrates", "unit='g' value='30'", inner: soup),
      record("DietaryProtein", "unit='mg' value='5000'", inner: soup),
      record("DietaryFatTotal", "unit='g' value='7'", inner: soup),
      record("DietaryCarbohydrates", "unit='g' value='10'", inner: soup),
      record("DietaryCarbohydrates", "unit='g' value='20'"))
    #expect(file.report.acceptedCount == 5)
    #expect(
      Set(file.kinds) == [
        .meal(Meal(name: "soup", carbs: 30, protein: 5, fat: 7)),
        .meal(Meal(name: "soup", carbs: 10)),
        .meal(Meal(carbs: 20)),
      ])
  }

  @Test func aPenRecordIsADoseAndAPumpRecordARate() throws {
    let basal = "<MetadataEntry key='HKInsulinDeliveryReason' value='1'/>"
    let file = try file(
      record("InsulinDelivery", "unit='IU' value='18'", inner: basal),
      record("InsulinDelivery", "unit='IU' value='2'"),
      "<Record type=\"HKQuantityTypeIdentifierInsulinDelivery\" unit=\"IU\" value=\"0.4\" "
        + "startDate=\"2025-10-26 00:30:00 +0000\" endDate=\"2025-10-26 01:00:00 +0000\">\(basal)</Record>"
    )
    #expect(file.kinds.contains(.insulin(InsulinDose(units: 18, action: .longActing))))
    #expect(file.kinds.contains(.insulin(InsulinDose(units: 2))))
    #expect(file.kinds.count == 2)
    #expect(file.report.skipped == [.basalRate: 1])
  }

  @Test func anEventHasTheZoneOfItsRecord() throws {
    let file = try file(
      record(
        "InsulinDelivery", "unit='IU' value='2'",
        inner: "<MetadataEntry key='HKTimeZone' value='Europe/Helsinki'/>"))
    #expect(try file.person.recording.events.first?.zone == zone("Europe/Helsinki"))
  }

  @Test func recordsInCorrelationsAreReadOnce() throws {
    let carbs = record("DietaryCarbohydrates", "unit='g' value='30'")
    let file = try file(
      "<Correlation type='HKCorrelationTypeIdentifierFood'>\(carbs)</Correlation>", carbs)
    #expect(file.kinds == [.meal(Meal(carbs: 30))])
    #expect(file.report.skipped == [.otherMeasurement: 1])
  }

  @Test(arguments: [
    ("unit='mg/dL' value='x'", RejectedRow.Reason.unreadableNumber),
    ("unit='mg/dL'", .missingNumber),
    ("unit='mg/dL' value='-1'", .notPositive), ("unit='mg/dL' value='9999'", .implausible),
  ])
  func rejectsARecordWithoutANumber(_ rest: String, _ reason: RejectedRow.Reason) throws {
    let file = try file(record("BloodGlucose", rest))
    #expect(file.report.reasons == [reason])
    #expect(addsUp(file.report))
  }

  @Test(arguments: ["2025-10-26 07:30:00", "yesterday", "2025-02-30 07:30:00 +0000"])
  func rejectsARecordWithoutAnInstant(_ start: String) throws {
    let file = try file(record("BloodGlucose", "unit='mg/dL' value='100'", start: start))
    #expect(file.report.reasons == [.unreadableTime])
  }

  @Test func readsUTF16() throws {
    let text = "<HealthData>" + record("BloodGlucose", "unit='mg/dL' value='100'") + "</HealthData>"
    for (mark, encoding) in [
      ([UInt8(0xFF), 0xFE], String.Encoding.utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ] {
      let bytes = try mark + Array(#require(text.data(using: encoding)))
      let file = try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil))
      #expect(try file.person.recording.series.count == 1)
    }
  }

  @Test func entitiesOfADocumentAreRefused() {
    let error = #expect(throws: ReadError.self) {
      try GlucoseFile.of(
        "<!DOCTYPE HealthData [<!ENTITY a \"b\">]>\n<HealthData>\n<Me x=\"&a;\"/></HealthData>")
    }
    #expect(error?.line == 3)
    guard case .limitExceeded? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func aFileOnDiskIsReadInPieces() throws {
    let path = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).xml"
    ).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = (0..<6000).map { index in
      let minute = index % 60 < 10 ? "0\(index % 60)" : "\(index % 60)"
      let hour = index / 60 % 24 < 10 ? "0\(index / 60 % 24)" : "\(index / 60 % 24)"
      return record(
        "BloodGlucose", "unit='mg/dL' value='\(60 + index % 200)' device='é\u{1F600}'",
        start: "2025-10-0\(index / 1440 + 1) \(hour):\(minute):00 +0100")
    }
    let text = "<HealthData>\n" + lines.joined(separator: "\n") + "\n</HealthData>"
    #expect(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
    let streamed = try GlucoseFile(contentsOf: path, options: ReadOptions(zone: nil))
    let whole = try GlucoseFile.of(text, zone: nil)
    #expect(streamed == whole)
    #expect(try whole.person.recording.series.count == 6000)
  }
}
