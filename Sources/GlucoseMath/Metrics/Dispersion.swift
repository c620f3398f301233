extension GlucoseSeries {
  /// The interquartile range (IQR): the third quartile minus the first, by type 7 quantiles, or
  /// `nil` if there are no readings.
  public var interquartileRange: Glucose? {
    orderStatistics([0.25, 0.75]).map { .mgdL($0[1] - $0[0]) }
  }

  /// Returns the median absolute deviation (MAD), `constant` × the median of |*g* − median|, or
  /// `nil` if there are no readings.
  ///
  /// - Parameter constant: The factor. 1.4826 estimates the standard deviation of normal values, as
  ///   R's `mad` does; 1 gives the plain median.
  public func medianAbsoluteDeviation(constant: Double = 1.4826) -> Glucose? {
    guard !isEmpty else { return nil }
    let ranked = RankedValues(values)
    return .mgdL(constant * ranked.medianDistance(from: ranked.quantiles([0.5])[0]))
  }

  func orderStatistics(_ probabilities: [Double]) -> [Double]? {
    isEmpty ? nil : RankedValues(values).quantiles(probabilities)
  }
}

extension GlucoseStatistics {
  /// The estimated A1C (eA1C) in percent: (mean in mg/dL + 46.7) / 28.7.
  ///
  /// The ADAG equation (Nathan et al., *Diabetes Care* 31, 2008). For sensors, prefer
  /// ``glucoseManagementIndicator``, which is based on their means.
  public var estimatedA1c: Double { (mean.mgdL + 46.7) / 28.7 }

  /// The J-index: 0.001 × (mean + standard deviation)², both in mg/dL, or `nil` below two readings
  /// (Wójcicki, *Hormone and Metabolic Research* 27, 1995).
  public var jIndex: Double? {
    standardDeviation.map { 0.001 * (mean.mgdL + $0.mgdL) * (mean.mgdL + $0.mgdL) }
  }

  /// The highest minus the lowest concentration.
  public var range: Glucose { .mgdL(maximum.mgdL - minimum.mgdL) }
}
