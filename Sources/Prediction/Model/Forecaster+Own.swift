// SPDX-License-Identifier: Apache-2.0

public import Diary

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Forecaster {
  /// Returns the model of one person, fitted to nobody else; ``best(for:in:horizon:)`` compares it with others.
  ///
  ///     let mine = try Forecaster.fitAlone(to: recording, in: oslo)
  ///     let forecast = try mine.forecast(after: recording, at: now)
  ///
  /// It knows meals, insulin and exercise if the person logged any and the readings are enough to learn what
  /// they do.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  ///   - horizon: How far ahead the model looks: a multiple of the sensor's cadence, at most one hour.
  /// - Throws: ``FitError`` if there is too little data, readings are too far apart, or `horizon` is none of those.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    var options = FitOptions()
    options.horizon = horizon
    options.zone = zone
    options.usesEvents = !EventFeatures(recording.events).isEmpty
    if let cadence = SensorCadence(of: recording.series), !cadence.allows(horizon) {
      throw FitError(.horizon(horizon, cadence: cadence))
    }
    if options.usesEvents, let model = try? fit([recording], options) {
      return model.personalized(to: recording)
    }
    // A model of events has more to learn: where there is too little for it, one without may be had.
    options.usesEvents = false
    return try fit([recording], options).personalized(to: recording)
  }
}
