// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// What a prior gets wrong on people of studies that took no part in its fit, for one kind of
/// sensor.
///
/// Read every 15 minutes, sensors are much alike, and people differ more: there, everyone's errors count,
/// so that a range has seen more than one study.
struct PriorErrors {
  /// How many moments of each part are kept.
  private static let enough = 60_000

  private let parts: [CalibrationSet]
  private let outcomes: Int

  init(
    _ folds: PriorFolds, _ stream: DesignRows, _ weightsOfOthers: [[Double]], _ kind: SensorKind
  ) {
    let outcomes = stream.leads.count
    self.outcomes = outcomes
    func counts(_ person: PriorFolds.Person) -> Bool {
      person.kind == kind || kind.cadence == .fifteenMinutes
    }
    parts = folds.folds.indices.map { fold in
      var stream = stream
      let readings = folds.folds[fold].people.reduce(0) {
        $0 + (counts($1) ? $1.trace.times.count : 0)
      }
      stream.every = max(readings / Self.enough, 1)
      var sample = CalibrationSet(outcomes: outcomes)
      folds.forEachBlock(of: fold, stream) { person, block in
        guard counts(person) else { return }
        sample.add(block, stream.map, block.errors(of: weightsOfOthers[fold]))
      }
      return sample
    }
  }

  /// The range that the errors of all parts give, and how likely thresholds are crossed.
  ///
  /// - Returns: `nil` if there are too few errors.
  func range() -> ResidualModel? {
    guard let all = calibrated(leaving: nil) else { return nil }
    var range = all.range
    range.crossings = CrossingModel(
      CrossingModel.Side.allCases.map { CrossingModel.weights($0, all.sample, range) })
    return range
  }

  /// How often the range of the other parts holds the outcomes of a part.
  func measured() -> EmpiricalCoverage? {
    var coverage = EmpiricalCoverage(outcomes: outcomes)
    for (number, part) in parts.enumerated() where part.rows > 0 {
      guard let (range, _) = calibrated(leaving: number) else { continue }
      var sample = part
      sample.measure(by: range)
      for outcome in 0..<outcomes {
        let quantiles = range.quantiles[outcome]
        for ratio in sample.ratios(of: outcome) {
          coverage.record(outcome: outcome) { quantiles[$0] <= ratio && ratio <= quantiles[$1] }
        }
      }
    }
    return coverage.counts.contains(0) ? nil : coverage
  }

  /// The range of the errors of all parts but one, and these errors, measured by it; `nil` if too few are
  /// left.
  private func calibrated(leaving left: Int?) -> (range: ResidualModel, sample: CalibrationSet)? {
    var sample = CalibrationSet(outcomes: outcomes)
    for (number, part) in parts.enumerated() where number != left { sample += part }
    guard (sample.sizeSums.counts.min() ?? 0) >= Forecaster.fewestRows.calibration,
      var range = ResidualModel(sizes: sample.sizeSums)
    else { return nil }
    sample.measure(by: range)
    range.calibrate((0..<outcomes).map { sample.ratios(of: $0) })
    return (range, sample)
  }
}
