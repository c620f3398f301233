import Foundation
import GlucoseMath
import Testing

@Suite struct ForecastTests {
  private let origin = Reading(time: instant(0), glucose: .mgdL(100))

  private func point(_ minutes: Double, _ value: Double, range: Double = 10)
    -> GlucoseForecast.Point
  {
    GlucoseForecast.Point(
      time: instant(60 * minutes), glucose: .mgdL(value), lower: .mgdL(value - range),
      upper: .mgdL(value + range))
  }

  private var falling: GlucoseForecast {
    GlucoseForecast(
      origin: origin, points: [point(5, 90), point(10, 80), point(15, 70), point(20, 65)],
      nominalCoverage: 0.9)
  }

  @Test func aPathCrossesBelowWhenItIsBelow() {
    #expect(falling.crosses(.below(.mgdL(70)), within: .seconds(1200)))
    #expect(!falling.crosses(.below(.mgdL(70)), within: .seconds(1199)))
    #expect(!falling.crosses(.below(.mgdL(65)), within: .seconds(3600)), "on the edge is not below")
    #expect(falling.crosses(.below(.mgdL(65.001)), within: .seconds(3600)))
    #expect(!falling.crosses(.below(.mgdL(95)), within: .seconds(299)))
    #expect(falling.crosses(.below(.mgdL(95)), within: .seconds(300)))
  }

  @Test func aPathCrossesAboveWhenItIsAbove() {
    let rising = GlucoseForecast(
      origin: origin, points: [point(5, 150), point(10, 180), point(15, 181)], nominalCoverage: 0.9)
    #expect(!rising.crosses(.above(.mgdL(180)), within: .seconds(600)))
    #expect(rising.crosses(.above(.mgdL(180)), within: .seconds(900)))
    #expect(!rising.crosses(.above(.mgdL(181)), within: .seconds(900)))
    #expect(!rising.crosses(.below(.mgdL(100)), within: .seconds(900)))
  }

  @Test func theRangeDoesNotCross() {
    let wide = GlucoseForecast(
      origin: origin, points: [point(5, 100, range: 60)], nominalCoverage: 0.9)
    #expect(!wide.crosses(.below(.mgdL(70)), within: .seconds(600)))
    #expect(!wide.crosses(.above(.mgdL(140)), within: .seconds(600)))
  }

  @Test func aForecastSurvivesCoding() throws {
    let forecast = GlucoseForecast(
      origin: origin, points: falling.points, nominalCoverage: 0.9, empiricalCoverage: 0.88)
    let data = try JSONEncoder().encode(forecast)
    #expect(try JSONDecoder().decode(GlucoseForecast.self, from: data) == forecast)
    #expect(falling.empiricalCoverage == nil)
  }

  @Test(arguments: [
    (#""nominalCoverage":0.9"#, #""nominalCoverage":1.5"#), (#""lower":80"#, #""lower":99"#),
    (#""time":300"#, #""time":-300"#),
  ])
  func decodingRefusesWhatIsNoForecast(good: String, bad: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(falling), as: UTF8.self)
    #expect(text.contains(good))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        GlucoseForecast.self, from: Data(text.replacing(good, with: bad).utf8))
    }
  }

  @Test func aForecastWithoutPointsIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = GlucoseForecast(
        origin: Reading(time: instant(0), glucose: .mgdL(100)), points: [], nominalCoverage: 0.9)
    }
  }

  @Test func aPointAtTheOriginIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      let glucose = Glucose.mgdL(100)
      let point = GlucoseForecast.Point(
        time: instant(0), glucose: glucose, lower: glucose, upper: glucose)
      _ = GlucoseForecast(
        origin: Reading(time: instant(0), glucose: glucose), points: [point], nominalCoverage: 0.9)
    }
  }

  @Test(arguments: [0.0, 1, -0.5])
  func aCoverageOutsideZeroAndOneIsAMistake(coverage: Double) async {
    await #expect(processExitsWith: .failure) { [coverage] in
      let glucose = Glucose.mgdL(100)
      let point = GlucoseForecast.Point(
        time: instant(300), glucose: glucose, lower: glucose, upper: glucose)
      _ = GlucoseForecast(
        origin: Reading(time: instant(0), glucose: glucose), points: [point],
        nominalCoverage: coverage)
    }
  }

  @Test func aRangeThatDoesNotEncloseIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = GlucoseForecast.Point(
        time: instant(0), glucose: .mgdL(100), lower: .mgdL(101), upper: .mgdL(110))
    }
  }
}
