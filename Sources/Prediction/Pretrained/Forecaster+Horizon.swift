// SPDX-License-Identifier: Apache-2.0

extension Forecaster {
  /// The first steps of this model of people in general, up to `horizon`.
  ///
  /// - Returns: `nil` if the model does not look as far, or `horizon` is none of its steps.
  func limited(to horizon: Duration) -> Forecaster? {
    let count = horizon / cadence.step
    guard count == count.rounded(), count >= 1, Int(count) <= pathSteps else { return nil }
    let kept = min(Int(count) + cadence.lateSteps, steps)
    return options.horizon == horizon && kept == steps
      ? self : Forecaster(self, steps: kept, horizon)
  }

  private init(_ whole: Forecaster, steps: Int, _ horizon: Duration) {
    var options = whole.options
    options.horizon = horizon
    cadence = whole.cadence
    self.options = options
    zone = whole.zone
    map = whole.map
    self.steps = steps
    ridges = Array(whole.ridges.prefix(steps))
    kernelRidges = Array(whole.kernelRidges.prefix(steps))
    recordCount = whole.recordCount
    rowCount = whole.rowCount
    meanGram = whole.meanGram
    leansOnPrior = whole.leansOnPrior
    populationWeights = Array(whole.populationWeights.prefix(whole.map.columns * steps))
    range = ResidualModel(whole.range, outcomes: steps)
    measured = whole.measured.map { EmpiricalCoverage($0, outcomes: steps) }
  }
}
