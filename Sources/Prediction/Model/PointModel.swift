// SPDX-License-Identifier: Apache-2.0

internal import Diary

/// What a fit has once sums are added up: all but the range, whose parts can be worked out at once.
struct PointModel: Sendable {
  fileprivate let statistics: FitStatistics
  fileprivate let choice: Hyperparameters
  private(set) var weights: [Double]
  fileprivate let meanGram: SymmetricMatrix
  fileprivate let rows: Int
  /// The number of steps ahead.
  let steps: Int

  /// - Throws: ``FitError`` if there is too little data or the regression has no solution.
  init(_ statistics: FitStatistics) throws(FitError) {
    guard statistics.recordCount > 0 else { throw FitError(.noRecords) }
    let early = statistics.early
    let needed = max(Forecaster.fewestRows.fit, 2 * early.columns)
    guard early.rows >= needed else {
      throw FitError(.tooFewRows(found: early.rows, needed: needed))
    }
    guard var choice = statistics.choice(early) else { throw FitError(.notSolvable) }
    // Sums of before levels were counted tell nothing of what they know.
    if statistics.levels.total == statistics.rowCount {
      choice.map.levelSupport = statistics.levels.support
    }
    var all = early
    all += statistics.late
    all = all.limited(to: choice.map.columns)
    guard let weights = choice.weights(of: all) else { throw FitError(.notSolvable) }
    self.statistics = statistics
    self.choice = choice
    self.weights = weights
    rows = all.rows
    steps = all.outcomes
    meanGram =
      all.gram.limited(to: choice.map.plainColumns).scaled(by: 1 / Double(all.rows)).rounded
  }

  /// The turns that are left out one by one.
  static let turns = Array(0...RecordSplit.turns)

  /// The sums of all turns but one.
  private func sums(without turn: Int) -> NormalEquations {
    statistics.sums(without: turn).limited(to: choice.map.columns)
  }

  /// The weights that all turns but one give.
  func weights(without turn: Int) -> [Double] {
    let others = sums(without: turn)
    // A turn without rows, as one person's short record may have, is no loss.
    return choice.weights(of: others) ?? weights
  }

  /// Moves the weights, and those without each turn, from the mean to the median if that is asked for.
  mutating func settle(_ weights: inout [[Double]], on people: [Recording]) {
    guard statistics.options.loss == .absolute else { return }
    var all = statistics.early
    all += statistics.late
    var regressions = [
      HuberRegression(all.limited(to: choice.map.columns), self.weights, choice.map, nil)
    ]
    for turn in Self.turns {
      regressions.append(
        HuberRegression(
          sums(without: turn), weights[turn], choice.map, regressions[0].clipping))
    }
    let parts = CalibrationParts(people, statistics.options)
    for _ in 0..<HuberRegression.rounds {
      parts.forEachBlock(stream) { turn, block in
        for index in regressions.indices where index != turn + 1 { regressions[index].add(block) }
      }
      for index in regressions.indices { regressions[index].solve(choice) }
    }
    self.weights = regressions[0].weights
    weights = regressions.dropFirst().map(\.weights)
  }

  private var stream: DesignRows {
    var stream = statistics.stream
    stream.map = choice.map
    return stream
  }

  /// The errors that the weights without each turn make on one person's moments of it.
  func sample(
    of person: Int, _ people: [Recording], _ weights: [[Double]]
  ) -> CalibrationSet {
    CalibrationParts(people, statistics.options).sample(of: person, stream, weights)
  }
}

extension Forecaster {
  /// The model whose range this is.
  init(_ groundwork: PointModel, _ range: ResidualModel) {
    cadence = groundwork.statistics.cadence
    options = groundwork.statistics.options
    zone = options.zone
    map = groundwork.choice.map
    steps = groundwork.steps
    penalties = groundwork.choice.penalties
    kernelPenalties = groundwork.choice.kernelPenalties
    recordCount = groundwork.statistics.recordCount
    rowCount = groundwork.rows
    meanGram = groundwork.meanGram
    populationWeights = groundwork.weights
    self.range = range
  }
}
