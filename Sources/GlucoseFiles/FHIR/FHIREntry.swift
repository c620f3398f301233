// SPDX-License-Identifier: Apache-2.0

/// The parts that all entries of a bundle share.
enum FHIREntry {
  /// The bytes before the identifier of an entry.
  static let start = Array("{\"fullUrl\":\"".utf8)

  /// Adds the start of an entry with an observation, up to and including the person.
  static func open(
    _ observation: FHIRCodes.Observation, _ identity: String, _ person: FHIRPerson,
    _ lines: inout ByteBuilder
  ) {
    lines.add(start)
    lines.add(identity)
    open(observation, person, &lines)
  }

  /// Adds the part of the start of an entry after its identifier.
  static func open(
    _ observation: FHIRCodes.Observation, _ person: FHIRPerson, _ lines: inout ByteBuilder
  ) {
    lines.add("\",\"resource\":{\"resourceType\":\"Observation\",\"meta\":{\"profile\":[")
    lines.add(quoted: FHIRCodes.profiles + observation.profile)
    lines.add("]},\"status\":\"final\",\"category\":[{\"coding\":[{\"system\":")
    lines.add(quoted: FHIRCodes.categories)
    lines.add(",\"code\":\"laboratory\"}]}],\"code\":")
    add(concept: FHIRCodes.loinc, observation.code, &lines)
    lines.add(",\"subject\":")
    person.add(to: &lines)
  }

  /// Adds the end of an entry.
  static func close(_ lines: inout ByteBuilder) {
    lines.add("},\"request\":{\"method\":\"POST\",\"url\":\"Observation\"}}")
  }

  /// Adds the end of a quantity, after its number.
  static func close(_ unit: FHIRCodes.Unit, _ lines: inout ByteBuilder) {
    lines.add(member: "unit", text: unit.text)
    lines.add(member: "system", text: FHIRCodes.units.description)
    lines.add(member: "code", text: unit.code)
    lines.add(UInt8(ascii: "}"))
  }

  /// Adds a code with its system.
  static func add(
    concept system: StaticString, _ code: String, _ lines: inout ByteBuilder
  ) {
    lines.add("{\"coding\":[{\"system\":")
    lines.add(quoted: system.description)
    lines.add(member: "code", text: code)
    lines.add("}]}")
  }
}

/// The person to whom observations belong.
struct FHIRPerson {
  /// The index of the person in the bundle.
  var number: Int
  var id: String?
  var patient: String?

  /// Adds a reference to the person.
  func add(to lines: inout ByteBuilder) {
    if let patient {
      lines.add("{\"reference\":")
      lines.add(quoted: patient)
    } else if let id {
      lines.add("{\"identifier\":{\"value\":")
      lines.add(quoted: id)
      lines.add(UInt8(ascii: "}"))
    } else {
      lines.add("{\"display\":\"unnamed\"")
    }
    lines.add(UInt8(ascii: "}"))
  }

  /// Returns the identifiers of observations with a code.
  func identities(_ code: String) -> FHIRIdentities {
    FHIRIdentities(of: "\(number)|\(patient ?? "")|\(id ?? "")|\(code)|")
  }
}

/// The identifiers of the observations of a person: UUIDs made from their content, so that the same
/// readings result in the same bundle.
struct FHIRIdentities {
  // The 64-bit FNV-1a hashes (Fowler, Noll, Vo) of two bytes, each followed by the common text.
  private var high: UInt64 = 0xCBF2_9CE4_8422_2325
  private var low: UInt64 = 0xCBF2_9CE4_8422_2325

  fileprivate init(of text: String) {
    Self.add(0, to: &high)
    Self.add(1, to: &low)
    add(Array(text.utf8))
  }

  private mutating func add(_ bytes: [UInt8]) {
    for byte in bytes {
      Self.add(byte, to: &high)
      Self.add(byte, to: &low)
    }
  }

  @inline(__always)
  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// Returns the identifier of the observation with this content.
  func identity(_ content: String) -> String {
    var lines = ByteBuilder(capacity: 64)
    add(identityOf: Array(content.utf8), to: &lines)
    return String(decoding: lines.bytes, as: UTF8.self)
  }

  /// Adds the identifier of the observation with this content.
  func add(identityOf content: [UInt8], to lines: inout ByteBuilder) {
    var identity = self
    identity.add(content)
    // Version 8 is for application-specific content; the variant is that of RFC 9562.
    let high = identity.high & ~0xF000 | 0x8000
    let low = identity.low & ~(0b11 << 62) | 0b10 << 62
    lines.add("urn:uuid:")
    lines.add(hexadecimal: high >> 32, digits: 8)
    for (word, digits) in [(high >> 16 & 0xFFFF, 4), (high & 0xFFFF, 4), (low >> 48, 4)] {
      lines.add(Byte.minus)
      lines.add(hexadecimal: word, digits: digits)
    }
    lines.add(Byte.minus)
    lines.add(hexadecimal: low & 0xFFFF_FFFF_FFFF, digits: 12)
  }
}

extension ByteBuilder {
  /// Adds the lowest digits of a number in lower case.
  fileprivate mutating func add(hexadecimal number: UInt64, digits: Int) {
    for place in stride(from: 4 &* (digits &- 1), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: number >> UInt64(place)) & 0xF
      add(digit < 10 ? Byte.zero + digit : UInt8(ascii: "a") - 10 + digit)
    }
  }
}
