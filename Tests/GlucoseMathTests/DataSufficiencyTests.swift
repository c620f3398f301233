import Foundation
import GlucoseCohort
import GlucoseMath
import Testing

@Suite struct DataSufficiencyTests {
  /// The requirement is 14 days and 70 %, both included.
  @Test(arguments: [
    (14, 70.0, true), (13, 100, false), (14, 69.99, false), (90, 70, true), (0, 0, false),
  ])
  func aFortnightWithSevenTenthsOfTheReadingsIsEnough(days: Int, percent: Double, isEnough: Bool) {
    let data = DataSufficiency(dayCount: days, activePercentage: Percentage(percent))
    #expect(data.isSufficient == isEnough)
    #expect(!DataSufficiency(dayCount: days, activePercentage: nil).isSufficient)
  }

  @Test func aLongerRecordIsMorePreciseAndNoRequirement() {
    func measures(_ days: Int) -> [GlycemicTarget.Measure] {
      DataSufficiency(dayCount: days, activePercentage: Percentage(100)).longerSampling
        .map(\.measure)
    }
    #expect(measures(14) == [.belowRange, .coefficientOfVariation, .veryLow])
    #expect(measures(20) == measures(14))
    #expect(measures(21) == [.coefficientOfVariation, .veryLow])
    #expect(measures(28) == [.veryLow] && measures(29) == [.veryLow] && measures(30) == [])
  }

  /// Eight days of a reading every five minutes, after six with an hour of them.
  @Test func ofARecordCountsDaysAndReadings() throws {
    let indices = (0..<14 * 288).filter { index in index >= 6 * 288 || index % 288 < 12 }
    let times: [Double] = indices.map { Double($0) * 300 }
    let series = try ValidatedReadings(
      times: times, values: Array(repeating: 120, count: times.count)
    ).series
    let data = series.dataSufficiency(in: .gmt)
    #expect(data.dayCount == 14)
    // Eight days and six hours of fourteen.
    let percent = try #require(data.activePercentage).percent
    #expect(abs(percent - 100 * (8 + 0.25) / 14) < 0.1 && !data.isSufficient)
    let empty = GlucoseSeries().dataSufficiency(in: .gmt)
    #expect(empty.dayCount == 0 && empty.activePercentage == nil && !empty.isSufficient)
    let row = try #require(series.metricRows(in: .gmt, bands: .consensus(in: .mgdL)).first)
    #expect(row.sufficiency == data)
  }
}
