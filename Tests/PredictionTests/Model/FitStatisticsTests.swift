import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction

struct FitStatisticsTests {
  static let changes: [@Sendable (inout FitOptions) -> Void] = [
    { $0.detail = .lags }, { $0.minimumDetail = .daily },
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
    try other.add([Recording(series: Synthetic.autoregression(count: 1200, seed: 130))])
    try statistics.add(other)
    #expect(statistics.recordCount == 1 && statistics.rowCount == other.rowCount)
  }
}
