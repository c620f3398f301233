// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

extension CrossingAlarm {
  /// Returns the alarm at the edge of the consensus target range: below 70 mg/dL or 3.9 mmol/L with
  /// a hysteresis of 5 mg/dL or 0.3 mmol/L, or above 180 mg/dL or 10.0 mmol/L with one of 10 mg/dL
  /// or 0.6 mmol/L.
  ///
  /// - Parameters:
  ///   - side: The side of the threshold on which the alarm is active.
  ///   - unit: The unit of the readings, in which the threshold and the hysteresis are exact.
  public static func standard(_ side: ThresholdSide, in unit: GlucoseUnit) -> CrossingAlarm {
    let bands = RangeBands.consensus(in: unit)
    return CrossingAlarm(
      ThresholdCrossing(side, side == .below ? bands.low : bands.high),
      hysteresis: standardHysteresis(side, in: unit))
  }

  /// Returns the hysteresis of ``standard(_:in:)``, for an alarm with another threshold.
  public static func standardHysteresis(
    _ side: ThresholdSide, in unit: GlucoseUnit
  ) -> Glucose {
    switch (side, unit) {
    case (.below, .mgdL): .mgdL(5)
    case (.below, .mmolL): .mmolL(0.3)
    case (.above, .mgdL): .mgdL(10)
    case (.above, .mmolL): .mmolL(0.6)
    }
  }
}
