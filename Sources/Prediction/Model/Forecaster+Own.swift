public import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

extension Forecaster {
  /// Returns a model that is fitted to one person alone.
  ///
  ///     let mine = try Forecaster.fitAlone(to: recording, in: oslo)
  ///     let forecast = try mine.forecast(after: recording, at: now)
  ///
  /// It uses meals, insulin and exercise if the person logged any and the readings are enough to
  /// estimate their effect. Its cadence is that of ``best(for:in:type:horizon:among:)``, which compares it
  /// with the pretrained model. All readings are in the fit, and in the correction of the weights by
  /// the person's days, which gives less error than the fit alone; the coverage of its intervals is
  /// that on days that were left out of the fit.
  ///
  /// - Parameters:
  ///   - recording: The person's readings and events.
  ///   - zone: The time zone of the time of day, or `nil` for a model without the time of day.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most two hours.
  /// - Throws: ``FitError`` if there are too few readings, readings are too far apart, or `horizon`
  ///   is not allowed at the cadence.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    try fitAlone(to: recording, in: zone, horizon, at: SensorCadence(atEndOf: recording.series))
  }

  /// Returns a model of a cadence that is fitted to one person alone.
  package static func fitAlone(
    to recording: Recording, in zone: TimeZone?, _ horizon: Duration, at cadence: SensorCadence?
  ) throws(FitError) -> Forecaster {
    let options = try optionsOfOwn(recording, in: zone, horizon, at: cadence)
    if options.usesEvents, let model = try? fit([recording], options) {
      return model.own(of: recording)
    }
    // A model with events needs more rows; without enough for it, a model without events may still
    // be possible.
    return try fit([recording], options.withoutEvents).own(of: recording)
  }

  /// Returns this model of one person's recording with the state of the person.
  private func own(of recording: Recording) -> Forecaster {
    var own = personalized(to: recording)
    own.person?.measured = measured
    return own
  }

  /// Returns the model of ``fitAlone(to:in:horizon:)``, fitted on as many cores as there are `tasks`,
  /// or on all.
  ///
  /// `progress` is called with the completed fraction of the work, ascending to 1. Canceling the task
  /// ends the fit with a `CancellationError`.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800),
    tasks: Int? = nil, progress: @Sendable (Double) -> Void
  ) async throws -> Forecaster {
    let options = try optionsOfOwn(
      recording, in: zone, horizon, at: SensorCadence(atEndOf: recording.series))
    // A fit without events may follow a fit with events, with a part of the progress of its own.
    let share = options.usesEvents ? 0.6 : 0.9
    let model: Forecaster
    do {
      model = try await fit([recording], options, tasks: tasks) { progress(share * $0) }
    } catch is FitError where options.usesEvents {
      model = try await fit([recording], options.withoutEvents, tasks: tasks) {
        progress(share + (0.9 - share) * $0)
      }
    }
    try Task.checkCancellation()
    let own = model.own(of: recording)
    progress(1)
    return own
  }

  private static func optionsOfOwn(
    _ recording: Recording, in zone: TimeZone?, _ horizon: Duration, at cadence: SensorCadence?
  ) throws(FitError) -> FitOptions {
    if let cadence, !cadence.allows(horizon) {
      throw FitError(.horizon(horizon, cadence: cadence))
    }
    var options = FitOptions()
    if cadence != SensorCadence(of: recording.series) { options.cadence = cadence }
    options.horizon = horizon
    options.zone = zone
    (options.testPercentage, options.usesPretrainedModel) = (.zero, false)
    options.usesEvents = !EventFeatures(recording.events).isEmpty
    return options
  }
}

extension FitOptions {
  /// The same options without events, for a fit that needs fewer rows.
  package var withoutEvents: FitOptions {
    var options = self
    options.usesEvents = false
    return options
  }
}
