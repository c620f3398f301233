// SPDX-License-Identifier: Apache-2.0

/// A predictor's expectation that a threshold is crossed.
public struct PredictedCrossing: Hashable, Codable, Sendable {
  /// The alarm score, on a scale of the predictor's own; greater scores alarm sooner. One that is not a
  /// number never alarms.
  public var score: Double
  /// The probability, from 0 to 1, of a reading beyond the threshold, if the predictor gives one.
  public var probability: Double?

  /// Creates an expectation with a score and, if there is one, a probability.
  public init(score: Double, probability: Double? = nil) {
    self.score = score
    self.probability = probability
  }
}
