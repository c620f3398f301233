import Foundation
import GlucoseMath
import GlucoseSimulation
import PredictionEvaluation
import Testing

@testable import Prediction

struct HorizonTests {
  private static let far = Result {
    var options = FitOptions()
    options.horizon = SensorCadence.longestHorizon
    options.detail = .interactions
    return try Forecaster.fit(
      (0..<3).map { try Synthetic.autoregression(count: 2500, seed: UInt64(40 + $0)) }, options)
  }

  @Test func aModelForecastsTwoHoursAhead() throws {
    let model = try Self.far.get()
    let series = try Synthetic.autoregression(count: 400, seed: 50)
    let forecast = try model.forecast(after: series, at: series[399].time)
    #expect(forecast.points.count == 24 && model.leads.last == .seconds(7200))
    #expect(forecast.points.last?.time == series[399].time.addingTimeInterval(7200))
    var before = 0.0
    for lead in model.leads {
      let odds = try #require(
        forecast.probability(ofCrossing: .above(.mgdL(160)), within: lead))
      #expect(odds >= before)
      before = odds
    }
    let share = try #require(model.empiricalCoverage(of: 0.9, lead: .seconds(7200)))
    #expect((0.8...0.98).contains(share))
  }

  @Test(arguments: [(0.0, 6), (140, 6), (160, 7), (440, 7), (460, 8), (840, 9), (900, 9)])
  func aPathReachesTheHorizonFromTheAsking(age: Double, count: Int) throws {
    let model = try #require(Self.far.get().limited(to: .seconds(1800)))
    let series = try Synthetic.autoregression(count: 400, seed: 51)
    let last = series[399].time
    let now = last.addingTimeInterval(age)
    let forecast = try model.forecast(after: series, at: now)
    #expect(forecast.origin.time == last && forecast.points.count == count)
    let end = try #require(forecast.points.last?.time)
    #expect(end.timeIntervalSince(now) >= 1800 - 150)
    // The part in common with the path of a new reading is the same.
    let atOnce = try model.forecast(after: series, at: last)
    #expect(Array(forecast.points.prefix(6)) == atOnce.points)
    for point in forecast.points.indices {
      let time = last.addingTimeInterval(300 * Double(point + 1))
      #expect(forecast.points[point].time == time)
    }
  }

  /// Paths of random levels, changes and scales, by a model of the population and by a personal
  /// one.
  @Test func crossingsAgreeWithIntervals() throws {
    let everyone = try Self.far.get()
    let person = try Synthetic.autoregression(count: 1500, seed: 52, noise: 6)
    var generator = SeededGenerator(seed: 53)
    var checked = 0
    for model in [everyone, everyone.personalized(to: person)] {
      for _ in 0..<400 {
        let level = Double.random(in: 45...320, using: &generator)
        let slope = Double.random(in: -6...6, using: &generator)
        let size = Double.random(in: 0.5...8, using: &generator)
        let expectation = Forecaster.Expectation(
          origin: Reading(
            time: Date(timeIntervalSinceReferenceDate: 0), glucose: .mgdL(level)),
          level: level, changes: (1...model.steps).map { slope * Double($0) },
          sizes: (1...model.steps).map { size * Double($0).squareRoot() },
          recentChange: CrossingModel.recentChange(
            [Double](repeating: 0, count: model.map.columns), from: 0, model.map))
        let crossings = try #require(model.crossings(expectation, count: 24))
        for coverage in [0.5, 0.8, 0.95] {
          for step in 0..<24 {
            let bounds = model.bounds(
              level: level, change: expectation.changes[step], size: expectation.sizes[step],
              outcome: step, coverage: coverage)
            let mass = (1 + coverage) / 2 - 1e-9
            for low in [54.0, 70, 100] where bounds.upper < low {
              let odds = try #require(
                crossings.probability(of: .below(.mgdL(low)), byPoint: step))
              #expect(odds >= mass)
              checked += 1
            }
            for high in [140.0, 180, 250] where bounds.lower > high {
              let odds = try #require(
                crossings.probability(of: .above(.mgdL(high)), byPoint: step))
              #expect(odds >= mass)
              checked += 1
            }
          }
        }
      }
    }
    #expect(checked > 2000)
  }

  @Test func choicesAtAnEndOfTheGridAreReported() throws {
    var options = FitOptions()
    options.detail = .lags
    options.ridgeCandidates = [1e-6, 1e3]
    let model = try Forecaster.fit(
      [Synthetic.autoregression(count: 1500, seed: 54)], options)
    let ends = model.hyperparametersAtLimits
    #expect(ends.count == 6 && ends.allSatisfy { $0.hyperparameter == .ridge && $0.isMinimum })
    #expect(ends.map(\.lead) == model.leads && ends.allSatisfy { $0.value == 1e-6 })
    // The changes of a random walk cannot be forecast.
    var generator = SeededGenerator(seed: 55)
    var value = 150.0
    let walk = try Synthetic.series(
      (0..<1500).map { _ in
        value = min(max(value + 2 * generator.normal(), 60), 240)
        return value
      })
    let greatest = try Forecaster.fit([walk], options).hyperparametersAtLimits
    #expect(greatest.contains { !$0.isMinimum && $0.value == 1e3 })
    options.ridgeCandidates = [1e-6]
    let within = try Forecaster.fit(
      [Synthetic.autoregression(count: 1500, seed: 54)], options)
    #expect(within.hyperparametersAtLimits.isEmpty)
  }

  @Test(arguments: SensorKind.allCases)
  func choicesOfThePretrainedModelsAreThoseOfTheirTraining(_ kind: SensorKind) throws {
    let model = try Forecaster.pretrained(for: kind)
    #expect(model.options.ridgeCandidates == [1e-4, 1e-3, 1e-2])
    #expect(Set(model.ridges).isSubset(of: model.options.ridgeCandidates))
    #expect(Set(model.kernelRidges).isSubset(of: model.options.kernelRidgeCandidates))
    let ends = model.hyperparametersAtLimits.filter { $0.hyperparameter == .ridge }
    #expect(ends.map(\.lead) == zip(model.leads, model.ridges).filter { $1 != 1e-3 }.map(\.0))
    #expect(ends.allSatisfy { $0.isMinimum == ($0.value == 1e-4) })
    // A personal model has the penalties of its population's model.
    let series = try Synthetic.series(
      (0..<200).map { 120 + 20 * sin(Double($0) / 9) }, step: kind.cadence.seconds)
    #expect(
      model.personalized(to: series).hyperparametersAtLimits == model.hyperparametersAtLimits)
  }
}
