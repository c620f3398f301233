import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

/// Every number that R iglu 4.3.0 gives for 27 invented traces.
@Suite struct IgluEdgeTests {
  static let golden: GoldenValue = {
    let url = Bundle.module.url(forResource: "Fixtures/iglu_r_edge", withExtension: "json")
    return url.flatMap { try? GoldenValue.read($0) } ?? .missing
  }()

  static var cases: [String] { golden["cases"].keys }

  @Test func theFileHoldsTwentySevenTraces() {
    #expect(Self.cases.count == 27)
    #expect(Self.cases.allSatisfy { Self.golden["cases"][$0]["results"].keys.count == 35 })
  }

  @Test(arguments: cases)
  func agreesOnEveryNumber(name: String) throws {
    let trace = Self.golden["cases"][name]
    let start = try Date("2024-01-10T00:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
    let record = try RawRecord(
      times: trace["minutes"].list.map { start + 60 * ($0.number ?? .nan) },
      values: trace["gl"].list.map { $0.number ?? .nan })
    var comparison = Comparison()
    for call in trace["results"].keys {
      let result = trace["results"][call]
      guard !result["value"].isMissing else {
        comparison.leftOut["\(call): iglu stops with an error", default: 0] += 1
        continue
      }
      let calls = try IgluSubjectCalls(record, .gmt)
      if !calls.compare(IgluSubjectCalls.entry(call), result["value"], &comparison) {
        comparison.leftOut["\(call): not implemented", default: 0] += 1
      }
    }
    try IgluCalls.compareGrid(record, trace["grid"], &comparison)
    #expect(comparison.failures == [])
    #expect(comparison.leftOut.keys.allSatisfy { $0.hasSuffix("error") })
  }
}
