// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

extension Backtest {
  /// The range in which a measure lies with the given confidence, as people differ, or `nil` with
  /// fewer than two people or where the measure is not defined.
  ///
  ///     test.interval(of: "personal model", lead: .seconds(1800)) { $0.rootMeanSquare }
  ///
  /// People are drawn with replacement, their outcomes taken together and measured; the range goes from
  /// one percentile of such draws to another (Efron and Tibshirani, *An Introduction to the Bootstrap*,
  /// 1993). Moments of one person are alike, so that people are drawn and moments are not.
  ///
  /// - Parameters:
  ///   - predictor: The name of the predictor.
  ///   - lead: How far ahead its forecasts were.
  ///   - confidence: The share of draws that the range holds.
  ///   - draws: How often people are drawn.
  ///   - seed: The same seed gives the same range.
  ///   - measure: What is measured of the people drawn.
  /// - Precondition: `confidence` lies between 0 and 1, and `draws` is positive.
  /// - Complexity: O(*draws* · *people*)
  public func interval(
    of predictor: String, lead: Duration, confidence: Double = 0.95, draws: Int = 1000,
    seed: UInt64 = 1, measure: (ForecastErrors) -> Double?
  ) -> ClosedRange<Double>? {
    let people = errorsByPerson(predictor, lead)
    return Self.interval(people.count, confidence, draws, seed) { drawn in
      var errors = ForecastErrors()
      for person in drawn { errors += people[person] }
      return measure(errors)
    }
  }

  /// The range of the difference between two predictors in a measure, `predictor` less `other`, both
  /// measured on the same drawn people.
  public func intervalOfDifference(
    of predictor: String, from other: String, lead: Duration, confidence: Double = 0.95,
    draws: Int = 1000, seed: UInt64 = 1, measure: (ForecastErrors) -> Double?
  ) -> ClosedRange<Double>? {
    let people = errorsByPerson(predictor, lead)
    let others = errorsByPerson(other, lead)
    guard people.count == others.count else { return nil }
    return Self.interval(people.count, confidence, draws, seed) { drawn in
      var errors = (ForecastErrors(), ForecastErrors())
      for person in drawn {
        errors.0 += people[person]
        errors.1 += others[person]
      }
      guard let own = measure(errors.0), let their = measure(errors.1) else { return nil }
      return own - their
    }
  }

  private func errorsByPerson(_ predictor: String, _ lead: Duration) -> [ForecastErrors] {
    scores.filter { $0.predictor == predictor && $0.lead == lead && $0.person != nil }
      .map(\.errors).filter { $0.count > 0 }
  }

  static func interval(
    _ people: Int, _ confidence: Double, _ draws: Int, _ seed: UInt64,
    _ measure: ([Int]) -> Double?
  ) -> ClosedRange<Double>? {
    precondition(confidence > 0 && confidence < 1, "A confidence lies between 0 and 1")
    precondition(draws > 0, "People are drawn at least once")
    guard people > 1 else { return nil }
    var generator = SplitMix64(seed: seed)
    var values: [Double] = []
    for _ in 0..<draws {
      let drawn = (0..<people).map { _ in Int.random(in: 0..<people, using: &generator) }
      if let value = measure(drawn), value.isFinite { values.append(value) }
    }
    guard !values.isEmpty else { return nil }
    values.sort()
    let tail = (1 - confidence) / 2
    let low = Int((Double(values.count - 1) * tail).rounded(.down))
    let high = Int((Double(values.count - 1) * (1 - tail)).rounded(.up))
    return values[low]...values[high]
  }
}

extension AlarmPerformance {
  /// The range in which the share of episodes that are caught lies with the given confidence, as people
  /// differ, or `nil` with fewer than two people or no episode.
  public func sensitivityInterval(
    confidence: Double = 0.95, draws: Int = 1000, seed: UInt64 = 1
  ) -> ClosedRange<Double>? {
    Backtest.interval(people.count, confidence, draws, seed) { drawn in
      var counts = AlarmCounts()
      for person in drawn { counts += people[person] }
      return counts.sensitivity
    }
  }
}
