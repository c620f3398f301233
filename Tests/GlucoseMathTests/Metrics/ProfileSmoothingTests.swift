import Foundation
import Testing

@testable import GlucoseMath

struct ProfileSmoothingTests {
  /// A profile with a column every `interval` minutes; no percentiles where the value is `nil`.
  private func profile(
    _ values: [Double?], interval: Int, spread: Double = 1
  ) -> AmbulatoryGlucoseProfile {
    AmbulatoryGlucoseProfile(
      probabilities: [0.25, 0.5, 0.75],
      points: values.enumerated().map { index, value in
        AmbulatoryGlucoseProfile.Point(
          minuteOfDay: index * interval, dayCount: 3,
          percentiles: value.map { [$0 - spread, $0, $0 + spread].map { .mgdL($0) } } ?? [])
      })
  }

  private func medians(_ profile: AmbulatoryGlucoseProfile) -> [Double] {
    profile.points.map { $0.percentiles.isEmpty ? -1 : $0.percentiles[1].mgdL }
  }

  @Test func weightsFallLinearlyWithTheDistance() throws {
    var values = [Double?](repeating: 100, count: 96)
    values[40] = 160
    let smooth = profile(values, interval: 15).smoothed(over: .seconds(3600))
    // The weights are 1 at the column and 1/2 at 15 minutes: half of 60 above, then a quarter.
    let found = medians(smooth)
    for (column, value) in [(38, 100.0), (39, 115), (40, 130), (41, 115), (42, 100)] {
      #expect(abs(found[column] - value) < 1e-9)
    }
    #expect(smooth.smoothingWindow == .seconds(3600) && smooth.points[40].dayCount == 3)
  }

  @Test func windowsContinueAcrossMidnight() throws {
    var values = [Double?](repeating: 100, count: 96)
    values[0] = 160
    let found = medians(profile(values, interval: 15).smoothed(over: .seconds(3600)))
    #expect(abs(found[0] - 130) < 1e-9 && abs(found[1] - 115) < 1e-9)
    #expect(abs(found[95] - 115) < 1e-9 && abs(found[94] - 100) < 1e-9)
  }

  @Test func gapsRemainAndGiveNoWeight() throws {
    var values = [Double?](repeating: 100, count: 96)
    values[10] = nil
    values[11] = 160
    let found = medians(profile(values, interval: 15).smoothed(over: .seconds(3600)))
    #expect(found[10] == -1)
    // 160 with weight 1 and 100 with weight 1/2: the gap has no weight.
    #expect(abs(found[11] - 140) < 1e-9)
  }

  @Test(arguments: [0, -5, 1, 30, 90, 1440, 100_000])
  func percentilesKeepTheirOrderAndTheirRange(minutes: Int) throws {
    let values = (0..<288).map { Double?(90 + 60 * sin(Double($0 * $0))) }
    let plain = profile(values, interval: 5, spread: 9)
    let smooth = plain.smoothed(over: .seconds(60 * minutes))
    for point in smooth.points {
      #expect(point.percentiles == point.percentiles.sorted())
      #expect(point.percentiles.allSatisfy { $0.mgdL > 20.9 && $0.mgdL < 159.1 })
    }
    #expect(smooth.smoothingWindow == .seconds(60 * min(max(minutes, 0), 1440)))
    if minutes <= 1 { #expect(smooth.points == plain.points) }
  }
}
