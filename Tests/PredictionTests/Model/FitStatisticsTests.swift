import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct FitStatisticsTests {
  private func people() throws -> [GlucoseSeries] {
    try (0..<4).map {
      try Synthetic.autoregression(count: 1200, seed: 130 + $0).without(300..<301)
    }
  }

  @Test func mergingEqualsFittingToTheUnion() throws {
    let people = try people()
    var options = FitOptions()
    options.usesPretrainedModel = false
    var here = FitStatistics(cadence: .fiveMinutes, options)
    var there = FitStatistics(cadence: .fiveMinutes, options)
    for series in people[..<2] { try here.add(series) }
    for series in people[2...] { try there.add(series) }
    let sent = try JSONDecoder().decode(
      FitStatistics.self, from: try JSONEncoder().encode(there))
    #expect(sent == there)
    try here.add(sent)
    let merged = try Forecaster(here, calibratedOn: people.map { Recording(series: $0) })
    let union = try Forecaster.fit(people, options)
    #expect(merged.recordCount == 4 && merged.rowCount == union.rowCount)
    for series in people {
      for index in stride(from: 100, to: series.count, by: 111) {
        let now = series[index].time
        let ours = try? merged.forecast(after: series, at: now)
        let theirs = try? union.forecast(after: series, at: now)
        #expect(ours?.points.count == theirs?.points.count)
        for (one, other) in zip(ours?.points ?? [], theirs?.points ?? []) {
          #expect(abs(one.glucose.mgdL - other.glucose.mgdL) < 1e-10)
        }
      }
    }
  }

  @Test func sumsOfDifferentModelsDoNotAdd() throws {
    var options = FitOptions()
    options.detail = .lags
    var statistics = FitStatistics(cadence: .fiveMinutes)
    let other = FitStatistics(cadence: .fiveMinutes, options)
    #expect(throws: FitError(.differentModels)) { try statistics.add(other) }
  }

  static let changes: [@Sendable (inout FitOptions) -> Void] = [
    { $0.minimumDetail = .daily },
    { $0.ridgeCandidates = [1e-3] }, { $0.kernelRidgeCandidates = [1e-3] },
    { $0.eventRidgeCandidates = [1e-3] }, { $0.testPercentage = Percentage(20) },
    { $0.validationPercentage = Percentage(30) },
  ]

  @Test(arguments: changes.indices)
  func sumsOfDifferentOptionsDoNotAddInEitherOrder(number: Int) {
    var options = FitOptions()
    var one = FitStatistics(cadence: .fiveMinutes, options)
    Self.changes[number](&options)
    var other = FitStatistics(cadence: .fiveMinutes, options)
    #expect(throws: FitError(.differentModels)) { try one.add(other) }
    #expect(throws: FitError(.differentModels)) { try other.add(one) }
  }

  @Test func theCadenceMayBeThatWhichWasFound() throws {
    var options = FitOptions()
    var found = FitStatistics(cadence: .fiveMinutes, options)
    options.cadence = .fiveMinutes
    try found.add(FitStatistics(cadence: .fiveMinutes, options))
    options.cadence = .fifteenMinutes
    let sparse = FitStatistics(cadence: .fifteenMinutes, options)
    #expect(throws: FitError(.differentModels)) { try found.add(sparse) }
  }

  @Test func sumsOfPeopleInDifferentZonesAdd() throws {
    var options = FitOptions()
    options.zone = .gmt
    var statistics = FitStatistics(cadence: .fiveMinutes, options)
    options.zone = TimeZone(secondsFromGMT: 3600)
    var other = FitStatistics(cadence: .fiveMinutes, options)
    try other.add(people()[0])
    try statistics.add(other)
    #expect(statistics.recordCount == 1 && statistics.rowCount == other.rowCount)
  }
}
