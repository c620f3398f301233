// SPDX-License-Identifier: Apache-2.0

internal import GlucoseMath

/// A response of the LibreLinkUp service to followers: the readings of half a day, the last reading
/// of each person followed, or the scans of a sensor.
///
/// Each reading has its instant in UTC and its local time, both month-first, and its value in mg/dL
/// and in the person's unit.
struct LibreLinkUpDocuments: JSONFormat {
  static let format = FileFormat.libreLinkUp

  let evidence: DetectionEvidence
  var conventions: FormatDefaults { FormatDefaults(limits: .libre) }
  private var fields = JSONFields<LibreLinkUpField>()

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: JSONScanner, section: String?) -> DetectionEvidence? {
    var fields = JSONFields<LibreLinkUpField>()
    fields.find(in: scanner)
    if fields.has(.mgdL), fields.has(.factoryTime) || fields.has(.time) {
      return .structure("a document with ValueInMgPerDl and a time")
    }
    return fields.has(.measurement) && fields.has(.patient)
      ? .structure("a document with glucoseMeasurement and patientId") : nil
  }

  mutating func read(
    _ scanner: JSONScanner, section: String?, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    fields.find(in: scanner)
    var subject = 0
    if fields.has(.measurement) || fields.has(.patient) {
      // A single person with the readings needs no identifier; each of several has one.
      if section != "connection", let patient = scanner.filled(fields[.patient]) {
        subject = collector.subjects.index(of: scanner.bytes, scanner.nodes[patient].range)
      }
      guard let node = scanner.filled(fields[.measurement]), scanner.nodes[node].kind == .object
      else { return .skipped(.missingValue) }
      fields.find(in: scanner, node: node)
    }
    guard fields.has(.mgdL) || fields.has(.value) else {
      throw RecordRejection(.unknownKind, scanner.excerpt(0))
    }
    return try readMeasurement(scanner, subject: subject, line: line, into: &collector)
  }

  private func readMeasurement(
    _ scanner: JSONScanner, subject: Int, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    let value: Double
    let unit: GlucoseUnit
    if let mgdL = try scanner.concentration(fields[.mgdL]) {
      (value, unit) = (mgdL, .mgdL)
    } else if let own = try scanner.concentration(fields[.value]) {
      switch scanner.number(fields[.units]) {
      case 0: unit = .mmolL
      case 1: unit = .mgdL
      default:
        throw RecordRejection(.unknownUnit, fields[.units].map { scanner.excerpt($0) } ?? "")
      }
      value = own
    } else {
      return .skipped(.missingValue)
    }
    var flags: ReadingFlags = []
    if let node = fields[.isLow], scanner.nodes[node].kind == .true {
      flags.insert(.belowDeviceLimit)
    }
    if let node = fields[.isHigh], scanner.nodes[node].kind == .true {
      flags.insert(.aboveDeviceLimit)
    }
    let time = try time(scanner)
    // 0 is a stored reading and 1 the current one; others were scanned or caused an alarm.
    let isStored = scanner.number(fields[.type]).map { 0...1 ~= $0 } ?? true
    _ = collector.add(
      .value(value, unit), flags: flags, at: time.stamp,
      place: RowCollector.Place(time, line: line),
      stream: RowCollector.Stream(subject: subject, channel: isStored ? .sensor : .scan, device: 0))
    return .accepted
  }

  /// Returns the instant, with the offset of the person's clock; without an instant, the local
  /// time.
  private func time(_ scanner: JSONScanner) throws(RecordRejection) -> RecordTime {
    let shown = try stamp(fields[.time], scanner)
    guard var stamp = try stamp(fields[.factoryTime], scanner) else {
      guard let shown, let node = fields[.time] else {
        throw RecordRejection(.missingTime, scanner.excerpt(0))
      }
      guard let time = shown.resolved() else {
        throw RecordRejection(.unreadableTime, scanner.excerpt(node))
      }
      return RecordTime(stamp: time, text: scanner.excerpt(node))
    }
    if stamp.isWallClock { stamp.offset = 0 }
    guard var instant = stamp.resolved() else {
      throw RecordRejection(.unreadableTime, fields[.factoryTime].map { scanner.excerpt($0) } ?? "")
    }
    if let local = shown?.local(.yearFirst) {
      let quarters = ((local - instant.seconds) / 900).rounded()
      instant.offset = quarters.magnitude <= 18 * 4 ? Int16(quarters) * 15 : nil
    }
    return RecordTime(stamp: instant)
  }

  /// Returns a month-first time with its order resolved.
  private func stamp(
    _ node: Int?, _ scanner: JSONScanner
  ) throws(RecordRejection) -> WrittenTime? {
    guard let node = scanner.filled(node) else { return nil }
    guard var stamp = scanner.stamp(node) else {
      throw RecordRejection(.unreadableTime, scanner.excerpt(node))
    }
    if stamp.form == .yearLast {
      guard stamp.first <= 12 else {
        throw RecordRejection(.unreadableTime, scanner.excerpt(node))
      }
      stamp.form = .yearFirst
    }
    return stamp
  }
}

/// The members of LibreLinkUp's documents that are read.
enum LibreLinkUpField: Int, JSONFieldNames {
  case factoryTime, time, type, mgdL, value, units, isHigh, isLow, measurement, patient

  static let names = [
    "FactoryTimestamp", "Timestamp", "type", "ValueInMgPerDl", "Value", "GlucoseUnits", "isHigh",
    "isLow", "glucoseMeasurement", "patientId",
  ]
}
