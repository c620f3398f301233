internal import GlucoseMath

/// Readings in HL7 FHIR R4: a bundle, or consecutive observations as in a bulk export.
///
/// Each entry of the bundle is a row. Observations with a code for readings of sensors or meters
/// are read; numbers derived from readings, patients, and devices are skipped.
struct FHIRBundle: JSONFormat {
  static let format = FileFormat.fhir

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    let resource = scanner.member("resource", of: 0) ?? 0
    guard let type = scanner.text(scanner.member("resourceType", of: resource)) else { return nil }
    return .structure(
      scanner.section == "entry"
        ? "a bundle with an entry of type \(type)" : "a resource of type \(type)")
  }

  static func evidence(list: String) -> DetectionEvidence? {
    list == "entry" ? .structure("an object with a list of entries") : nil
  }

  /// A bundle without entries is no record.
  static func records(in scanner: JSONScanner) -> [Int]? {
    let type = scanner.text(scanner.member("resourceType", of: 0))
    return type == "Bundle" && scanner.firstElement(of: scanner.member("entry", of: 0)) == nil
      ? [] : nil
  }

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    let scanner = scanner.rooted(at: scanner["resource"])
    guard let type = scanner["resourceType"]
    else { throw Rejection(.unknownKind, scanner.excerpt(0)) }
    if scanner.text(of: type, is: "Observation") {
      return try FHIRObservation(scanner).read(into: &records)
    }
    switch scanner.text(type) ?? "" {
    case "Patient": return .skipped(.preamble)
    case "Device", "DeviceMetric": return .skipped(.deviceRecord)
    case "DiagnosticReport": return .skipped(.derived)
    default: return .skipped(.otherMeasurement)
    }
  }
}

struct FHIRObservation {
  private let scanner: JSONScanner
  /// The quantity of the observation; only if it has one, its members are those of a quantity.
  private let quantity: JSONScanner

  init(_ scanner: JSONScanner) {
    (self.scanner, quantity) = (scanner, scanner.rooted(at: scanner["valueQuantity"]))
  }

  func read(into records: inout Records) throws(Rejection) -> Outcome {
    if let status = scanner["status"],
      scanner.text(of: status, is: "entered-in-error") || scanner.text(of: status, is: "cancelled")
    {
      return .skipped(.deleted)
    }
    let isReading = hasCode(among: FHIRCodes.readingCodes)
    guard isReading || hasCode(among: FHIRCodes.meterCodes)
    else { return .skipped(hasCode(among: FHIRCodes.derivedCodes) ? .derived : .otherMeasurement) }
    guard let node = scanner["valueQuantity"],
      let value = try scanner.concentration(quantity["value"])
    else {
      // The value of an observation without a quantity, such as a series of samples.
      if scanner["valueQuantity"] == nil,
        let other = FHIRCodes.otherValues.lazy.compactMap({ scanner[$0] }).first
      {
        throw Rejection(.unknownKind, scanner.excerpt(other))
      }
      return .skipped(.missingValue)
    }
    let unit = try unit(of: node)
    let time = try scanner.time(of: scanner["effectiveDateTime"], [scanner["effectiveInstant"]])
    return records.add(
      .value(value, unit), isReading ? .sensor : .meter, flags: flags, at: time,
      subject: subject(&records.subjects))
  }

  /// Returns the unit of a quantity: its code, if it is of UCUM; otherwise, its display unit. The
  /// LOINC code of the observation does not determine the unit: mass per volume may be g/L.
  private func unit(of node: Int) throws(Rejection) -> GlucoseUnit {
    let text = scanner.filled(quantity["unit"])
    let system = scanner.filled(quantity["system"])
    let isUCUM = system.map { scanner.text(of: $0, is: FHIRCodes.units) } ?? true
    let code = isUCUM ? scanner.filled(quantity["code"]) : nil
    guard let stated = code ?? text, let unit = try scanner.unit(stated)
    else { throw Rejection(.missingUnit, scanner.excerpt(node)) }
    // The display unit may be any text except the other unit.
    if code != nil, let text, let other = scanner.namedUnit(text), other != unit {
      throw Rejection(.unknownUnit, "\(scanner.excerpt(stated)), \(scanner.excerpt(text))")
    }
    return unit
  }

  private func hasCode(among codes: [StaticString]) -> Bool {
    guard let list = scanner.member("coding", of: scanner["code"]) else { return false }
    var isFound = false
    scanner.forEachElement(of: list) { coding in
      if let system = scanner.member("system", of: coding),
        !scanner.text(of: system, is: FHIRCodes.loinc)
      {
        return
      }
      guard let code = scanner.member("code", of: coding) else { return }
      if codes.contains(where: { scanner.text(of: code, is: $0) }) { isFound = true }
    }
    return isFound
  }

  private func subject(_ subjects: inout Interner) -> Int {
    let subject = scanner["subject"]
    let identifier = scanner.member("value", of: scanner.member("identifier", of: subject))
    return subjects.index(
      of: scanner.identifier(identifier)
        ?? scanner.identifier(scanner.member("reference", of: subject)) ?? [])
  }

  private var flags: ReadingFlags {
    var flags: ReadingFlags = []
    switch scanner.text(quantity["comparator"]) {
    case "<", "<=": flags.insert(.belowDeviceLimit)
    case ">", ">=": flags.insert(.aboveDeviceLimit)
    default: break
    }
    let note = scanner.member("text", of: scanner.firstElement(of: scanner["note"]))
    if scanner.text(note) == FHIRCodes.repeatedHour { flags.insert(.ambiguousLocalTime) }
    return flags
  }
}
