// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary
public import GlucoseMath

extension VirtualPatient {
  /// What sensor and diary record in `days` local days, the first of which is `day`.
  ///
  /// Readings are due at the start of the first day and every `cadence` from there; those that the
  /// sensor loses are absent. A meal's carbohydrate is the person's estimate. Identifiers of events
  /// follow from the seed and the day. A longer simulation begins with the shorter one.
  ///
  /// - Precondition: `days` is positive, `cadence` a positive multiple of five minutes, and all days lie
  ///   in the years 2 to 9998.
  /// - Complexity: O(`days`)
  public func simulate(
    days: Int, from day: LocalDay, cadence: Duration = .seconds(300)
  ) -> Recording {
    simulateWithPlasma(days: days, from: day, cadence: cadence).recording
  }

  /// What sensor and diary record, and the true course of plasma glucose beside it.
  ///
  /// - Precondition: `days` is positive, `cadence` a positive multiple of five minutes, and all days lie
  ///   in the years 2 to 9998.
  /// - Complexity: O(`days`)
  public func simulateWithPlasma(
    days: Int, from day: LocalDay, cadence: Duration = .seconds(300)
  ) -> SimulatedRecording {
    precondition(days > 0, "A simulation lasts at least a day")
    precondition(
      day.year >= 2 && day.advanced(by: days).year <= 9998,
      "A simulation takes place in the years 2 to 9998")
    let minutes = Int(cadence.inMinutes.rounded())
    precondition(
      cadence > .zero && cadence == .seconds(60 * minutes) && minutes % 5 == 0,
      "A sensor's cadence is a positive multiple of five minutes")
    // One day is lived before the first, so that it does not begin from perfect rest.
    var life = PatientSimulator(of: self, recordedFrom: day, every: minutes)
    for offset in -1..<days { life.simulate(day.advanced(by: offset), number: offset) }
    return life.record
  }
}

/// A simulated recording together with what no sensor shows: the true course of glucose.
public struct SimulatedRecording: Hashable, Sendable {
  /// What the sensor and the diary recorded.
  public let recording: Recording
  /// The true concentration in plasma at every instant at which a reading was due, without noise,
  /// lag or dropouts.
  public let plasma: GlucoseSeries
}
