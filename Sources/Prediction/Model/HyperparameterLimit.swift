/// A hyperparameter whose selected value is the first or the last of its candidates, so that a
/// value beyond it may be better.
public struct HyperparameterLimit: Equatable, Sendable {
  /// A hyperparameter of a fit.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Hyperparameter: String, Hashable, Sendable, CaseIterable {
    /// The ridge penalty per row.
    case ridge
    /// The penalty of the kernel block per row.
    case kernelRidge
    /// The penalty of the event features per row.
    case eventRidge
  }

  /// The hyperparameter.
  public let hyperparameter: Hyperparameter
  /// The lead of the weights to which the penalty applies.
  public let lead: Duration
  /// The selected value.
  public let value: Double
  /// A Boolean value that indicates whether the value is the least candidate; otherwise it is the
  /// greatest.
  public let isMinimum: Bool
}

extension Forecaster {
  /// The hyperparameters of this fit, or of the training of a pretrained model, that are at an end
  /// of their candidates in ``options``.
  ///
  /// A fit with a prior, whose ``ridges`` are multiples, has only those of the event features. A
  /// lead without a penalty in ``eventRidges`` is not included.
  public var hyperparametersAtLimits: [HyperparameterLimit] {
    func ends(
      _ chosen: [Double?], of offered: [Double],
      _ hyperparameter: HyperparameterLimit.Hyperparameter
    ) -> [HyperparameterLimit] {
      guard let least = offered.min(), let greatest = offered.max(), least < greatest else {
        return []
      }
      return zip(chosen, leads).compactMap { value, lead in
        guard let value, value == least || value == greatest else { return nil }
        return HyperparameterLimit(
          hyperparameter: hyperparameter, lead: lead, value: value, isMinimum: value == least)
      }
    }
    let events = ends(eventRidges, of: options.eventRidgeCandidates, .eventRidge)
    guard !usesPrior else { return events }
    return ends(ridges, of: options.ridgeCandidates, .ridge)
      + ends(kernelRidges, of: options.kernelRidgeCandidates, .kernelRidge) + events
  }
}
