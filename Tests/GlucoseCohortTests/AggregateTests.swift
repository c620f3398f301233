import Foundation
import GlucoseTestSupport
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct AggregateTests {
  private static func aggregates(_ series: GlucoseSeries) -> [GlucoseAggregate] {
    series.days(in: .gmt).map { GlucoseAggregate(day: $0.series, bands: .consensus(in: .mgdL)) }
  }

  @Test(arguments: [true, false])
  func daysAddUpToTheWhole(wholeNumbers: Bool) throws {
    let series = try MetricRecords.wave(days: 20, wholeNumbers: wholeNumbers)
    let days = Self.aggregates(series)
    #expect(days.count == 20)
    let sum = days.reduce(GlucoseAggregate(bands: .consensus(in: .mgdL)), +)
    let ours = try #require(sum.statistics)
    let whole = try #require(series.statistics(bands: .consensus(in: .mgdL)))
    #expect(agree(ours.mean.mgdL, whole.mean.mgdL))
    #expect(agree(ours.standardDeviation?.mgdL, whole.standardDeviation?.mgdL))
    #expect(ours.timeInRanges == whole.timeInRanges)
    #expect(ours.minimum == whole.minimum)
    #expect(ours.maximum == whole.maximum)
    let risk = try #require(sum.riskIndices)
    let direct = try #require(series.riskIndices(in: .gmt))
    #expect(agree(risk.lowBloodGlucoseIndex, direct.lowBloodGlucoseIndex))
    #expect(agree(risk.highBloodGlucoseIndex, direct.highBloodGlucoseIndex))
    #expect(agree(risk.averageDailyRiskRange, direct.averageDailyRiskRange))
    #expect(agree(risk.grade?.score, direct.grade?.score))
    #expect(
      agree(
        risk.grade?.hypoglycemiaPercentage.percent, direct.grade?.hypoglycemiaPercentage.percent))
    #expect(agree(risk.mValue, direct.mValue))
    #expect(agree(risk.indexOfGlycemicControl, direct.indexOfGlycemicControl))
    if wholeNumbers {
      #expect(sum.quantile(0.3) == series.quantile(0.3))
    } else {
      let gap = (series.quantile(0.3)?.mgdL ?? 0) - (sum.quantile(0.3)?.mgdL ?? 0)
      #expect((0...1).contains(gap))
    }
  }

  @Test func groupingAndOrderDoNotChangeABit() throws {
    let days = Self.aggregates(try MetricRecords.wave(days: 12, wholeNumbers: false))
    let forwards = days.reduce(GlucoseAggregate(bands: .consensus(in: .mgdL)), +)
    let backwards = days.reversed().reduce(GlucoseAggregate(bands: .consensus(in: .mgdL)), +)
    let halves =
      days[..<5].reduce(GlucoseAggregate(bands: .consensus(in: .mgdL)), +)
      + days[5...].reduce(GlucoseAggregate(bands: .consensus(in: .mgdL)), +)
    #expect(forwards == backwards)
    #expect(forwards == halves)
    #expect(forwards + GlucoseAggregate(bands: .consensus(in: .mgdL)) == forwards)
  }

  @Test func aggregatesSurviveCoding() throws {
    let sum = Self.aggregates(try MetricRecords.wave(days: 3, wholeNumbers: false))
      .reduce(GlucoseAggregate(bands: .consensus(in: .mgdL)), +)
    let data = try JSONEncoder().encode(sum)
    #expect(try JSONDecoder().decode(GlucoseAggregate.self, from: data) == sum)
  }

  @Test func saturationIsCarriedThrough() throws {
    let series = try ValidatedReadings(
      times: [0, 300, 600, 900].map { MetricRecords.midnight + $0 }, values: [39, 100, 400, 401],
      flags: [.belowDeviceLimit, [], .aboveDeviceLimit, .aboveDeviceLimit]
    ).series
    let day = GlucoseAggregate(day: series, bands: .consensus(in: .mgdL))
    #expect(day.belowDeviceLimitCount == 1 && day.aboveDeviceLimitCount == 2)
    #expect((day + day).belowDeviceLimitCount == 2 && (day + day).aboveDeviceLimitCount == 4)
  }
}
