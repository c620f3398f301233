import Foundation
import GlucoseMath
import PredictionEvaluation
import Testing

@testable import Prediction

struct NightModelTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

  /// Returns a night whose readings fall from `level` by `fall` within an hour, after a day at the
  /// level.
  private static func night(level: Double, fall: Double, hours: Double = 7) throws -> ObservedNight?
  {
    let readings = (-96...Int(4 * hours)).map { step in
      Reading(
        time: start.addingTimeInterval(900 * Double(step)),
        glucose: .mgdL(level - fall * min(max(Double(step), 0), 4) / 4))
    }
    return ObservedNight(try GlucoseSeries(readings), from: start)
  }

  @Test func aNightHasTheHoursToItsLows() throws {
    // 100, 90, 80, 70, 60: below 80 after three quarters of an hour, below 70 after an hour.
    let night = try #require(try Self.night(level: 100, fall: 40))
    #expect(night.bedtime.level == 100)
    #expect(NightModel.thresholds.map { night.hours(to: $0) } == [nil, nil, 1, 0.75])
    #expect(night.hours(to: 75) == nil)
  }

  @Test func aNightNeedsSeventyPercentOfItsReadings() throws {
    #expect(try Self.night(level: 100, fall: 40, hours: 5) != nil)
    #expect(try Self.night(level: 100, fall: 40, hours: 4.5) == nil)
  }

  /// Half of the nights fall by 40, to below 70 from levels below 110.
  private static func nights(_ count: Int) throws -> [ObservedNight] {
    try (0..<count).compactMap { index in
      try night(level: 75 + Double(index % 60), fall: index % 2 == 0 ? 40 : 0)
    }
  }

  @Test func tooFewNightsHaveNoModel() throws {
    #expect(NightModel(fittedTo: []) == nil)
    #expect(NightModel(fittedTo: try Self.nights(150)) == nil)
    let same = try Self.nights(600).filter { $0.hours(to: 70) != nil }
    #expect(same.count > NightModel.enough && NightModel(fittedTo: same) == nil)
  }

  @Test func theFitHasTheFrequencyOfItsNights() throws {
    let nights = try Self.nights(600)
    let model = try #require(NightModel(fittedTo: nights))
    for threshold in [70.0, 80] {
      let open = nights.filter { $0.bedtime.level >= threshold }
      let expected = open.reduce(0) {
        $0 + model.probability($1.bedtime, below: threshold, within: 7)
      }
      let observed = Double(open.count { $0.hours(to: threshold) != nil })
      #expect(abs(expected - observed) < 0.1 * observed)
    }
    func probability(_ level: Double) throws -> Double {
      let night = try #require(try Self.night(level: level, fall: 0))
      return model.probability(night.bedtime, below: 70, within: 7)
    }
    #expect(try probability(80) > 0.35)
    #expect(try probability(130) < 0.2)
  }

  @Test func theShippedWeightsAreThoseOfAFit() {
    #expect(NightModel.shipped.weights.count == NightModel.columns)
    #expect(NightModel.shipped.weights.allSatisfy { $0.isFinite && $0 != 0 })
  }
}
