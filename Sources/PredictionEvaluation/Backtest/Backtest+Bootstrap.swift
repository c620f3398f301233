internal import GlucoseMath
internal import Prediction

extension Backtest {
  /// Returns the bootstrap interval of a measure over people, or `nil` with fewer than two people
  /// or if the measure is undefined.
  ///
  ///     test.bootstrapInterval(of: "personal-model", lead: .seconds(1800)) { $0.rootMeanSquare }
  ///
  /// People are drawn with replacement, and the measure is computed from all of their outcomes; the
  /// interval is between two percentiles of these values (Efron and Tibshirani, *An Introduction to
  /// the Bootstrap*, 1993, equation 13.4): at 90 %, between the 50th and the 950th of 1000. Origins
  /// of one person are correlated, so people are drawn instead of origins. The same seed gives the
  /// same interval.
  ///
  /// - Precondition: `confidence` must be between 0 and 1, and `draws` positive.
  /// - Complexity: O(*d n*), where *d* is the number of draws and *n* the number of people.
  public func bootstrapInterval(
    of id: String, lead: Duration, confidence: Double = 0.95, draws: Int = 1000,
    seed: UInt64 = 1, measure: (ForecastErrors) -> Double?
  ) -> ClosedRange<Double>? {
    let people = errorsByPerson(id, lead)
    return Self.bootstrapInterval(people.count, confidence, draws, seed) { drawn in
      measure(drawn.reduce(into: ForecastErrors()) { $0 += people[$1] })
    }
  }

  /// Returns the bootstrap interval of the difference between two predictors in a measure, `id`
  /// minus `other`, both measured on the same drawn people. Only people with both predictors are
  /// included.
  public func bootstrapIntervalOfDifference(
    of id: String, from other: String, lead: Duration, confidence: Double = 0.95,
    draws: Int = 1000, seed: UInt64 = 1, measure: (ForecastErrors) -> Double?
  ) -> ClosedRange<Double>? {
    let people = (entry(id)?.people ?? []).indices.compactMap { person in
      let pair = [id, other].compactMap { score(of: $0, person: person, lead: lead) }
      return pair.count == 2 && pair.allSatisfy { $0.count > 0 } ? pair : nil
    }
    return Self.bootstrapInterval(people.count, confidence, draws, seed) { drawn in
      let measures = (0...1).compactMap { place in
        measure(drawn.reduce(into: ForecastErrors()) { $0 += people[$1][place] })
      }
      return measures.count == 2 ? measures[0] - measures[1] : nil
    }
  }

  static func bootstrapInterval(
    _ people: Int, _ confidence: Double, _ draws: Int, _ seed: UInt64,
    _ measure: ([Int]) -> Double?
  ) -> ClosedRange<Double>? {
    precondition(confidence > 0 && confidence < 1, "`confidence` must be between 0 and 1")
    precondition(draws > 0, "`draws` must be positive")
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
    return values[rank(tail, of: values.count) - 1]...values[rank(1 - tail, of: values.count) - 1]
  }

  /// Returns the rank of a percentile: of the least value at or below which the fraction is.
  private static func rank(_ fraction: Double, of count: Int) -> Int {
    // 1000 · (1 − 0.9) / 2 is less than 50 in the last digit.
    let position = Double(count) * fraction
    let whole = position.rounded()
    let rank = abs(position - whole) < 1e-9 * Double(count) ? whole : position.rounded(.up)
    return Swift.min(Swift.max(Int(rank), 1), count)
  }
}
