// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension PretrainedModels {
  private static let magic: [UInt8] = Array("glucose-prior 1\n".utf8)

  /// The prior that ships with the library, decoded at first use.
  static let shipped = Result { () throws(PretrainedModelsError) in
    guard let data = Data(base64Encoded: ShippedModels.text) else {
      throw PretrainedModelsError(.damaged)
    }
    return try PretrainedModels(bytes: [UInt8](data))
  }

  /// The prior in a few bytes for each number it holds.
  ///
  /// Equal priors have equal bytes. What models of one cadence share is written once.
  public var bytes: [UInt8] {
    get throws {
      let groups = SensorCadence.allCases.map { cadence in kinds.filter { $0.cadence == cadence } }
        .filter { !$0.isEmpty }
      let content = BinaryValue.record([
        "studies": .list(studies.map { .text($0) }),
        "groups": .list(try groups.map { try packed($0) }),
      ])
      var output = BinaryOutput()
      content.write(to: &output)
      let body = output.bytes
      output.bytes = Self.magic
      output.write(Self.checksum(body), width: 8)
      return output.bytes + body
    }
  }

  /// Models of one cadence: the fields they share, and those of each kind.
  private func packed(_ kinds: [SensorKind]) throws -> BinaryValue {
    var own: [SensorKind: [String: BinaryValue]] = [:]
    for kind in kinds {
      guard let model = models[kind] else { continue }
      guard case .record(var fields) = try BinaryValue(encoding: model) else { continue }
      fields["witness"] = .numbers(FeatureFingerprint.values(of: model.map))
      own[kind] = fields
    }
    var shared = own[kinds[0]] ?? [:]
    shared = shared.filter { field in own.values.allSatisfy { $0[field.key] == field.value } }
    var record: [String: BinaryValue] = ["shared": .record(shared)]
    for (kind, fields) in own {
      record[kind.rawValue] = .record(fields.filter { shared[$0.key] == nil })
    }
    return .record(record)
  }

  /// Reads a prior.
  ///
  /// - Throws: ``PretrainedModelsError`` if the bytes were changed, or if the prior was learned with features that this
  ///   version no longer makes.
  public init(bytes: [UInt8]) throws(PretrainedModelsError) {
    let head = Self.magic.count + 8
    guard bytes.count > head, Array(bytes[0..<Self.magic.count]) == Self.magic else {
      throw PretrainedModelsError(.damaged)
    }
    let body = Array(bytes[head...])
    var input = BinaryInput(Array(bytes[Self.magic.count..<head]))
    guard try input.pattern(8) == Self.checksum(body) else { throw PretrainedModelsError(.damaged) }
    input = BinaryInput(body)
    guard case .record(let content) = try BinaryValue(&input), input.isAtEnd,
      case .list(let names) = content["studies"], case .list(let groups) = content["groups"]
    else { throw PretrainedModelsError(.damaged) }
    var models: [SensorKind: Forecaster] = [:]
    for group in groups {
      guard case .record(let parts) = group, case .record(let shared) = parts["shared"] else {
        throw PretrainedModelsError(.damaged)
      }
      for kind in SensorKind.allCases {
        guard case .record(let own) = parts[kind.rawValue] else { continue }
        models[kind] = try Self.model(shared.merging(own) { $1 })
      }
    }
    self.init(
      studies: names.compactMap { if case .text(let name) = $0 { name } else { nil } },
      models: models)
  }

  /// A model whose bytes are in order but that does not decode is of another version.
  private static func model(
    _ fields: [String: BinaryValue]
  ) throws(PretrainedModelsError) -> Forecaster {
    do {
      let model = try BinaryValue.record(fields).decoded(as: Forecaster.self)
      guard case .numbers(let witness) = fields["witness"],
        FeatureFingerprint.agrees(witness, model.map)
      else { throw PretrainedModelsError(.otherFeatures) }
      return model
    } catch {
      throw PretrainedModelsError(.otherFeatures)
    }
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo, 1991).
  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
