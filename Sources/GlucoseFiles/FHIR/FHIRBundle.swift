// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// Readings in HL7 FHIR R4: a bundle, or consecutive observations as in a bulk export.
///
/// Each entry of the bundle is a row. Observations with a code for readings of sensors or meters
/// are read; numbers derived from readings, patients, and devices are skipped.
struct FHIRBundle: JSONFormat {
  static let format = FileFormat.fhir

  let evidence: DetectionEvidence
  private var fields = JSONFields<FHIRField>()
  private var quantity = JSONFields<FHIRQuantityField>()

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: JSONScanner, section: String?) -> DetectionEvidence? {
    let resource = scanner.member("resource", of: 0) ?? 0
    guard let type = scanner.text(scanner.member("resourceType", of: resource)) else { return nil }
    return .structure(
      section == "entry" ? "a bundle with an entry of type \(type)" : "a resource of type \(type)")
  }

  static func evidence(list: String) -> DetectionEvidence? {
    list == "entry" ? .structure("an object with a list of entries") : nil
  }

  static func isEmptyList(_ scanner: JSONScanner) -> Bool {
    guard scanner.text(scanner.member("resourceType", of: 0)) == "Bundle" else { return false }
    guard let entries = scanner.member("entry", of: 0) else { return true }
    return scanner.firstElement(of: entries) == nil
  }

  mutating func read(
    _ scanner: JSONScanner, section: String?, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    let resource = scanner.member("resource", of: 0) ?? 0
    fields.find(in: scanner, node: resource)
    guard let type = fields[.resourceType] else {
      throw RecordRejection(.unknownKind, scanner.excerpt(0))
    }
    if scanner.text(of: type, is: "Observation") {
      if let node = fields[.quantity] { quantity.find(in: scanner, node: node) }
      return try FHIRObservation(scanner, fields, quantity).read(line: line, into: &collector)
    }
    switch scanner.text(type) ?? "" {
    case "Patient": return .skipped(.preamble)
    case "Device", "DeviceMetric": return .skipped(.deviceRecord)
    case "DiagnosticReport": return .skipped(.derived)
    default: return .skipped(.otherMeasurement)
    }
  }
}

/// The members of an observation that are read.
enum FHIRField: Int, JSONFieldNames {
  case resourceType, status, code, subject, dateTime, instant, quantity, note

  static let names = [
    "resourceType", "status", "code", "subject", "effectiveDateTime", "effectiveInstant",
    "valueQuantity", "note",
  ]
}

/// The members of a quantity.
enum FHIRQuantityField: Int, JSONFieldNames {
  case value, comparator, unit, system, code

  static let names = ["value", "comparator", "unit", "system", "code"]
}
