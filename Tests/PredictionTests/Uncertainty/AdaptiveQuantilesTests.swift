import Foundation
import GlucoseMath
import Testing

@testable import Prediction

struct QuantileTracksTests {
  /// Returns a model whose scaled residuals are standard normal.
  private func normal() throws -> ResidualModel {
    var range = ResidualModel(meanSizes: [1])
    var generator = SeededGenerator(seed: 320)
    range.calibrate((0..<20_000).map { _ in generator.normal() }, outcome: 0)
    return range
  }

  /// Whatever the errors become, each interval reaches its coverage.
  @Test(arguments: [(0.0, 1.0), (0, 2.5), (0, 0.4), (1.5, 1), (-1, 2)])
  func everyCoverageIsReachedWhateverErrorsBecome(shift: Double, scale: Double) throws {
    var tracks = AdaptiveQuantiles(try normal())
    var generator = SeededGenerator(seed: 321)
    var hits = [0.5: 0, 0.8: 0, 0.9: 0, 0.95: 0]
    let count = 20_000
    for step in 0..<2 * count {
      let ratio = shift + scale * generator.normal()
      if step >= count {
        let quantiles = tracks.quantiles(of: 0)
        for coverage in hits.keys {
          let low = ResidualModel.quantile((1 - coverage) / 2, of: quantiles)
          let high = ResidualModel.quantile((1 + coverage) / 2, of: quantiles)
          if low <= ratio && ratio <= high { hits[coverage, default: 0] += 1 }
        }
      }
      tracks.follow(ratio, outcome: 0)
    }
    for (coverage, hits) in hits {
      #expect(abs(Double(hits) / Double(count) - coverage) < 0.012)
    }
  }

  @Test func quantilesStayInOrderAndFinite() throws {
    var tracks = AdaptiveQuantiles(try normal())
    var generator = SeededGenerator(seed: 322)
    for _ in 0..<2000 { tracks.follow(50 * generator.normal(), outcome: 0) }
    let before = tracks
    tracks.follow(.nan, outcome: 0)
    tracks.follow(.infinity, outcome: 0)
    #expect(tracks == before)
    #expect(tracks.fits(outcomes: 1) && !tracks.fits(outcomes: 2))
    #expect(tracks.quantiles(of: 0).allSatisfy { $0.isFinite })
  }

  @Test func rangesAdaptReadingByReadingAsInTheWholeRecord() throws {
    let people = try (0..<3).map { try Synthetic.autoregression(count: 2000, seed: 330 + $0) }
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit(people, options)
    // Errors become three times as large at reading 1,000.
    let calm = try Synthetic.autoregression(count: 1000, seed: 335)
    let wild = try Synthetic.autoregression(
      count: 1500, seed: 336, noise: 6, from: Synthetic.start + 1000 * 300)
    let series = try GlucoseSeries(Array(calm) + Array(wild))
    var own = model.personalized(to: calm)
    func width(_ model: Forecaster) throws -> Double {
      let point = try #require(
        try model.forecast(after: series, at: series[2499].time).points.last)
      return point.upper.mgdL - point.lower.mgdL
    }
    let before = own
    for count in stride(from: 1001, through: 2500, by: 1) {
      own.recalibrate(with: series[positions: max(0, count - 310)..<count])
    }
    #expect(try width(own) > 1.5 * width(before))
    #expect(own.weights == before.weights, "weights wait for learning")
    // One recalibration with the whole record gives the intervals of 1,500 recalibrations.
    var once = before
    once.recalibrate(with: series)
    #expect(try abs(width(once) - width(own)) < 1e-6)
    // An update doesn't count the outcomes of earlier recalibrations again.
    var learned = own
    learned.update(with: series)
    #expect(learned.person?.tracks == own.person?.tracks)
    var everyone = model
    everyone.recalibrate(with: series)
    #expect(everyone == model)
  }

  /// Quantiles at 40·p − 20, all a step of one apart, and a mean |ratio| of 390 / 39 = 10: each
  /// moves by 0.007 · 10 times its probability, minus one if the error is at or below it.
  @Test func oneErrorMovesEachQuantileByItsStep() throws {
    var range = try normal()
    range.calibrate((1...39).map { Double($0) - 20 }, outcome: 0)
    var quantiles = AdaptiveQuantiles(range)
    quantiles.follow(3.5, outcome: 0)
    let step = 0.007 * 380 / 39
    for (position, probability) in ResidualModel.probabilities.enumerated() {
      let before = 40 * probability - 20
      let expected = before + step * (probability - (3.5 <= before ? 1 : 0))
      #expect(abs(quantiles.quantiles[position] - expected) < 1e-12)
    }
  }

  /// Each of 2,500 readings is judged once, whether they come at once or in parts: the number of
  /// judgments, of which each keeps 1,999 of 2,000 parts of the earlier ones, tells how many there
  /// were.
  @Test(arguments: [2500, 100, 1])
  func recalibrationJudgesEachReadingOnce(atOnce: Int) throws {
    let series = try Synthetic.autoregression(count: 3000, seed: 340)
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit([series], options)
      .personalized(to: series[positions: 0..<500])
    var own = model
    for count in stride(from: 500 + atOnce, through: 3000, by: atOnce) {
      own.recalibrate(with: series[positions: 0..<count])
    }
    let kept = 1 - 1 / 2000.0
    let (before, after) = (try #require(model.person), try #require(own.person))
    for (old, new) in zip(before.ratioCounts, after.ratioCounts) {
      let expected = (0..<2500).reduce(old) { count, _ in kept * count + 1 }
      #expect(abs(new - expected) < 1e-6)
    }
  }

  /// Quantiles at x·|x| for x from −19 to 19 are 2·|x| apart, 1 at the middle and 37 at both ends:
  /// steps grow with the square root of these distances.
  @Test func stepsGrowTowardsTheTails() throws {
    var range = try normal()
    range.calibrate((1...39).map { Double(($0 - 20) * abs($0 - 20)) }, outcome: 0)
    var quantiles = AdaptiveQuantiles(range)
    quantiles.follow(2.5, outcome: 0)
    let meanRatio = 2 * 2470 / 39.0
    for (position, probability) in ResidualModel.probabilities.enumerated() {
      let x = position - 19
      let gap = x == 0 ? 1 : abs(x) == 19 ? 37 : Double(2 * abs(x))
      let step = 0.007 * meanRatio * gap.squareRoot()
      let expected = Double(x * abs(x)) + step * (probability - (x >= 2 ? 1 : 0))
      #expect(abs(quantiles.quantiles[position] - expected) < 1e-12)
    }
  }

  /// Quantiles from −19 to −2 and from 2 to 19, and three of zero: the distance at the middle is
  /// that of a fortieth of the mean distance, one, so that the others' steps are √40 and √60 times
  /// its step, and not without limit.
  @Test func equalErrorsInTheMiddleDoNotMakeTheTailsJump() throws {
    var range = try normal()
    let values = (-19 ... -2).map(Double.init) + [0, 0, 0] + (2...19).map(Double.init)
    range.calibrate(values, outcome: 0)
    var quantiles = AdaptiveQuantiles(range)
    quantiles.follow(100, outcome: 0)
    let meanRatio = 378 / 39.0
    let moved = ResidualModel.probabilities.enumerated().map { position, probability in
      let factor = position == 19 ? 1.0 : abs(position - 19) == 2 ? 60 : 40
      return values[position] + 0.007 * meanRatio * factor.squareRoot() * probability
    }
    // The one before the middle moves beyond it.
    #expect(moved[18] > moved[19])
    for (one, other) in zip(quantiles.quantiles(of: 0), moved.sorted()) {
      #expect(abs(one - other) < 1e-12)
    }
  }

  /// Quantiles of errors that are all equal move, too, all by the same step.
  @Test func quantilesOfEqualErrorsMove() throws {
    var range = try normal()
    range.calibrate(Array(repeating: 5, count: 39), outcome: 0)
    var quantiles = AdaptiveQuantiles(range)
    quantiles.follow(6, outcome: 0)
    for (position, probability) in ResidualModel.probabilities.enumerated() {
      #expect(abs(quantiles.quantiles[position] - 5 - 0.035 * probability) < 1e-12)
    }
  }

  /// A row's targets are known one row after the other: when the next row after its last target is
  /// forecast, only the first row is judged.
  @Test func outcomesRecalibrateWhenTheyAreKnown() throws {
    var options = FitOptions()
    options.detail = .lags
    let model = try Forecaster.fit([try Synthetic.autoregression(count: 1500, seed: 350)], options)
    let before = model.personalized(to: GlucoseSeries())
    for rows in [model.steps, model.steps + 1] {
      var block = DesignBlock(columns: model.map.columns, outcomes: model.steps)
      for row in 0..<rows {
        block.writeRow { features, base in features[base] = 1 }
        for outcome in 0..<model.steps {
          block.targets[row * model.steps + outcome] = 30 + Double(row)
        }
        block.commit(level: 100, known: (1 << UInt64(model.steps)) - 1)
      }
      var coverage = EmpiricalCoverage(outcomes: model.steps)
      var own = before
      own.record(block, in: &coverage)
      #expect(coverage.counts == Array(repeating: rows, count: model.steps))
      guard rows > model.steps else {
        #expect(own == before, "no outcome is known yet")
        continue
      }
      let person = try #require(own.person)
      #expect(person.ratioCounts == Array(repeating: 1, count: model.steps))
      let sizes = model.range.sizes(in: ResidualModel.ScaleFeatures.block(of: block, model.map))
      let errors = block.errors(of: model.populationWeights)
      for outcome in 0..<model.steps {
        #expect(abs(person.ratioSums[outcome] - abs(errors[outcome] / sizes[outcome])) < 1e-12)
      }
    }
  }

  /// Each judgment keeps 1,999 of 2,000 parts of the earlier ones, and 300 usual ones are added.
  @Test func theScaleOfAPersonForgetsSlowly() throws {
    var state = PersonalState(
      weights: [0], columns: 1, outcomes: 1, ResidualModel(meanSizes: [1]))
    for ratio in [2.0, -4, 6] { state.judge(outcome: 0, ratio: ratio, expected: 2) }
    let kept = 1 - 1 / 2000.0
    let sum = (2 * kept + 4) * kept + 6
    let count = (kept + 1) * kept + 1
    #expect(
      abs(state.spread(outcome: 0, expected: 2) - (sum / 2 + 300) / (count + 300)) < 1e-12)
  }
}
