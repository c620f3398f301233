public import GlucoseMath
public import GlucoseFoundation

/// Models of the population, for a person with few readings.
///
///     let model = try Forecaster.pretrained(for: series, zone: oslo)    // the library's pretrained model
///     let mine = model.personalized(to: recording)                 // with the person's own readings
///
/// The models are a ``Forecaster`` for each kind of sensor that the training data contain, up to two
/// hours ahead, and for recordings that were smoothed afterwards. As long as less than a day of
/// readings is in view, they depend on the ``TypeOfDiabetes``; if it is unknown, their parameters
/// are the mean over the types.
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

  package var kinds: [SensorKind] { SensorKind.allCases.filter { models[$0] != nil } }

  /// Returns the model for a kind of sensor, with the leads up to `horizon`.
  package func forecaster(
    for kind: SensorKind, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    guard var whole = models[kind] else { throw FitError(.noModel(kind.description)) }
    if let prior = type.flatMap({ priors[kind]?[$0] }) { whole = whole.adopting(prior) }
    guard var model = whole.limited(to: horizon) else {
      throw FitError(.horizon(horizon, cadence: whole.cadence))
    }
    model.zone = zone
    return model
  }

  /// Returns the model of a cadence, or of that of the record's end, for the kind of sensor that a
  /// record resembles, or for another kind of the same cadence if there is no model for that kind.
  package func forecaster(
    for series: GlucoseSeries, at cadence: SensorCadence? = nil, zone: TimeZone? = nil,
    type: TypeOfDiabetes? = nil, horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    guard let found = cadence ?? SensorCadence(atEndOf: series),
      let kind = SensorKind(of: series, at: found)
    else { throw FitError(.cadence(found: series.cadence, expected: cadence)) }
    let similar = kinds.filter { $0.cadence == found }
    return try forecaster(
      for: similar.contains(kind) ? kind : similar.first ?? kind, zone: zone, type: type,
      horizon: horizon)
  }
}

extension PretrainedModels {
  /// The pretrained models of the library, decoded at first use.
  static let shipped = Result { () throws(StoredModelError) in
    try PretrainedModels(bytes: Array(ShippedModels.text.utf8))
  }.mapError { FitError(.unreadableModels($0)) }

  /// The stored form: models by the name of their kind of sensor, and priors by that name and the
  /// name of a type of diabetes.
  private struct Stored: Codable {
    var studies: [String]
    var models: [SensorKind: Forecaster]
    var types: [SensorKind: [String: TypePrior]]
  }

  /// The models as bytes: a line with their format and a checksum, and a JSON document. Equal
  /// models have equal bytes.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws {
      let types = priors.mapValues {
        Dictionary(uniqueKeysWithValues: $0.map { ($0.rawValue, $1) })
      }
      return try StoredBytes.bytes(.prior, Stored(studies: studies, models: models, types: types))
    }
  }

  /// Creates models from their ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged, have another format, or contain
  ///   models with features that this version does not compute.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    let stored: Stored = try StoredBytes.value(.prior, of: bytes)
    guard stored.models.allSatisfy({ $1.cadence == $0.cadence && !$1.isPersonal }) else {
      throw StoredModelError.damaged("A model is for another kind of sensor or is personal.")
    }
    var priors: [SensorKind: [TypeOfDiabetes: TypePrior]] = [:]
    for (kind, types) in stored.types {
      for (name, prior) in types {
        guard let type = TypeOfDiabetes(rawValue: name), let model = stored.models[kind],
          prior.fits(model)
        else { throw StoredModelError.damaged("Types of diabetes have no model, or not this one.") }
        priors[kind, default: [:]][type] = prior
      }
    }
    self.init(studies: stored.studies, models: stored.models, priors: priors)
  }
}

extension Forecaster {
  /// Returns the pretrained model for the kind of sensor that a record resembles, or for another
  /// kind of the same cadence if there is no model for that kind.
  ///
  /// The library's models were trained on public recordings (<doc:ModelCard>). The cadence is that
  /// of the last hour, such as after a change of sensors, or that of the whole record if the last
  /// hour is interrupted. The model is not personalized; use ``personalized(to:)``.
  ///
  /// - Parameters:
  ///   - series: The record.
  ///   - zone: The person's time zone; if it is `nil`, the time of day is ignored.
  ///   - type: The person's type of diabetes, or `nil` if it is unknown.
  ///   - horizon: The longest lead: a multiple of the sensor's cadence, at most two hours. A
  ///     shorter horizon makes the person's model smaller.
  ///   - models: The pretrained models to choose from, or `nil` for the library's own.
  /// - Throws: ``FitError`` if the record has fewer than two readings or they are too far apart,
  ///   if there is no model for such a sensor, or if `horizon` is not one of its leads.
  /// - Complexity: O(*n* log *n*), where *n* is the number of readings.
  public static func pretrained(
    for series: GlucoseSeries, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800), among models: PretrainedModels? = nil
  ) throws(FitError) -> Forecaster {
    let models = if let models { models } else { try PretrainedModels.shipped.get() }
    return try models.forecaster(for: series, zone: zone, type: type, horizon: horizon)
  }

  package static func pretrained(
    for kind: SensorKind, zone: TimeZone? = nil, type: TypeOfDiabetes? = nil,
    horizon: Duration = .seconds(1800)
  ) throws(FitError) -> Forecaster {
    try PretrainedModels.shipped.get()
      .forecaster(for: kind, zone: zone, type: type, horizon: horizon)
  }
}
