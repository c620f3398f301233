public import GlucoseMath

extension CrossingAlarm {
  /// Returns the alarm on a side of a threshold, or of the edge of the consensus target range: below 70
  /// mg/dL or 3.9 mmol/L, or above 180 mg/dL or 10.0 mmol/L, exact in the unit of the readings.
  ///
  /// The hysteresis is 5 mg/dL or 0.3 mmol/L for lows, and 10 mg/dL or 0.6 mmol/L for highs. An
  /// announced low is repeated every hour as long as readings are below. The probability at which a
  /// crossing is expected begins at 0.4 for lows and 0.7 for highs, and is adjusted to three false
  /// alarms a week.
  ///
  /// - Precondition: `threshold` is finite and positive.
  public static func standard(
    _ side: ThresholdSide, at threshold: Glucose? = nil, in unit: GlucoseUnit
  ) -> CrossingAlarm {
    let bands = RangeBands.consensus(in: unit)
    return CrossingAlarm(
      ThresholdCrossing(side, threshold ?? (side == .below ? bands.low : bands.high)),
      hysteresis: standardHysteresis(side, in: unit), alarmProbability: side == .below ? 0.4 : 0.7,
      falseAlarmsPerWeek: 3, repetition: side == .below ? .seconds(3600) : nil)
  }

  /// Returns the alarm at the edge of level 2 of the consensus: below 54 mg/dL or 3.0 mmol/L,
  /// repeated every 30 minutes, or above 250 mg/dL or 13.9 mmol/L.
  ///
  /// A crossing is expected only by the expected path, within 20 minutes.
  public static func level2(_ side: ThresholdSide, in unit: GlucoseUnit) -> CrossingAlarm {
    let bands = RangeBands.consensus(in: unit)
    return CrossingAlarm(
      ThresholdCrossing(side, (side == .below ? bands.veryLow : bands.veryHigh) ?? bands.low),
      within: .seconds(1200), hysteresis: standardHysteresis(side, in: unit), alarmProbability: 1,
      repetition: side == .below ? .seconds(1800) : nil)
  }

  private static func standardHysteresis(_ side: ThresholdSide, in unit: GlucoseUnit) -> Glucose {
    switch (side, unit) {
    case (.below, .mgdL): .mgdL(5)
    case (.below, .mmolL): .mmolL(0.3)
    case (.above, .mgdL): .mgdL(10)
    case (.above, .mmolL): .mmolL(0.6)
    }
  }
}
