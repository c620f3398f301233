// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Prior {
  private static let magic: [UInt8] = Array("glucose-prior 1\n".utf8)

  /// The prior that ships with the library, decoded at first use.
  static let shipped = Result { () throws(PriorError) in
    guard let data = Data(base64Encoded: ShippedPrior.text) else { throw PriorError(.damaged) }
    return try Prior(bytes: [UInt8](data))
  }

  /// The prior in a few bytes for each number it holds.
  ///
  /// Equal priors have equal bytes. What models of one cadence share is written once.
  public var bytes: [UInt8] {
    get throws {
      let groups = SensorCadence.allCases.map { cadence in kinds.filter { $0.cadence == cadence } }
        .filter { !$0.isEmpty }
      let content = PackedValue.record([
        "studies": .list(studies.map { .text($0) }),
        "groups": .list(try groups.map { try packed($0) }),
      ])
      var output = PackedOutput()
      content.write(to: &output)
      let body = output.bytes
      output.bytes = Self.magic
      output.write(Self.checksum(body), width: 8)
      return output.bytes + body
    }
  }

  /// Models of one cadence: the fields they share, and those of each kind.
  private func packed(_ kinds: [SensorKind]) throws -> PackedValue {
    var own: [SensorKind: [String: PackedValue]] = [:]
    for kind in kinds {
      guard let model = models[kind] else { continue }
      guard case .record(var fields) = try PackedValue(encoding: model) else { continue }
      fields["witness"] = .numbers(FeatureWitness.values(of: model.map))
      own[kind] = fields
    }
    var shared = own[kinds[0]] ?? [:]
    shared = shared.filter { field in own.values.allSatisfy { $0[field.key] == field.value } }
    var record: [String: PackedValue] = ["shared": .record(shared)]
    for (kind, fields) in own {
      record[kind.rawValue] = .record(fields.filter { shared[$0.key] == nil })
    }
    return .record(record)
  }

  /// Reads a prior.
  ///
  /// - Throws: ``PriorError`` if the bytes were changed, or if the prior was learned with features that this
  ///   version no longer makes.
  public init(bytes: [UInt8]) throws(PriorError) {
    let head = Self.magic.count + 8
    guard bytes.count > head, Array(bytes[0..<Self.magic.count]) == Self.magic else {
      throw PriorError(.damaged)
    }
    let body = Array(bytes[head...])
    var input = PackedInput(Array(bytes[Self.magic.count..<head]))
    guard try input.pattern(8) == Self.checksum(body) else { throw PriorError(.damaged) }
    input = PackedInput(body)
    guard case .record(let content) = try PackedValue(&input), input.isAtEnd,
      case .list(let names) = content["studies"], case .list(let groups) = content["groups"]
    else { throw PriorError(.damaged) }
    var models: [SensorKind: Forecaster] = [:]
    for group in groups {
      guard case .record(let parts) = group, case .record(let shared) = parts["shared"] else {
        throw PriorError(.damaged)
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
    _ fields: [String: PackedValue]
  ) throws(PriorError) -> Forecaster {
    do {
      let model = try PackedValue.record(fields).decoded(as: Forecaster.self)
      guard case .numbers(let witness) = fields["witness"],
        FeatureWitness.agrees(witness, model.map)
      else { throw PriorError(.otherFeatures) }
      return model
    } catch {
      throw PriorError(.otherFeatures)
    }
  }

  /// FNV-1a of 64 bits (Fowler, Noll and Vo, 1991).
  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
