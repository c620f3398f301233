import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Numbers that are not concentrations, and units that are missing, unknown, or wrong.
struct PlausibleGlucoseTests {
  private func table(_ header: String, _ values: [String], zone: TimeZone = .gmt) throws
    -> GlucoseFile
  {
    let rows = values.enumerated().map {
      "2025-01-01 0\($0 / 12):\($0 % 12 < 2 ? "0" : "")\($0 % 12 * 5),\($1)\n"
    }
    return try readTable("time,\(header)\n" + rows.joined())
  }

  @Test(arguments: ["0.01", "1", "9.9", "1000.1", "1001", "5000"])
  func anImplausibleNumberIsRejectedWithItsLine(_ text: String) throws {
    let file = try table("glucose (mg/dL)", ["100", "110", text, "120"])
    #expect(file.report.reasons == [.implausible])
    #expect(file.report.rejected.map(\.line) == [4])
    #expect(file.report.rejected.map(\.text) == [text])
    #expect(file.people.flatMap(\.recording.series).map(\.glucose.mgdL) == [100, 110, 120])
  }

  @Test(arguments: ["10", "13", "999", "1000"])
  func theBoundsAreIncluded(_ text: String) throws {
    let file = try table("glucose (mg/dL)", ["100", "110", text])
    #expect(file.report.rejected.isEmpty)
    let value = try #require(Double(text))
    #expect(GlucoseFile.plausibleRange.contains(.mgdL(value)))
  }

  @Test(arguments: [("0.5", false), ("0.6", true), ("55.5", true), ("55.6", false)])
  func theBoundsAreTheSameInMillimoles(_ text: String, _ isRead: Bool) throws {
    let file = try table("glucose (mmol/L)", ["5.5", "6.1", text])
    #expect(file.report.reasons == (isRead ? [] : [.implausible]))
    #expect(file.report.rejected.map(\.text) == (isRead ? [] : [text]))
    // The same if each row states its unit.
    let rows = ["5.5", "6.1", text].enumerated().map { "2025-01-01 00:1\($0),\($1),mmol/L\n" }
    let each = try readTable("time,glucose,unit\n" + rows.joined())
    #expect(each.report.rejected.map(\.text) == (isRead ? [] : [text]))
  }

  @Test(arguments: [
    ["5.5", "6.1", "7.2"], ["5", "6", "11", "7"], ["12.5", "13.1", "22.4"],
    ["5.5", "6.1", "7.2", "40"],
  ])
  func aMilligramColumnWithMillimolesIsRefused(_ values: [String]) throws {
    for header in ["glucose (mg/dL)", "gl mg/dl", "value [mg/dL]"] {
      let error = #expect(throws: ReadError.self) { try table(header, values) }
      guard case .unitContradicted(.mgdL, _) = error?.reason else {
        Issue.record("\(String(describing: error))")
        continue
      }
      // The error contains the header, a value, and its line.
      #expect(error?.line == 2)
      #expect(error?.description.contains(header) == true)
      #expect(error?.description.contains(values[0]) == true)
    }
  }

  @Test func aMillimoleColumnWithMilligramsIsRefused() throws {
    let error = #expect(throws: ReadError.self) { try table("glucose (mmol/L)", ["120", "130"]) }
    #expect(error?.reason == .unitContradicted(.mmolL, values: 120...130))
    #expect(error?.line == 2)
  }

  @Test func aFewImplausibleValuesDoNotContradictAHeader() throws {
    let file = try table("glucose (mg/dL)", ["100", "5.5", "110", "15", "40", "38.5"])
    #expect(file.report.reasons == [.implausible])
    #expect(file.people[0].recording.series.map(\.glucose.mgdL) == [100, 110, 15, 40, 38.5])
    #expect(try table("glucose (mg/dL)", ["32.4"]).report.rejected.isEmpty)
    // Nor does a short recording of a severe low in whole numbers.
    #expect(try table("glucose (mg/dL)", ["34", "31", "19", "17"]).report.rejected.isEmpty)
  }

  @Test func unitsStatedWithEachValueAreChecked() throws {
    let rows = ["5.5", "6.1", "12.5"].enumerated().map { "2025-01-01 00:1\($0),\($1),mg/dL\n" }
    let low = #expect(throws: ReadError.self) {
      try readTable("time,glucose,unit\n" + rows.joined())
    }
    #expect(low?.reason == .unitContradicted(.mgdL, values: 5.5...12.5))
    let high = #expect(throws: ReadError.self) {
      try readTable(
        "time,glucose,unit\n2025-01-01 00:00,50,mmol/L\n2025-01-01 00:05,120,mmol/L\n"
          + "2025-01-01 00:10,125,mmol/L\n")
    }
    #expect(high?.reason == .unitContradicted(.mmolL, values: 50...125))
    let sgv = [5.5, 6.1, 13.2].enumerated().map {
      "{\"type\":\"sgv\",\"date\":\(1_761_438_960_000 + $0 * 300_000),\"sgv\":\($1)}"
    }
    #expect(throws: ReadError.self) { try GlucoseFile.of("[\(sgv.joined(separator: ","))]") }
  }

  @Test(arguments: ["5.4,mg/dL", "120,mmol/L"])
  func aSingleValueThatContradictsItsUnitIsRejected(_ cells: String) throws {
    let file = try readTable("time,glucose,unit\n2025-01-01 00:00,\(cells)\n")
    #expect(file.report.reasons == [.implausible])
    let checks = [5.4, 6.1].map {
      "{\"eventType\":\"BG Check\",\"glucose\":\($0),\"units\":\"mg/dl\",\"glucoseType\":\"Finger\","
        + "\"created_at\":\"2025-06-01T08:0\(Int($0)):00Z\"}"
    }
    let bolus =
      "{\"eventType\":\"Bolus\",\"insulin\":2,\"created_at\":\"2025-06-01T08:00:00Z\"}"
    let read = try GlucoseFile.of("[\(bolus),\(checks[0])]")
    #expect(read.report.reasons == [.implausible] && read.kinds.count == 1)
    #expect(throws: ReadError.self) {
      try GlucoseFile.of("[\(bolus),\(checks.joined(separator: ","))]")
    }
  }

  @Test func gramsPerLiterAreNotReadAsMillimoles() throws {
    for values in [["0.95", "1.1", "1.25"], ["1.8", "2.4", "2.9", "3.1"]] {
      let error = #expect(throws: ReadError.self) { try table("glucose", values) }
      guard case .unitUnknown = error?.reason else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(try table("glucose", ["2.8", "3.1", "5.6"]).report.detected.unit?.value == .mmolL)
  }

  private func observation(_ quantity: String) -> String {
    "{\"resourceType\":\"Observation\",\"code\":{\"coding\":[{\"system\":\"http://loinc.org\","
      + "\"code\":\"99504-3\"}]},\"effectiveDateTime\":\"2024-05-02T10:15:00Z\","
      + "\"valueQuantity\":{\(quantity)}}"
  }

  private static let ucum = "\"system\":\"http://unitsofmeasure.org\""

  @Test(arguments: [
    ("\"value\":120", RejectedRow.Reason.missingUnit, "120"),
    ("\"value\":120,\"unit\":\"\",\"code\":null", .missingUnit, "120"),
    ("\"value\":1.2,\"unit\":\"g/L\"", .unknownUnit, "g/L"),
    ("\"value\":1.2,\"unit\":\"g/L\",\"code\":\"g/L\",\(ucum)", .unknownUnit, "g/L"),
    ("\"value\":1.2,\"unit\":\"mg/dL\",\"code\":\"g/L\",\(ucum)", .unknownUnit, "g/L"),
    ("\"value\":120,\"unit\":\"foo\"", .unknownUnit, "foo"),
    ("\"value\":120,\"unit\":\"not mg/dL\"", .unknownUnit, "not mg/dL"),
    ("\"value\":120,\"unit\":7", .unknownUnit, "7"),
    ("\"value\":120,\"unit\":\"mmol/L\",\"code\":\"mg/dL\",\(ucum)", .unknownUnit, "mg/dL, mmol/L"),
    ("\"value\":120,\"code\":\"mg/dL\",\"system\":\"urn:other\"", .missingUnit, "urn:other"),
    ("\"value\":0.01,\"unit\":\"mg/dL\"", .implausible, "0.01"),
    ("\"value\":1001,\"unit\":\"mg/dL\"", .implausible, "1001"),
  ])
  func aFHIRQuantityIsReadInItsOwnUnitOrRejected(
    _ quantity: String, _ reason: RejectedRow.Reason, _ text: String
  ) throws {
    let file = try GlucoseFile.of(
      observation("\"value\":120,\"code\":\"mg/dL\"") + "\n"
        + observation("\"value\":100,\"unit\":\"mg/dl\"")
        + "\n" + observation(quantity), zone: nil)
    #expect(file.report.reasons == [reason])
    #expect(file.report.rejected.first?.text.contains(text) == true)
    #expect(file.report.rejected.first?.line == 3)
    #expect(addsUp(file.report))
  }

  @Test(arguments: [
    ("\"value\":6.7,\"unit\":\"mmol/l\",\"code\":\"mmol/L\"", Glucose.mmolL(6.7)),
    ("\"value\":90,\"unit\":\"milligrams per deciliter\",\"code\":\"mg/dL\"", .mgdL(90)),
    ("\"value\":90,\"unit\":\"MG/DL\"", .mgdL(90)),
    ("\"value\":90,\"unit\":\"mg/dl\",\"code\":\"x\",\"system\":\"urn:other\"", .mgdL(90)),
  ])
  func aFHIRQuantityStatesItsUnitAsCodeOrText(_ quantity: String, _ glucose: Glucose) throws {
    let file = try GlucoseFile.of(observation(quantity), zone: nil)
    #expect(try file.person.recording.series.map(\.glucose) == [glucose])
  }

  @Test(arguments: ["g/L", "foo", "%"])
  func aRecordOfTidepoolInAnotherUnitIsRejected(_ unit: String) throws {
    func record(_ type: String, _ value: Double, _ unit: String) -> String {
      "{\"type\":\"\(type)\",\"time\":\"2024-05-02T10:15:00Z\",\"value\":\(value),"
        + "\"units\":\"\(unit)\"}"
    }
    let file = try GlucoseFile.of(
      "[\(record("cbg", 5.5, "mmol/L")),\(record("cbg", 1.2, unit)),\(record("smbg", 120, unit))]")
    #expect(file.report.reasons == [.unknownUnit, .unknownUnit])
    #expect(file.report.rejected.allSatisfy { $0.text == unit })
    #expect(try file.person.recording.series.map(\.glucose) == [.mmolL(5.5)])
  }

  @Test func anEntryOfAppleHealthWithoutAKnownUnitIsRejected() throws {
    func record(_ unit: String) -> String {
      "<Record type=\"HKQuantityTypeIdentifierBloodGlucose\" sourceName=\"a\" \(unit) "
        + "startDate=\"2025-01-01 08:00:00 +0100\" endDate=\"2025-01-01 08:00:00 +0100\" "
        + "value=\"120\"/>\n"
    }
    let file = try GlucoseFile.of(
      "<?xml version=\"1.0\"?>\n<HealthData>\n" + record("unit=\"mg/dL\"") + record("unit=\"g/L\"")
        + record("") + "</HealthData>\n")
    #expect(file.report.reasons == [.unknownUnit, .missingUnit])
    #expect(file.report.rejected.first?.text == "g/L")
  }

  @Test func aConcentrationOfMyLifeInGramsPerLiterIsNotFood() throws {
    let file = try readTable(
      """
      Tag;Datum;Uhrzeit;Ereignis;Wert;Einheit;Information;Notiz
      Sa;14.06.25;08:00;Bolus;2.5;U;;
      Sa;14.06.25;08:05;CGM;110;mg/dL;;
      Sa;14.06.25;08:10;CGM;1.05;g/L;;
      Sa;14.06.25;08:15;CGM;112;mg/dL;;

      """)
    #expect(file.report.reasons == [.unknownUnit])
    #expect(file.report.rejected.first?.text == "g/L")
    #expect(file.people[0].recording.events.count == 1)
  }
}
