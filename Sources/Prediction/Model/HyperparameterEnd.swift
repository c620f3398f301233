// SPDX-License-Identifier: Apache-2.0

/// A hyperparameter whose best value was the first or the last of those offered, so that one beyond it
/// may be better.
public struct HyperparameterEnd: Hashable, Sendable {
  /// A hyperparameter of a fit.
  public enum Hyperparameter: String, Hashable, Sendable, CaseIterable {
    /// The ridge penalty per row.
    case ridge
    /// The penalty of the kernel block per row.
    case kernelRidge
  }

  /// The hyperparameter.
  public let hyperparameter: Hyperparameter
  /// The lead whose weights it holds.
  public let lead: Duration
  /// The value that was chosen.
  public let value: Double
  /// Whether it is the least value that was offered; else it is the greatest.
  public let isLeast: Bool
}

extension Forecaster {
  /// The choices of this fit, or of the training of a pretrained model, that lie at an end of the values offered
  /// in its ``options``; none for a fit that leans on a prior, whose ``ridges`` are multiples.
  public var choicesAtEnds: [HyperparameterEnd] {
    func ends(
      _ chosen: [Double], of offered: [Double], _ hyperparameter: HyperparameterEnd.Hyperparameter
    ) -> [HyperparameterEnd] {
      guard let least = offered.min(), let greatest = offered.max(), least < greatest else {
        return []
      }
      return zip(chosen, leads).compactMap { value, lead in
        guard value == least || value == greatest else { return nil }
        return HyperparameterEnd(
          hyperparameter: hyperparameter, lead: lead, value: value, isLeast: value == least)
      }
    }
    guard !leansOnPrior else { return [] }
    return ends(ridges, of: options.ridgeCandidates, .ridge)
      + ends(kernelRidges, of: options.kernelRidgeCandidates, .kernelRidge)
  }
}
