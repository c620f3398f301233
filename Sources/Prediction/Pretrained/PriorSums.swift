// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The sums of products of the studies of one cadence, by part and kind of sensor.
struct PriorSums {
  /// How often centres move.
  private static let rounds = 5
  /// How many moments centres are placed among.
  private static let originCount = 24_000.0

  let folds: PriorFolds
  let options: FitOptions
  let stream: DesignRows
  /// For each part, the sums of each kind.
  private let sums: [[SensorKind: NormalEquations]]

  init(_ folds: PriorFolds, _ cadence: SensorCadence, centreCount: Int) throws(FitError) {
    var options = FitOptions()
    options.cadence = cadence
    options.zone = .gmt
    options.horizon = PretrainedModels.horizon
    options.heldOut = 0
    options.minimumDetail = .kernel
    let centres = try Self.centres(centreCount, folds, cadence, options)
    let stream = FitStatistics(cadence: cadence, options, centres: centres).stream
    let none = NormalEquations(columns: stream.map.columns, outcomes: stream.leads.count)
    sums = folds.folds.indices.map { fold in
      var sums: [SensorKind: NormalEquations] = [:]
      folds.forEachBlock(of: fold, stream) { person, block in
        sums[person.kind, default: none].add(block)
      }
      return sums
    }
    self.folds = folds
    self.options = options
    self.stream = stream
    let rows = sums.reduce(0) { $1.values.reduce($0) { $0 + $1.rows } }
    guard rows >= max(Forecaster.fewestRows.fit, 2 * none.columns) else {
      throw FitError(.tooFewRows(found: rows, needed: 2 * none.columns))
    }
  }

  /// The number of outcomes.
  var outcomes: Int { stream.leads.count }

  /// The number of rows of a kind in a part.
  func rows(_ kind: SensorKind, in fold: Int) -> Int { sums[fold][kind]?.rows ?? 0 }

  /// Whether there are rows of another kind.
  func hasOthers(than kind: SensorKind) -> Bool {
    sums.contains { $0.keys.contains { $0 != kind } }
  }

  /// The sums over all parts but one, in which rows of other kinds than this weigh `share`.
  func sum(for kind: SensorKind, _ share: Double, leaving left: Int?) -> NormalEquations {
    var sum = NormalEquations(columns: stream.map.columns, outcomes: outcomes)
    for other in SensorKind.allCases {
      for fold in sums.indices where fold != left {
        guard var part = sums[fold][other] else { continue }
        if other != kind, share != 1 { part.scale(by: share) }
        sum += part
      }
    }
    return sum
  }

  /// These sums as if each row also said, as loudly as one feature says of itself, that the level alone has
  /// no weight.
  ///
  /// Where glucose settles differs from study to study more than how it moves: in type 1 diabetes it rises
  /// from 90 mg/dL, in health it stays. What a day's own mean and spread tell carries over better.
  func holdingLevel(_ sums: NormalEquations) -> NormalEquations {
    var gram = SymmetricMatrix(size: sums.columns)
    for column in stream.map.layout.levelPowers { gram[column, column] = Double(sums.rows) }
    var held = sums
    held += NormalEquations(
      rows: 0, gram: gram, products: Array(repeating: 0, count: sums.columns * sums.outcomes),
      squares: Array(repeating: 0, count: sums.outcomes))
    return held
  }

  /// The squared error of weights on a part's rows of a kind, relative to that of expecting no
  /// change, as much as the part counts.
  func error(
    of weights: [Double], _ kind: SensorKind, in fold: Int, outcome: Int
  ) -> Double {
    folds.folds[fold].share
      * (sums[fold][kind]?.relativeError(of: weights, outcome: outcome) ?? 0)
  }

  /// Centres placed among as many moments of each study as of the others.
  private static func centres(
    _ count: Int, _ folds: PriorFolds, _ cadence: SensorCadence, _ options: FitOptions
  ) throws(FitError) -> KernelLandmarks {
    var options = options
    options.detail = .day
    var stream = FitStatistics(cadence: cadence, options).stream
    let wanted = originCount / folds.folds.reduce(0) { $0 + $1.share }
    var moments: [Double] = []
    for (index, fold) in folds.folds.enumerated() {
      let readings = fold.people.reduce(0) { $0 + $1.trace.times.count }
      stream.every = max(Int(Double(readings) / (wanted * fold.share)), 1)
      folds.forEachBlock(of: index, stream) { _, block in
        moments += stream.map.kernelInputs(of: block.features, rows: block.rows, isRelative: true)
      }
    }
    let dimensions = stream.map.kernelDimensions
    let rows = moments.count / dimensions
    guard rows >= 2 * count else { throw FitError(.tooFewRows(found: rows, needed: 2 * count)) }
    let first = (0..<count).flatMap { centre in
      let row = centre * rows / count
      return moments[(row * dimensions)..<(row + 1) * dimensions]
    }
    var centres = KernelLandmarks(dimensions: dimensions, coordinates: first)
    for _ in 0..<rounds { centres = centres.moved(to: moments, rows: rows) }
    // Short numbers make a small file.
    return KernelLandmarks(
      dimensions: dimensions, coordinates: centres.coordinates.map { ($0 * 64).rounded() / 64 },
      isRelative: true)
  }
}
