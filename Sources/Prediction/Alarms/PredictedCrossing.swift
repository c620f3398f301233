// SPDX-License-Identifier: Apache-2.0

/// How much a predictor expects a threshold to be crossed.
public struct PredictedCrossing: Hashable, Codable, Sendable {
  /// The more, the sooner an alarm would sound; on a scale of the predictor's own.
  public var score: Double
  /// The probability, from 0 to 1, of a reading beyond the threshold, if the predictor tells one.
  public var probability: Double?

  /// A score and, if there is one, a probability.
  public init(score: Double, probability: Double? = nil) {
    self.score = score
    self.probability = probability
  }
}
