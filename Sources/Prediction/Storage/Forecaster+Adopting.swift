// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Forecaster {
  /// A part of a personal model's state.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum LearnedPart: String, Hashable, Codable, Sendable, CaseIterable {
    /// The person's weights, and the sums from which they are solved.
    case weights
    /// The scale ratio and the quantiles of the person's intervals.
    case intervals
    /// The coverage of the person's intervals on the last part of the record.
    case coverage
  }

  /// Returns this model with the personal state of a stored model, as far as it applies.
  ///
  /// - The weights are transferred, exactly to rounding, if both models have the same features,
  ///   steps, half-life and population weights of the kernel landmarks, together with the weights
  ///   of the multiples of the prior precision. Otherwise they start as the population's, and
  ///   ``update(with:)-(Recording)`` fits them again to all readings that it is given.
  /// - The intervals are transferred between models of one cadence, for the steps of both: the
  ///   ratio of the person's errors to the population's, the quantiles of scaled residuals, and the
  ///   instant up to which they are calibrated.
  /// - Measured coverage is transferred if the stored model has all steps of this model.
  ///
  /// - Returns: The model, and the parts of the state that are not transferred, or not for all
  ///   steps. If the stored model is not personal, it returns this model and no parts.
  /// - Complexity: O(*p*³), where *p* is the number of features without the kernel block.
  public func adopting(_ stored: StoredForecaster) -> (model: Forecaster, lost: [LearnedPart]) {
    guard let intervals = stored.intervals else { return (self, []) }
    var model = self
    model.person = nil
    var lost: [LearnedPart] = []
    let isSameCadence = intervals.cadence == cadence
    var person = PersonalState(
      columns: map.plainColumns, weights: populationWeights, outcomes: steps, range)
    if isSameCadence { person.takeOver(intervals, range) }
    if let measured = intervals.measured {
      if isSameCadence, intervals.steps >= steps {
        person.measured = EmpiricalCoverage(measured, outcomes: steps)
      } else {
        lost.append(.coverage)
      }
    }
    if !isSameCadence || intervals.steps < steps { lost.insert(.intervals, at: 0) }
    if let old = try? stored.forecaster(), let learned = old.person,
      let differences = differences(to: old)
    {
      person.sums = learned.sums.raisingTargets(by: differences)
      person.mixture = learned.mixture?.raisingTargets(by: differences)
      person.pace = learned.pace
      person.weightOrigin = learned.weightOrigin
      person.learnedUntil = learned.learnedUntil
      model.person = person
      if !model.solve() { lost.insert(.weights, at: 0) }
    } else {
      model.person = isSameCadence ? person : nil
      lost.insert(.weights, at: 0)
    }
    return (model, lost)
  }

  /// Returns the differences between the population weights of another model and this one, without
  /// the kernel block, a row for each target, or `nil` if the personal state of that model is not
  /// transferable.
  private func differences(to old: Forecaster) -> [Double]? {
    guard old.map == map, old.steps == steps, old.options.halfLife == options.halfLife
    else { return nil }
    var differences: [Double] = []
    for outcome in 0..<steps {
      for column in (outcome * map.columns)..<(outcome + 1) * map.columns {
        let difference = old.populationWeights[column] - populationWeights[column]
        if column - outcome * map.columns < map.plainColumns {
          differences.append(difference)
        } else if difference != 0 {
          return nil
        }
      }
    }
    return differences
  }
}

extension PersonalState {
  /// Sets the state of intervals from another model's, for the steps of both.
  fileprivate mutating func takeOver(_ learned: StoredForecaster.Intervals, _ range: ResidualModel)
  {
    for outcome in 0..<min(learned.steps, ratioSums.count) {
      ratioSums[outcome] = learned.ratioSums[outcome] * range.meanRatios[outcome]
      ratioCounts[outcome] = learned.ratioCounts[outcome]
    }
    tracks = AdaptiveQuantiles(range, takingOver: learned.quantiles)
    judgingPace = learned.pace
    judgedUntil = learned.judgedUntil
  }
}
