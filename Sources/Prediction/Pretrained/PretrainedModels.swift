// SPDX-License-Identifier: Apache-2.0

public import GlucoseMath

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Models of the population, for a person with few readings.
///
///     let model = try Forecaster.pretrained(for: series, zone: oslo)    // the library's pretrained model
///     let mine = model.personalized(to: series)                    // with the person's own readings
///
/// The models are a ``Forecaster`` for each ``SensorKind`` of the training data, up to ``horizon``
/// ahead. As long as less than a day of readings is in view, they depend on the ``TypeOfDiabetes``;
/// if it is unknown, their parameters are the mean over the types. `PredictionEvaluation` trains
/// models on your own studies; store their ``bytes``.
public struct PretrainedModels: Equatable, Sendable {
  /// The names of the studies that the models were trained on.
  public let studies: [String]
  /// A model for each kind of sensor.
  let models: [SensorKind: Forecaster]
  /// The priors of the types of diabetes for each kind of sensor; none if the people of the training
  /// data are of fewer than two types.
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
  /// - Throws: ``PretrainedModelsError`` if there is no model for the kind of sensor, or `horizon`
  ///   is not one of its leads.
  public func forecaster(
    for kind: SensorKind, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    guard var whole = models[kind] else { throw PretrainedModelsError(.noModel(kind)) }
    if let prior = type.flatMap({ priors[kind]?[$0] }) { whole = whole.adopting(prior) }
    guard var model = whole.limited(to: horizon) else {
      throw PretrainedModelsError(.noHorizon(horizon))
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
  /// The model is not personalized; use ``Forecaster/personalized(to:)-(Recording)``.
  ///
  /// - Parameters:
  ///   - series: The record.
  ///   - zone: The person's time zone; if it is `nil`, the time of day is ignored.
  ///   - type: The person's type of diabetes, or `nil` if it is unknown.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most ``horizon``.
  /// - Throws: ``PretrainedModelsError`` if the record has fewer than two readings or they are too
  ///   far apart, if there is no model for such a sensor, or if `horizon` is not one of its leads.
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings.
  public func forecaster(
    for series: GlucoseSeries, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    guard let cadence = SensorCadence(atEndOf: series) else {
      throw PretrainedModelsError(.noCadence)
    }
    return try forecaster(for: series, at: cadence, zone: zone, type: type, horizon: horizon)
  }

  /// Returns the model of a cadence for the kind of sensor that a record resembles.
  package func forecaster(
    for series: GlucoseSeries, at cadence: SensorCadence, zone: TimeZone?, type: TypeOfDiabetes?,
    horizon: Duration
  ) throws(PretrainedModelsError) -> Forecaster {
    guard let kind = SensorKind(of: series, at: cadence) else {
      throw PretrainedModelsError(.noCadence)
    }
    let likeIt = kinds.filter { $0.cadence == cadence }
    return try forecaster(
      for: likeIt.contains(kind) ? kind : likeIt.first ?? kind, zone: zone, type: type,
      horizon: horizon)
  }
}

extension PretrainedModels {
  fileprivate static func readShipped() throws(PretrainedModelsError) -> PretrainedModels {
    do {
      return try shipped.get()
    } catch {
      throw PretrainedModelsError(.unreadable(error))
    }
  }
}

extension Forecaster {
  /// Returns the library's pretrained model for a kind of sensor.
  ///
  /// It was trained on public recordings; see <doc:ModelCard>.
  ///
  /// - Parameters:
  ///   - kind: The kind of sensor.
  ///   - zone: The person's time zone; if it is `nil`, the time of day is ignored.
  ///   - type: The person's type of diabetes, or `nil` if it is unknown.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most two hours.
  /// - Throws: ``PretrainedModelsError`` if `horizon` is not allowed at the cadence.
  public static func pretrained(
    for kind: SensorKind, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    try PretrainedModels.readShipped()
      .forecaster(for: kind, zone: zone, type: type, horizon: horizon)
  }

  /// Returns the library's pretrained model for the kind of sensor that a record resembles; see
  /// ``PretrainedModels/forecaster(for:zone:type:horizon:)-(GlucoseSeries,_,_,_)``.
  ///
  /// The model is not personalized; use ``Forecaster/personalized(to:)-(Recording)``.
  ///
  /// - Parameters:
  ///   - series: The record.
  ///   - zone: The person's time zone; if it is `nil`, the time of day is ignored.
  ///   - type: The person's type of diabetes, or `nil` if it is unknown.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most two hours.
  /// - Throws: ``PretrainedModelsError`` if the record has fewer than two readings or they are too
  ///   far apart, or if `horizon` is not allowed at the cadence.
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings.
  public static func pretrained(
    for series: GlucoseSeries, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(PretrainedModelsError) -> Forecaster {
    try PretrainedModels.readShipped()
      .forecaster(for: series, zone: zone, type: type, horizon: horizon)
  }
}

/// The reason why pretrained models are unavailable.
public struct PretrainedModelsError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The reason for an error.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: Equatable, Sendable {
    /// The library's pretrained models cannot be read.
    case unreadable(StoredModelError)
    /// The record's readings are too far apart, or there are fewer than two.
    case noCadence
    /// The models were trained without recordings of such a sensor.
    case noModel(SensorKind)
    /// The horizon is not one of the model's leads.
    case noHorizon(Duration)
  }

  /// The reason for the error.
  public let reason: Reason

  init(_ reason: Reason) { self.reason = reason }

  /// A sentence that describes the error.
  public var description: String {
    switch reason {
    case .unreadable(let error): error.description
    case .noCadence:
      "The record has fewer than two readings, or their median gap is longer than 22.5 minutes."
    case .noModel(let kind): "There is no pretrained model for \(kind)."
    case .noHorizon(let horizon):
      "A horizon of \(horizon.words()) is not a multiple of the model's cadence "
        + "up to \(PretrainedModels.horizon.words())."
    }
  }
}
