import Foundation
import GlucoseDiary
import GlucoseMath
import Prediction
import Testing

@testable import GlucoseLive

struct FollowingModelTests {
  /// The best model of a few readings is personal, and was never calibrated.
  @Test func updatesBeginAtTheFirstReading() throws {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let values = [126, 117, 108, 99, 90, 81, 72, 63, 58, 54, 52.0]
    let series = try GlucoseSeries(
      values.enumerated().map { index, value in
        Reading(time: start.addingTimeInterval(Double(index) * 300), glucose: .mgdL(value))
      })
    let base = try Forecaster.best(for: Recording(series: series), in: .gmt)
    #expect(base.isPersonal && base.calibratedUntil == nil)
    let following = FollowingModel(base, updateInterval: .seconds(600))
    let end = try #require(series.last).time
    // 800,000,000 is not a multiple of 600 seconds: 200 seconds are left.
    #expect(
      following.updates(of: series, through: end).map { $0.timeIntervalSince(start) }
        == [-200, 400, 1000, 1600, 2200, 2800])
    #expect(following.updates(of: GlucoseSeries(), through: .distantPast).isEmpty)
  }
}
