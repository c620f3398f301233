import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// Documents without content, or with too many nested values.
struct StrangeDocumentTests {
  @Test(arguments: [
    "[]", "{}", "[1,2,3]", "[[]]", "[{}]", "null", "[null]", "{\"entries\":[]}", "<a/>",
    "<HealthData/>",
    "<patient id='1' insulin_type='x'/>", "[", "{", "<", "{\"resourceType\":\"Bundle\"}",
    "{\"resourceType\":\"Bundle\",\"entry\":[]}",
  ])
  func aDocumentWithoutRecordsIsAnError(_ text: String) {
    let file = readDamaged(Array(text.utf8), ReadOptions(zone: .gmt))
    if let file { #expect(file.report.acceptedCount == 0) }
  }

  @Test(arguments: [
    "[{\"sgv\":100,\"date\":1761438961000},", "{\"sgv\":100,\"date\":1761438961000}\n",
  ])
  func aTooDeeplyNestedValueIsAnErrorOrCostsItsLine(_ start: String) {
    let deep = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
    let file = readDamaged(Array((start + deep).utf8), ReadOptions(zone: .gmt))
    if let file { #expect(file.report.reasons == [.notJSON]) }
    #expect((file == nil) == start.hasPrefix("["))
  }
}
