// SPDX-License-Identifier: Apache-2.0

internal import Diary

/// The parts of records that take turns to be forecast by a model of the others: see ``RecordSplit``.
struct CalibrationParts {
  static let count = RecordSplit.turns + 1

  private let people: [Recording]
  private let options: FitOptions

  init(_ people: [Recording], _ options: FitOptions) {
    self.people = people
    self.options = options
  }

  /// Calls `body` with each turn's number and its rows that are not held out, a block at a time.
  func forEachBlock(_ stream: DesignRows, _ body: (Int, DesignBlock) -> Void) {
    for person in people.indices { forEachBlock(of: person, stream, body) }
  }

  private func forEachBlock(
    of person: Int, _ stream: DesignRows, _ body: (Int, DesignBlock) -> Void
  ) {
    let trace = PreparedSeries(people[person], options)
    let parts = RecordSplit(trace, options, number: person)
    var walk = DesignRows.OriginRange(end: parts.cut)
    stream.forEachBlock(of: trace, in: &walk, partedBy: parts.turnOrLate, body)
  }

  /// How many moments are enough to calibrate on; of more, each so many are taken.
  private static let enough = 60_000

  /// What models of the other turns make of one person's moments.
  ///
  /// - Parameter weights: To each turn the weights that were fitted to the others.
  func sample(of person: Int, _ stream: DesignRows, _ weights: [[Double]]) -> CalibrationSet {
    var stream = stream
    stream.every = max(people.reduce(0) { $0 + $1.series.count } / Self.enough, 1)
    var sample = CalibrationSet(outcomes: stream.leads.count)
    forEachBlock(of: person, stream) { turn, block in
      sample.add(block, stream.map, block.errors(of: weights[turn]))
    }
    return sample
  }
}

extension ResidualModel {
  /// Sizes and quantiles of the errors that models of the other parts make on each part: cross-conformal
  /// prediction (Vovk, *Annals of Mathematics and Artificial Intelligence* 74, 2015).
  ///
  /// - Parameter sample: All such errors, whose sizes are then measured.
  init(_ sample: inout CalibrationSet) throws(FitError) {
    guard var range = ResidualModel(sizes: sample.sizeSums) else { throw FitError(.notSolvable) }
    sample.measure(by: range)
    for outcome in 0..<sample.outcomes {
      let ratios = sample.ratios(of: outcome)
      guard ratios.count >= Forecaster.fewestRows.calibration else {
        throw FitError(
          .tooFewRows(found: ratios.count, needed: Forecaster.fewestRows.calibration))
      }
      range.calibrate(ratios, outcome: outcome)
    }
    self = range
  }
}
