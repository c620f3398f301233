// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Forecaster {
  /// A part of what a personal model has learned.
  public enum LearnedPart: String, Hashable, Codable, Sendable, CaseIterable {
    /// The person's weights, and the sums they are solved from.
    case weights
    /// The width of the person's intervals and their quantiles.
    case intervals
    /// How often the person's intervals held what was kept apart.
    case coverage
  }

  /// This model with what a stored model has learned from one person, as far as it applies here.
  ///
  /// - The weights are carried over, exactly to rounding, if both models have the same features, steps and half-life
  ///   and everyone's weights of the same kernel landmarks; so is the strength with which they are held to
  ///   everyone's, as the errors of the stored model chose it. Otherwise they start as everyone's, and
  ///   ``update(with:)-(Recording)`` learns them again from all readings it is given.
  /// - The intervals are carried over between models of one cadence, for the steps that both have:
  ///   the ratio of the person's errors to everyone's, the quantiles of scaled residuals, and the
  ///   instant up to which they follow readings.
  /// - Measured coverage is carried over if the stored model has all steps of this one.
  ///
  /// - Returns: The model, and the parts of what was learned that are not, or not for all steps,
  ///   carried over. A stored model that is not personal gives this model as it is, and no parts.
  /// - Complexity: O(*p*³) for *p* features without the kernel block.
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

  /// By how much everyone's weights of another model exceed those of this one, without the kernel block, a row
  /// to a target; `nil` if what a person learned with it cannot be worked out for this one.
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
  /// Takes over what another model's intervals learned, for the steps that both have.
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
