public import GlucoseDiary
internal import GlucoseMath
public import GlucoseFoundation

extension Forecaster {
  /// Returns a model that is fitted to one person alone.
  ///
  /// It uses meals, insulin and exercise if the person logged any and the readings are enough to
  /// estimate their effect. Its cadence is that of ``best(for:in:type:horizon:among:)``, which
  /// compares it with the pretrained model. All readings are in the fit, and in the correction of
  /// the weights by the person's days, which gives less error than the fit alone; the coverage of
  /// its intervals is that on days that were left out of the fit.
  ///
  /// - Throws: ``FitError`` if there are too few readings, readings are too far apart, or
  ///   `horizon` is not allowed at the cadence.
  public static func fitAlone(
    to recording: Recording, in zone: TimeZone?, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    try fitAlone(to: recording, in: zone, horizon, at: SensorCadence(atEndOf: recording.series))
  }

  /// Returns a model of a cadence that is fitted to one person alone.
  package static func fitAlone(
    to recording: Recording, in zone: TimeZone?, _ horizon: Duration, at cadence: SensorCadence?
  ) throws(FitError) -> Forecaster {
    if let cadence, !cadence.allows(horizon) {
      throw FitError(.horizon(horizon, cadence: cadence))
    }
    var options = FitOptions()
    if cadence != SensorCadence(of: recording.series) { options.cadence = cadence }
    options.horizon = horizon
    options.zone = zone
    (options.testPercentage, options.usesPretrainedModel) = (.zero, false)
    options.usesEvents = !EventFeatures(recording.events).isEmpty
    if options.usesEvents, let model = try? fit([recording], options) {
      return model.own(of: recording)
    }
    // A model with events needs more rows; without enough for it, a model without events may still
    // be possible.
    return try fit([recording], options.withoutEvents).own(of: recording)
  }

  private func own(of recording: Recording) -> Forecaster {
    var own = personalized(to: recording)
    own.person?.measured = measured
    return own
  }
}
