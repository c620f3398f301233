internal import GlucoseMath

/// The training, validation and test parts of a recording, in chronological order, and the folds of
/// its rows: the days of the training part, in blocks, are assigned to the first folds in rotation,
/// and the validation part is the last. Both depend on the recording alone, so that statistics can
/// be added in any order.
struct FoldRule {
  static let trainingFolds = 4
  static let validationFold = trainingFolds
  static let count = trainingFolds + 1

  let training, validation, test: DesignRows.OriginRange
  private let start: Double
  private let blockLength: Double
  private let phase: Int

  init(_ series: GlucoseSeries, _ options: FitOptions) {
    let times = series.times
    let count = Double(times.count)
    func time(at share: Double) -> Double {
      let index = times.startIndex + Int(count * share)
      return index < times.endIndex ? times[index] : .infinity
    }
    let kept = 1 - options.testPercentage.fraction
    let middle = time(at: kept * (1 - options.validationPercentage.fraction))
    let testStart = time(at: kept)
    training = DesignRows.OriginRange(end: middle)
    validation = DesignRows.OriginRange(start: middle, end: testStart)
    test = DesignRows.OriginRange(start: testStart)
    start = (times.first ?? 0) - SensorCadence.dayMargin
    phase = series.foldPhase(of: Self.trainingFolds)
    // Whole days, so that each fold contains all times of day; parts of a day in the shortest
    // recordings.
    let span = min(middle, times.last ?? 0) - start
    let days = (span / 86_400 / 8).rounded(.down)
    blockLength = days >= 1 ? min(days, 3) * 86_400 : min(max(span / 8, 3600), 86_400)
  }

  func trainingFold(at time: Double) -> Int { (block(at: time) + phase) % Self.trainingFolds }

  func fold(at time: Double) -> Int {
    time >= validation.start ? Self.validationFold : trainingFold(at: time)
  }

  private func block(at time: Double) -> Int { Int(min(max((time - start) / blockLength, 0), 1e9)) }
}

extension GlucoseSeries {
  /// Returns a number below `count` by the first 24 concentrations, so that recordings that start
  /// at the same time of day, as in a study, start with different folds.
  package func foldPhase(of count: Int) -> Int {
    Int(contentHash % UInt64(count))
  }

  /// A hash of the first 24 concentrations in sixteenths of 1 mg/dL, that is the same on every
  /// machine and for values that differ by rounding (FNV-1a of 64 bits, folded).
  package var contentHash: UInt64 {
    values.prefix(24).reduce(0xcbf2_9ce4_8422_2325) { hash, value in
      // Whole numbers, and their halves and quarters, are not near an edge of a sixteenth.
      let sixteenths = UInt64(Swift.min(Swift.max(value, 0), 1e6) * 16 + 0.25)
      let mixed = (hash ^ sixteenths) &* 0x100_0000_01b3
      return mixed ^ (mixed >> 32)
    }
  }
}
