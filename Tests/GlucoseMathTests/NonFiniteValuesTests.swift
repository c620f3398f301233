import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

/// Values whose stored numbers became NaN or infinite are refused, or can be used.
struct NonFiniteValuesTests {
  static let cases: [NonFiniteCase] = (try? makeCases()) ?? []

  /// Three days with lows and highs, the last values beyond the limits of the sensor.
  private static func makeCases() throws -> [NonFiniteCase] {
    let wave = (0..<900).map { 150 + 120 * sin(Double($0) / 20) }
    let series = try MetricRecords.series(wave)
    let bands = RangeBands.consensus(in: .mgdL)
    let start = try #require(series.first?.time)
    let percent = try #require(HemoglobinA1c(percent: 7))
    let forecast = GlucoseForecast(
      origin: Reading(time: start, glucose: .mgdL(100)),
      points: [
        GlucoseForecast.Point(
          time: start + 300, glucose: .mgdL(100), lower: .mgdL(90), upper: .mgdL(110))
      ], nominalCoverage: 0.9, empiricalCoverage: 0.88,
      crossings: CrossingProbabilities(
        lows: [.mgdL(70)], below: [[0.25]], highs: [.mgdL(180)], above: [[0.25]]))
    return [
      NonFiniteCase(series) { _ = ($0.dayGrid(in: .gmt)?.mage(), $0.sensorCoverage()) },
      NonFiniteCase(forecast) { _ = $0.crosses(.below(.mgdL(70)), within: .seconds(1800)) },
      NonFiniteCase([ThresholdCrossing.below(.mgdL(70)), .above(.mgdL(180))]),
      NonFiniteCase(LocalDay(containing: start, in: .gmt)) { _ = $0.interval },
      NonFiniteCase(percent), NonFiniteCase(Percentage(70)),
      NonFiniteCase(bands), NonFiniteCase(ClockWindow.overnight),
    ]
  }

  /// A number that traps where it is used ends the process of the tests.
  @Test(arguments: cases) func isRefusedOrOfUse(_ stored: NonFiniteCase) throws {
    _ = try stored.outcomes()
  }

  @Test func everyNumberIsChanged() throws {
    let percentage = try NonFiniteCase(Percentage(70)).outcomes()
    #expect(percentage.refused == 3 && percentage.used == 0)
    // A count is no number of another kind, and the bounds are checked by nothing.
    let counts = try NonFiniteCase(["a": 1.5, "b": 2]).outcomes()
    #expect(counts.refused == 0 && counts.used == 6)
    let times = try NonFiniteCase([[Date.distantPast], []]).outcomes()
    #expect(times.used == 3)
  }

  @Test func everyDecodableTypeHasACase() throws {
    // Choices with a name or a number of their own.
    let choices: Set = ["RangeBand", "ThresholdSide", "GlucoseUnit"]
    let missing = try NonFiniteCase.missing(from: Self.cases, of: "GlucoseMath")
    #expect(missing.filter { !choices.contains($0) } == [])
  }
}
