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

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    var fields = JSONFields<LibreLinkUpField>()
    fields.find(in: scanner)
    if fields.has(.mgdL), fields.has(.factoryTime) || fields.has(.time) {
      return .structure("a document with ValueInMgPerDl and a time")
    }
    return fields.has(.measurement) && fields.has(.patient)
      ? .structure("a document with glucoseMeasurement and patientId") : nil
  }

  mutating func read(
    _ scanner: JSONScanner, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    fields.find(in: scanner)
    var subject = 0
    if fields.has(.measurement) || fields.has(.patient) {
      // A single person with the readings needs no identifier; each of several has one.
      if scanner.section != "connection", let patient = scanner.filled(fields[.patient]) {
        subject = collector.subjects.index(of: scanner.bytes, scanner.nodes[patient].range)
      }
      guard let node = scanner.filled(fields[.measurement]), scanner.nodes[node].kind == .object
      else { return .skipped(.missingValue) }
      fields.find(in: scanner, node: node)
    }
    guard fields.has(.mgdL) || fields.has(.value) else {
      throw Rejection(.unknownKind, scanner.excerpt(0))
    }
    return try readMeasurement(scanner, subject: subject, into: &collector)
  }

  private func readMeasurement(
    _ scanner: JSONScanner, subject: Int, into collector: inout RowCollector
  ) throws(Rejection) -> RowDisposition {
    let value: Double
    let unit: GlucoseUnit
    if let mgdL = try scanner.concentration(fields[.mgdL]) {
      (value, unit) = (mgdL, .mgdL)
    } else if let own = try scanner.concentration(fields[.value]) {
      switch scanner.number(fields[.units]) {
      case 0: unit = .mmolL
      case 1: unit = .mgdL
      default:
        throw Rejection(.unknownUnit, fields[.units].map { scanner.excerpt($0) } ?? "")
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
    return collector.add(
      .value(value, unit), isStored ? .sensor : .scan, flags: flags, at: time, subject: subject)
  }

  /// Returns the instant, with the offset of the person's clock; without an instant, the local
  /// time.
  private func time(_ scanner: JSONScanner) throws(Rejection) -> RecordTime {
    let shown = try stamp(fields[.time], scanner)
    guard var stamp = try stamp(fields[.factoryTime], scanner) else {
      guard let shown, let node = fields[.time] else {
        throw Rejection(.missingTime, scanner.excerpt(0))
      }
      guard let time = shown.resolved() else {
        throw Rejection(.unreadableTime, scanner.excerpt(node))
      }
      return RecordTime(stamp: time, text: scanner.excerpt(node), line: scanner.line)
    }
    if stamp.isWallClock { stamp.offset = 0 }
    guard var instant = stamp.resolved() else {
      throw Rejection(.unreadableTime, fields[.factoryTime].map { scanner.excerpt($0) } ?? "")
    }
    if let shown { instant.offset = shown.quarters(after: instant) }
    return RecordTime(stamp: instant, line: scanner.line)
  }

  /// Returns a month-first time with its order resolved.
  private func stamp(
    _ node: Int?, _ scanner: JSONScanner
  ) throws(Rejection) -> WrittenTime? {
    guard let node = scanner.filled(node) else { return nil }
    guard var stamp = scanner.stamp(node) else {
      throw Rejection(.unreadableTime, scanner.excerpt(node))
    }
    if stamp.form == .yearLast {
      guard stamp.first <= 12 else {
        throw Rejection(.unreadableTime, scanner.excerpt(node))
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
