// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// An export of Tidepool: documents that state their type, their time in UTC, and their unit.
///
/// Tidepool stores mmol/L even for people who use mg/dL; a value that is a whole number of mg/dL
/// except for rounding is restored to that number. Parts of a document may be JSON within strings.
struct TidepoolDocuments: JSONFormat {
  static let format = FileFormat.tidepool

  let evidence: DetectionEvidence
  private var fields = JSONFields<TidepoolField>()

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: JSONScanner, section: String?) -> DetectionEvidence? {
    var fields = JSONFields<TidepoolField>()
    fields.find(in: scanner)
    guard let type = scanner.text(fields[.type]), TidepoolVocabulary.types.contains(type),
      fields.has(.time) || fields.has(.deviceTime)
    else { return nil }
    return .structure("a document of type \(type) with a time")
  }

  mutating func read(
    _ scanner: JSONScanner, section: String?, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    fields.find(in: scanner)
    guard let type = fields[.type], scanner.nodes[type].kind == .string else {
      throw RecordRejection(.unknownKind, scanner.excerpt(0))
    }
    if scanner.text(of: type, is: "cbg") {
      return try readGlucose(.sensor, scanner, line: line, into: &collector)
    }
    switch scanner.text(type) ?? "" {
    case "smbg": return try readGlucose(.meter, scanner, line: line, into: &collector)
    case "basal": return .skipped(.basalRate)
    case "bloodKetone": return .skipped(.otherMeasurement)
    case "deviceEvent":
      if let subType = fields[.subType] {
        if scanner.text(of: subType, is: "calibration") {
          return try readGlucose(.meter, scanner, line: line, into: &collector)
        }
        if scanner.text(of: subType, is: "alarm") { return .skipped(.alert) }
      }
      return .skipped(.deviceRecord)
    case let name where TidepoolVocabulary.deviceTypes.contains(name):
      return .skipped(.deviceRecord)
    case let name where TidepoolVocabulary.eventTypes.contains(name):
      let record = TidepoolEvent(scanner, fields)
      return try record.read(name, at: time(scanner), line: line, into: &collector)
    default: throw RecordRejection(.unknownKind, scanner.excerpt(type))
    }
  }

  private func readGlucose(
    _ channel: RowCollector.Channel, _ scanner: JSONScanner, line: Int,
    into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    guard var number = try scanner.concentration(fields[.value]) else {
      return .skipped(.missingValue)
    }
    var unit = try scanner.unit(fields[.units])
    if unit == .mmolL {
      let mgdL = Glucose.mmolL(number).mgdL
      // A whole number of mg/dL is restored within the rounding error of a `Double`.
      if (mgdL - mgdL.rounded()).magnitude < 1e-6 { (number, unit) = (mgdL.rounded(), .mgdL) }
    }
    let time = try time(scanner)
    let device = scanner.device(fields[.deviceID], &collector.devices)
    let stream = RowCollector.Stream(subject: 0, channel: channel, device: device)
    _ = collector.add(
      .value(number, unit), flags: outOfRange(scanner), at: time.stamp,
      place: RowCollector.Place(time, line: line), stream: stream)
    return .accepted
  }

  /// Returns the flags of a value beyond the sensor's range, from its annotations.
  private func outOfRange(_ scanner: JSONScanner) -> ReadingFlags {
    guard let node = fields[.annotations] else { return [] }
    let (inner, list) = scanner.nested(node)
    return Self.outOfRange(inner, list)
  }

  /// Returns the flags of a value beyond the sensor's range, from a list of annotations.
  static func outOfRange(_ inner: JSONScanner, _ list: Int) -> ReadingFlags {
    var flags: ReadingFlags = []
    inner.forEachElement(of: list) { annotation in
      guard let code = inner.member("code", of: annotation),
        inner.text(of: code, is: "bg/out-of-range"),
        let side = inner.member("value", of: annotation)
      else { return }
      if inner.text(of: side, is: "low") { flags.insert(.belowDeviceLimit) }
      if inner.text(of: side, is: "high") { flags.insert(.aboveDeviceLimit) }
    }
    return flags
  }

  /// Returns the instant: in UTC, or the device's time with its offset.
  private func time(_ scanner: JSONScanner) throws(RecordRejection) -> RecordTime {
    try scanner.time(
      of: fields[.time], [fields[.deviceTime]], offset: scanner.offset(fields[.timezoneOffset]))
  }
}

extension JSONScanner {
  /// Returns the value of a node, or of the JSON within its string, and a scanner that contains it.
  func nested(_ node: Int) -> (JSONScanner, Int) {
    guard nodes[node].kind == .string else { return (self, node) }
    var inner = JSONScanner(unescaped(nodes[node].range))
    guard (try? inner.scanValue()) != nil else { return (self, node) }
    return (inner, 0)
  }
}

/// The types of Tidepool's documents.
enum TidepoolVocabulary {
  /// The types of events that a person or a pump logged.
  static let eventTypes: Set<String> = [
    "bolus", "insulin", "wizard", "food", "physicalActivity", "reportedState",
  ]
  /// The types of actions and settings of a device.
  static let deviceTypes: Set<String> = [
    "upload", "pumpSettings", "cgmSettings", "controllerSettings", "controllerStatus",
    "pumpStatus", "dosingDecision", "alert", "water",
  ]
  /// All types of documents.
  static let types = eventTypes.union(deviceTypes).union([
    "cbg", "smbg", "basal", "bloodKetone", "deviceEvent",
  ])
}

/// The members of Tidepool's documents that are read.
enum TidepoolField: Int, JSONFieldNames {
  case type, id, mongoID, time, deviceTime, timezoneOffset, timezone, deviceID, uploadID
  case value, units, annotations, subType
  case normal, extended, dose, formulation, carbInput, carbUnits, nutrition, name
  case duration, intensity, states, note, notes

  static let names = [
    "type", "id", "_id", "time", "deviceTime", "timezoneOffset", "timezone", "deviceId",
    "uploadId", "value", "units", "annotations", "subType",
    "normal", "extended", "dose", "formulation", "carbInput", "carbUnits", "nutrition", "name",
    "duration", "reportedIntensity", "states", "note", "notes",
  ]
}
