extension RangeBands {
  /// Returns the bands of the international consensus for type 1 and type 2 diabetes, with edges
  /// exact in `unit`: 54, 70, 180, 250 mg/dL or 3.0, 3.9, 10.0, 13.9 mmol/L (Battelino et al.,
  /// *Diabetes Care* 42, 2019).
  public static func consensus(in unit: GlucoseUnit) -> RangeBands {
    let edges = ConsensusEdges(in: unit)
    return RangeBands(
      veryLow: edges.veryLow, low: edges.low, high: edges.high, veryHigh: edges.veryHigh, unit: unit
    )
  }

  /// Returns the consensus bands for pregnancy with type 1 diabetes: 63–140 mg/dL or 3.5–7.8
  /// mmol/L, very low below 54 mg/dL or 3.0 mmol/L (Battelino et al. 2019).
  public static func pregnancy(in unit: GlucoseUnit) -> RangeBands {
    unit == .mgdL
      ? RangeBands(veryLow: 54, low: 63, high: 140, veryHigh: nil, unit)
      : RangeBands(veryLow: 3.0, low: 3.5, high: 7.8, veryHigh: nil, unit)
  }

  /// Returns the bands of the time in tight range (TITR), 70–140 mg/dL or 3.9–7.8 mmol/L, with the
  /// consensus edges for very low and very high (Battelino et al., *Lancet Diabetes &
  /// Endocrinology* 11, 2023).
  public static func tight(in unit: GlucoseUnit) -> RangeBands {
    unit == .mgdL
      ? RangeBands(veryLow: 54, low: 70, high: 140, veryHigh: 250, unit)
      : RangeBands(veryLow: 3.0, low: 3.9, high: 7.8, veryHigh: 13.9, unit)
  }

  /// Returns the three bands of the ARISES display for readings in `unit`: below 4.0, 4.0–10.0 and
  /// above 10.0 mmol/L in both units.
  public static func arises(in unit: GlucoseUnit) -> RangeBands {
    RangeBands(low: .mmolL(4), high: .mmolL(10), unit: unit)
  }

  private init(
    veryLow: Double?, low: Double, high: Double, veryHigh: Double?, _ unit: GlucoseUnit
  ) {
    self.init(
      veryLow: veryLow.map { Glucose($0, unit) }, low: Glucose(low, unit),
      high: Glucose(high, unit), veryHigh: veryHigh.map { Glucose($0, unit) }, unit: unit)
  }
}

/// The four published edges of the consensus.
package struct ConsensusEdges {
  package let veryLow, low, high, veryHigh: Glucose

  /// Creates the edges in `unit`, or those of other bands where these define an edge.
  package init(in unit: GlucoseUnit, or bands: RangeBands? = nil) {
    let numbers =
      switch unit {
      case .mgdL: (54.0, 70.0, 180.0, 250.0)
      case .mmolL: (3.0, 3.9, 10.0, 13.9)
      }
    veryLow = bands?.veryLow ?? Glucose(numbers.0, unit)
    low = bands?.low ?? Glucose(numbers.1, unit)
    high = bands?.high ?? Glucose(numbers.2, unit)
    veryHigh = bands?.veryHigh ?? Glucose(numbers.3, unit)
  }
}
