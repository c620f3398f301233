import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import GlucoseFiles

/// JSON of readings in no known program's format, and the response of CareLink Connect.
struct PlainDocumentsTests {
  @Test(arguments: ["plain-readings.json", "openaps-glucose.json", "carelink-connect.json"])
  func findsTheReadingsOfTheIndependentReader(_ name: String) throws {
    let sample = try #require(Sample.documents.first { $0.name == name })
    let expected = try Expectation.of(sample)
    let file = try GlucoseFile(reading: sample.bytes(), options: sample.options)
    #expect(addsUp(file.report) && file.report.rejected.isEmpty)
    #expect(file.format == (name.hasPrefix("carelink") ? .careLink : .plainDocuments))
    let series = try file.person.recording.series
    #expect(series.count == expected.readings)
    #expect(try series.timeRange?.lowerBound == instant(#require(expected.first)))
    #expect(try series.timeRange?.upperBound == instant(#require(expected.last)))
    #expect(series.values.min() == expected.minimum && series.values.max() == expected.maximum)
  }

  /// No format except its own recognizes a document, in any order; except the plain one, which is
  /// tried last.
  @Test(arguments: Sample.documents)
  func noOtherFormatRecognizesASample(_ sample: Sample) throws {
    let head = try sample.bytes().prefix(DocumentFormats.headLength)
    let claims = DocumentFormats.all.filter {
      $0 != PlainDocuments.self && $0.evidence(at: head) != nil
    }
    #expect(claims.count <= 1)
  }

  private func lines(_ member: String, apart minutes: Int, count: Int = 24) -> String {
    (0..<count).map { index in
      let time = Date(timeIntervalSince1970: 1_748_761_200 + Double(index * minutes * 60))
      return "{\"timestamp\": \"\(time.formatted(.iso8601))\", \(member): \(100 + index % 9)}\n"
    }.joined()
  }

  @Test func readsADocumentOnEachLine() throws {
    let file = try GlucoseFile.of(lines("\"glucoseLevel\"", apart: 5))
    #expect(try file.person.recording.series.count == 24)
    #expect(file.report.detected.unit?.value == .mgdL)
  }

  @Test func valuesFarApartAreNotASensorsUnlessTheirNameSaysSo() throws {
    let meter = try GlucoseFile.of(lines("\"glucose\"", apart: 300)).person
    #expect(meter.recording.series.isEmpty && meter.meter.count == 24)
    let sensor = try GlucoseFile.of(lines("\"sensor_glucose\"", apart: 300)).person
    #expect(sensor.recording.series.count == 24)
  }

  @Test func aTypeStatesTheKindOfAValue() throws {
    let file = try GlucoseFile.of(
      """
      [{"time": 1748761200000, "glucose": 5.6, "units": "mmol/L", "type": "fingerstick", "user_id": 7},
       {"time": 1748761500000, "glucose": 6.1, "units": "mmol/L", "type": "cgm", "user_id": 7},
       {"time": 1748761800000, "glucose": 6.3, "units": "mmol/L", "type": "predicted", "user_id": 7},
       {"time": 1748762100000, "glucose": null, "type": "cgm", "user_id": 7},
       {"time": 1748762400000, "glucose": 0, "type": "cgm", "user_id": 7},
       {"time": 1748762700000, "glucose": 5, "units": "g", "type": "cgm", "user_id": 7},
       {"time": 1748763000000, "ketones": 1}]
      """)
    let person = try #require(file.people.first { $0.id == "7" })
    #expect(person.meter.map(\.glucose) == [.mmolL(5.6)])
    #expect(person.recording.series.map(\.glucose) == [.mmolL(6.1)])
    #expect(file.report.skipped == [.derived: 1, .missingValue: 1])
    #expect(file.report.reasons == [.notPositive, .unknownUnit, .unknownKind])
  }

  @Test(arguments: [
    #"[{"time": "2025-06-01T07:00:00Z", "value": 101}]"#,
    #"[{"time": "2025-06-01T07:00:00Z", "heart_rate": 101}]"#,
    #"[{"glucose": 101}]"#,
  ])
  func otherDocumentsAreNotRead(_ text: String) {
    #expect(throws: ReadError.self) { try GlucoseFile.of(text) }
  }
}
