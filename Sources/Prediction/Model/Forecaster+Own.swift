// SPDX-License-Identifier: Apache-2.0

public import GlucoseDiary

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Forecaster {
  /// Returns the model of one person that is fitted to nobody else.
  ///
  ///     let mine = try Forecaster.fitAlone(to: recording, in: oslo)
  ///     let forecast = try mine.forecast(after: recording, at: now)
  ///
  /// It looks at meals, insulin and exercise if the person logged any and the readings are enough to learn
  /// their effect. ``best(for:in:horizon:among:)`` compares it with the pretrained model.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  ///   - horizon: How far ahead the model looks: a multiple of the sensor's cadence, at most two hours.
  /// - Throws: ``FitError`` if there is too little data, readings are too far apart, or `horizon` is none of those.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    let options = try optionsOfOwn(recording, in: zone, horizon)
    if options.usesEvents, let model = try? fit([recording], options) {
      return model.personalized(to: recording)
    }
    // A model of events has more to learn: where there is too little for it, one without may be had.
    return try fit([recording], options.withoutEvents).personalized(to: recording)
  }

  /// Returns the model of one person that is fitted to nobody else, as ``fitAlone(to:in:horizon:)`` does, on all
  /// cores.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The zone whose clock gives the time of day, or `nil` to leave the time of day out.
  ///   - horizon: How far ahead the model looks: a multiple of the sensor's cadence, at most two hours.
  ///   - tasks: How many tasks share the work, or `nil` for one to a core.
  ///   - progress: Called with the fraction of the work that is done, ascending to one.
  /// - Throws: ``FitError`` as the synchronous one, or `CancellationError` if the task was canceled.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800),
    tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    let options = try optionsOfOwn(recording, in: zone, horizon)
    func fitted(_ options: FitOptions) async throws -> Forecaster {
      try await fit([recording], options, tasks: tasks) { progress(0.9 * $0) }
    }
    let model: Forecaster
    do {
      model = try await fitted(options)
    } catch is FitError where options.usesEvents {
      model = try await fitted(options.withoutEvents)
    }
    try Task.checkCancellation()
    let own = model.personalized(to: recording)
    progress(1)
    return own
  }

  private static func optionsOfOwn(
    _ recording: Recording, in zone: TimeZone?, _ horizon: Duration
  ) throws(FitError) -> FitOptions {
    if let cadence = SensorCadence(of: recording.series), !cadence.allows(horizon) {
      throw FitError(.horizon(horizon, cadence: cadence))
    }
    var options = FitOptions()
    options.horizon = horizon
    options.zone = zone
    options.usesEvents = !EventFeatures(recording.events).isEmpty
    return options
  }
}

extension FitOptions {
  /// The same options for a fit that needs less data, for one of events has more to learn.
  fileprivate var withoutEvents: FitOptions {
    var options = self
    options.usesEvents = false
    return options
  }
}
