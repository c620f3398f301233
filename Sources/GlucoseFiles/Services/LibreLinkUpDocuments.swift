internal import GlucoseMath

/// A response of the LibreLinkUp service to followers: the readings of half a day, the last reading
/// of each person followed, or the scans of a sensor.
///
/// Each reading has its instant in UTC and its local time, both month-first, and its value in mg/dL
/// and in the person's unit.
struct LibreLinkUpDocuments: JSONFormat {
  static let format = FileFormat.libreLinkUp

  var conventions: FormatDefaults { FormatDefaults(limits: .libre) }

  static let marks: [(name: String, members: [[StaticString]])] = [
    ("ValueInMgPerDl and a time", [["ValueInMgPerDl"], ["FactoryTimestamp", "Timestamp"]]),
    ("glucoseMeasurement and patientId", [["glucoseMeasurement"], ["patientId"]]),
  ]

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    var (scanner, subject) = (scanner, 0)
    if scanner.has("glucoseMeasurement") || scanner.has("patientId") {
      // A single person with the readings needs no identifier; each of several has one.
      if scanner.section != "connection", let patient = scanner.filled("patientId") {
        subject = records.subjects.index(of: scanner.bytes, scanner.nodes[patient].range)
      }
      guard let node = scanner.filled("glucoseMeasurement"),
        scanner.nodes[node].kind == .object
      else { return .skipped(.missingValue) }
      scanner = scanner.rooted(at: node)
    }
    guard scanner.has("ValueInMgPerDl") || scanner.has("Value")
    else { throw Rejection(.unknownKind, scanner.excerpt(0)) }
    let value: Double
    let unit: GlucoseUnit
    if let mgdL = try scanner.concentration("ValueInMgPerDl") {
      (value, unit) = (mgdL, .mgdL)
    } else if let own = try scanner.concentration("Value") {
      switch scanner.number("GlucoseUnits") {
      case 0: unit = .mmolL
      case 1: unit = .mgdL
      default:
        throw Rejection(.unknownUnit, scanner["GlucoseUnits"].map { scanner.excerpt($0) } ?? "")
      }
      value = own
    } else {
      return .skipped(.missingValue)
    }
    var flags: ReadingFlags = []
    if scanner.truth("isLow") == true { flags.insert(.belowDeviceLimit) }
    if scanner.truth("isHigh") == true { flags.insert(.aboveDeviceLimit) }
    let time = try time(scanner)
    // 0 is a stored reading and 1 the current one; others were scanned or caused an alarm.
    let isStored = scanner.number("type").map { 0...1 ~= $0 } ?? true
    return records.add(
      .value(value, unit), isStored ? .sensor : .scan, flags: flags, at: time, subject: subject)
  }

  private func time(_ scanner: JSONScanner) throws(Rejection) -> RecordTime {
    let shown = try stamp(scanner["Timestamp"], scanner)
    if let node = scanner.filled("FactoryTimestamp") {
      return try scanner.time(utc: stamp(node, scanner), at: node, shown: shown)
    }
    guard let shown, let node = scanner["Timestamp"]
    else { throw Rejection(.missingTime, scanner.excerpt(0)) }
    guard let time = shown.resolved()
    else { throw Rejection(.unreadableTime, scanner.excerpt(node)) }
    return RecordTime(stamp: time, text: scanner.excerpt(node), line: scanner.line)
  }

  /// Returns a month-first time with its order resolved.
  private func stamp(_ node: Int?, _ scanner: JSONScanner) throws(Rejection) -> WrittenTime? {
    guard let node = scanner.filled(node) else { return nil }
    guard var stamp = scanner.stamp(node)
    else { throw Rejection(.unreadableTime, scanner.excerpt(node)) }
    if stamp.form == .yearLast {
      guard stamp.first <= 12 else { throw Rejection(.unreadableTime, scanner.excerpt(node)) }
      stamp.form = .yearFirst
    }
    return stamp
  }
}
