import Foundation
import GlucoseTestSupport
import GlucoseCohort
import Testing

@testable import GlucoseMath

@Suite struct ScatteredReadingsTests {
  /// Two days of readings every five minutes from 2026-03-02, and readings at other times.
  private func series(_ others: String...) throws -> GlucoseSeries {
    let start = try Date("2026-03-02T00:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
    let days = (0..<576).map { start + 300 * Double($0) }
    let times =
      try others.map { try Date($0, strategy: .iso8601).timeIntervalSinceReferenceDate } + days
    return try ValidatedReadings(
      times: times, values: times.indices.map { 100 + Double($0 % 90) }
    ).series
  }

  @Test(arguments: ["9999-12-31T00:00:00Z", "0001-02-01T00:00:00Z", "1900-01-01T00:00:00Z"])
  func aDateInThePlaceOfAMissingOneLeavesARecordWithoutAGrid(_ date: String) throws {
    let series = try series(date)
    let fault = try #require(series.scatteredReadings)
    let wrong = try Date(date, strategy: .iso8601)
    let isLate = date.hasPrefix("9")
    #expect(fault.readingCount == 577)
    #expect((isLate ? fault.gap.upperBound : fault.gap.lowerBound) == wrong)
    #expect(
      (isLate ? fault.gap.lowerBound : fault.gap.upperBound)
        == (isLate ? series[575].time : series[1].time))
    let day = isLate ? "2026-03-03T23:55:00Z" : "2026-03-02T00:00:00Z"
    #expect(fault.description.contains(date) && fault.description.contains(day))
    for convention in [MetricConvention.clinical, .iglu] {
      #expect(series.dayGrid(in: .gmt, convention: convention) == nil)
      #expect(series.metrics(in: .gmt, bands: .consensus(in: .mgdL), convention: convention) == nil)
      #expect(
        series.metricRows(in: .gmt, bands: .consensus(in: .mgdL), convention: convention).isEmpty)
    }
    #expect(series.dayGrid(in: .gmt)?.ambulatoryGlucoseProfile() == nil)
    #expect(series.dayGrid(in: .gmt)?.episodeLevels(bands: .consensus(in: .mgdL)) == nil)
    #expect(series.statistics(bands: .consensus(in: .mgdL))?.count == 577)
    // Each day has a grid of its own.
    #expect(
      series.metricRows(by: .day, in: .gmt, bands: .consensus(in: .mgdL)).map(\.dayCount).count == 3
    )
  }

  @Test func longRecordsHaveAGrid() throws {
    // Two weeks of readings, decades apart.
    #expect(try series("1980-01-01T00:00:00Z").scatteredReadings == nil)
    #expect(try series("1980-01-01T00:00:00Z").dayGrid(in: .gmt) != nil)
    #expect(GlucoseSeries().scatteredReadings == nil)
    #expect(!ScatteredReadings.areScattered(50_000_000, over: 475 * 31_557_600))
  }

  @Test func theLimitsAreFiftyYearsAndEightHours() {
    let year = 31_557_600.0
    #expect(!ScatteredReadings.areScattered(2, over: 50 * year))
    #expect(ScatteredReadings.areScattered(2, over: 50 * year + 1))
    let enough = Int(60 * year / 28_800)
    #expect(!ScatteredReadings.areScattered(enough, over: 60 * year))
    #expect(ScatteredReadings.areScattered(enough - 1, over: 60 * year))
  }
}
