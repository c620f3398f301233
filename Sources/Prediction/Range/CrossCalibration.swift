// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The parts of records that take turns to be forecast by a model of the others.
///
/// Parts are whole days, or shorter where no record lasts eight, so that each has all times of the day
/// and all times of the study; people start with different ones.
struct CalibrationParts {
  static let count = 4

  private let people: [GlucoseSeries]
  private let options: FitOptions
  private let length: Double

  init(_ people: [GlucoseSeries], _ options: FitOptions) {
    self.people = people
    self.options = options
    let spans = people.map { series in
      (series.times.last ?? 0) - (series.times.first ?? 0)
    }
    length = min(86_400, max((spans.max() ?? 0) * (1 - options.heldOut) / 8, 3600))
  }

  /// Calls `body` with each part's number and its rows that are not held out, a tile at a time.
  func forEachTile(_ stream: RowStream, _ body: (Int, Tile) -> Void) {
    for (person, series) in people.enumerated() {
      let trace = Trace(series)
      guard let first = trace.times.first else { continue }
      var walk = RowStream.Walk(end: RecordParts(trace, options).cut)
      stream.forEachTile(
        of: trace, in: &walk,
        partedBy: { (Int(min(($0 - first) / length, 1e9)) + person) % Self.count }, body)
    }
  }
}

extension RangeModel {
  /// How many moments are enough to calibrate on; of more, each so many are taken.
  private static let enough = 100_000

  /// Sizes and quantiles of the errors, and how errors along a path go together, that models of the other parts make on each part: cross-conformal
  /// prediction (Vovk, *Annals of Mathematics and Artificial Intelligence* 74, 2015).
  init(
    _ choice: Choice, _ stream: RowStream, _ people: [GlucoseSeries], _ options: FitOptions
  ) throws(FitError) {
    let parts = CalibrationParts(people, options)
    let outcomes = stream.leads.count
    let none = RegressionSums(columns: stream.map.columns, outcomes: outcomes)
    var sums = Array(repeating: none, count: CalibrationParts.count)
    parts.forEachTile(stream) { sums[$0].add($1) }
    var weights: [[Double]] = []
    for part in sums.indices {
      var others = none
      for other in sums.indices where other != part { others += sums[other] }
      guard let solution = choice.weights(of: others) else { throw FitError(.notSolvable) }
      weights.append(solution)
    }
    var stream = stream
    stream.every = max(sums.reduce(0) { $0 + $1.rows } / Self.enough, 1)
    var sizes = RegressionSums(columns: Situation.columns, outcomes: outcomes)
    var sample = CalibrationSample(outcomes: outcomes)
    parts.forEachTile(stream) { part, tile in
      let errors = tile.errors(of: weights[part])
      let situations = Situation.tile(of: tile, stream.map)
      sizes.add(tile.sizes(of: errors, situations))
      sample.add(tile, stream.map, errors, situations)
    }
    guard var range = RangeModel(sizes: sizes) else { throw FitError(.notSolvable) }
    sample.measure(by: range)
    let ratios = (0..<outcomes).map { sample.ratios(of: $0) }
    for values in ratios where values.count < Forecaster.fewestRows.calibration {
      throw FitError(
        .tooFewRows(found: values.count, needed: Forecaster.fewestRows.calibration))
    }
    range.calibrate(ratios)
    range.crossings = CrossingModel(sample, range)
    self = range
  }
}
