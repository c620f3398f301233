/// The personal glycemic state (PGS): a sum of five scores, about 5 at best (Hirsch et al.,
/// *Diabetes Technology & Therapeutics* 19, 2017).
package struct PersonalGlycemicState: Equatable, Sendable {
  /// The score of the glycemic variability percentage, 1–10.
  package let variability: Double
  /// The score of the mean, 1–10 at either end.
  package let mean: Double
  /// The score of the percentage of time in 70–180 mg/dL, 1–10.
  package let timeInRange: Double
  /// The score of episodes below 54 mg/dL per week, 0.5–5.
  package let veryLowEpisodes: Double
  /// The score of episodes below 70 but not below 54 mg/dL per week, 0.625–5.
  package let lowEpisodes: Double

  /// The sum of the scores.
  package var value: Double { variability + mean + timeInRange + veryLowEpisodes + lowEpisodes }

  /// Creates the state from the glycemic variability percentage, the mean, the part of the readings in
  /// 70–180 mg/dL, both included, and the episodes per week: those below 54 mg/dL, with 20 minutes to
  /// begin and 30 to end, and those below 70 that contain none below 54.
  package init(
    variabilityPercentage: Double, mean: Glucose, timeInRange: Percentage,
    veryLowEpisodesPerWeek: Double, lowEpisodesPerWeek: Double
  ) {
    func logistic(_ exponent: Double) -> Double { 1 / (1 + MathFunctions.exponential(exponent)) }
    variability = 1 + 9 * logistic(-0.049 * (variabilityPercentage - 65.47))
    self.mean =
      1 + 9 * (logistic(0.1139 * (mean.mgdL - 72.08)) + logistic(-0.09195 * (mean.mgdL - 157.57)))
    self.timeInRange = 1 + 9 * logistic(0.0833 * (timeInRange.percent - 55.04))
    // The rate ln 2.25 = 0.81093 makes the score 3 at one episode a week.
    veryLowEpisodes = 0.5 + 4.5 * (1 - MathFunctions.exponential(-0.81093 * veryLowEpisodesPerWeek))
    lowEpisodes = lowEpisodesPerWeek <= 7.65 ? 0.5714 * lowEpisodesPerWeek + 0.625 : 5
  }
}
