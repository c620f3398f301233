import Foundation
import GlucoseDiary
import GlucoseMath
import PredictionEvaluation
import Testing

@testable import Prediction

struct CrossingModelTests {
  /// Four people whose glucose is below 70 and above 180 mg/dL every day.
  private static let people = Result {
    try (0..<4).map { try Synthetic.autoregression(count: 5000, seed: 310 + $0, noise: 4) }
  }

  /// A model of the recent readings, fitted to the people.
  private static let model = Result {
    var options = FitOptions()
    options.detail = .lags
    return try Forecaster.fit(people.get(), options)
  }

  @Test func probabilitiesAreCalibrated() throws {
    let people = try Self.people.get()
    let model = try Self.model.get()
    let test = Backtest(
      of: people, at: model.leads, alarmsOf: [.below(.mgdL(70)), .above(.mgdL(180))]
    ) { _, past in [model.personalized(to: past), Baseline.lastValue] }
    #expect(test.reliabilities.count == 2, "the last value has no probability")
    for calibration in test.reliabilities {
      var compared = 0
      for bin in calibration.counts.indices where calibration.counts[bin] >= 100 {
        let expected = try #require(calibration.expected(bin: bin))
        let observed = try #require(calibration.observed(bin: bin))
        // Outcomes of adjacent origins are correlated: about a sixth of the origins are
        // independent.
        let chance = (expected * (1 - expected) * 6 / Double(calibration.counts[bin])).squareRoot()
        #expect(abs(expected - observed) < 3 * chance + 0.03)
        compared += 1
      }
      #expect(compared >= 4)
    }
  }

  /// Quantiles at 0, 1 … 38: with p for the probability beyond the threshold, the least probability
  /// of a crossing is p from 0.75, 3·(p − 0.5) from 0.5, and 0 below.
  @Test func aStepBeyondAThresholdHasALeastProbabilityOfCrossing() {
    let quantiles = (0..<39).map { Double($0) }
    for away in stride(from: -10.0, through: 50, by: 0.25) {
      let below = ResidualModel.probability(below: away, quantiles.elementSpan)
      for side in CrossingModel.sides {
        let p = side == .below ? below : 1 - below
        let expected = p >= 0.75 ? p : p >= 0.5 ? 3 * (p - 0.5) : 0
        let least = Forecaster.leastCrossing(side, away, quantiles.elementSpan)
        #expect(abs(least - expected) < 1e-12)
      }
    }
    #expect(Forecaster.leastCrossing(.below, 19, quantiles.elementSpan) == 0)
    #expect(Forecaster.leastCrossing(.above, 18.5, quantiles.elementSpan) > 0)
  }

  /// The regression does not increase the probability of a path whose likeliest step has less than
  /// 0.002.
  @Test(arguments: [(0.001, 0.001), (0.0019, 0.0019), (0.0021, 0.9), (0.5, 0.9)])
  func theRegressionDoesNotIncreaseANegligibleProbability(step: Double, expected: Double) {
    typealias Regression = CrossingModel.LogisticRegression
    let weights =
      [Regression.logOdds(0.9)] + [Double](repeating: 0, count: CrossingModel.columns - 1)
    var path = CrossingModel.PathOdds(
      .below, 70, from: 120, (short: 0, middle: 0))
    path.follow((logOdds: Regression.logOdds(step), distance: 3), size: 10)
    let probability = CrossingModel.probability(weights.elementSpan, path)
    #expect(abs(probability - expected) < 1e-12)
  }

  /// From 75 mg/dL two rows fall below 70 at the first step, one of which has no second target, and
  /// one stays: counting the crossing but not its absence would overestimate the frequency.
  @Test func aRowCountsIfItsLastTargetIsKnown() {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .lags, lags: 12, usesTimeOfDay: false)
    var block = DesignBlock(columns: map.columns, outcomes: 2)
    for (change, known) in [(-10.0, 0b11), (-10, 0b01), (0, 0b11)] {
      block.writeRow { row, base in row[base] = 1 }
      block.targets[2 * block.rows] = change
      block.targets[2 * block.rows + 1] = known == 0b11 ? change : 0
      block.commit(level: 75, known: UInt64(known))
    }
    var sample = CalibrationSet(outcomes: 2)
    // The expected change is −5.
    sample.add(block, map, block.targets.map { $0 + 5 })
    let range = ResidualModel(meanSizes: [10, 10])
    sample.measure(by: range)
    var paths = sample.paths(.below)
    let first = sample.crossings(.below, through: 0, &paths, range).events
    let second = sample.crossings(.below, through: 1, &paths, range).events
    #expect(first.count { $0 } == 2 && second.count { $0 } == 1)
    #expect(2 * first.count == 3 * second.count)
  }

  @Test func aPathIsLikelierToCrossThanItsEnd() throws {
    let people = try Self.people.get()
    let model = try Self.model.get().personalized(to: people[0])
    let series = people[0]
    for index in stride(from: 3000, to: 3990, by: 45) {
      let forecast = try model.forecast(after: series, at: series[index].time)
      var last = 0.0
      for minutes in stride(from: 5, through: 30, by: 5) {
        let now = try #require(
          forecast.probability(ofCrossing: .below(.mgdL(70)), within: .seconds(minutes * 60)))
        #expect(now >= last && now <= 1)
        last = now
      }
      var row: [Double] = []
      for threshold in stride(from: 50.0, through: 100, by: 2.5) {
        row.append(
          try #require(
            forecast.probability(ofCrossing: .below(.mgdL(threshold)), within: .seconds(1800))))
      }
      #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 + 1e-12 })
      // The back-test and the forecast have the same probability, at the model's thresholds and
      // between them.
      let crossings: [ThresholdCrossing] = [
        .above(.mgdL(180)), .below(.mgdL(57)), .above(.mgdL(190)), .below(.mgdL(70)),
      ]
      let alarms = try #require(
        model.output(
          after: series[positions: 0..<index + 1], at: model.leads, alarmsOf: crossings)
      ).alarms
      for (crossing, alarm) in zip(crossings, alarms) {
        let given = try #require(
          forecast.probability(ofCrossing: crossing, within: .seconds(1800)))
        #expect(try abs(#require(alarm.probability) - given) < 0.02)
      }
      let outlook = alarms.last
      #expect(try #require(outlook).score <= last + 0.02)
    }
  }

  @Test(arguments: [0.5, 0.8, 0.95])
  func probabilitiesAgreeWithIntervalsAtAnyThreshold(coverage: Double) throws {
    let people = try Self.people.get()
    let model = try Self.model.get().personalized(to: people[0])
    let series = people[0]
    var checked = 0
    for index in stride(from: 3000, to: 3990, by: 9) {
      let forecast = try model.forecast(after: series, at: series[index].time, coverage: coverage)
      for point in forecast.points.indices {
        let within = Duration.seconds(300 * (point + 1))
        // Just beyond the bounds of the interval, between the model's thresholds.
        let crossings: [ThresholdCrossing] = [
          .below(.mgdL(forecast.points[point].upper.mgdL + 0.01)),
          .above(.mgdL(forecast.points[point].lower.mgdL - 0.01)),
        ]
        for crossing in crossings {
          guard let probability = forecast.probability(ofCrossing: crossing, within: within) else {
            continue
          }
          #expect(probability >= (1 + coverage) / 2 - 1e-12, "\(crossing)")
          checked += 1
        }
      }
    }
    #expect(checked > 50)
  }

  /// The probability of a crossing by a step is at least that by an earlier step, even where the
  /// regression of the later step has a smaller one.
  @Test func probabilitiesByLaterStepsIncludeEarlierOnes() throws {
    let series = try Self.people.get()[0]
    var options = FitOptions()
    options.detail = .lags
    let fitted = try Forecaster.fit([series], options)
    var work = try PartitionedFit(options)
    while work.point == nil, let task = work.task {
      try work.advance(with: task.part(of: [("0", Recording(series: series))]))
    }
    // Log odds of 3, 2, 1 …: a probability of 0.9526 by the first step.
    var range = fitted.range
    let weights = (0..<fitted.steps).map { step in
      [3 - Double(step)] + [Double](repeating: 0, count: CrossingModel.columns - 1)
    }
    range.crossings = CrossingModel([weights, weights])
    let model = Forecaster(try #require(work.point), range, options, recordCount: 1)
    let expected = 1 / (1 + exp(-3.0))
    var checked = 0
    for index in 3000..<3990 where (102...106).contains(series[index].glucose.mgdL) {
      let past = series[positions: 0..<index + 1]
      let alarm = try #require(
        model.output(after: past, at: model.leads, alarmsOf: [.below(.mgdL(100))])?.alarms.first)
      let forecast = try model.forecast(after: series, at: series[index].time)
      let (soon, given) = (
        try #require(
          forecast.probability(ofCrossing: .below(.mgdL(100)), within: .seconds(300))),
        try #require(
          forecast.probability(ofCrossing: .below(.mgdL(100)), within: .seconds(1800)))
      )
      // The regression doesn't increase negligible probabilities.
      guard soon >= expected - 1e-12 else { continue }
      #expect(try #require(alarm.probability) >= expected - 1e-12)
      #expect(alarm.score >= expected - 1e-12 && given >= expected - 1e-12)
      checked += 1
    }
    #expect(checked > 5)
  }

  @Test func mmolAndMgdLAreOneThreshold() throws {
    let series = try Self.people.get()[0]
    let forecast = try Forecaster.fit([series]).forecast(after: series, at: series[3999].time)
    let crossing = ThresholdCrossing.below(.mmolL(3.9))
    #expect(
      forecast.probability(ofCrossing: crossing, within: .seconds(1800))
        == forecast.probability(
          ofCrossing: .below(.mgdL(Glucose.mmolL(3.9).mgdL)), within: .seconds(1800)))
    #expect(forecast.probability(ofCrossing: .below(.mgdL(30)), within: .seconds(1800)) == nil)
    #expect(forecast.probability(ofCrossing: crossing, within: .seconds(60)) == nil)
  }
}
