import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

struct FHIRReaderTests {
  private func observation(
    code: String = "99504-3", value: String = "{\"value\":120,\"code\":\"mg/dL\"}",
    time: String = "2024-05-02T10:15:00Z", more: String = ""
  ) -> String {
    "{\"resourceType\":\"Observation\",\"status\":\"final\",\"code\":{\"coding\":[{\"system\":"
      + "\"http://loinc.org\",\"code\":\"\(code)\"}]},\"subject\":{\"reference\":\"Patient/1\"},"
      + "\"effectiveDateTime\":\"\(time)\",\"valueQuantity\":\(value)\(more)}"
  }

  @Test func readsABundleAndLinesAlike() throws {
    let reading = observation()
    let patient = "{\"resourceType\":\"Patient\",\"id\":\"1\"}"
    let device = "{\"resourceType\":\"Device\"}"
    for text in [
      "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[{\"resource\":\(patient)},"
        + "{\"fullUrl\":\"a\",\"resource\":\(reading)},{\"resource\":\(device)}]}",
      "\(patient)\n\(reading)\n\(device)\n", "[\(patient),\(reading),\(device)]",
    ] {
      let file = try GlucoseFile.of(text, zone: nil)
      #expect(file.format == .fhir)
      let person = try file.person
      #expect(person.id == "Patient/1")
      #expect(person.recording.series.map(\.glucose) == [.mgdL(120)])
      #expect(try person.recording.series.first?.time == instant("2024-05-02T10:15:00Z"))
      #expect(file.report.skipped == [.preamble: 1, .deviceRecord: 1])
      #expect(addsUp(file.report))
    }
  }

  @Test(arguments: [
    ("105272-9", "{\"value\":6.7,\"unit\":\"mmol/l\",\"code\":\"mmol/L\"}", Glucose.mmolL(6.7)),
    ("99504-3", "{\"value\":90,\"unit\":\"mg/dl\"}", .mgdL(90)),
    ("99504-3", "{\"value\":6.7,\"unit\":\"mmol/l\"}", .mmolL(6.7)),
  ])
  func readsTheUnitOfTheQuantity(
    _ code: String, _ value: String, _ glucose: Glucose
  ) throws {
    let file = try GlucoseFile.of(observation(code: code, value: value), zone: nil)
    #expect(try file.person.recording.series.first?.glucose == glucose)
  }

  /// Samples of a series are readings that are not read; a quantity without a number is none.
  @Test(arguments: [
    ("valueSampledData", "{\"period\":300000,\"dimensions\":1,\"data\":\"120 125\"}"),
    ("valueString", "\"120\""), ("component", "[{\"valueQuantity\":{\"value\":120}}]"),
  ])
  func otherKindsOfValuesAreRejected(_ name: String, _ value: String) throws {
    let other = observation().replacing(
      "\"valueQuantity\":{\"value\":120,\"code\":\"mg/dL\"}", with: "\"\(name)\":\(value)")
    for text in [other, "{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":\(other)}]}"] {
      let file = try GlucoseFile.of(text, zone: nil)
      #expect(file.report.rejected.map(\.reason) == [.unknownKind])
      #expect(file.report.rejected.first?.text == value.trimmingCharacters(in: ["\""]))
    }
    let empty = try GlucoseFile.of(observation(value: "{}"), zone: nil)
    #expect(empty.report.skipped == [.missingValue: 1])
  }

  @Test func aComparatorIndicatesAValueBeyondTheRange() throws {
    let file = try GlucoseFile.of(
      observation(value: "{\"value\":40,\"comparator\":\"<\",\"code\":\"mg/dL\"}") + "\n"
        + observation(
          value: "{\"value\":400,\"comparator\":\">\",\"code\":\"mg/dL\"}",
          time: "2024-05-02T10:20:00+00:00"))
    #expect(
      try Array(file.person.recording.series.flags) == [.belowDeviceLimit, .aboveDeviceLimit])
  }

  @Test func aBundleMayBeginWithAReportLongerThanThePreview() throws {
    let pdf = String(repeating: "JVBERi0x", count: 20_000)
    let report = "{\"resourceType\":\"DiagnosticReport\",\"presentedForm\":[{\"data\":\"\(pdf)\"}]}"
    let file = try GlucoseFile.of(
      "{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":\(report)},"
        + "{\"resource\":\(observation())}]}")
    #expect(file.format == .fhir)
    #expect(file.report.skipped == [.derived: 1])
    #expect(try file.person.recording.series.count == 1)
  }

  @Test func aMeterReadingIsNotASensorReading() throws {
    let file = try GlucoseFile.of(observation(code: "41653-7"))
    #expect(try file.person.meter.count == 1)
    #expect(try file.person.recording.series.isEmpty)
  }

  @Test(arguments: [
    (",\"status\":\"entered-in-error\"", RowSkipReason.deleted),
    (",\"valueQuantity\":{}", .missingValue),
    (",\"code\":{\"coding\":[{\"code\":\"97507-8\"}]}", .derived),
    (",\"code\":{\"coding\":[{\"code\":\"8867-4\"}]}", .otherMeasurement),
    (",\"resourceType\":\"DiagnosticReport\"", .derived),
  ])
  func skipsOtherResources(_ more: String, _ reason: RowSkipReason) throws {
    // If two members have one name, the later is used.
    let file = try GlucoseFile.of(observation(more: more))
    #expect(file.report.skipped == [reason: 1])
  }

  @Test(arguments: [
    (",\"effectiveDateTime\":\"2024-05\"", RejectedRow.Reason.unreadableTime),
    (",\"valueQuantity\":{\"value\":\"x\"}", .unreadableNumber),
    (",\"valueQuantity\":{\"value\":-4}", .notPositive),
  ])
  func rejectsInvalidObservations(_ more: String, _ reason: RejectedRow.Reason) throws {
    let file = try GlucoseFile.of(observation(more: more))
    #expect(file.report.reasons == [reason])
  }
}

/// The written bundle, compared with the structure that the guide prescribes (hl7.fhir.uv.cgm
/// 1.0.0).
struct FHIRWriterTests {
  private typealias Object = [String: Any]
  private let base = "http://hl7.org/fhir/uv/cgm/StructureDefinition/"

  private func subject(_ id: String? = "S 1", count: Int = 288 * 2) throws -> ImportedPerson {
    let start = try instant("2025-10-25T22:00:00Z")
    let readings = (0..<count).map { index in
      let value = index < 6 ? 40 : 40 + index * 37 % 260
      let flags: [Int: ReadingFlags] = [
        0: .belowDeviceLimit, 1: .belowDeviceLimit, 5: .ambiguousLocalTime, 9: .aboveDeviceLimit,
      ]
      return Reading(
        time: start.addingTimeInterval(Double(index) * 300), glucose: .mgdL(Double(value)),
        flags: flags[index] ?? [])
    }
    return ImportedPerson(id: id, recording: Recording(series: try GlucoseSeries(readings)))
  }

  private func bundle(_ writer: FHIRWriter, _ subjects: [ImportedPerson]) throws -> Object {
    let now = try instant("2025-11-01T12:00:00Z")
    let bytes = writer.bytes(of: subjects, at: now)
    return try #require(JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
  }

  private func resources(_ bundle: Object) throws -> [Object] {
    try (bundle["entry"] as? [Object] ?? []).map { try #require($0["resource"] as? Object) }
  }

  private func code(_ resource: Object) throws -> String {
    let concept = try #require(resource["code"] as? Object)
    let coding = try #require((concept["coding"] as? [Object])?.first)
    #expect(coding["system"] as? String == "http://loinc.org")
    return try #require(coding["code"] as? String)
  }

  private func quantity(_ resource: Object, _ unit: String, _ code: String) throws -> Double {
    let quantity = try #require(resource["valueQuantity"] as? Object)
    #expect(quantity["unit"] as? String == unit)
    #expect(quantity["code"] as? String == code)
    #expect(quantity["system"] as? String == "http://unitsofmeasure.org")
    return try #require(quantity["value"] as? Double)
  }

  @Test func theBundleIsTheTransactionOfTheGuide() throws {
    let bundle = try bundle(FHIRWriter(contents: .all, unit: .mgdL, zone: .gmt), [subject()])
    #expect(bundle["resourceType"] as? String == "Bundle")
    #expect(bundle["type"] as? String == "transaction")
    #expect(bundle["timestamp"] as? String == "2025-11-01T12:00:00Z")
    let meta = try #require(bundle["meta"] as? Object)
    #expect(meta["profile"] as? [String] == [base + "cgm-data-submission-bundle"])
    let entries = try #require(bundle["entry"] as? [Object])
    #expect(entries.count == 7 + 576)
    var urls: Set<String> = []
    for entry in entries {
      let url = try #require(entry["fullUrl"] as? String)
      #expect(urls.insert(url).inserted)
      #expect(url.hasPrefix("urn:uuid:"))
      #expect(UUID(uuidString: String(url.dropFirst(9))) != nil)
      let request = try #require(entry["request"] as? Object)
      #expect(request as? [String: String] == ["method": "POST", "url": "Observation"])
      let resource = try #require(entry["resource"] as? Object)
      #expect(resource["resourceType"] as? String == "Observation")
      #expect(resource["status"] as? String == "final")
      let category = try #require((resource["category"] as? [Object])?.first)
      let coding = try #require((category["coding"] as? [Object])?.first)
      #expect(coding["code"] as? String == "laboratory")
      #expect(
        coding["system"] as? String
          == "http://terminology.hl7.org/CodeSystem/observation-category")
      let person = try #require(resource["subject"] as? Object)
      #expect((person["identifier"] as? Object)?["value"] as? String == "S 1")
    }
  }

  @Test(arguments: GlucoseUnit.allCases)
  func theSummaryHasWhatTheGuideRequires(_ unit: GlucoseUnit) throws {
    let subject = try subject()
    let berlin = try zone("Europe/Berlin")
    let resources = try resources(bundle(FHIRWriter(unit: unit, zone: berlin), [subject]))
    #expect(resources.count == 7)
    let byCode = Dictionary(uniqueKeysWithValues: try resources.map { (try code($0), $0) })
    for resource in resources {
      // From midnight in Berlin for two days, of which the first has 25 hours.
      let period = try #require(resource["effectivePeriod"] as? [String: String])
      #expect(period == ["start": "2025-10-26", "end": "2025-10-27"])
      #expect(resource["effectiveDateTime"] == nil)
    }
    func resource(_ code: String, _ profile: String) throws -> Object {
      let resource = try #require(byCode[code])
      #expect((resource["meta"] as? Object)?["profile"] as? [String] == [base + profile])
      return resource
    }
    let statistics = try #require(
      subject.recording.series.statistics(bands: .consensus(in: unit)))
    let isMass = unit == .mgdL
    let mean = try quantity(
      resource(
        isMass ? "97507-8" : "105273-7",
        "cgm-summary-mean-glucose-\(isMass ? "mass" : "moles")-per-volume"),
      isMass ? "mg/dl" : "mmol/l", isMass ? "mg/dL" : "mmol/L")
    #expect(abs(mean - statistics.mean.value(in: unit)) <= (isMass ? 0.05 : 0.005))
    let indicator = try quantity(resource("97506-0", "cgm-summary-gmi"), "%", "%")
    #expect(abs(indicator - statistics.glucoseManagementIndicator) <= 0.005)
    let variation = try quantity(
      resource("104638-2", "cgm-summary-coefficient-of-variation"), "%", "%")
    #expect(try abs(variation - #require(statistics.coefficientOfVariation)) <= 0.005)
    #expect(try quantity(resource("104636-6", "cgm-summary-days-of-wear"), "days", "d") == 2)
    #expect(
      try quantity(resource("104637-4", "cgm-summary-sensor-active-percentage"), "%", "%") == 100)

    let ranges = try resource("106793-3", "cgm-summary-times-in-ranges")
    #expect(ranges["valueQuantity"] == nil)
    let components = try #require(ranges["component"] as? [Object])
    #expect(
      try components.map(code) == ["104642-4", "104641-6", "97510-2", "104640-8", "104639-0"])
    for (component, band) in zip(components, RangeBand.allCases) {
      let share = try quantity(component, "%", "%")
      #expect(abs(share - (try #require(statistics.timeInRanges[band]).percent)) <= 0.005)
    }

    let summary = try resource("107931-8", "cgm-summary")
    #expect(summary["valueQuantity"] == nil)
    let members = try #require(summary["hasMember"] as? [[String: String]])
    let entries = try #require(
      bundle(FHIRWriter(unit: unit, zone: berlin), [subject])["entry"] as? [Object])
    #expect(Set(members.compactMap { $0["reference"] }).count == 6)
    #expect(
      Set(members.compactMap { $0["reference"] })
        == Set(entries.dropFirst().compactMap { $0["fullUrl"] as? String }))
  }

  @Test func percentagesHaveTwoDecimalPlaces() throws {
    let text = try String(
      decoding: FHIRWriter(unit: .mgdL, zone: .gmt).bytes(
        of: [subject()], at: Date(timeIntervalSinceReferenceDate: 0)), as: UTF8.self)
    let percentages = text.matches(of: /"value":([0-9.]+),"unit":"%"/).map(\.output.1)
    #expect(percentages.count == 8)
    for percentage in percentages {
      #expect(percentage.split(separator: ".").last?.count == 2)
    }
  }

  @Test func anUndefinedNumberHasAReason() throws {
    let resources = try resources(bundle(FHIRWriter(unit: .mgdL, zone: .gmt), [subject(count: 1)]))
    #expect(resources.count == 7)
    for code in ["104638-2", "104637-4"] {
      let resource = try #require(resources.first { try self.code($0) == code })
      #expect(resource["valueQuantity"] == nil)
      let reason = try #require(resource["dataAbsentReason"] as? Object)
      let coding = try #require((reason["coding"] as? [Object])?.first)
      #expect(coding["code"] as? String == "not-applicable")
    }
  }

  @Test(arguments: GlucoseUnit.allCases)
  func readingsHaveWhatTheGuideRequires(_ unit: GlucoseUnit) throws {
    let subject = try subject()
    let resources = try resources(
      bundle(
        FHIRWriter(contents: .readings, unit: unit, zone: .gmt, patient: "Patient/7"), [subject]))
    #expect(resources.count == subject.recording.series.count)
    let isMass = unit == .mgdL
    for (resource, reading) in zip(resources, subject.recording.series) {
      let profile = "cgm-sensor-reading-\(isMass ? "mass" : "moles")-per-volume"
      #expect((resource["meta"] as? Object)?["profile"] as? [String] == [base + profile])
      #expect(try code(resource) == (isMass ? "99504-3" : "105272-9"))
      #expect(resource["subject"] as? [String: String] == ["reference": "Patient/7"])
      #expect(try instant(#require(resource["effectiveDateTime"] as? String)) == reading.time)
      let value = try quantity(
        resource, isMass ? "mg/dl" : "mmol/l", isMass ? "mg/dL" : "mmol/L")
      // Foundation does not round what it reads to the nearest number.
      #expect(abs(value / reading.glucose.value(in: unit) - 1) < 1e-14)
    }
  }

  @Test func aWrittenBundleIsReadBackIdentical() throws {
    let subjects = try [subject("b"), subject("a \"é\n"), subject("c", count: 1)]
    for contents in [FHIRWriter.Contents.readings, .all] {
      let writer = FHIRWriter(contents: contents, unit: .mgdL, zone: .gmt)
      let file = try GlucoseFile(
        reading: writer.bytes(of: subjects, at: .now), options: ReadOptions(zone: nil))
      #expect(file.people == subjects)
      #expect(file.report.rejected.isEmpty)
      #expect(file.report.skipped[.derived] == (contents == .all ? 21 : nil))
    }
    let unnamed = try subject(nil)
    let bytes = FHIRWriter(contents: .readings, unit: .mgdL, zone: .gmt).bytes(
      of: [unnamed], at: .now)
    #expect(try GlucoseFile(reading: bytes, options: ReadOptions(zone: nil)).people == [unnamed])
  }

  @Test func millimolesAreReadBackToTheLastPlace() throws {
    let subject = try subject()
    let writer = FHIRWriter(contents: .readings, unit: .mmolL, zone: .gmt)
    let file = try GlucoseFile(
      reading: writer.bytes(of: [subject], at: .now), options: ReadOptions(zone: nil))
    for (read, written) in zip(try file.person.recording.series, subject.recording.series) {
      #expect(read.time == written.time)
      #expect(read.flags == written.flags)
      #expect(abs(read.glucose.mgdL - written.glucose.mgdL) <= 2 * written.glucose.mgdL.ulp)
    }
  }

  @Test func theSameReadingsResultInTheSameBundle() throws {
    let writer = FHIRWriter(contents: .all, unit: .mgdL, zone: .gmt)
    let now = try instant("2025-11-01T12:00:00Z")
    #expect(try writer.bytes(of: [subject()], at: now) == writer.bytes(of: [subject()], at: now))
  }

  @Test func aBundleWithoutPeopleHasNoEmptyList() throws {
    let bundle = try bundle(
      FHIRWriter(contents: .all, unit: .mgdL, zone: .gmt),
      [ImportedPerson(recording: Recording(series: GlucoseSeries()))])
    #expect(bundle["entry"] == nil)
    #expect(bundle["type"] as? String == "transaction")
  }

  @Test(arguments: [
    (0.0, 2, "0.00"), (99.995, 2, "100.00"), (7.046, 2, "7.05"), (14, 0, "14"),
    (123.45, 1, "123.5"),
  ])
  func writesFixedPlaces(_ number: Double, _ places: Int, _ text: String) {
    var lines = ByteBuilder(capacity: 8)
    lines.add(fixed: number, places: places)
    #expect(String(decoding: lines.bytes, as: UTF8.self) == text)
  }
}
