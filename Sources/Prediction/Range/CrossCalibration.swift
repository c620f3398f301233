// SPDX-License-Identifier: Apache-2.0

internal import Diary

/// The parts of records that take turns to be forecast by a model of the others: see ``RecordParts``.
struct CalibrationParts {
  static let count = RecordParts.turns + 1

  private let people: [Recording]
  private let options: FitOptions

  init(_ people: [Recording], _ options: FitOptions) {
    self.people = people
    self.options = options
  }

  /// Calls `body` with each turn's number and its rows that are not held out, a tile at a time.
  func forEachTile(_ stream: RowStream, _ body: (Int, Tile) -> Void) {
    for (person, recording) in people.enumerated() {
      let trace = Trace(recording, options)
      let parts = RecordParts(trace, options, number: person)
      var walk = RowStream.Walk(end: parts.cut)
      stream.forEachTile(of: trace, in: &walk, partedBy: parts.turnOrLate, body)
    }
  }
}

extension RangeModel {
  /// How many moments are enough to calibrate on; of more, each so many are taken.
  private static let enough = 60_000

  /// Sizes and quantiles of the errors, and how errors along a path go together, that models of the other parts make on each part: cross-conformal
  /// prediction (Vovk, *Annals of Mathematics and Artificial Intelligence* 74, 2015).
  ///
  /// - Parameter weights: To each turn the weights that were fitted to the others.
  init(
    _ weights: [[Double]], _ stream: RowStream, _ people: [Recording], _ options: FitOptions
  ) throws(FitError) {
    let parts = CalibrationParts(people, options)
    let outcomes = stream.leads.count
    var stream = stream
    stream.every = max(people.reduce(0) { $0 + $1.series.count } / Self.enough, 1)
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
