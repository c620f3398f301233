/// The glycemia risk index (GRI), a composite index of hypoglycemia and hyperglycemia.
///
/// Defined as 3.0 × very low + 2.4 × low + 1.6 × very high + 0.8 × high, each in percent of
/// readings, at most 100 (Klonoff et al., *Journal of Diabetes Science and Technology* 17, 2023).
/// Low and high do not include very low and very high.
///
/// The bands are those of the consensus, for any bands of the other metrics: see
/// ``GlucoseStatistics/consensusTimeInRanges``.
public struct GlycemiaRiskIndex: Equatable, Sendable {
  /// The hypoglycemia component: very low + 0.8 × low, in percent of readings.
  public let hypoglycemiaComponent: Double
  /// The hyperglycemia component: very high + 0.5 × high, in percent of readings.
  public let hyperglycemiaComponent: Double

  fileprivate init(consensusTimeInRanges times: TimeInRanges) {
    func percent(_ band: RangeBand) -> Double { times[band]?.percent ?? 0 }
    hypoglycemiaComponent = percent(.veryLow) + 0.8 * percent(.low)
    hyperglycemiaComponent = percent(.veryHigh) + 0.5 * percent(.high)
  }

  /// The index, from 0 to 100.
  public var value: Double {
    Swift.min(3 * hypoglycemiaComponent + 1.6 * hyperglycemiaComponent, 100)
  }

  /// The index rounded to hundredths, as tables print it.
  ///
  /// Sums such as 3 × 5 + 1.6 × 3.125 miss the edge of a zone in the last binary digit; rounded
  /// once, the printed number and ``zone`` agree.
  package var rounded: Double { (100 * value).rounded(.toNearestOrEven) / 100 }

  /// The zone of the rounded index, a fifth of the scale: "A" at most 20, "B" at most 40, "C" at most 60, "D"
  /// at most 80, and "E" above.
  public var zone: Character { Self.zones[[20, 40, 60, 80].count { rounded > $0 }] }
  package static let zones: [Character] = ["A", "B", "C", "D", "E"]
}

extension GlucoseStatistics {
  /// The glycemia risk index of ``consensusTimeInRanges``.
  public var glycemiaRiskIndex: GlycemiaRiskIndex {
    GlycemiaRiskIndex(consensusTimeInRanges: consensusTimeInRanges)
  }

  /// The continuous glucose monitoring index (COGI), from 0 to 100: 50 % time in range, 35 % time
  /// below range, 15 % standard deviation; `nil` below two readings.
  ///
  /// Computed from ``consensusTimeInRanges`` for any bands: time in range is from 70 to 180 mg/dL,
  /// time below range below 70. Time in range counts in percent; time below range from 100 at 0 %
  /// to 0 at 15 % and above; the standard deviation from 100 at 18 mg/dL and below to 0 at 108 and
  /// above (Leelarathna et al., *Diabetes Therapy* 11, 2020).
  public var continuousGlucoseMonitoringIndex: Double? {
    guard let deviation = standardDeviation?.mgdL else { return nil }
    func score(_ value: Double, best: Double, worst: Double) -> Double {
      100 * (1 - Swift.min(Swift.max((value - best) / (worst - best), 0), 1))
    }
    return 0.5 * consensusTimeInRanges.inRange.percent
      + 0.35 * score(consensusTimeInRanges.belowRange.percent, best: 0, worst: 15)
      + 0.15 * score(deviation, best: 18, worst: 108)
  }
}
