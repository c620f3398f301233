import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseTestSupport
import Testing

@testable import Prediction
@testable import PredictionEvaluation

struct PretrainingFoldsTests {
  /// Returns the record of a person who is in this part of a study that is divided.
  private func person(phase: Int, count: Int = 100) throws -> GlucoseSeries {
    let records = try (0..<64).map {
      try Synthetic.series([Double](repeating: 100 + Double($0), count: count))
    }
    return try #require(records.first { $0.foldPhase(of: 4) == phase })
  }

  /// Returns the folds if each reading is an origin, and `enough` origins suffice for a fit.
  private func folds(
    _ studies: [[(series: GlucoseSeries, kind: SensorKind)]], enough: Int = 1
  ) -> (numbers: [[Int]], shares: [Double]) {
    PretrainingPipeline.folds(
      studies.map { people in
        people.map {
          PretrainingPipeline.Person(
            series: $0.series, kind: $0.kind, originCount: $0.series.count)
        }
      }, .fiveMinutes, enough: enough)
  }

  @Test func studiesAreTheFolds() throws {
    let person = (series: try person(phase: 0), kind: SensorKind.unsmoothed)
    let (numbers, shares) = folds([[person, person], [], [person, person, person]])
    #expect(numbers == [[0, 0], [], [1, 1, 1]])
    #expect(shares == [1, 1])
  }

  @Test func aStudyWithNearlyAllPeopleIsDivided() throws {
    let people = try [2, 0, 3, 0, 2].map {
      (series: try person(phase: $0), kind: SensorKind.unsmoothed)
    }
    let other = (series: try person(phase: 1, count: 30), kind: SensorKind.unsmoothed)
    // 500 of 530 readings, in three of the four parts.
    let divided = folds([[other], people])
    #expect(divided.numbers == [[0], [2, 1, 3, 1, 2]])
    let third = 1 / 3.0
    #expect(divided.shares == [1, third, third, third])
    // 500 of 560 readings are less than nine tenths.
    let more = (series: try person(phase: 1, count: 60), kind: SensorKind.unsmoothed)
    #expect(folds([[more], people]).shares == [1, 1])
    // Three people are too few.
    #expect(folds([[other], Array(people.prefix(3))]).shares == [1, 1])
  }

  /// Nearly all readings of a kind divide a study only if they are most of its readings.
  @Test func aMixedStudyIsDividedByItsMostFrequentKind() throws {
    func people(_ kinds: [SensorKind]) throws -> [(series: GlucoseSeries, kind: SensorKind)] {
      try kinds.enumerated().map { (series: try person(phase: $0 % 4), kind: $1) }
    }
    let plain = try people(Array(repeating: .unsmoothed, count: 5))
    let few = try people([.smoothed, .smoothed, .unsmoothed, .unsmoothed, .unsmoothed])
    #expect(folds([plain, few]).shares == [1, 1])
    let most = try people([.smoothed, .smoothed, .smoothed, .unsmoothed, .unsmoothed])
    #expect(folds([plain, most]).numbers == [[0, 0, 0, 0, 0], [1, 2, 3, 4, 1]])
  }

  /// Without other studies, people are left out instead: also of a study of three, of a mixed one,
  /// and of one whose people are all in the same part.
  @Test func theOnlyStudyIsDivided() throws {
    let kinds = [SensorKind.unsmoothed, .smoothed, .unsmoothed, .smoothed]
    let mixed = try kinds.enumerated().map { (series: try person(phase: $0), kind: $1) }
    #expect(folds([[], mixed]).numbers == [[], [0, 1, 2, 3]])
    let three = folds([Array(mixed.suffix(3))])
    let third = 1 / 3.0
    #expect(three.numbers == [[0, 1, 2]] && three.shares == [third, third, third])
    let pair = try [(99, 3), (101, 3)].map { count, phase in
      (series: try person(phase: phase, count: count), kind: SensorKind.unsmoothed)
    }
    #expect(folds([pair]).numbers == [[0, 1]] && folds([pair]).shares == [0.5, 0.5])
    #expect(folds([[pair[0]]]).numbers == [[0]])
  }

  /// A study is divided if no weights can be fitted to the others, which have too few origins.
  @Test func aStudyBesideOneThatIsTooSmallIsDivided() throws {
    let people = try (0..<3).map { (series: try person(phase: $0), kind: SensorKind.unsmoothed) }
    let small = (series: try person(phase: 1, count: 50), kind: SensorKind.unsmoothed)
    #expect(folds([people, [small]], enough: 50).numbers == [[0, 0, 0], [1]])
    #expect(folds([people, [small]], enough: 51).numbers == [[0, 1, 2], [3]])
    // One person with origins cannot be divided.
    let pair = zip(people, [100, 0]).map {
      PretrainingPipeline.Person(series: $0.series, kind: $0.kind, originCount: $1)
    }
    let alone = PretrainingPipeline.folds([pair], .fiveMinutes, enough: 51)
    #expect(alone.numbers == [[0, 0]])
  }

  /// A person with too few readings for an origin neither is a kind of sensor of its own nor keeps
  /// the only study from being divided.
  @Test func recordsWithoutOriginsChangeNothing() async throws {
    let people = try (0..<3).map {
      try Synthetic.autoregression(count: 400, seed: 400 + UInt64($0))
    }
    let few = try Synthetic.series([100, 101, 102, 103, 104])
    let sparse = try GlucoseSeries(
      (0..<4).map {
        Reading(
          time: few[0].time.addingTimeInterval(Double($0) * 900), glucose: .mgdL(100))
      })
    let study = PretrainedModels.Study(name: "one", people: people)
    let models = try await PretrainedModels.trained(
      on: [study, PretrainedModels.Study(name: "few", people: [few, sparse])], landmarkCount: 20)
    #expect(models.kinds == [.unsmoothed, .smoothed])
    let alone = try await PretrainedModels.trained(on: [study], landmarkCount: 20)
    let (one, other) = (
      try alone.forecaster(for: .unsmoothed), try models.forecaster(for: .unsmoothed)
    )
    #expect(one.populationWeights == other.populationWeights)
  }

  /// The intervals of three people beside a study of one day are not those of weights that were
  /// fitted to that day.
  @Test func foldsThatCannotBeForecastDoNotCalibrate() async throws {
    let people = try (0..<3).map {
      try Synthetic.autoregression(count: 1500, seed: 410 + UInt64($0))
    }
    let day = try Synthetic.autoregression(count: 150, seed: 420)
    let study = PretrainedModels.Study(name: "three", people: people)
    func width(_ studies: [PretrainedModels.Study]) async throws -> Double {
      let model = try await PretrainedModels.trained(on: studies, landmarkCount: 20)
        .forecaster(for: .unsmoothed)
      let end = try #require(people[0].last?.time)
      let forecast = try model.forecast(after: Recording(series: people[0]), at: end)
      let point = try #require(forecast.points.last)
      return point.upper.mgdL - point.lower.mgdL
    }
    let alone = try await width([study])
    let beside = try await width([study, PretrainedModels.Study(name: "day", people: [day])])
    #expect(abs(beside / alone - 1) < 0.1)
  }

  @Test func peopleOfOnePartAreDividedInAnyOrder() throws {
    let records = try (0..<64).map {
      try Synthetic.series([Double](repeating: 100 + Double($0), count: 100))
    }
    let people = records.filter { $0.foldPhase(of: 4) == 1 }.prefix(6).map {
      (series: $0, kind: SensorKind.unsmoothed)
    }
    try #require(people.count == 6)
    let (numbers, shares) = folds([people])
    #expect(Set(numbers[0]) == [0, 1, 2, 3] && shares == [0.25, 0.25, 0.25, 0.25])
    #expect(folds([people.reversed()]).numbers == [numbers[0].reversed()])
  }

  @Test func hyperparametersAreTestedOnFoldsThatTheOthersForecast() throws {
    var sums = FoldedSums(columns: 2, outcomes: 1, folds: 3, groups: 3)
    func add(_ rows: Int, fold: Int, _ kind: SensorKind) {
      sums.update(fold: fold, group: kind.group) {
        $0 += NormalEquations(
          rows: rows, gram: SymmetricMatrix(size: 2), products: [0, 0], squares: [0])
      }
    }
    add(10, fold: 0, .unsmoothed)
    add(4, fold: 1, .unsmoothed)
    // Four rows without the first fold are too few for two features.
    #expect(try PretrainingPipeline.testedFolds(of: .unsmoothed, in: sums) == [1])
    add(1, fold: 2, .smoothed)
    #expect(try PretrainingPipeline.testedFolds(of: .unsmoothed, in: sums) == [0, 1])
    #expect(try PretrainingPipeline.testedFolds(of: .smoothed, in: sums) == [2])
    var one = FoldedSums(columns: 2, outcomes: 1, folds: 2, groups: 3)
    one.update(fold: 0) {
      $0 += NormalEquations(
        rows: 100, gram: SymmetricMatrix(size: 2), products: [0, 0], squares: [0])
    }
    #expect(throws: FitError(.tooFewRowsLeft(found: 0, needed: 5))) {
      try PretrainingPipeline.testedFolds(of: .unsmoothed, in: one)
    }
  }

  @Test func oneStudyTrainsAModelIfItHasTwoPeople() async throws {
    let people = try (0..<2).map { try Synthetic.autoregression(count: 500, seed: 370 + $0) }
    let study = PretrainedModels.Study(name: "one", people: people)
    let models = try await PretrainedModels.trained(on: [study], landmarkCount: 20)
    #expect(models.kinds == [.unsmoothed, .smoothed])
    let alone = PretrainedModels.Study(
      name: "one", people: [try Synthetic.autoregression(count: 1000, seed: 370)])
    let error = await #expect(throws: FitError.self) {
      try await PretrainedModels.trained(on: [alone], landmarkCount: 20)
    }
    guard case .tooFewRowsLeft(found: 0, _) = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Two hundred rows of each study calibrate the intervals, and half of them have a view of 1, 3, 6,
  /// 12 or 24 hours. Of 75 hours, 23 of the 71¾ with rows are within a day of the start, so that 0.32
  /// + 0.68 · 0.4 of the rows lack a part of the day.
  @Test func intervalsAreCalibratedOnAFractionWithShortViews() async throws {
    let studies = try [430, 440].map { seed in
      PretrainedModels.Study(
        name: "\(seed)",
        people: try (0..<2).map {
          try Synthetic.autoregression(count: 900, seed: UInt64(seed + $0))
        })
    }
    let pipeline = try #require(
      PretrainingPipeline(studies, .unsmoothed, landmarkCount: 20, enoughRows: 200))
    let folds = try await pipeline.samples()
    #expect(folds.count == 2 && folds.allSatisfy { (190...210).contains($0.rows) })
    let columns = ResidualModel.ScaleFeatures.columns
    let missing = folds.flatMap { fold in
      (0..<fold.rows).map {
        fold.scaleFeatures[$0 * columns + ResidualModel.ScaleFeatures.missingShare]
      }
    }
    let part = Double(missing.count { $0 > 0 }) / Double(missing.count)
    #expect(abs(part - 0.59) < 0.08)
  }

  /// Of readings that are independent of each other, the change to the next has twice their variance
  /// and is forecast with an error of once, so that the relative error of each study is a half: also
  /// that of four people, each of whom is a fold.
  @Test func hyperparametersHaveTheErrorsOfStudiesNotOfFolds() async throws {
    var generator = SeededGenerator(seed: 470)
    func person(_ count: Int) throws -> GlucoseSeries {
      try Synthetic.series((0..<count).map { _ in 140 + 10 * generator.normal() })
    }
    // A record's part is that of its first concentrations.
    var people: [Int: GlucoseSeries] = [:]
    while people.count < 4 {
      let series = try person(500)
      people[series.foldPhase(of: 4)] = series
    }
    let studies = [
      PretrainedModels.Study(name: "divided", people: (0..<4).compactMap { people[$0] }),
      PretrainedModels.Study(name: "one", people: [try person(200)]),
    ]
    let pipeline = try #require(PretrainingPipeline(studies, .unsmoothed, landmarkCount: 10))
    let errors = try #require(try await pipeline.trials().first).errors.map { $0[0] }
    #expect(errors.count == 12 && errors.allSatisfy { (1...1.3).contains($0) })
  }

  /// Each lead has its own pair of penalties, and all leads together one weight.
  @Test func theWeightAndThePenaltiesWithTheLeastErrorAreSelected() throws {
    let trials = [
      (1.0, [[0.5, 0.9], [0.6, 0.7]]), (0.1, [[0.4, 0.8], [0.3, 0.85]]),
      (0.01, [[0.2, 1], [1, 1]]),
    ].map { PretrainingPipeline.Trial(otherKindWeight: $0, errors: $1) }
    // 0.5 + 0.7, 0.3 + 0.8, and 0.2 + 1.
    for order in [trials, trials.reversed()] {
      let best = try #require(PretrainingPipeline.best(of: order))
      #expect(best.otherKindWeight == 0.1 && best.pairs == [1, 0])
    }
    let none = PretrainingPipeline.Trial(otherKindWeight: 1, errors: [[.nan, .nan]])
    #expect(PretrainingPipeline.best(of: [none]) == nil)
  }

  /// The penalties of a kind of sensor are tested on its own people: smoothed records are forecast
  /// far better than others.
  @Test func hyperparametersAreTestedOnPeopleOfTheirKind() async throws {
    var generator = SeededGenerator(seed: 480)
    let people = try (0..<4).map { person in
      try Synthetic.series(
        (0..<300).map {
          person % 2 == 0
            ? 140 + 40 * sin(Double($0) / (7 + Double(person))) : 140 + 10 * generator.normal()
        })
    }
    #expect(people.map { SensorKind(of: $0) } == [.smoothed, .unsmoothed, .smoothed, .unsmoothed])
    let studies = [0, 2].map {
      PretrainedModels.Study(name: "\($0)", people: Array(people[$0...$0 + 1]))
    }
    func trials(_ kind: SensorKind) async throws -> [PretrainingPipeline.Trial] {
      try await #require(PretrainingPipeline(studies, kind, landmarkCount: 10)).trials()
    }
    let unsmoothed = try await trials(.unsmoothed)
    let smoothed = try await trials(.smoothed)
    // There is no other kind beside smoothed records: the others are smoothed.
    #expect(unsmoothed.count == 3 && smoothed.count == 1)
    // With little weight for the other kind, and the greatest penalties.
    let errors = [unsmoothed, smoothed].compactMap { $0.last?.errors.last?.first }
    #expect(errors.count == 2 && errors[1] > 0 && errors[1] < 0.2 * errors[0])
  }

  /// The other study is too small to forecast the first, and one person cannot be divided.
  @Test func errorsOfAFoldThatCannotBeForecastAreNotInUse() async throws {
    let studies = try [(600, UInt64(490)), (150, 491)].map { count, seed in
      PretrainedModels.Study(
        name: "\(count)", people: [try Synthetic.autoregression(count: count, seed: seed)])
    }
    let pipeline = try #require(PretrainingPipeline(studies, .unsmoothed, landmarkCount: 10))
    let folds = try await pipeline.samples()
    #expect(folds.count == 2 && folds[0].rows == 0 && folds[1].rows > 100)
  }

  @Test func peopleWithAnotherKindOfSensorHaveLessWeight() {
    #expect(PretrainingPipeline.weights(.unsmoothed, 0.1) == [1, 0.1, 0.1])
    #expect(PretrainingPipeline.weights(.smoothed, 0.01) == [0.01, 1, 0.01])
    #expect(PretrainingPipeline.weights(.fifteenMinutes, 1) == [1, 1, 1])
  }

  /// The level, its square and cube, and its products with the missing fractions have a penalty of
  /// one per row; the rows of another kind have a tenth of the weight.
  @Test func powersOfTheLevelHaveAPenalty() {
    let map = FeatureMap(cadence: .fiveMinutes, detail: .daily, lags: 12, usesTimeOfDay: true)
    var sums = FoldedSums(columns: map.columns, outcomes: 1, folds: 2, groups: 3)
    for (fold, kind, rows) in [(0, SensorKind.unsmoothed, 60), (1, .smoothed, 400)] {
      sums.update(fold: fold, group: kind.group) {
        $0 += NormalEquations(
          rows: rows, gram: SymmetricMatrix(size: map.columns),
          products: [Double](repeating: 0, count: map.columns), squares: [0])
      }
    }
    let weights = PretrainingPipeline.weights(.unsmoothed, 0.1)
    let levels = map.layout.levelPowers
    #expect(levels.count == 5)
    for (left, rows) in [(nil, 460), (0, 400), (1, 60)] {
      let sum = PretrainingPipeline.sum(sums, leaving: left, weights, map)
      for column in 0..<map.columns {
        #expect(sum.gram[column, column] == (levels.contains(column) ? Double(sum.rows) : 0))
      }
      #expect(sum.rows == rows)
    }
  }

  /// The features of the time of day are zero for a study without a clock.
  @Test func aStudyWithoutAClockHasNoTimeOfDay() async throws {
    func clockWeights(hasClock: Bool) async throws -> [Double] {
      let studies = try [380, 390].map { seed in
        PretrainedModels.Study(
          name: "\(seed)",
          people: try (0..<4).map {
            try Synthetic.autoregression(count: 350, seed: UInt64(seed + $0))
          }, hasClock: hasClock)
      }
      let model = try await PretrainedModels.trained(on: studies, landmarkCount: 20)
        .forecaster(for: .unsmoothed)
      let weights = model.map.layout.clock.map { model.populationWeights[$0] }
      #expect(!weights.isEmpty)
      return weights
    }
    #expect(try await clockWeights(hasClock: false).allSatisfy { $0 == 0 })
    #expect(try await clockWeights(hasClock: true).allSatisfy { $0 != 0 })
  }
}

extension PretrainingPipeline {
  fileprivate func trials() async throws -> [Trial] {
    let work = OrderedTasks(sharedBy: 2)
    let rows = try await rows(on: work) { _ in }
    let sums = try await sums(rows, on: work) { _ in }
    return try await trials(sums, rows.map, on: work) { _ in }
  }

  fileprivate func samples() async throws -> [CalibrationSet] {
    let work = OrderedTasks(sharedBy: 2)
    let rows = try await rows(on: work) { _ in }
    let (fit, folds) = try await fit(rows, on: work) { _ in }
    return try await samples(rows, fit.point.foldWeights, folds, on: work) { _ in }
  }
}
