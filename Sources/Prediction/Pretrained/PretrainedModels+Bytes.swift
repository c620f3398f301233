extension PretrainedModels {
  /// The pretrained models of the library, decoded at first use.
  static let shipped = Result { () throws(StoredModelError) in
    try PretrainedModels(bytes: Array(ShippedModels.text.utf8))
  }

  /// The stored form: models by the name of their kind of sensor, and priors by that name and the
  /// name of a type of diabetes.
  private struct Stored: Codable {
    var studies: [String]
    var models: [String: Forecaster]
    var types: [String: [String: TypePrior]]
  }

  /// The models as bytes: a line with their format and a checksum, and a JSON document.
  ///
  /// Equal models have equal bytes.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws {
      var stored = Stored(studies: studies, models: [:], types: [:])
      for (kind, model) in models { stored.models[kind.rawValue] = model }
      for (kind, types) in priors {
        for (type, prior) in types {
          stored.types[kind.rawValue, default: [:]][type.rawValue] = prior
        }
      }
      return try StoredBytes.bytes(.prior, stored)
    }
  }

  /// Creates models from their ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged, have another format, or contain
  ///   models with features that this version does not compute.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    let stored: Stored = try StoredBytes.value(.prior, of: bytes)
    var models: [SensorKind: Forecaster] = [:]
    var priors: [SensorKind: [TypeOfDiabetes: TypePrior]] = [:]
    for (name, model) in stored.models {
      guard let kind = SensorKind(rawValue: name), model.cadence == kind.cadence, !model.isPersonal
      else {
        throw StoredModelError.damaged("A model is for another kind of sensor or is personal.")
      }
      models[kind] = model
    }
    for (name, types) in stored.types {
      guard let kind = SensorKind(rawValue: name), let model = models[kind] else {
        throw StoredModelError.damaged("Types of diabetes have no model.")
      }
      for (name, prior) in types {
        guard let type = TypeOfDiabetes(rawValue: name), prior.fits(model) else {
          throw StoredModelError.damaged("A type of diabetes is unknown, or not one of its model.")
        }
        priors[kind, default: [:]][type] = prior
      }
    }
    self.init(studies: stored.studies, models: models, priors: priors)
  }
}
