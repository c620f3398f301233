// SPDX-License-Identifier: Apache-2.0

/// The glycaemia risk index: one number for the burden of lows and highs.
///
/// Defined as 3.0 × very low + 2.4 × low + 1.6 × very high + 0.8 × high, each in percent of
/// readings, at most 100 (Klonoff et al., *Journal of Diabetes Science and Technology* 17, 2023). Low
/// and high do not include very low and very high. Edges as in ``RangeBands``.
public struct GlycemiaRiskIndex: Hashable, Codable, Sendable, Comparable {
  /// The part that lows contribute: very low + 0.8 × low, in percent of readings.
  public let hypoglycemiaComponent: Double
  /// The part that highs contribute: very high + 0.5 × high, in percent of readings.
  public let hyperglycemiaComponent: Double

  /// The index of these shares.
  public init(_ shares: RangeShares) {
    hypoglycemiaComponent = 100 * (shares[.veryLow] + 0.8 * shares[.low])
    hyperglycemiaComponent = 100 * (shares[.veryHigh] + 0.5 * shares[.high])
  }

  /// The index, from 0 to 100.
  public var value: Double {
    Swift.min(3 * hypoglycemiaComponent + 1.6 * hyperglycemiaComponent, 100)
  }

  /// A fifth of the scale, from the least risk to the greatest.
  public enum Zone: String, Hashable, Codable, Sendable, CaseIterable {
    /// At most 20.
    case a
    /// Above 20, at most 40.
    case b
    /// Above 40, at most 60.
    case c
    /// Above 60, at most 80.
    case d
    /// Above 80.
    case e
  }

  /// The zone of the index.
  public var zone: Zone {
    switch value {
    case ...20: .a
    case ...40: .b
    case ...60: .c
    case ...80: .d
    default: .e
    }
  }

  /// Whether `lhs` is the lower index.
  public static func < (lhs: Self, rhs: Self) -> Bool { lhs.value < rhs.value }
}

extension GlucoseStatistics {
  /// The glycaemia risk index of these shares.
  public var glycemiaRiskIndex: GlycemiaRiskIndex { GlycemiaRiskIndex(shares) }

  /// The continuous glucose monitoring index, from 0 to 100: half time in range, 35 % freedom from
  /// lows, 15 % steadiness; `nil` below two readings.
  ///
  /// Time in range counts in percent; time below range from 100 at 0 % to 0 at 15 % and above; the
  /// standard deviation from 100 at 18 mg/dL and below to 0 at 108 and above (Leelarathna et al.,
  /// *Diabetes Therapy* 11, 2020).
  public var continuousGlucoseMonitoringIndex: Double? {
    guard let deviation = standardDeviation?.mgdL else { return nil }
    func score(_ value: Double, best: Double, worst: Double) -> Double {
      100 * (1 - Swift.min(Swift.max((value - best) / (worst - best), 0), 1))
    }
    return 0.5 * 100 * shares.target
      + 0.35 * score(100 * shares.belowTarget, best: 0, worst: 15)
      + 0.15 * score(deviation, best: 18, worst: 108)
  }
}
