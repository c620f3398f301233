internal import GlucoseMath
internal import Prediction
internal import GlucoseFoundation

/// The training of the model of one kind of sensor, from studies to a calibrated model.
///
/// A fold is a study, because models are used for people of other studies than those they were
/// trained on. If one study contains nearly all recordings of a kind of sensor, or there are no
/// others, its people form up to four folds. A group is a kind of sensor. Records that are denser
/// than the cadence are thinned to its steps, and their people are people with another kind of
/// sensor. For the model of smoothed recordings, other people's recordings are smoothed by
/// ``GlucoseSeries/smoothedAfterwards()``, because the errors on smoothed ones are far smaller.
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

    func rows(_ rows: DesignRows) -> DesignRows {
      var rows = rows
      rows.zone = hasClock ? .gmt : nil
      return rows
    }
  }

  /// A grid of penalties for a kind of sensor, tried on all folds.
  struct Trial: Sendable {
    let otherKindWeight: Double
    /// The error over all folds, for each pair of penalties and each lead.
    var errors: [[Double]]
  }

  /// The weights of a kind of sensor, and those that depend on the type of diabetes.
  struct Fit {
    var point: PointModel
    let typeWeights: [[Double]]
  }

  /// A calibrated model, and its priors of the types of diabetes.
  typealias Trained = (model: Forecaster, priors: [TypeOfDiabetes: TypePrior])

  private let kind: SensorKind
  let people: [Person]
  /// The weight of each fold.
  private let foldShares: [Double]
  private let options: FitOptions
  private let leftOut: Set<TrainingPart>
  private let landmarkCount: Int
  private let enoughRows: Double

  /// - Returns: `nil` if there is nobody to train the model on.
  init?(
    _ studies: [PretrainedModels.Study], _ kind: SensorKind, landmarkCount: Int,
    without leftOut: Set<TrainingPart> = [], enoughRows: Double = Self.enoughRows
  ) {
    let cadence = kind.cadence
    var options = FitOptions()
    options.cadence = cadence
    options.zone = .gmt
    options.horizon = SensorCadence.longestHorizon
    options.testPercentage = .zero
    options.minimumDetail = .kernel
    options.ridgeCandidates = Self.ridges
    options.kernelRidgeCandidates = Self.kernelRidges
    let rows = Self.plainRows(options, cadence)
    let groups = studies.map { study in
      study.people(cadence).compactMap { series -> Person? in
        guard let own = SensorKind(of: series) else { return nil }
        let originCount = rows.originCount(beforeTestOf: series, options)
        let isCopied = kind == .smoothed && own == .unsmoothed
        return Person(
          series: isCopied ? series.smoothedAfterwards() : series, kind: isCopied ? .smoothed : own,
          originCount: originCount, hasClock: study.hasClock, type: study.type)
      }
    }
    // The landmarks become further columns.
    let folds = Self.folds(groups, cadence, enough: 2 * (rows.map.columns + landmarkCount) + 1)
    var people = groups.flatMap { $0 }
    for (person, fold) in folds.numbers.joined().enumerated() { people[person].fold = fold }
    guard people.contains(where: { $0.kind == kind && $0.originCount > 0 }) else { return nil }
    self.kind = kind
    self.people = people
    foldShares = folds.shares
    self.options = options
    self.leftOut = leftOut
    self.landmarkCount = landmarkCount
    self.enoughRows = enoughRows
  }

  /// Trains the model.
  func model(on work: OrderedTasks, progress: (Double) -> Void) async throws -> Trained {
    let rows = try await rows(on: work) { progress($0 / 4) }
    let (fit, folds) = try await fit(rows, on: work) { progress((1 + $0) / 4) }
    let samples = try await samples(rows, fit.point.foldWeights, folds, on: work) {
      progress((3 + $0) / 4)
    }
    return try await calibrated(fit, on: samples, rows.map, on: work)
  }

  /// The regression of the types of diabetes, a study or a part of one being a fold.
  private func typeRegression(_ map: FeatureMap) -> TypeRegression {
    let areKnown = leftOut.isDisjoint(with: [.types, .history])
    return TypeRegression(
      types: foldShares.indices.map { fold in
        areKnown ? people.first { $0.fold == fold }?.type : nil
      }, map: map)
  }

  /// The number of origins in each fold.
  private var origins: [Int] {
    people.reduce(into: foldShares.map { _ in 0 }) { $0[$1.fold] += $1.originCount }
  }

  // MARK: - Features and sums

  private static func plainRows(_ options: FitOptions, _ cadence: SensorCadence) -> DesignRows {
    var options = options
    options.detail = .daily
    return DesignRows(options, cadence)
  }

  /// Returns the rows with landmarks, which are placed among as many origins of each study.
  func rows(on work: OrderedTasks, progress: (Double) -> Void) async throws -> DesignRows {
    let plain = Self.plainRows(options, kind.cadence)
    let wanted = Self.enoughOrigins / foldShares.reduce(0, +)
    let fractions = zip(origins, foldShares).map {
      Self.fraction(ofOrigins: $0, foldShare: $1, enough: wanted)
    }
    var sample = KernelSample()
    try await work.run(people.count, progress: progress) { number in
      var own = people[number].rows(plain)
      own.fraction = fractions[people[number].fold]
      var sample = KernelSample()
      sample.add(
        own, of: PreparedSeries(people[number].series), in: DesignRows.OriginRange(),
        isRelative: true)
      return sample
    } consume: {
      sample += $1
    }
    guard let landmarks = KernelLandmarks(among: sample, count: landmarkCount, isRelative: true)
    else {
      throw FitError(.tooFewRows(found: sample.keys.count, needed: 2 * landmarkCount))
    }
    return DesignRows(options, kind.cadence, landmarks)
  }

  func sums(
    _ rows: DesignRows, on work: OrderedTasks, progress: (Double) -> Void
  ) async throws -> FoldedSums {
    var sums = FoldedSums(
      columns: rows.map.columns, outcomes: rows.leads.count, folds: foldShares.count,
      groups: SensorKind.allCases.count)
    try await work.run(people.count, waiting: 1, progress: progress) { number in
      let own = people[number].rows(rows)
      var whole = DesignRows.OriginRange()
      var sum = NormalEquations(columns: own.map.columns, outcomes: own.leads.count)
      var missing = NormalEquations.MissingTargets(
        columns: own.map.columns, outcomes: own.leads.count)
      own.forEachBlock(of: PreparedSeries(people[number].series), in: &whole) {
        sum.addIgnoringMissing($0)
        missing.add($0, to: &sum)
      }
      missing.flush(to: &sum)
      return sum
    } consume: { number, sum in
      sums.update(fold: people[number].fold, group: people[number].kind.group) { $0 += sum }
    }
    guard sums.rowCount >= max(Forecaster.fewestRows.fit, 2 * sums.columns) else {
      throw FitError(.tooFewRows(found: sums.rowCount, needed: 2 * sums.columns))
    }
    return sums
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
  /// deviation transfer better. A penalty of 10,000 leaves no weight to the features of a part that
  /// is left out, nor to those of a person's own model.
  static func sum(
    _ sums: FoldedSums, leaving fold: Int?, _ weights: [Double], _ map: FeatureMap,
    without leftOut: Set<TrainingPart> = []
  ) -> NormalEquations {
    sums.sum(leaving: fold, weights: weights).addingPenalty(on: map.layout.levelPowers)
      .addingPenalty(10_000, on: leftOut.flatMap { $0.columns(of: map.layout) })
  }

  /// Returns the fit, and the folds without which there are enough rows to fit weights to, whose
  /// errors calibrate; the progress of the sums and of the trials counts as one each.
  func fit(
    _ rows: DesignRows, on work: OrderedTasks, progress: (Double) -> Void
  ) async throws -> (fit: Fit, fittedFolds: Set<Int>) {
    let sums = try await sums(rows, on: work, progress: progress)
    let trials = try await trials(sums, rows.map, on: work) { progress(1 + $0) }
    return (try await fit(trials, sums, rows.map, on: work), Self.fittedFolds(in: sums))
  }

  /// Tries all penalties and weights of other kinds on each fold.
  func trials(
    _ sums: FoldedSums, _ map: FeatureMap, on work: OrderedTasks, progress: (Double) -> Void
  ) async throws -> [Trial] {
    let tested = try Self.testedFolds(of: kind, in: sums)
    let hasOthers = Set(people.map(\.kind)).count > 1
    let none = Self.grid.map { _ in [Double](repeating: 0, count: sums.outcomes) }
    let candidates = hasOthers ? Self.otherKindWeights : [1]
    var trials = candidates.map { Trial(otherKindWeight: $0, errors: none) }
    let pairs = candidates.indices.flatMap { trial in tested.map { (trial: trial, fold: $0) } }
    try await work.run(pairs.count, progress: progress) { number in
      let (trial, fold) = pairs[number]
      let others = Self.sum(
        sums, leaving: fold, Self.weights(kind, candidates[trial]), map, without: leftOut)
      let own = sums[fold, kind.group]
      return try Self.grid.map { ridge, kernelRidge in
        let tried = Hyperparameters(
          map: map, ridges: Array(repeating: ridge, count: own.outcomes),
          kernelRidges: Array(repeating: kernelRidge, count: own.outcomes))
        guard let weights = tried.weights(of: others) else { throw FitError(.notSolvable) }
        return (0..<own.outcomes).map { outcome in
          foldShares[fold] * own.relativeError(of: weights, outcome: outcome)
        }
      }
    } consume: { number, errors in
      for position in errors.indices {
        trials[pairs[number].trial].errors[position].add(errors[position])
      }
    }
    return trials
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

  private func fit(
    _ trials: [Trial], _ sums: FoldedSums, _ map: FeatureMap, on work: OrderedTasks
  ) async throws -> Fit {
    guard let best = Self.best(of: trials) else { throw FitError(.notSolvable) }
    let types = typeRegression(map)
    let weights = Self.weights(kind, best.otherKindWeight)
    let point = PointModel(
      Hyperparameters(
        map: map, ridges: best.pairs.map { Self.grid[$0].ridge },
        kernelRidges: best.pairs.map { Self.grid[$0].kernelRidge }),
      Self.sum(sums, leaving: nil, weights, map, without: leftOut), folds: sums.folds)
    guard var point else { throw FitError(.notSolvable) }
    let own = types.weights(correcting: point.weights, sums, weights, leaving: nil)
    point.weights = types.replacing(point.weights, with: own)
    point.foldWeights = try await work.map(sums.folds) { [point] fold in
      let all = point.weights(
        leaving: Self.sum(sums, leaving: fold, weights, map, without: leftOut))
      return types.replacing(
        all, with: types.weights(correcting: all, sums, weights, leaving: fold))
    }
    return Fit(point: point, typeWeights: own)
  }

  // MARK: - Calibration

  /// Returns the fraction of the origins of a fold in use, if `enough` of each study are. The folds
  /// of a study that is divided have the origins of one study together.
  static func fraction(ofOrigins origins: Int, foldShare: Double, enough: Double) -> Double {
    min(enough * foldShare / Double(max(origins, 1)), 1)
  }

  /// Returns the rows of each fold that calibrate intervals, with the errors under `foldWeights`.
  ///
  /// People differ more than sensors do: the errors of people with another kind of sensor are used,
  /// too, so that intervals include studies with low and with high variability.
  func samples(
    _ rows: DesignRows, _ foldWeights: [[Double]], _ fittedFolds: Set<Int>,
    on work: OrderedTasks, progress: (Double) -> Void
  ) async throws -> [CalibrationSet] {
    let none = CalibrationSet(outcomes: rows.leads.count)
    let fractions = zip(origins, foldShares).map {
      Self.fraction(ofOrigins: $0, foldShare: $1, enough: enoughRows)
    }
    let people = people.filter { fittedFolds.contains($0.fold) }
    var samples = foldShares.map { _ in none }
    try await work.run(people.count, progress: progress) { number in
      let person = people[number]
      let own = person.rows(rows).calibrating(fraction: fractions[person.fold])
      var whole = DesignRows.OriginRange()
      var sample = none
      own.forEachBlock(of: PreparedSeries(person.series), in: &whole) {
        sample.add($0, own.map, $0.errors(of: foldWeights[person.fold]))
      }
      return sample
    } consume: {
      samples[people[$0].fold] += $1
    }
    return samples
  }

  private func calibrated(
    _ fit: Fit, on folds: [CalibrationSet], _ map: FeatureMap,
    on work: OrderedTasks
  ) async throws -> Trained {
    var point = fit.point
    // Single precision halves the size of the stored models, and changes no forecast by 1e-4
    // mg/dL.
    point.weights = point.weights.map { Double(Float($0)) }
    let types = typeRegression(map)
    let none = CalibrationSet(outcomes: point.hyperparameters.ridges.count)
    var all = folds.reduce(into: none) { $0 += $1 }
    let parts = types.known.map { type in
      zip(types.types, folds).reduce(into: none) { if $1.0 == type { $0 += $1.1 } }
    }
    var (range, shortViews) = try ResidualModel.calibrated(on: &all, parts: parts)
    range.crossings = CrossingModel(
      try await work.map(CrossingModel.sides.count) { [all, range] in
        CrossingModel.weights(CrossingModel.sides[$0], all, range)
      })
    let measured = try await work.map(folds.count) {
      EmpiricalCoverage(of: folds, leavingOut: $0)
    }.reduce(into: EmpiricalCoverage(outcomes: none.outcomes)) { $0 += $1 }
    let model = Forecaster(
      point, range, options, recordCount: people.count,
      measured: measured.counts.contains(0) ? nil : measured)
    let priors = zip(fit.typeWeights, shortViews).map { weights, shortViews in
      TypePrior(weights: weights.map { Double(Float($0)) }, shortViews: shortViews)
    }
    return (model, Dictionary(uniqueKeysWithValues: zip(types.known, priors)))
  }
}
