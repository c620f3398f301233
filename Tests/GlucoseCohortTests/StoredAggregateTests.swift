import Foundation
import GlucoseCohort
import GlucoseMath
import GlucoseTestSupport
import Testing

@Suite struct StoredAggregateTests {
  private static let aggregate: GlucoseAggregate = {
    let wave = (0..<900).map { 150 + 120 * sin(Double($0) / 20) }
    let series = (try? MetricRecords.series(wave)) ?? GlucoseSeries()
    return GlucoseAggregate(day: series, bands: .tight(in: .mgdL))
  }()

  @Test func anAggregateSurvivesStorage() throws {
    #expect(try HostileJSON.stored(Self.aggregate) == Self.aggregate)
  }

  @Test(arguments: [
    ("count", "-1"), ("count", "9223372036854775807"), ("bandCounts", "[1,2]"),
    ("bandCounts", "[0,0,0,0,0]"), ("bandCounts.0", "-3"), ("consensusCounts", "[900]"),
    ("belowDeviceLimitCount", "901"), ("aboveDeviceLimitCount", "-1"), ("dayCount", "901"),
    ("minimum.side", "null"), ("minimum.side", "3"), ("maximum.side", "-2"), ("minimum", "null"),
    ("minimum.value", "0"), ("maximum.value", "1"), ("maximum.value", "\"inf\""),
    ("histogram.first", "-9223372036854775808"), ("histogram.first", "2048"),
    ("histogram.counts", "[900, 9223372036854775807]"), ("histogram.counts", "[1]"),
    ("risk.sums", "[]"),
  ])
  func partsThatDoNotAgreeAreNotDecoded(path: String, value: String) {
    #expect(throws: DecodingError.self) {
      try HostileJSON.stored(Self.aggregate, setting: path, to: value)
    }
  }

  @Test func numbersThatAreNotFiniteAreRefusedOrOfUse() throws {
    let stored = NonFiniteCase(Self.aggregate) { _ = $0.riskIndices }
    _ = try stored.outcomes()
    #expect(try NonFiniteCase.missing(from: [stored], of: "GlucoseCohort") == [])
  }
}
