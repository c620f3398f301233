import GlucoseDiary
import Foundation
import GlucoseMath
import PredictionEvaluation
import PredictionTestSupport
import Testing

@testable import Prediction

struct EventsTests {
  private static let options: FitOptions = {
    var options = FitOptions()
    options.zone = .gmt
    options.usesEvents = true
    options.minimumDetail = .daily
    options.detail = .daily
    return options
  }()

  /// Returns a person whose glucose varies randomly and rises after meals, none of which is
  /// predictable.
  private func eater(_ count: Int, seed: UInt64) throws -> Recording {
    var generator = SeededGenerator(seed: seed)
    var events: [DiaryEvent] = []
    var rise = [Double](repeating: 0, count: count + 200)
    var next = 40
    while next < count {
      let carbs = Double.random(in: 20...80, using: &generator)
      events.append(
        DiaryEvent(
          id: DiaryEvent.ID(rawValue: "\(next)"),
          at: Date(timeIntervalSinceReferenceDate: Synthetic.start + Double(next) * 300), in: .gmt,
          .meal(Meal(carbs: carbs))))
      for step in 0..<36 {
        let age = Double(step) * 300 / 1800
        rise[next + step] += carbs * 0.25 * age * exp(-age)
      }
      next += Int.random(in: 40...90, using: &generator)
    }
    var value = 0.0
    let values = (0..<count).map { index in
      value = 0.97 * value + rise[index] + 2 * generator.normal()
      return min(max(120 + value, 45), 395)
    }
    return Recording(series: try Synthetic.series(values), events: events)
  }

  private func people() throws -> [Recording] {
    try (0..<3).map { try eater(2500, seed: 300 + $0) }
  }

  @Test func mealsThatAreLoggedAreForeseen() throws {
    let people = try people()
    let model = try Forecaster.fit(people, Self.options)
    var without = Self.options
    without.usesEvents = false
    let blind = try Forecaster.fit(people, without)
    #expect(model.usesEvents && !blind.usesEvents)
    let test = Backtest(ofRecordings: people, at: [.seconds(1800)], every: 3) { _, past in
      [model.personalized(to: past).identified(as: "logging"), blind]
    }
    let lead = Duration.seconds(1800)
    let seeing = try #require(test.score(of: "logging", lead: lead)?.rootMeanSquare)
    let unseeing = try #require(test.score(of: "model", lead: lead)?.rootMeanSquare)
    #expect(seeing < 0.8 * unseeing)
  }

  /// The other weights are fitted without events, so that events have no effect on a person without
  /// any.
  @Test func whoLogsNothingGetsTheForecastOfAModelWithoutEvents() throws {
    let people = try people()
    let model = try Forecaster.fit(people, Self.options)
    var without = Self.options
    without.usesEvents = false
    let blind = try Forecaster.fit(people, without)
    let series = people[0].series
    let past = series[positions: 0..<1800]
    for index in stride(from: 1800, to: 2400, by: 97) {
      let now = series[index].time
      for (one, other) in [
        (model, blind), (model.personalized(to: past), blind.personalized(to: past)),
      ] {
        let ours = try one.forecast(after: series, at: now)
        let theirs = try other.forecast(after: series, at: now)
        for (point, expected) in zip(ours.points, theirs.points) {
          #expect(abs(point.glucose.mgdL - expected.glucose.mgdL) < 1e-6)
        }
      }
    }
  }

  @Test func laterEventsHaveNoEffect() throws {
    let people = try people()
    let model = try Forecaster.fit(people, Self.options)
    let series = people[1].series
    func forecast(_ events: [DiaryEvent]) throws -> GlucoseForecast {
      try model.forecast(after: Recording(series: series, events: events), at: now)
    }
    let now = series[2000].time
    let before = people[1].events.filter { $0.time <= now }
    let expected = try forecast(before)
    var generator = SeededGenerator(seed: 310)
    let later = (0..<50).map { number in
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "later \(number)"),
        at: now.addingTimeInterval(.random(in: 1...20_000, using: &generator)), in: .gmt,
        number % 2 == 0
          ? .meal(Meal(carbs: 90)) : .insulin(InsulinDose(units: 12, action: .rapidActing)))
    }
    #expect(try forecast(before + later) == expected)
    // Exercise in progress counts for its elapsed part: nothing, if it begins now.
    let run = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "run"), at: now, in: .gmt,
      .exercise(Exercise(duration: .seconds(3600))))
    #expect(try forecast(before + [run]) == expected)
    // Exercise an hour ago counts.
    let meal = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "meal"), at: now.addingTimeInterval(-900), in: .gmt,
      .meal(Meal(carbs: 90)))
    #expect(try forecast(before + [meal]) != expected)
  }

  /// Returns the features at a level of 180 mg/dL without a slope.
  private func row(_ features: EventFeatures, at time: Double) -> [Double] {
    var history = [Double](repeating: 130, count: 7)
    let flat = TrendFeatures(history.mutableElementSpan, level: 180, .fiveMinutes, 6)
    var row = [Double](repeating: .nan, count: EventFeatures.count)
    var room = row.mutableElementSpan
    features.write(at: time, flat, to: &room, from: 0)
    return row
  }

  @Test func compartmentsContainTheAmountsOfTheFormula() {
    let start = Synthetic.start
    func event(_ id: String, _ kind: DiaryEvent.Content, at time: Double) -> DiaryEvent {
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: id), at: Date(timeIntervalSinceReferenceDate: time), in: .gmt,
        kind)
    }
    // 50 g half an hour ago: of the curve of 15 minutes, e^−2 is in the first and 2 e^−2 in the
    // second compartment.
    let features = EventFeatures([
      event("a", .meal(Meal(carbs: 50)), at: start - 1800),
      event("b", .insulin(InsulinDose(units: 20, action: .longActing)), at: start - 600),
      event("c", .meal(Meal(carbs: .nan)), at: start - 60),
    ])
    let row = row(features, at: start)
    // At level one the products with the level are the amounts, and those with the slope zero.
    let held = Array(row[..<(2 * EventFeatures.curves)])
    #expect(Array(row[(2 * EventFeatures.curves)..<(4 * EventFeatures.curves)]) == held)
    #expect(row[(4 * EventFeatures.curves)...].allSatisfy { $0 == 0 })
    #expect(abs(row[0] - exp(-2.0)) < 1e-12 && abs(row[1] - 2 * exp(-2.0)) < 1e-12)
    #expect(abs(row[2] - exp(-1.0)) < 1e-12 && abs(row[3] - exp(-1.0)) < 1e-12)
    // Long-acting insulin and amounts that are not numbers are ignored.
    #expect(held[6...].allSatisfy { $0 == 0 })
  }

  @Test func statisticsWithEventsSurviveEncodingAndDoNotAddToOthers() throws {
    var options = Self.options
    options.detail = .daily
    var here = FitStatistics(cadence: .fiveMinutes, options)
    try here.add(people())
    #expect(
      try JSONDecoder().decode(FitStatistics.self, from: JSONEncoder().encode(here)) == here)
    var without = FitStatistics(cadence: .fiveMinutes)
    #expect(throws: FitError(.differentModels)) { try without.add(here) }
  }

  @Test func thePenaltiesOfEventsAreReportedAndStored() throws {
    var options = Self.options
    options.eventRidgeCandidates = [1e-5, 1e9]
    let model = try Forecaster.fit(people(), options)
    // At half an hour meals reduce the error, and hardly any penalty is best.
    #expect(model.eventRidges.count == model.steps && model.eventRidges[5] == 1e-5)
    let limits = model.hyperparametersAtLimits.filter { $0.hyperparameter == .eventRidge }
    let selected = zip(model.leads, model.eventRidges).filter { $1 != nil }.map(\.0)
    #expect(limits.map(\.lead) == selected && limits.contains { $0.isMinimum })
    let data = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(Forecaster.self, from: data) == model)
    #expect(try Forecaster(bytes: model.bytes) == model)
    guard case .record(var fields) = try StoredContent(of: model) else {
      Issue.record("A model is a record.")
      return
    }
    let stored = try #require(fields["eventRidges"]).decoded(as: [Double].self)
    #expect(stored == model.eventRidges.map { $0 ?? 0 })
    for wrong in [nil, StoredContent.list([.number(1e-5)])] {
      fields["eventRidges"] = wrong
      let changed = StoredContent.record(fields)
      #expect(throws: DecodingError.self) { try changed.decoded(as: Forecaster.self) }
    }
  }

  /// Meals that were absorbed long before the first reading reduce no error.
  @Test func eventsThatExplainNothingHaveNoPenalty() throws {
    let meal = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "early"),
      at: Date(timeIntervalSinceReferenceDate: Synthetic.start - 864_000), in: .gmt,
      .meal(Meal(carbs: 60)))
    let people = try (0..<3).map {
      Recording(
        series: try Synthetic.autoregression(count: 2000, seed: 307 + UInt64($0)), events: [meal])
    }
    let model = try Forecaster.fit(people, Self.options)
    #expect(model.eventRidges == Array(repeating: nil, count: model.steps))
    #expect(!model.hyperparametersAtLimits.contains { $0.hyperparameter == .eventRidge })
    for row in 0..<model.steps {
      for column in model.map.layout.events {
        #expect(model.populationWeights[row * model.map.columns + column] == 0)
      }
    }
  }

  @Test func aModelFittedAloneUsesEventsIfThereAreAny() throws {
    let recording = try eater(2500, seed: 320)
    let model = try Forecaster.fitAlone(to: recording, in: .gmt)
    #expect(model.isPersonal && model.options.usesEvents)
    let silent = try Forecaster.fitAlone(to: Recording(series: recording.series), in: nil)
    #expect(silent.isPersonal && !silent.options.usesEvents && silent.zone == nil)
  }

  /// The prior precision of the event weights is that of their mean Gram matrix, and at least 20
  /// rows; once they are eliminated, the precision of the other weights is as if there were none.
  @Test func thePriorPrecisionOfTheOthersIsThatWithoutEvents() throws {
    let model = try Forecaster.fit([try eater(2500, seed: 340)], Self.options)
    let (precision, gram) = (model.priorPrecision, model.meanGram)
    let counts = model.map.layout.blocks.map(\.pseudoCount)
    let events = Array(model.map.layout.events)
    func plain(_ row: Int, _ column: Int) -> Double {
      let product = (counts[row] * counts[column]).squareRoot() * gram[row, column]
      return row == column ? max(2 * product, events.contains(row) ? 20 : 1e-6) : product
    }
    // No insulin was logged.
    #expect(events.contains { gram[$0, $0] == 0 && precision[$0, $0] == 20 })
    for row in events {
      for column in 0..<precision.size {
        #expect(abs(precision[row, column] - plain(row, column)) <= 1e-9 * abs(plain(row, column)))
      }
    }
    let block = events.map { row in events.map { precision[row, $0] } }
    let others = Array(stride(from: 0, to: events[0], by: 5))
    var smallest = 0.0
    for column in others {
      let solution = leastSquaresByQR(rows: block, outcomes: events.map { precision[$0, column] })
      for row in others {
        let eliminated = zip(events, solution).reduce(0) { $0 + precision[row, $1.0] * $1.1 }
        let scale = (plain(row, row) * plain(column, column)).squareRoot()
        #expect(abs(precision[row, column] - eliminated - plain(row, column)) < 1e-8 * scale)
        smallest = max(smallest, abs(eliminated) / scale)
      }
    }
    #expect(smallest > 1e-3, "meals were logged, so that the others' precision increases")
  }

  /// An hour of exercise counts by quarters, each from its end.
  @Test func exerciseCountsForItsElapsedPart() {
    let start = Synthetic.start
    let features = EventFeatures([
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "run"), at: Date(timeIntervalSinceReferenceDate: start),
        in: .gmt,
        .exercise(Exercise(duration: .seconds(3600))))
    ])
    // After three curves of carbohydrate and three of insulin, the curve of 20 minutes.
    func held(after seconds: Double) -> Double { row(features, at: start + seconds)[12] }
    #expect(held(after: 0) == 0 && held(after: 899) == 0)
    #expect(abs(held(after: 900) - 1) < 1e-12)
    #expect(abs(held(after: 1800) - (exp(-0.75) + 1)) < 1e-12)
    #expect(abs(held(after: 3600) - (exp(-2.25) + exp(-1.5) + exp(-0.75) + 1)) < 1e-12)
  }

  /// At its time an event is entirely in the first compartment: 35 of 50 g for a meal of unknown
  /// carbohydrate, and at most ten units.
  @Test(arguments: [
    (DiaryEvent.Content.meal(Meal(carbs: nil)), 0, 0.7), (.meal(Meal(carbs: 2000)), 0, 10),
    (.insulin(InsulinDose(units: 4, action: .rapidActing)), 6, 0.8),
    (.insulin(InsulinDose(units: 500, action: .premixed)), 6, 10),
    (.insulin(InsulinDose(units: 4, action: .intermediateActing)), 6, 0),
    (.insulin(InsulinDose(units: 4, action: .longActing)), 6, 0),
  ])
  func unknownAndImplausibleAmountsAreBounded(
    _ content: DiaryEvent.Content, _ column: Int, _ expected: Double
  ) {
    let event = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "event"),
      at: Date(timeIntervalSinceReferenceDate: Synthetic.start), in: .gmt, content)
    let row = row(EventFeatures([event]), at: Synthetic.start)
    #expect(abs(row[column] - expected) < 1e-12)
  }

  /// Events that are still absorbed are found among sorted events, including the longest exercise.
  @Test func theEventsOfTheLastDayAndAHalfAreEnough() throws {
    let recording = try eater(2500, seed: 330)
    let long = DiaryEvent(
      id: DiaryEvent.ID(rawValue: "hike"), at: recording.series[2100].time, in: .gmt,
      .exercise(Exercise(duration: .seconds(24 * 3600))))
    let events = Recording(series: recording.series, events: recording.events + [long]).events
    let whole = EventFeatures(events)
    for index in [2100, 2300, 2499] {
      let now = recording.series.times[index]
      let some = EventFeatures(events, from: now, through: now)
      for (one, other) in zip(row(whole, at: now), row(some, at: now)) {
        #expect(abs(one - other) < 1e-12)
      }
    }
  }
}
