import Foundation
import GlucoseMath
import Testing

@Suite struct CrossingProbabilitiesTests {
  private let crossings = CrossingProbabilities(
    lows: [.mgdL(54), .mgdL(70)], below: [[0.1, 0.2], [0.2, 0.5]],
    highs: [.mgdL(180), .mgdL(250)], above: [[0.4, 0.1], [0.3, 0.1]])

  @Test func probabilitiesAtKnownThresholdsAreThoseGiven() {
    #expect(crossings.pointCount == 2)
    #expect(crossings.probability(of: .below(.mgdL(70)), byPoint: 0) == 0.2)
    #expect(crossings.probability(of: .below(.mgdL(54)), byPoint: 1) == 0.2)
    #expect(crossings.probability(of: .above(.mgdL(250)), byPoint: 1) == 0.1)
  }

  @Test func betweenThresholdsLogOddsGoStraight() throws {
    // Half-way between odds of 1 to 4 and of 1 to 1 lie odds of 1 to 2.
    let middle = try #require(crossings.probability(of: .below(.mgdL(62)), byPoint: 1))
    #expect(abs(middle - 1 / 3.0) < 1e-12)
  }

  @Test func outsideOfThemNothingIsKnown() {
    #expect(crossings.probability(of: .below(.mgdL(53.9)), byPoint: 0) == nil)
    #expect(crossings.probability(of: .below(.mgdL(70.1)), byPoint: 0) == nil)
    #expect(crossings.probability(of: .above(.mgdL(179)), byPoint: 0) == nil)
  }

  @Test func probabilitiesNeverFallWithTimeOrNearness() {
    // What was 0.4 by the first point is no less by the second.
    #expect(crossings.probability(of: .above(.mgdL(180)), byPoint: 1) == 0.4)
    let odd = CrossingProbabilities(
      lows: [.mgdL(54), .mgdL(70)], below: [[0.3, 0.2]], highs: [.mgdL(180), .mgdL(250)],
      above: [[0.1, 0.4]])
    #expect(odd.probability(of: .below(.mgdL(70)), byPoint: 0) == 0.3)
    #expect(odd.probability(of: .above(.mgdL(180)), byPoint: 0) == 0.4)
  }

  @Test func aForecastHasProbabilities() throws {
    let start = Date(timeIntervalSinceReferenceDate: 0)
    let points = [300.0, 600].map {
      GlucoseForecast.Point(
        time: start.addingTimeInterval($0), glucose: .mgdL(80), lower: .mgdL(60), upper: .mgdL(100))
    }
    let forecast = GlucoseForecast(
      origin: Reading(time: start, glucose: .mgdL(90)), points: points, nominalCoverage: 0.9,
      crossings: crossings)
    func measured(_ seconds: Int) -> Double? {
      forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(seconds))
    }
    #expect([299, 300, 599, 600, 601, 9000].map(measured) == [nil, 0.2, 0.2, 0.5, nil, nil])
    #expect(forecast.horizon == .seconds(600))
    let data = try JSONEncoder().encode(forecast)
    #expect(try JSONDecoder().decode(GlucoseForecast.self, from: data) == forecast)
    let silent = GlucoseForecast(origin: forecast.origin, points: points, nominalCoverage: 0.9)
    #expect(silent.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(600)) == nil)
  }

  /// A forecast from 90 mg/dL whose intervals end at these concentrations, five minutes apart.
  private func forecast(
    _ intervals: [(Double, Double)], from start: Date = Date(timeIntervalSinceReferenceDate: 0)
  ) -> GlucoseForecast {
    let points = intervals.enumerated().map { index, interval in
      GlucoseForecast.Point(
        time: start.addingTimeInterval(300 * Double(index + 1)),
        glucose: .mgdL((interval.0 + interval.1) / 2), lower: .mgdL(interval.0),
        upper: .mgdL(interval.1))
    }
    let row = intervals.map { _ in [0.001, 0.002] }
    return GlucoseForecast(
      origin: Reading(time: start, glucose: .mgdL(90)), points: points, nominalCoverage: 0.8,
      crossings: CrossingProbabilities(
        lows: [.mgdL(60), .mgdL(80)], below: row, highs: [.mgdL(180), .mgdL(250)], above: row))
  }

  @Test func anIntervalBeyondAThresholdBetweenThoseKnownCounts() throws {
    let forecast = forecast([(70, 90), (62, 74), (64, 79)])
    func below(_ threshold: Double, _ seconds: Int) throws -> Double {
      try #require(
        forecast.probability(ofCrossing: .below(.mgdL(threshold)), within: .seconds(seconds)))
    }
    // An interval of 80 percent below 75 leaves ten percent above it, by its point and ever after.
    #expect(try below(75, 300) < 0.01 && below(75, 600) == 0.9 && below(75, 900) == 0.9)
    // Its upper end is not below itself.
    #expect(try below(74, 600) < 0.01)
    let high = self.forecast([(200, 220)])
    func above(_ threshold: Double) -> Double? {
      high.probability(ofCrossing: .above(.mgdL(threshold)), within: .seconds(300))
    }
    #expect(above(190) == 0.9 && above(200).map { $0 < 0.01 } == true)
    #expect(above(300) == nil && above(170) == nil)
  }

  @Test(arguments: [0.0, 0.1, 0.3, 1.0 / 3, 0.7])
  func aDurationMayBeAnAgeAndATime(fraction: Double) throws {
    let start = Date(timeIntervalSinceReferenceDate: 785_000_000 + fraction)
    let forecast = forecast([(70, 90), (62, 74)], from: start)
    // The second point is the horizon of whoever asks at `now`, however old the origin is.
    for age in stride(from: 0.0, to: 600, by: 20) {
      let now = start.addingTimeInterval(age)
      let horizon = Duration.seconds(forecast.points[1].time.timeIntervalSince(now))
      let within = horizon + .seconds(now.timeIntervalSince(forecast.origin.time))
      #expect(forecast.probability(ofCrossing: .below(.mgdL(75)), within: within) == 0.9)
      let sooner = forecast.probability(
        ofCrossing: .below(.mgdL(75)), within: within - .milliseconds(2))
      #expect(try #require(sooner) < 0.01)
    }
  }

  @Test func whatIsBeyondAThresholdIsNotOnIt() {
    #expect(!ThresholdCrossing.below(.mgdL(70)).isBeyond(.mgdL(70)))
    #expect(ThresholdCrossing.below(.mgdL(70)).isBeyond(.mgdL(69.9)))
    #expect(!ThresholdCrossing.above(.mgdL(180)).isBeyond(.mgdL(180)))
    #expect(ThresholdCrossing.above(.mmolL(10)).isBeyond(.mgdL(181)))
    #expect(ThresholdCrossing.above(.mmolL(10)).threshold == .mmolL(10))
  }

  @Test func aStoredCrossingHasASideAndAThreshold() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let decoder = JSONDecoder()
    for (crossing, form) in [
      (ThresholdCrossing.below(.mgdL(70)), #"{"side":"below","threshold":70}"#),
      (.above(.mgdL(180)), #"{"side":"above","threshold":180}"#),
    ] {
      #expect(String(decoding: try encoder.encode(crossing), as: UTF8.self) == form)
      #expect(try decoder.decode(ThresholdCrossing.self, from: Data(form.utf8)) == crossing)
    }
  }

  @Test(arguments: [
    #"{"side":"beside","threshold":70}"#, #"{"side":"below"}"#, #"{"threshold":70}"#, "{}",
    #"{"below":{"_0":70}}"#,
    #"{"side":null,"threshold":70}"#, #"{"side":"below","threshold":"70"}"#, "70",
  ])
  func anotherFormOfACrossingIsRefused(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ThresholdCrossing.self, from: Data(json.utf8))
    }
  }

  @Test func storedProbabilitiesAreChecked() throws {
    let good = try #require(String(data: try JSONEncoder().encode(crossings), encoding: .utf8))
    let bad = good.replacingOccurrences(of: "0.5", with: "1.5")
    #expect(bad != good)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CrossingProbabilities.self, from: Data(bad.utf8))
    }
  }
}
