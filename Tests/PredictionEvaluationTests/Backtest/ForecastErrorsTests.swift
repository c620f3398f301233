import GlucoseDiary
import GlucoseMath
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct ForecastErrorsTests {
  @Test func zonesAreThoseOfTheGrids() {
    var errors = ForecastErrors()
    #expect(errors.clarkePercentage(in: .a) == nil)
    // In zone A of both grids, and far from it.
    errors.add(PredictedGlucose(expected: .mgdL(110)), outcome: 100)
    errors.add(PredictedGlucose(expected: .mgdL(60)), outcome: 250)
    let pair = GlucosePair(reference: .mgdL(250), measured: .mgdL(60))
    #expect(
      errors.clarkePercentage(in: .a) == Percentage(50)
        && errors.parkesPercentage(in: .a) == Percentage(50))
    #expect(errors.clarkePercentage(in: ErrorGrid.clarke.zone(of: pair)) == Percentage(50))
    #expect(errors.parkesPercentage(in: ErrorGrid.parkesType1.zone(of: pair)) == Percentage(50))
    #expect(
      ErrorGridZone.allCases.reduce(.zero) { $0 + (errors.clarkePercentage(in: $1) ?? .zero) }
        == Percentage(100))
  }

  @Test func lowsAreCountedBelowSeventy() {
    var errors = ForecastErrors()
    #expect(errors.lowSensitivity == nil && errors.lowPrecision == nil)
    for (expected, outcome) in [(69.0, 60.0), (70, 69.9), (60, 70), (100, 100)] {
      errors.add(PredictedGlucose(expected: .mgdL(expected)), outcome: outcome)
    }
    #expect(errors.lowSensitivity == 0.5 && errors.lowPrecision == 0.5)
  }

  @Test func theLastValueLagsByItsLeadAndAPerfectForecastDoesNot() throws {
    /// A predictor with the future values of a sine.
    struct Seer: Predictor {
      let id = "seer"
      let shift: Double
      static func value(_ time: Double) -> Double {
        150 + 50 * MathFunctions.circle(time / 14_400).sine
      }
      func predictions(after history: Recording, at leads: [Duration]) -> [PredictedGlucose]? {
        history.series.times.last.map { now in
          leads.map {
            PredictedGlucose(expected: .mgdL(Self.value(now + ($0 / .seconds(1)) - shift)))
          }
        }
      }
    }
    let times = (0..<600).map { Synthetic.start + Double($0) * 300 }
    let series = try ValidatedReadings(times: times, values: times.map(Seer.value)).series
    let leads = (1...6).map { Duration.seconds($0 * 300) }
    func lag(_ predictor: any Predictor) throws -> Double {
      let test = Backtest(of: [series], at: leads) { _, _ in [predictor] }
      let errors = test.score(of: predictor.id, lead: .seconds(1800))
      return try #require(errors?.timeLag) / .seconds(60)
    }
    #expect(try lag(Baseline.lastValue) == 30)
    #expect(try lag(Seer(shift: 0)) == 0)
    #expect(try abs(lag(Seer(shift: 720)) - 12) < 0.3)
    // Leads that are not one step apart have no lag.
    let test = Backtest(of: [series], at: [.seconds(600), .seconds(1800)]) { _, _ in
      [Baseline.lastValue]
    }
    #expect(test.score(of: "last-value", lead: .seconds(1800))?.timeLag == nil)
  }

  @Test func errorsAreLaidOutByLevelAndSlope() throws {
    // A rise by 3 mg/dL per minute from 60 to 400, where the error of the last value is 15 in five
    // minutes.
    let series = try Synthetic.series((0..<40).map { min(60 + 15 * Double($0 % 20), 345) })
    let test = Backtest(
      of: [series], at: [.seconds(300)], testPercentage: Percentage(fraction: 0.5)
    ) {
      _, _ in [Baseline.lastValue]
    }
    let landscape = try #require(test.landscape(of: "last-value", lead: .seconds(300)))
    // At 180 the slope has been above 2 for a quarter of an hour.
    #expect(landscape.rootMeanSquare(levelBand: 4, slopeBand: 4) == 15)
    #expect(landscape.count(levelBand: 4, slopeBand: 4) == 5, "180, 195, 210, 225, 240")
    #expect(landscape.rootMeanSquare(levelBand: 5, slopeBand: 0) == nil)
    // There is no band with the number 180 or −1.
    for (level, slope) in [(180, 0), (-1, 0), (0, 5), (0, -1)] {
      #expect(landscape.count(levelBand: level, slopeBand: slope) == 0)
      #expect(landscape.rootMeanSquare(levelBand: level, slopeBand: slope) == nil)
    }
    #expect(test.landscape(of: "nobody", lead: .seconds(300)) == nil)
  }
}
