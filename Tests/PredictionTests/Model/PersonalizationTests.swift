import GlucoseDiary
import Foundation
import GlucoseMath
import PredictionEvaluation
import Testing

@testable import Prediction

struct PersonalizationTests {
  private static let options: FitOptions = {
    var options = FitOptions()
    (options.zone, options.usesPretrainedModel) = (.gmt, false)
    return options
  }()

  /// The result of a fit that all tests share.
  private static let fitted = Result {
    try Forecaster.fit(
      (0..<3).map { try Synthetic.autoregression(count: 1500, seed: 100 + $0) }, options)
  }

  private func population() throws -> Forecaster { try Self.fitted.get() }

  /// Returns a person whose glucose oscillates faster than the population's.
  private func stranger(_ count: Int) throws -> GlucoseSeries {
    var generator = SeededGenerator(seed: 110)
    return try Synthetic.series(
      (0..<count).map { (place: Int) -> Double in
        140 + 45 * sin(Double(place) * 0.16) + generator.normal()
      })
  }

  @Test func fitsDynamicsThatThePopulationLacks() throws {
    let model = try population()
    let series = try stranger(4000)
    let test = Backtest(of: [series], at: model.leads, every: 5) { _, past in
      [model, model.personalized(to: past)]
    }
    let lead = Duration.seconds(1800)
    let everyone = try #require(test.score(of: "model", lead: lead)?.rootMeanSquare)
    let own = try #require(test.score(of: "personal-model", lead: lead)?.rootMeanSquare)
    #expect(own < 0.5 * everyone)
  }

  @Test func staysCloseToThePopulationWithFewReadings() throws {
    let model = try population()
    let none = model.personalized(to: GlucoseSeries())
    #expect(none.weights == model.populationWeights)
    let short = model.personalized(to: try stranger(60))
    let long = model.personalized(to: try stranger(3000))
    func distance(_ other: Forecaster) -> Double {
      zip(other.weights, model.weights).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
        .squareRoot()
    }
    #expect(distance(short) < 0.25 * distance(long))
  }

  @Test func learningTwiceFromTheSameReadingsAddsNothing() throws {
    let series = try stranger(900)
    var model = try population().personalized(to: series)
    let before = model
    model.update(with: series)
    #expect(model == before)
  }

  /// A model that was updated and recalibrated with a reading of a wrong date, and stored, continues
  /// as one that never had that reading.
  @Test func aReadingInTheFutureDoesNotEndTheUpdates() throws {
    var options = Self.options
    options.detail = .daily
    let model = try Forecaster.fit(
      (0..<3).map { try Synthetic.autoregression(count: 1500, seed: 100 + $0) }, options)
    let series = try stranger(1200)
    let past = series[positions: 0..<900]
    let wrong = try GlucoseSeries(
      Array(past) + [
        Reading(
          time: Date(timeIntervalSinceReferenceDate: Synthetic.start + 50 * 365 * 86_400),
          glucose: .mgdL(120))
      ])
    var plain = model.personalized(to: series[positions: 0..<600])
    let rows = try #require(plain.person?.sums.rows)
    var misled = plain
    misled.recalibrate(with: wrong)
    misled.update(with: wrong)
    plain.recalibrate(with: past)
    plain.update(with: past)
    #expect(misled.calibratedUntil == plain.calibratedUntil)
    #expect(misled.person?.sums.rows == rows + 300 && plain.person?.sums.rows == rows + 300)
    misled = try JSONDecoder().decode(Forecaster.self, from: JSONEncoder().encode(misled))
    for count in [1000, 1200] {
      misled.recalibrate(with: series[positions: 0..<count])
      misled.update(with: series[positions: 0..<count])
      plain.recalibrate(with: series[positions: 0..<count])
      plain.update(with: series[positions: 0..<count])
    }
    #expect(misled.person?.sums.rows == rows + 600 && plain.person?.sums.rows == rows + 600)
    #expect(misled.calibratedUntil == plain.calibratedUntil)
    for (one, other) in zip(misled.weights, plain.weights) { #expect(abs(one - other) < 1e-9) }
    for outcome in 0..<plain.steps {
      #expect(abs(misled.spread(outcome: outcome) - plain.spread(outcome: outcome)) < 1e-9)
    }
  }

  /// Readings of less than an hour after a gap wait, and so do the rows before it.
  @Test func rowsBeforeAGapAreAddedAnHourAfterIt() throws {
    let series = try stranger(900).without(600..<620)
    let model = try population()
    var own = model.personalized(to: series[positions: 0..<600])
    let before = try #require(own.person)
    own.update(with: series[positions: 0..<611])
    own.recalibrate(with: series[positions: 0..<611])
    #expect(own.person?.sums.rows == before.sums.rows)
    #expect(own.person?.learnedUntil == before.learnedUntil)
    own.update(with: series[positions: 0..<620])
    // Of the ten rows whose last target was not known at the gap, the last has no target at all.
    #expect(own.person?.sums.rows == before.sums.rows + 9)
  }

  @Test func discardsAnotherPersonsState() throws {
    let model = try population()
    let other = model.personalized(to: try stranger(800))
    let series = try Synthetic.autoregression(count: 800, seed: 111)
    #expect(other.personalized(to: series) == model.personalized(to: series))
  }

  @Test func observingReadingByReadingEqualsLearningAtOnce() throws {
    let model = try population()
    let series = try stranger(900).without(500..<507)
    var live = model.personalized(to: GlucoseSeries())
    for end in 1...series.count { live.update(with: series[positions: max(0, end - 400)..<end]) }
    let once = model.personalized(to: series)
    #expect(live.person?.sums.rows == once.person?.sums.rows)
    for (one, other) in zip(live.weights, once.weights) { #expect(abs(one - other) < 1e-9) }
  }

  @Test func anUnsolvableRegressionIsReported() throws {
    let series = try stranger(900)
    var model = try population().personalized(to: series)
    let before = model.weights
    model.person?.sums.scale(by: .infinity)
    model.update(with: Recording(series: series))
    #expect(model.weights == before)
  }

  /// Of a whole recording the errors of the second half are judged, each of which keeps 1,999 of
  /// 2,000 parts of the earlier ones.
  @Test func theSecondHalfOfARecordingIsJudged() throws {
    let model = try population()
    let series = try stranger(1000)
    let half = try #require(model.personalized(to: series[positions: 0..<500]).person?.sums.rows)
    let person = try #require(model.personalized(to: series).person)
    #expect(half > 400 && person.sums.rows - half == 500)
    let kept = 1 - 1 / 2000.0
    let expected = (0..<500).reduce(0.0) { count, _ in kept * count + 1 }
    for count in person.ratioCounts { #expect(abs(count - expected) < 1e-6) }
  }

  /// Of the second half the rows with outcomes in its first half are judged with the weights of the
  /// half before, and later rows with those of three quarters.
  @Test func aPersonalModelIsSolvedAfterHalfAndThreeQuarters() throws {
    let model = try population()
    let series = try stranger(1000)
    let person = try #require(model.personalized(to: series).person)
    let times = series.times
    let stages = [500, 750].map { count in
      (
        weights: model.personalized(to: series[positions: 0..<count]).weights,
        start: times[count - 1] - model.targetDelay
      )
    }
    #expect(stages[0].weights != stages[1].weights)
    var expected = [Double](repeating: 0, count: model.steps)
    var origins = DesignRows.OriginRange(start: stages[0].start + 1, end: times.last ?? 0)
    model.rows.forEachBlock(of: PreparedSeries(series), in: &origins) { block in
      let sizes = model.range.sizes(in: ResidualModel.ScaleFeatures.block(of: block, model.map))
      let errors = stages.map { block.errors(of: $0.weights) }
      for row in 0..<block.rows {
        let stage = block.times[row] > stages[1].start ? 1 : 0
        block.forEachKnownTarget(in: row..<row + 1) { lead, place in
          let ratio = abs(errors[stage][place] / sizes[place])
          expected[lead] = (1 - 1 / 2000.0) * expected[lead] + ratio
        }
      }
    }
    for (sum, value) in zip(person.ratioSums, expected) { #expect(abs(sum / value - 1) < 1e-6) }
  }

  /// The intervals of a person whose errors are a hundred times the population's contain all
  /// outcomes.
  @Test func measuredCoverageIsThatOfThePersonsScale() throws {
    var model = try population()
    var own = model.personalized(to: GlucoseSeries())
    for outcome in 0..<model.steps {
      own.person?.ratioCounts[outcome] = 1e6
      own.person?.ratioSums[outcome] = 1e8 * model.range.meanRatios[outcome]
    }
    var (everyone, personal) = (
      EmpiricalCoverage(outcomes: model.steps), EmpiricalCoverage(outcomes: model.steps)
    )
    var origins = DesignRows.OriginRange()
    model.rows.forEachBlock(of: PreparedSeries(try stranger(60)), in: &origins) { block in
      model.record(block, in: &everyone)
      own.record(block, in: &personal)
    }
    for outcome in 0..<model.steps {
      #expect(everyone.hits[outcome][0] < everyone.counts[outcome])
      #expect(personal.hits[outcome].allSatisfy { $0 == personal.counts[outcome] })
    }
  }

  /// Errors that were judged by a recalibration are not judged again by the next update.
  @Test func eachErrorIsJudgedOnce() throws {
    let series = try stranger(900)
    var live = try population().personalized(to: series[positions: 0..<600])
    var daily = live
    for end in [640, 700, 811] { live.recalibrate(with: series[positions: 0..<end]) }
    live.update(with: series)
    daily.update(with: series)
    let (one, other) = (try #require(live.person), try #require(daily.person))
    for outcome in 0..<live.steps {
      #expect(abs(one.ratioCounts[outcome] - other.ratioCounts[outcome]) < 1e-9)
      #expect(abs(one.ratioSums[outcome] - other.ratioSums[outcome]) < 1e-9)
    }
  }

  /// The population has a thousand rows for features of the last hour and three thousand for those of
  /// the day, twice on the diagonal.
  @Test func thePopulationHasAPseudoCount() throws {
    var options = Self.options
    (options.detail, options.minimumDetail) = (.daily, .daily)
    let model = try Forecaster.fit([Synthetic.autoregression(count: 1500, seed: 100)], options)
    let (precision, gram) = (model.priorPrecision, model.meanGram)
    let (fast, slow) = (model.map.layout.changes.lowerBound, model.map.layout.windows.lowerBound)
    #expect(abs(precision[fast, fast] - 2000 * gram[fast, fast]) < 1e-6)
    #expect(abs(precision[slow, slow] - 6000 * gram[slow, slow]) < 1e-6)
    #expect(abs(precision[fast, slow] - 3e6.squareRoot() * gram[fast, slow]) < 1e-6)
  }

  /// Errors are those of forecasts that were made before their outcomes were added.
  @Test func aPersonsErrorsAreTakenBeforeTheyAreLearnedFrom() throws {
    let model = try population()
    let series = try stranger(900)
    var own = model.personalized(to: GlucoseSeries())
    var expected = [Double](repeating: 0, count: model.steps)
    var origins = DesignRows.OriginRange(end: series.times.last ?? 0)
    model.rows.forEachBlock(of: PreparedSeries(series), in: &origins) { block in
      block.forEachRatio(model.populationWeights, model.range, model.map) { lead, ratio in
        // The weight of errors decreases with age: a new one has e times the weight of one two
        // thousand rows before.
        expected[lead] = (1 - 1 / 2000.0) * expected[lead] + abs(ratio)
      }
    }
    own.update(with: series)
    let person = try #require(own.person)
    #expect(person.weights != model.populationWeights)
    for (sum, value) in zip(person.ratioSums, expected) { #expect(abs(sum - value) < 1e-9) }
  }
}
