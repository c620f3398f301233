// SPDX-License-Identifier: Apache-2.0

import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct LossTests {
  private static func options(_ loss: Loss) -> FitOptions {
    var options = FitOptions()
    options.zone = .gmt
    options.detail = .daily
    options.loss = loss
    return options
  }

  /// Returns a person with low variability, one in eight of whose readings, at random, is 60 mg/dL
  /// higher.
  private func jumper(_ count: Int, seed: UInt64, jump: Double = 60) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: seed)
    return try Synthetic.series(
      (0..<count).map { _ in
        120 + 3 * generator.normal()
          + (Double.random(in: 0..<1, using: &generator) < 0.125 ? jump : 0)
      })
  }

  /// With zero weights, the root mean square error of the first lead is 20 mg/dL, 35 percent of which
  /// are 7, and that of the second is too small for a bound.
  @Test func theBoundOfErrorsIsAFractionOfTheirRootMeanSquare() {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false)
    let none = [Double](repeating: 0, count: 2 * map.columns)
    let sums = NormalEquations(
      rows: 100, gram: SymmetricMatrix(size: map.columns), products: none, squares: [40_000, 0.01])
    let regression = FitPipeline.HuberRegression(sums, none, map, bounds: nil)
    #expect(abs(regression.bounds[0] - 7) < 1e-12 && regression.bounds[1] == 0.1)
  }

  /// The targets 0, 1, 1 and 4 of four of eight rows have the mean 1.5, and errors of −1.5, −0.5, −0.5
  /// and 2.5, of which half are within a bound of 1: the sum of the clipped errors, −1, doubled and
  /// divided by the four rows, moves the weight to the median, 1.
  @Test func aRoundIsThatOfTheRowsWithTheTarget() {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false)
    var block = DesignBlock(columns: map.columns, outcomes: 1)
    for target in [0.0, 1, 1, 4, nil, nil, nil, nil] as [Double?] {
      block.writeRow { row, base in row[base] = 1 }
      block.targets[block.rows] = target ?? 0
      block.commit(level: 100, known: target == nil ? 0 : 1)
    }
    var sums = NormalEquations(columns: map.columns, outcomes: 1)
    sums.add(block)
    let mean = [1.5] + [Double](repeating: 0, count: map.columns - 1)
    var regression = FitPipeline.HuberRegression(sums, mean, map, bounds: [1])
    regression.add(block)
    regression.solve(Hyperparameters(map: map, ridges: [1e-3], kernelRidges: []))
    #expect(abs(regression.weights[0] - 1) < 1e-6)
  }

  /// Returns the mean of the forecasts of the last step at the lower readings.
  private func expectation(_ model: Forecaster, _ series: GlucoseSeries) throws -> Double {
    var sum = 0.0
    var count = 0.0
    for index in 1500..<1700 where series[index].glucose.mgdL < 140 {
      let forecast = try model.forecast(after: series, at: series[index].time)
      sum += try #require(forecast.points.last).glucose.mgdL
      count += 1
    }
    return sum / count
  }

  @Test func squaresGiveTheMeanAndSizesTheMedian() throws {
    let people = try (0..<3).map { try jumper(2000, seed: 500 + $0) }
    let mean = try Forecaster.fit(people, Self.options(.squared))
    let median = try Forecaster.fit(people, Self.options(.huber))
    // The mean is an eighth of 60 above 120. An error beyond the bound, 0.35 of 19.8, is clipped to
    // 6.9, which seven lower readings balance at 1 above.
    #expect(abs(try expectation(mean, people[0]) - 127.5) < 1)
    #expect(abs(try expectation(median, people[0]) - 121) < 1)
  }

  /// Daily updates equal one update with this loss, too: the bounds of a day are
  /// around the corrections of the days before.
  @Test func thePersonalStageStartsFromTheMedian() throws {
    let people = try (0..<3).map { try jumper(2000, seed: 510 + $0) }
    let model = try Forecaster.fit(people, Self.options(.huber))
    let none = model.personalized(to: GlucoseSeries())
    #expect(none.weights == model.populationWeights)
    var daily = none
    for end in stride(from: 288, through: 2000, by: 214) {
      daily.update(with: people[1][positions: 0..<end])
    }
    var once = none
    once.update(with: people[1])
    for (one, other) in zip(daily.weights, once.weights) { #expect(abs(one - other) < 1e-6) }
  }

  @Test func intervalsAroundAMedianHaveTheirNominalCoverage() throws {
    let people = try (0..<3).map { try jumper(3000, seed: 520 + $0) }
    let model = try Forecaster.fit(people, Self.options(.huber))
    for lead in model.leads {
      let held = try #require(model.empiricalCoverage(of: 0.8, lead: lead))
      #expect(abs(held - 0.8) < 0.04)
    }
  }

  /// Without a heavy tail both losses have the same minimum.
  @Test func bothLossesAgreeWhereErrorsAreEven() throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 4000, seed: 530 + $0) }
    let models = try [Loss.squared, .huber].map {
      try Forecaster.fit(people, Self.options($0))
    }
    let series = people[1]
    for index in stride(from: 2900, to: 3900, by: 83) {
      let points = try models.map {
        try #require($0.forecast(after: series, at: series[index].time).points.last).glucose.mgdL
      }
      #expect(abs(points[0] - points[1]) < 1.5)
    }
  }

  @Test func aModelOfTheMedianSurvivesEncoding() throws {
    let people = try (0..<2).map { try jumper(1500, seed: 540 + $0) }
    let model = try Forecaster.fit(people, Self.options(.huber)).personalized(to: people[0])
    let decoded = try JSONDecoder().decode(Forecaster.self, from: try JSONEncoder().encode(model))
    #expect(decoded == model && decoded.options.loss == .huber)
    // Options without a loss are encoded as before there was one.
    let plain = try JSONEncoder().encode(Self.options(.squared))
    #expect(!String(decoding: plain, as: UTF8.self).contains("oss"))
    #expect(try JSONDecoder().decode(FitOptions.self, from: plain).loss == .squared)
  }

  @Test func itIsTheSameHoweverManyTasksShareIt() async throws {
    let people = try (0..<3).map { try jumper(1500, seed: 550 + $0) }
    let alone = try Forecaster.fit(people, Self.options(.huber))
    let shared = try await Forecaster.fit(
      people.map { Recording(series: $0) }, Self.options(.huber), tasks: 3
    ) { _ in }
    #expect(alone == shared)
  }

  /// The other weights are fitted as if there were no events, with this loss, too.
  @Test func eventsNobodyLogsChangeNothing() throws {
    let people = try (0..<2).map { person in
      let series = try jumper(1800, seed: 560 + UInt64(person))
      return Recording(
        series: series,
        events: stride(from: 20, to: 1800, by: 61).map { index in
          DiaryEvent(
            id: DiaryEvent.ID(rawValue: "\(index)"), at: series[index].time, in: .gmt,
            .meal(Meal(carbs: 40)))
        })
    }
    var options = Self.options(.huber)
    options.minimumDetail = .daily
    let blind = try Forecaster.fit(people, options)
    options.usesEvents = true
    let knowing = try Forecaster.fit(people, options)
    // Without jumps, whose effect depends on the errors too, which events change.
    let series = try Synthetic.autoregression(count: 1800, seed: 570)
    for index in stride(from: 1300, to: 1700, by: 97) {
      let ours = try knowing.forecast(after: series, at: series[index].time)
      let theirs = try blind.forecast(after: series, at: series[index].time)
      for (one, other) in zip(ours.points, theirs.points) {
        #expect(abs(one.glucose.mgdL - other.glucose.mgdL) < 1e-6)
      }
    }
  }
}
