package import Prediction

/// A hyperparameter whose selected value is the first or the last of its candidates, so that a
/// value beyond it may be better.
package struct HyperparameterLimit: Equatable, Sendable {
  package enum Hyperparameter: String, Sendable, CaseIterable {
    case ridge, kernelRidge, eventRidge
  }

  package let hyperparameter: Hyperparameter
  /// The lead of the weights to which the penalty applies.
  package let lead: Duration
  package let value: Double
  /// A Boolean value that indicates whether the value is the least candidate; otherwise it is the
  /// greatest.
  package let isMinimum: Bool
}

extension Forecaster {
  /// The hyperparameters of this fit, or of the training of a pretrained model, that are at an end
  /// of their candidates in ``options``.
  ///
  /// A fit with a prior, whose ``ridges`` are multiples, has only those of the event features. A
  /// lead without a penalty in ``eventRidges`` is not included.
  package var hyperparametersAtLimits: [HyperparameterLimit] {
    let choices: [(HyperparameterLimit.Hyperparameter, [Double?], [Double])] = [
      (.ridge, usesPrior ? [] : ridges, options.ridgeCandidates),
      (.kernelRidge, usesPrior ? [] : kernelRidges, options.kernelRidgeCandidates),
      (.eventRidge, eventRidges, options.eventRidgeCandidates),
    ]
    return choices.flatMap { hyperparameter, chosen, offered -> [HyperparameterLimit] in
      guard let least = offered.min(), let greatest = offered.max(), least < greatest else {
        return []
      }
      return zip(chosen, leads).compactMap { value, lead in
        guard let value, value == least || value == greatest else { return nil }
        return HyperparameterLimit(
          hyperparameter: hyperparameter, lead: lead, value: value, isMinimum: value == least)
      }
    }
  }
}
