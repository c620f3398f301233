extension GlucoseSeries {
  /// Returns the concentration below which the fraction `probability` of the readings is, or `nil`
  /// if there are no readings.
  ///
  /// Readings are interpolated linearly at (*n* − 1) × `probability`: type 7 of Hyndman and Fan,
  /// *The American Statistician* 50, 1996, which is R's default.
  ///
  /// - Precondition: `probability` is in `0...1`.
  public func quantile(_ probability: Double) -> Glucose? { quantiles([probability])?.first }

  /// Returns the quantiles of the probabilities, in their order, or `nil` without readings.
  ///
  /// - Precondition: each probability is in `0...1`.
  /// - Complexity: O(*n* + *p*), where *p* is the number of probabilities.
  public func quantiles(_ probabilities: [Double]) -> [Glucose]? {
    precondition(
      probabilities.allSatisfy { (0...1).contains($0) }, "Each probability must be in 0...1")
    return orderStatistics(probabilities)?.map { .mgdL($0) }
  }

  /// The median, or the mean of the two middle concentrations, or `nil` if there are no readings.
  public var median: Glucose? { quantile(0.5) }
}

extension [Double] {
  /// Returns the type 7 quantile of these ascending values; there is at least one.
  package func quantile(_ probability: Double) -> Double {
    GlucoseMath.quantile(probability, of: count) { self[$0] }
  }

  /// The median of values in any order, the upper of two middle ones, or `nil` if there are none.
  package var upperMedian: Double? { isEmpty ? nil : sorted()[count / 2] }
}
