import Foundation
import GlucoseFiles
import GlucoseMath
import Testing

struct FHIRListTests {
  private func read(_ text: String) throws -> GlucoseFile {
    try GlucoseFile(reading: Array(text.utf8), options: ReadOptions(zone: nil))
  }

  private func observation(_ value: String, _ unit: String, minute: Int) -> String {
    """
    {"resource":{"resourceType":"Observation","status":"final","code":{"coding":[
    {"system":"http://loinc.org","code":"\(unit == "mmol/L" ? "105272-9" : "99504-3")"}]},
    "effectiveDateTime":"2025-05-04T10:1\(minute):00Z",
    "valueQuantity":{"value":\(value),"unit":"\(unit)","code":"\(unit)"}}}
    """
  }

  private func bundle(_ entries: String...) -> String {
    #"{"resourceType":"Bundle","type":"searchset","link":[{"relation":"self","url":"x"}],"#
      + #""entry":[\#(entries.joined(separator: ","))]}"#
  }

  @Test(arguments: [
    #"{"resourceType":"Bundle","type":"searchset","total":0}"#,
    #"{"resourceType":"Bundle","entry":[]}"#,
    #"{"resourceType":"Bundle","link":[{"relation":"self","url":"x"}],"entry":[ ]}"#,
    #"{"resourceType":"Bundle","id":"a"}"# + "\n" + #"{"resourceType":"Bundle","id":"b"}"#,
  ])
  func aBundleWithoutEntriesIsRefused(text: String) {
    let error = #expect(throws: ReadError.self) { try read(text) }
    #expect(error?.reason == .noRecords)
  }

  @Test func aFileInMillimolesIsWrittenInMillimoles() throws {
    let file = try read(
      bundle(observation("5.5", "mmol/L", minute: 0), observation("7.3", "mmol/L", minute: 5)))
    #expect(file.report.detected.unit?.value == .mmolL)
    #expect(file.people[0].recording.series.map(\.glucose.mmolL) == [5.5, 7.3])
    let table = CSVWriter(unit: .mmolL, zone: .gmt).string(of: file.people)
    #expect(table.contains("T10:10:00Z,5.5,\n") && table.contains("T10:15:00Z,7.3,\n"))
  }

  @Test func differentUnitsResultInNoFileUnit() throws {
    let file = try read(
      bundle(observation("5.5", "mmol/L", minute: 0), observation("99", "mg/dL", minute: 5)))
    #expect(file.report.detected.unit == nil)
    let one = try read(bundle(observation("99", "mg/dL", minute: 5)))
    #expect(one.report.detected.unit?.value == .mgdL)
  }

  @Test(arguments: [
    "[]", " [ ]\r\n", "\u{FEFF}[\n]", "{\"entries\": [], \"treatments\": []}", "{\"egvs\":[]}",
    "{\"data\":{\"connection\":{},\"graphData\":[ ]}}",
  ])
  func anEmptyListHasNoRecords(_ text: String) {
    let error = #expect(throws: ReadError.self) { try GlucoseFile.of(text, zone: nil) }
    #expect(error?.reason == .noRecords)
  }

  @Test(arguments: ["{}", "[1]", "[\"a\"]", "{\"a\":[],\"b\":1}", "{\"a\":[]", "[{}]", "\"[]\""])
  func otherTextIsOfAnUnknownFormat(_ text: String) {
    let error = #expect(throws: ReadError.self) { try GlucoseFile.of(text, zone: nil) }
    #expect(error?.reason != .noRecords)
  }
}
