import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct SensorKindTests {
  private func wave(_ count: Int, step: Double = 300, noise: Double) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: 5)
    return try Synthetic.series(
      (0..<count).map {
        130 + 25 * sin(Double($0) * step / 2400) + noise * generator.normal()
      }, step: step)
  }

  @Test(arguments: [(0.1, SensorKind.smoothed), (2.5, .unsmoothed)])
  func recognizesASmoothedRecordByItsNoise(_ noise: Double, _ kind: SensorKind) throws {
    #expect(SensorKind(of: try wave(600, noise: noise)) == kind)
    #expect(SensorKind(of: try wave(60, noise: noise)) == kind)
  }

  /// The change over ten minutes minus that over five is no second difference.
  @Test func missingReadingsMakeASmoothedRecordNoRoughOne() throws {
    let series = try wave(600, noise: 0.1)
    let kept = series.enumerated().filter { $0.offset % 7 != 3 }.map(\.element)
    #expect(SensorKind(of: try GlucoseSeries(kept)) == .smoothed)
  }

  @Test func anUnknownKindIsNotDecoded() throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([SensorKind].self, from: Data(#"["sparse","minutely"]"#.utf8))
    }
    #expect(SensorKind.allCases.map(\.group) == [0, 1, 2])
  }

  @Test func anUnknownLevelOfDetailIsNotDecoded() throws {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([FeatureDetail].self, from: Data(#"["waves"]"#.utf8))
    }
  }

  @Test func aSensorEveryQuarterHourIsSparse() throws {
    #expect(SensorKind(of: try wave(60, step: 900, noise: 1)) == .fifteenMinutes)
  }

  @Test func noReadingsOrRareOnesAreNoKind() throws {
    #expect(SensorKind(of: GlucoseSeries()) == nil)
    #expect(SensorKind(of: try wave(1, noise: 0)) == nil)
    #expect(SensorKind(of: try wave(40, step: 3600, noise: 0)) == nil)
  }

  @Test func readingsEveryMinuteAreReadEveryFive() throws {
    #expect(SensorKind(of: try wave(3000, step: 60, noise: 2.5)) == .unsmoothed)
  }

  /// Of 38 readings, 36 have two before them.
  @Test(arguments: [(37, SensorKind.unsmoothed), (38, .smoothed)])
  func thirtySixSecondDifferencesAreEnough(_ count: Int, _ kind: SensorKind) throws {
    #expect(SensorKind(of: try wave(count, noise: 0)) == kind)
  }

  @Test(arguments: [(0.1, SensorKind.smoothed), (2.5, .unsmoothed)])
  func aReadingInTheFutureHasNoEffect(_ noise: Double, _ kind: SensorKind) throws {
    let series = try wave(2000, noise: noise)
    let later = Reading(
      time: series[1999].time.addingTimeInterval(30 * 86_400), glucose: .mgdL(120))
    #expect(SensorKind(of: try GlucoseSeries(Array(series) + [later])) == kind)
  }

  @Test func onlyTheLastDaysCount() throws {
    let rough = try wave(2000, noise: 4)
    let smooth = try wave(1000, noise: 0.1)
    let later = try smooth.shifted(by: 2100 * 300)
    #expect(SensorKind(of: try GlucoseSeries(Array(rough) + Array(later))) == .smoothed)
  }
}
