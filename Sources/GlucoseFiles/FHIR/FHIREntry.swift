// SPDX-License-Identifier: Apache-2.0

/// The parts that all entries of a bundle share.
enum FHIREntry {
  /// Adds the start of an entry with an observation, up to and including the person.
  static func open(
    _ observation: FHIRCodes.Observation, _ identity: String, _ person: FHIRPerson,
    _ lines: inout ByteBuilder
  ) {
    lines.add("{\"fullUrl\":")
    lines.add(quoted: identity)
    lines.add(",\"resource\":{\"resourceType\":\"Observation\",\"meta\":{\"profile\":[")
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
    lines.add(member: "system", text: FHIRCodes.units)
    lines.add(member: "code", text: unit.code)
    lines.add(UInt8(ascii: "}"))
  }

  /// Adds a code with its system.
  static func add(concept system: String, _ code: String, _ lines: inout ByteBuilder) {
    lines.add("{\"coding\":[{\"system\":")
    lines.add(quoted: system)
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

  /// Returns the identifier of an observation: a UUID made from its content, so that the same
  /// readings result in the same bundle.
  func identity(_ code: String, _ content: String) -> String {
    let text = "\(number)|\(patient ?? "")|\(id ?? "")|\(code)|\(content)"
    var (high, low) = (Self.hash(text, from: 0), Self.hash(text, from: 1))
    // Version 8 is for application-specific content; the variant is that of RFC 9562.
    high = high & ~0xF000 | 0x8000
    low = low & ~(0b11 << 62) | 0b10 << 62
    let digits = [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
    var uuid = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { uuid += "-" }
      uuid.append(digit)
    }
    return "urn:uuid:" + uuid
  }

  /// Returns the 64-bit FNV-1a hash (Fowler, Noll, Vo) of a byte followed by a text.
  private static func hash(_ text: String, from start: UInt8) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in [start] + Array(text.utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
