// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// The parts of a record in order of time, training, validation and test, and the folds of its rows.
///
/// The days of the training part, in blocks, go round the first folds, and the validation part is the last. All
/// follow from the record alone, neither from its number nor from other records: statistics of records that were
/// added anywhere and in any order are those of all records added at once.
struct FoldRule {
  /// The number of folds of the training part.
  static let trainingFolds = 4
  /// The fold of the validation part.
  static let validationFold = trainingFolds
  /// The number of folds.
  static let count = trainingFolds + 1

  let training, validation, test: DesignRows.OriginRange
  /// Where the test begins.
  let testStart: Double
  private let start: Double
  private let blockLength: Double
  private let phase: Int

  /// The parts and folds of a record.
  init(_ series: GlucoseSeries, _ options: FitOptions) {
    let times = series.times
    let count = Double(times.count)
    func time(at share: Double) -> Double {
      let index = times.startIndex + Int(count * share)
      return index < times.endIndex ? times[index] : .infinity
    }
    let kept = 1 - options.testShare
    let middle = time(at: kept * (1 - options.validationShare))
    testStart = time(at: kept)
    training = DesignRows.OriginRange(end: middle)
    validation = DesignRows.OriginRange(start: middle, end: testStart)
    test = DesignRows.OriginRange(start: testStart)
    start = times.first ?? 0
    phase = series.foldPhase(of: Self.trainingFolds)
    // Whole days, so that each fold has all times of the day; parts of a day in the shortest records.
    let span = min(middle, times.last ?? 0) - start
    let days = (span / 86_400 / 8).rounded(.down)
    blockLength = days >= 1 ? min(days, 3) * 86_400 : min(max(span / 8, 3600), 86_400)
  }

  /// The fold of an instant of the training part, in seconds since the reference date.
  func trainingFold(at time: Double) -> Int { (block(at: time) + phase) % Self.trainingFolds }

  /// The fold of an instant of the training or the validation part.
  func fold(at time: Double) -> Int {
    time >= validation.start ? Self.validationFold : trainingFold(at: time)
  }

  /// A Boolean value that indicates whether `later` lies beyond the block of days to which `time` belongs.
  func isAfterBlock(of time: Double, _ later: Double) -> Bool { block(at: later) > block(at: time) }

  private func block(at time: Double) -> Int { Int(min(max((time - start) / blockLength, 0), 1e9)) }
}

extension GlucoseSeries {
  /// A number below `count` that follows from the first two hours' concentrations.
  ///
  /// So that records that begin at the same time of day, as those of a study do, begin with different folds.
  func foldPhase(of count: Int) -> Int {
    Int(contentHash % UInt64(count))
  }

  /// A hash of the first two hours' concentrations that is the same on every machine (FNV-1a of 64 bits, folded).
  var contentHash: UInt64 {
    values.prefix(24).reduce(0xcbf2_9ce4_8422_2325) { hash, value in
      let mixed = (hash ^ value.bitPattern) &* 0x100_0000_01b3
      return mixed ^ (mixed >> 32)
    }
  }
}
