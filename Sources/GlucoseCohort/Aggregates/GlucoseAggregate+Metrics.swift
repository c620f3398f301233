public import GlucoseMath

extension GlucoseAggregate {
  /// The count, extremes, mean, deviation and time in ranges, or `nil` without readings.
  public var statistics: GlucoseStatistics? {
    guard let minimum, let maximum, count > 0 else { return nil }
    let n = Double(count)
    let mean = sum.value / n
    let variance = (squares.value - sum.value * mean) / (n - 1)
    // A constant record has a deviation of zero, whatever the squares round to.
    let deviation = minimum.value == maximum.value ? 0 : Swift.max(0, variance).squareRoot()
    return GlucoseStatistics(
      count: count, minimum: minimum, maximum: maximum, mean: .mgdL(mean),
      standardDeviation: count > 1 ? .mgdL(deviation) : nil,
      timeInRanges: Self.timeInRanges(bandCounts, of: bands),
      consensusTimeInRanges: Self.timeInRanges(consensusCounts, of: .consensus(in: bands.unit)))
  }

  private static func timeInRanges(_ counts: [Int], of bands: RangeBands) -> TimeInRanges {
    let counts = counts.map(Double.init)
    return TimeInRanges(
      of: bands, veryLow: counts[0], low: counts[1], target: counts[2], high: counts[3],
      veryHigh: counts[4])
  }

  /// The risk indices, or `nil` if there are no readings.
  public var riskIndices: RiskIndices? { RiskIndices(risk.rounded) }

  /// Returns the type 7 quantile of the readings rounded down to whole mg/dL, or `nil` if there are
  /// no readings.
  ///
  /// The quantile is exact if the readings are whole, and otherwise at most 1 mg/dL too low.
  /// Readings above 2047 mg/dL count as 2047.
  ///
  /// - Precondition: `probability` is in `0...1`.
  public func quantile(_ probability: Double) -> Glucose? {
    precondition((0...1).contains(probability), "`probability` must be in 0...1")
    guard count > 0 else { return nil }
    return .mgdL(GlucoseMath.quantile(probability, of: count) { Double(histogram.value(at: $0)) })
  }
}
