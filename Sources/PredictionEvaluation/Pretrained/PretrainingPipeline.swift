internal import GlucoseMath
package import Prediction
internal import GlucoseFoundation

/// The training of the models of one cadence, from studies to calibrated models.
///
/// A fold is a study, because models are used for people of other studies than those they were
/// trained on. If one study contains nearly all recordings of a kind of sensor, or there are no
/// others, its people form up to four folds. A group is a kind of sensor. Records that are denser
/// than the cadence are thinned to its steps, and their people are people with another kind of
/// sensor.
struct PretrainingPipeline: Sendable {
  static let landmarkCount = 300
  private static let ridges = [1e-4, 1e-3, 1e-2]
  private static let kernelRidges = [1e-6, 1e-5, 1e-4, 1e-3]
  /// The candidates for the pairs of penalties.
  private static let grid = ridges.flatMap { ridge in
    kernelRidges.map { (ridge: ridge, kernelRidge: $0) }
  }
  /// The candidates for the weight of people with another kind of sensor.
  private static let otherKindWeights = [1, 0.1, 0.01]
  /// The number of origins that landmarks are placed among, and the number of rows of each study
  /// that calibrate intervals.
  private static let enoughOrigins = 24_000.0
  static let enoughRows = 30_000.0

  struct Person: Sendable {
    let series: GlucoseSeries
    let kind: SensorKind
    let originCount: Int
    /// A Boolean value that indicates whether the record's clock gives the time of day.
    var hasClock = true
    var type: TypeOfDiabetes?
    var fold = 0
  }

  private enum Step: CaseIterable, Sendable {
    case landmarks, sums, hyperparameters, weights, errors, ranges
  }

  /// A grid of penalties for a kind of sensor, tried on all folds.
  struct Trial: Sendable {
    let kind: SensorKind
    let otherKindWeight: Double
    /// The error over all folds, for each pair of penalties and each lead.
    var errors: [[Double]]
  }

  private(set) var models: [SensorKind: Forecaster] = [:]
  private(set) var priors: [SensorKind: [TypeOfDiabetes: TypePrior]] = [:]

  private let people: [Person]
  /// The weight of each fold.
  private let foldShares: [Double]
  private let kinds: [SensorKind]
  private let options: FitOptions
  private let landmarkCount: Int
  private let enoughRows: Double
  private var rows: DesignRows
  private var kernelSample = KernelSample()
  private var sums: FoldedSums?
  private(set) var trials: [Trial] = []
  private var points: [SensorKind: PointModel] = [:]
  private var groupWeights: [SensorKind: [Double]] = [:]
  private var typeWeights: [SensorKind: [[Double]]] = [:]
  /// The rows of each fold that calibrate intervals.
  private(set) var samples: [SensorKind: [CalibrationSet]] = [:]
  /// The folds without which there are enough rows to fit weights to, whose errors calibrate.
  private var fittedFolds: Set<Int> = []
  private var steps = Step.allCases[...]

  /// - Returns: `nil` if no study has people with this cadence.
  init?(
    _ studies: [PretrainedModels.Study], _ cadence: SensorCadence, landmarkCount: Int,
    enoughRows: Double = Self.enoughRows
  ) {
    var options = FitOptions()
    options.cadence = cadence
    options.zone = .gmt
    options.horizon = SensorCadence.longestHorizon
    options.testPercentage = .zero
    options.minimumDetail = .kernel
    options.ridgeCandidates = Self.ridges
    options.kernelRidgeCandidates = Self.kernelRidges
    self.options = options
    options.detail = .daily
    let rows = DesignRows(options, cadence)
    let groups = studies.map { study in
      study.people(cadence).compactMap { series in
        SensorKind(of: series).map {
          Person(
            series: series, kind: $0,
            originCount: rows.originCount(beforeTestOf: series, options),
            hasClock: study.hasClock, type: study.type)
        }
      }
    }
    // The landmarks become further columns.
    let folds = Self.folds(groups, cadence, enough: 2 * (rows.map.columns + landmarkCount) + 1)
    var people = groups.flatMap { $0 }
    for (person, fold) in folds.numbers.joined().enumerated() { people[person].fold = fold }
    kinds = SensorKind.allCases.filter { kind in
      kind.cadence == cadence && people.contains { $0.kind == kind && $0.originCount > 0 }
    }
    guard !kinds.isEmpty else { return nil }
    self.people = people
    foldShares = folds.shares
    self.landmarkCount = landmarkCount
    self.enoughRows = enoughRows
    self.rows = rows
  }

  /// Runs all stages on several cores.
  mutating func run(tasks: Int?, progress: @Sendable (Double) -> Void) async throws {
    var done = 0.0
    while let stage = try nextStage() {
      try Task.checkCancellation()
      try await stage.run(on: &self, tasks: tasks) {
        progress(min((done + $0) / Double(Step.allCases.count), 0.999))
      }
      done += 1
    }
    progress(1)
  }

  /// Returns the training of the models of each cadence.
  static func all(
    _ studies: [PretrainedModels.Study], landmarkCount: Int = landmarkCount
  ) throws(FitError) -> [Self] {
    let all = SensorCadence.allCases.compactMap {
      Self(studies, $0, landmarkCount: landmarkCount)
    }
    guard !all.isEmpty else { throw FitError(.noRecords) }
    return all
  }

  mutating func nextStage() throws(FitError) -> Stage<Self>? {
    guard let step = steps.popFirst() else { return nil }
    switch step {
    case .landmarks: return landmarkStage()
    case .sums: return try sumStage()
    case .hyperparameters: return try hyperparameterStage()
    case .weights: return try weightStage()
    case .errors: return errorStage()
    case .ranges: return rangeStage()
    }
  }

  private static func rows(of person: Person, _ rows: DesignRows) -> DesignRows {
    var rows = rows
    rows.zone = person.hasClock ? .gmt : nil
    return rows
  }

  /// The regression of the types of diabetes, a study or a part of one being a fold.
  private var typeRegression: TypeRegression {
    TypeRegression(
      types: foldShares.indices.map { fold in people.first { $0.fold == fold }?.type },
      map: rows.map)
  }

  /// Returns the number of origins in each fold, of the people that satisfy a condition.
  private func origins(where counts: (Person) -> Bool = { _ in true }) -> [Int] {
    people.reduce(into: foldShares.map { _ in 0 }) {
      $0[$1.fold] += counts($1) ? $1.originCount : 0
    }
  }

  // MARK: - Features and sums

  /// Returns the stage that collects the inputs of landmarks, of as many origins of each study.
  private func landmarkStage() -> Stage<Self> {
    let wanted = Self.enoughOrigins / foldShares.reduce(0, +)
    let fractions = zip(origins(), foldShares).map {
      Self.fraction(ofOrigins: $0, foldShare: $1, enough: wanted)
    }
    let (people, rows) = (people, rows)
    return Stage(count: people.count) { number in
      var own = Self.rows(of: people[number], rows)
      own.fraction = fractions[people[number].fold]
      var sample = KernelSample()
      sample.add(
        own, of: PreparedSeries(people[number].series), in: DesignRows.OriginRange(),
        isRelative: true)
      return { [sample] in $0.kernelSample += sample }
    }
  }

  private mutating func sumStage() throws(FitError) -> Stage<Self> {
    guard
      let landmarks = KernelLandmarks(among: kernelSample, count: landmarkCount, isRelative: true)
    else {
      throw FitError(.tooFewRows(found: kernelSample.keys.count, needed: 2 * landmarkCount))
    }
    kernelSample = KernelSample()
    rows = DesignRows(options, rows.map.cadence, landmarks)
    sums = FoldedSums(
      columns: rows.map.columns, outcomes: rows.leads.count, folds: foldShares.count,
      groups: SensorKind.allCases.count)
    let (people, rows) = (people, rows)
    return Stage(count: people.count, waiting: 1) { number in
      let person = people[number]
      let own = Self.rows(of: person, rows)
      var whole = DesignRows.OriginRange()
      var sum = NormalEquations(columns: own.map.columns, outcomes: own.leads.count)
      var missing = NormalEquations.MissingTargets(
        columns: own.map.columns, outcomes: own.leads.count)
      own.forEachBlock(of: PreparedSeries(person.series), in: &whole) {
        sum.addIgnoringMissing($0)
        missing.add($0, to: &sum)
      }
      missing.flush(to: &sum)
      return { [sum] in
        $0.sums?.update(fold: person.fold, group: person.kind.group) { $0 += sum }
      }
    }
  }

  // MARK: - Hyperparameters and weights

  static func weights(_ kind: SensorKind, _ otherKindWeight: Double) -> [Double] {
    SensorKind.allCases.map { $0 == kind ? 1 : otherKindWeight }
  }

  /// Returns the sum over all folds, without one if `fold` is given, with a penalty on the powers
  /// of the level.
  ///
  /// The level to which glucose returns differs more between studies than its dynamics: in type 1
  /// diabetes glucose rises from 90 mg/dL, in health it stays. The day's own mean and standard
  /// deviation transfer better.
  static func sum(
    _ sums: FoldedSums, leaving fold: Int?, _ weights: [Double], _ map: FeatureMap
  ) -> NormalEquations {
    sums.sum(leaving: fold, weights: weights).addingPenalty(on: map.layout.levelPowers)
  }

  /// Returns the stage that tries all penalties and weights of other kinds on each fold.
  private mutating func hyperparameterStage() throws(FitError) -> Stage<Self> {
    guard let sums else { throw FitError(.noRecords) }
    guard sums.rowCount >= max(Forecaster.fewestRows.fit, 2 * sums.columns) else {
      throw FitError(.tooFewRows(found: sums.rowCount, needed: 2 * sums.columns))
    }
    let hasOthers = Set(people.map(\.kind)).count > 1
    let none = Self.grid.map { _ in [Double](repeating: 0, count: sums.outcomes) }
    trials = kinds.flatMap { kind in
      (hasOthers ? Self.otherKindWeights : [1]).map {
        Trial(kind: kind, otherKindWeight: $0, errors: none)
      }
    }
    let (trials, map, shares) = (trials, rows.map, foldShares)
    let tested = try Self.testedFolds(of: kinds, in: sums)
    fittedFolds = Self.fittedFolds(in: sums)
    let pairs = trials.indices.flatMap { trial in
      (tested[trials[trial].kind] ?? []).map { (trial: trial, fold: $0) }
    }
    return Stage(count: pairs.count) { number throws(FitError) in
      let (trial, fold) = pairs[number]
      let kind = trials[trial].kind
      let others = Self.sum(
        sums, leaving: fold, Self.weights(kind, trials[trial].otherKindWeight), map)
      let own = sums[fold, kind.group]
      var errors = none
      for (position, (ridge, kernelRidge)) in Self.grid.enumerated() {
        let tried = Hyperparameters(
          map: map, ridges: Array(repeating: ridge, count: own.outcomes),
          kernelRidges: Array(repeating: kernelRidge, count: own.outcomes))
        guard let weights = tried.weights(of: others) else { throw FitError(.notSolvable) }
        for outcome in 0..<own.outcomes {
          errors[position][outcome] =
            shares[fold] * own.relativeError(of: weights, outcome: outcome)
        }
      }
      return { [errors] work in
        for position in errors.indices {
          work.trials[trial].errors[position].add(errors[position])
        }
      }
    }
  }

  /// Returns the weight of people with another kind of sensor, and the position of the pair of
  /// penalties for each lead, with the least error; `nil` if no error is finite.
  static func best(of trials: [Trial]) -> (otherKindWeight: Double, pairs: [Int])? {
    var best: (otherKindWeight: Double, pairs: [Int])?
    var least = Double.infinity
    for trial in trials {
      let pairs = (0..<(trial.errors.first?.count ?? 0)).map { lead in
        trial.errors.indices.min { trial.errors[$0][lead] < trial.errors[$1][lead] } ?? 0
      }
      let error = pairs.enumerated().reduce(0) { $0 + trial.errors[$1.element][$1.offset] }
      guard error < least else { continue }
      (best, least) = ((trial.otherKindWeight, pairs), error)
    }
    return best
  }

  private mutating func weightStage() throws(FitError) -> Stage<Self> {
    guard let sums else { throw FitError(.noRecords) }
    let types = typeRegression
    for kind in kinds {
      guard let best = Self.best(of: trials.filter { $0.kind == kind }) else {
        throw FitError(.notSolvable)
      }
      let weights = Self.weights(kind, best.otherKindWeight)
      let point = PointModel(
        Hyperparameters(
          map: rows.map, ridges: best.pairs.map { Self.grid[$0].ridge },
          kernelRidges: best.pairs.map { Self.grid[$0].kernelRidge }),
        Self.sum(sums, leaving: nil, weights, rows.map), folds: sums.folds)
      guard var point else { throw FitError(.notSolvable) }
      let own = types.weights(correcting: point.weights, sums, weights, leaving: nil)
      point.weights = types.replacing(point.weights, with: own)
      (groupWeights[kind], points[kind], typeWeights[kind]) = (weights, point, own)
    }
    let pairs = kinds.flatMap { kind in (0..<sums.folds).map { (kind: kind, fold: $0) } }
    let (points, groupWeights, map) = (points, groupWeights, rows.map)
    return Stage(count: pairs.count) { number in
      let (kind, fold) = pairs[number]
      let weights = groupWeights[kind] ?? []
      let others = Self.sum(sums, leaving: fold, weights, map)
      guard let all = points[kind]?.weights(leaving: others) else { return { _ in } }
      let own = types.weights(correcting: all, sums, weights, leaving: fold)
      return { $0.points[kind]?.foldWeights[fold] = types.replacing(all, with: own) }
    }
  }

  // MARK: - Calibration

  /// Returns a Boolean value that indicates whether the errors of a person with a kind of sensor
  /// calibrate the intervals of another.
  ///
  /// People differ more than sensors do: the errors of all people are used, so that intervals
  /// include studies with low and with high variability. Only smoothed records are calibrated
  /// alone, because their errors are far smaller.
  static func counts(_ person: SensorKind, for kind: SensorKind) -> Bool {
    person == kind || kind != .smoothed
  }

  /// Returns the fraction of the origins of a fold in use, if `enough` of each study are. The folds
  /// of a study that is divided have the origins of one study together.
  static func fraction(ofOrigins origins: Int, foldShare: Double, enough: Double) -> Double {
    min(enough * foldShare / Double(max(origins, 1)), 1)
  }

  private mutating func errorStage() -> Stage<Self> {
    sums = nil
    let none = CalibrationSet(outcomes: rows.leads.count)
    var fractions: [SensorKind: [Double]] = [:]
    for kind in kinds {
      samples[kind] = foldShares.map { _ in none }
      fractions[kind] = zip(origins { Self.counts($0.kind, for: kind) }, foldShares).map {
        Self.fraction(ofOrigins: $0, foldShare: $1, enough: enoughRows)
      }
    }
    let (people, rows, points, selected) = (people, rows, points, fractions)
    let pairs = kinds.flatMap { kind in
      people.indices.filter {
        Self.counts(people[$0].kind, for: kind) && fittedFolds.contains(people[$0].fold)
      }
      .map { (kind: kind, person: $0) }
    }
    return Stage(count: pairs.count) { number in
      let (kind, position) = pairs[number]
      let person = people[position]
      let own = Self.rows(of: person, rows)
        .calibrating(fraction: selected[kind]?[person.fold] ?? 1)
      let weights = points[kind]?.foldWeights[person.fold] ?? []
      var whole = DesignRows.OriginRange()
      var sample = none
      own.forEachBlock(of: PreparedSeries(person.series), in: &whole) {
        sample.add($0, own.map, $0.errors(of: weights))
      }
      return { [sample] in $0.samples[kind]?[person.fold] += sample }
    }
  }

  private func rangeStage() -> Stage<Self> {
    let (kinds, samples, points, options, count) = (kinds, samples, points, options, people.count)
    let (types, typeWeights) = (typeRegression, typeWeights)
    return Stage(count: kinds.count) { number throws(FitError) in
      let kind = kinds[number]
      guard let folds = samples[kind], var point = points[kind] else {
        throw FitError(.notSolvable)
      }
      // Single precision halves the size of the stored models, and changes no forecast by 1e-4
      // mg/dL.
      point.weights = point.weights.map { Double(Float($0)) }
      let none = CalibrationSet(outcomes: point.hyperparameters.ridges.count)
      var all = folds.reduce(into: none) { $0 += $1 }
      let parts = types.known.map { type in
        zip(types.types, folds).reduce(into: none) { if $1.0 == type { $0 += $1.1 } }
      }
      var (range, shortViews) = try ResidualModel.calibrated(on: &all, parts: parts)
      range.crossings = CrossingModel(
        CrossingModel.sides.map { CrossingModel.weights($0, all, range) })
      let model = Forecaster(
        point, range, options, recordCount: count,
        measured: EmpiricalCoverage(leavingOutEachOf: folds))
      let own = zip(typeWeights[kind] ?? [], shortViews).map { weights, shortViews in
        TypePrior(weights: weights.map { Double(Float($0)) }, shortViews: shortViews)
      }
      let priors = Dictionary(uniqueKeysWithValues: zip(types.known, own))
      return {
        $0.models[kind] = model
        if !priors.isEmpty { $0.priors[kind] = priors }
      }
    }
  }
}

extension EmpiricalCoverage {
  /// Measures the coverage of intervals that are calibrated on all other sets, on the outcomes of
  /// each; `nil` if there are too few errors to calibrate on.
  package init?(leavingOutEachOf samples: [CalibrationSet]) {
    guard let first = samples.first else { return nil }
    self.init(outcomes: first.outcomes)
    for left in samples.indices { self += EmpiricalCoverage(of: samples, leavingOut: left) }
    guard !counts.contains(0) else { return nil }
  }
}
