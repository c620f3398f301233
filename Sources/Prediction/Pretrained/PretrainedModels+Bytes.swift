// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PretrainedModels {
  /// The pretrained models of the library, decoded at first use.
  static let shipped = Result { () throws(StoredModelError) in
    guard let data = Data(base64Encoded: ShippedModels.text) else {
      throw StoredModelError.damaged("The text is not valid Base64.")
    }
    return try PretrainedModels(bytes: [UInt8](data))
  }

  /// The models as bytes: their format, a checksum, and each number in the fewest bytes that
  /// represent it exactly.
  ///
  /// Equal models have equal bytes. The shared fields of models of one cadence are stored once.
  ///
  /// - Throws: `EncodingError`, which no model causes.
  public var bytes: [UInt8] {
    get throws {
      let groups = SensorCadence.allCases.map { cadence in kinds.filter { $0.cadence == cadence } }
        .filter { !$0.isEmpty }
      return StoredBytes.bytes(
        .prior,
        .record([
          "studies": .list(studies.map { .text($0) }),
          "groups": .list(try groups.map { try packed($0) }),
        ]))
    }
  }

  /// Returns the models of one cadence: their shared fields, and the fields of each kind.
  private func packed(_ kinds: [SensorKind]) throws -> BinaryValue {
    var own: [SensorKind: [String: BinaryValue]] = [:]
    for kind in kinds {
      guard let model = models[kind] else { continue }
      guard case .record(let fields) = try BinaryValue(encoding: model) else {
        preconditionFailure("A model is encoded as a record")
      }
      own[kind] = fields
      if let priors = priors[kind] {
        own[kind]?["types"] = .record(
          try Dictionary(
            uniqueKeysWithValues: priors.map { ($0.rawValue, try BinaryValue(encoding: $1)) }))
      }
    }
    var shared = own[kinds[0]] ?? [:]
    shared = shared.filter { field in own.values.allSatisfy { $0[field.key] == field.value } }
    var record: [String: BinaryValue] = ["shared": .record(shared)]
    for (kind, fields) in own {
      record[kind.rawValue] = .record(fields.filter { shared[$0.key] == nil })
    }
    return .record(record)
  }

  /// Creates models from their ``bytes``.
  ///
  /// - Throws: ``StoredModelError`` if the bytes are damaged, have another format, or contain
  ///   models with features that this version does not compute.
  public init(bytes: [UInt8]) throws(StoredModelError) {
    guard case .record(let content) = try StoredBytes.content(.prior, of: bytes),
      case .list(let names) = content["studies"], case .list(let groups) = content["groups"]
    else { throw StoredModelError.damaged("Studies or models are missing.") }
    var models: [SensorKind: Forecaster] = [:]
    var priors: [SensorKind: [TypeOfDiabetes: TypePrior]] = [:]
    for group in groups {
      guard case .record(let parts) = group, case .record(let shared) = parts["shared"] else {
        throw StoredModelError.damaged("A group of models is incomplete.")
      }
      for (name, part) in parts where name != "shared" {
        guard let kind = SensorKind(rawValue: name), case .record(let own) = part else {
          throw StoredModelError.damaged("A model has no fields or is for an unknown sensor.")
        }
        var fields = shared.merging(own) { $1 }
        let types = fields.removeValue(forKey: "types")
        let model = try Self.value(.record(fields), as: Forecaster.self)
        guard models[kind] == nil, model.cadence == kind.cadence, !model.isPersonal else {
          throw StoredModelError.damaged("A model is for another kind of sensor or is personal.")
        }
        models[kind] = model
        if let types { priors[kind] = try Self.priors(types, of: model) }
      }
    }
    var studies: [String] = []
    for name in names {
      guard case .text(let name) = name else {
        throw StoredModelError.damaged("The name of a study is not text.")
      }
      studies.append(name)
    }
    self.init(studies: studies, models: models, priors: priors)
  }

  private static func priors(
    _ types: BinaryValue, of model: Forecaster
  ) throws(StoredModelError) -> [TypeOfDiabetes: TypePrior] {
    guard case .record(let parts) = types else {
      throw StoredModelError.damaged("The types of diabetes of a model have no names.")
    }
    var priors: [TypeOfDiabetes: TypePrior] = [:]
    for (name, part) in parts {
      let prior = try value(part, as: TypePrior.self)
      guard let type = TypeOfDiabetes(rawValue: name), prior.fits(model) else {
        throw StoredModelError.damaged("A type of diabetes is unknown, or not one of its model.")
      }
      priors[type] = prior
    }
    return priors
  }

  private static func value<Value: Decodable>(
    _ value: BinaryValue, as type: Value.Type
  ) throws(StoredModelError) -> Value {
    do {
      return try value.decoded(as: type)
    } catch {
      throw StoredModelError(error)
    }
  }
}
