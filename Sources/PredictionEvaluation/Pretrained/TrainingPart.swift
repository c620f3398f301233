internal import Prediction

/// A part of pretrained models that training can leave out, to measure what it is worth.
package enum TrainingPart: String, CaseIterable, Sendable {
  /// Blocks of features: see `FeatureLayout`. The types of diabetes correct the weights of the
  /// history, without which there are none.
  case interactions, windows, clock, variability, seasonal, history, kernel
  /// The weights and intervals of each type of diabetes with less than a day in view.
  case types

  /// The features of the block.
  func columns(of layout: FeatureLayout) -> Range<Int> {
    switch self {
    case .interactions: layout.interactions
    case .windows: layout.windows
    case .clock: layout.clock
    case .variability: layout.variability
    case .seasonal: layout.seasonal
    case .history: layout.history
    case .kernel: layout.kernel
    case .types: 0..<0
    }
  }
}
