public import GlucoseMath
public import GlucoseFoundation

/// Models of the population, for a person with few readings.
///
///     let model = try Forecaster.pretrained(for: series, zone: oslo)    // the library's pretrained model
///     let mine = model.personalized(to: recording)                 // with the person's own readings
///
/// The models are a ``Forecaster`` for each ``SensorKind`` of the training data, up to ``horizon``
/// ahead. As long as less than a day of readings is in view, they depend on the
/// ``TypeOfDiabetes``; if it is unknown, their parameters are the mean over the types.
/// `PredictionEvaluation` trains models on your own studies; store their ``bytes``.
public struct PretrainedModels: Equatable, Sendable {
  /// The names of the studies that the models were trained on.
  public let studies: [String]
  let models: [SensorKind: Forecaster]
  /// The priors of the types of diabetes for each kind of sensor; none if the people of the
  /// training data are of fewer than two types.
  let priors: [SensorKind: [TypeOfDiabetes: TypePrior]]

  package init(
    studies: [String], models: [SensorKind: Forecaster],
    priors: [SensorKind: [TypeOfDiabetes: TypePrior]] = [:]
  ) {
    self.studies = studies
    self.models = models
    self.priors = priors
  }

  /// The kinds of sensors with a model.
  public var kinds: [SensorKind] { SensorKind.allCases.filter { models[$0] != nil } }

  /// The horizon of models when they are trained: two hours.
  public static let horizon = SensorCadence.longestHorizon

  /// Returns the model for a kind of sensor.
  ///
  /// - Parameters:
  ///   - kind: The kind of sensor.
  ///   - zone: The person's time zone; if it is `nil`, the time of day is ignored.
  ///   - type: The person's type of diabetes, or `nil` if it is unknown.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most ``horizon``. A
  ///     shorter horizon makes the person's model smaller.
  /// - Throws: ``FitError`` if there is no model for the kind, or `horizon` is not one of its
  ///   leads.
  public func forecaster(
    for kind: SensorKind, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    guard var whole = models[kind] else { throw FitError(.noModel(kind)) }
    if let prior = type.flatMap({ priors[kind]?[$0] }) { whole = whole.adopting(prior) }
    guard var model = whole.limited(to: horizon) else {
      throw FitError(.horizon(horizon, cadence: whole.cadence))
    }
    model.zone = zone
    return model
  }

  /// Returns the model for the kind of sensor that a record resembles, or for another kind of the
  /// same cadence if there is no model for that kind.
  ///
  /// The cadence is that of the last hour, such as after a change of sensors, or that of the whole
  /// record if the last hour is interrupted.
  ///
  /// The model is not personalized; use ``Forecaster/personalized(to:)``. The parameters are those
  /// of ``forecaster(for:zone:type:horizon:)-(SensorKind,_,_,_)``.
  ///
  /// - Throws: ``FitError`` if the record has fewer than two readings or they are too far apart,
  ///   if there is no model for such a sensor, or if `horizon` is not one of its leads.
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings.
  public func forecaster(
    for series: GlucoseSeries, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    guard let cadence = SensorCadence(atEndOf: series) else {
      throw FitError(.cadence(found: series.cadence, expected: nil))
    }
    return try forecaster(for: series, at: cadence, zone: zone, type: type, horizon: horizon)
  }

  /// Returns the model of a cadence for the kind of sensor that a record resembles.
  package func forecaster(
    for series: GlucoseSeries, at cadence: SensorCadence, zone: TimeZone?, type: TypeOfDiabetes?,
    horizon: Duration
  ) throws(FitError) -> Forecaster {
    guard let kind = SensorKind(of: series, at: cadence) else {
      throw FitError(.cadence(found: series.cadence, expected: cadence))
    }
    let likeIt = kinds.filter { $0.cadence == cadence }
    return try forecaster(
      for: likeIt.contains(kind) ? kind : likeIt.first ?? kind, zone: zone, type: type,
      horizon: horizon)
  }
}

extension Forecaster {
  /// Returns the library's pretrained model for a kind of sensor, which was trained on public
  /// recordings (<doc:ModelCard>); see
  /// ``PretrainedModels/forecaster(for:zone:type:horizon:)-(SensorKind,_,_,_)``.
  public static func pretrained(
    for kind: SensorKind, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    try ModelSelection.Search.shippedModels()
      .forecaster(for: kind, zone: zone, type: type, horizon: horizon)
  }

  /// Returns the library's pretrained model for the kind of sensor that a record resembles; see
  /// ``PretrainedModels/forecaster(for:zone:type:horizon:)-(GlucoseSeries,_,_,_)``.
  public static func pretrained(
    for series: GlucoseSeries, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    try ModelSelection.Search.shippedModels()
      .forecaster(for: series, zone: zone, type: type, horizon: horizon)
  }
}
