extension PretrainedModels {
  /// The pretrained models of the library, decoded at first use.
  static let shipped = Result { () throws(StoredModelError) in
    try PretrainedModels(bytes: Array(ShippedModels.text.utf8))
  }

  /// The stored form: models by the name of their kind of sensor, and priors by that name and the
  /// name of a type of diabetes.
  private struct Stored: Codable {
    var studies: [String]
    var models: [SensorKind: Forecaster]
    var types: [SensorKind: [TypeOfDiabetes: TypePrior]]
  }

  /// The models as bytes: a line with their format and a checksum, and a JSON document. Equal
  /// models have equal bytes.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws {
      try StoredBytes.bytes(.prior, Stored(studies: studies, models: models, types: priors))
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
    for (kind, types) in stored.types {
      guard let model = stored.models[kind], types.values.allSatisfy({ $0.fits(model) }) else {
        throw StoredModelError.damaged("Types of diabetes have no model, or not this one.")
      }
    }
    self.init(studies: stored.studies, models: stored.models, priors: stored.types)
  }
}
