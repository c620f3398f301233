public import GlucoseDiary
public import GlucoseMath

extension VirtualPatient {
  /// Returns the readings and diary of `days` local days, starting with `day`.
  ///
  /// Readings are due at the start of the first day and every `cadence` after it; dropouts of the
  /// sensor are absent. The carbohydrate of a meal is the person's estimate. The identifiers of
  /// events depend on the seed and the day. A longer simulation starts with the recording of a
  /// shorter one.
  ///
  /// - Precondition: `days` is positive, `cadence` is a positive multiple of five minutes, and all
  ///   days are in the years 2 to 9998.
  public func simulate(
    days: Int, from day: LocalDay, cadence: Duration = .seconds(300)
  ) -> Recording {
    simulateWithPlasma(days: days, from: day, cadence: cadence).recording
  }

  /// Returns the readings and diary of `days` local days, and the plasma glucose, which no sensor
  /// shows: at every instant of a reading, without noise, lag, or dropouts.
  ///
  /// - Precondition: `days` is positive, `cadence` is a positive multiple of five minutes, and all
  ///   days are in the years 2 to 9998.
  public func simulateWithPlasma(
    days: Int, from day: LocalDay, cadence: Duration = .seconds(300)
  ) -> (recording: Recording, plasma: GlucoseSeries) {
    precondition(days > 0, "`days` must be positive")
    precondition(
      day.year >= 2 && day.advanced(by: days).year <= 9998,
      "All days must be in the years 2 to 9998")
    let minutes = Int(cadence.inMinutes.rounded())
    precondition(
      cadence > .zero && cadence == .seconds(60 * minutes) && minutes % 5 == 0,
      "`cadence` must be a positive multiple of five minutes")
    // Includes one day before the first, so that it does not start from a steady state.
    var life = PatientSimulator(of: self, recordedFrom: day, every: minutes)
    for offset in -1..<days { life.simulate(day.advanced(by: offset), number: offset) }
    return life.record
  }
}
