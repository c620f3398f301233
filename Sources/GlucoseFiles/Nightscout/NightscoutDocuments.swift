// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

/// Entries and treatments of Nightscout, in one file or in separate files: from its API, from a
/// database's export line by line, or from ``NightscoutWriter``.
///
/// Concentrations of entries are always in mg/dL. The content of a treatment determines its events,
/// because its type is free text: carbohydrate, protein, and fat are a meal, insulin is a dose, and
/// so on.
struct NightscoutDocuments: JSONFormat {
  static let format = FileFormat.nightscout

  let evidence: DetectionEvidence
  private var fields = JSONFields<NightscoutField>()

  init(evidence: DetectionEvidence) { self.evidence = evidence }

  static func evidence(in scanner: JSONScanner, section: String?) -> DetectionEvidence? {
    var fields = JSONFields<NightscoutField>()
    fields.find(in: scanner)
    if fields.has(.sgv) || fields.has(.mbg), fields.has(.date) || fields.has(.dateString) {
      return .structure("a document with \(fields.has(.sgv) ? "sgv" : "mbg") and a date")
    }
    if fields.has(.eventType), fields.has(.created) || fields.has(.timestamp) || fields.has(.date) {
      return .structure("a document with eventType and a time")
    }
    return nil
  }

  mutating func read(
    _ scanner: JSONScanner, section: String?, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    fields.find(in: scanner)
    if let node = fields[.isValid], scanner.nodes[node].kind == .false {
      return .skipped(.deleted)
    }
    if fields.has(.sgv) || fields.has(.mbg) {
      return try readEntry(scanner, line: line, into: &collector)
    }
    if let type = fields[.type], !fields.has(.eventType) {
      // An entry without a value: a calibration of the sensor, or a note of the uploader.
      if scanner.text(of: type, is: "sgv") || scanner.text(of: type, is: "mbg") {
        return .skipped(.missingValue)
      }
      if scanner.text(of: type, is: "cal") { return .skipped(.otherMeasurement) }
      if scanner.text(of: type, is: "etc") { return .skipped(.deviceRecord) }
    }
    let isDevice =
      fields.has(.openaps) || fields.has(.loop) || fields.has(.pump) || fields.has(.uploader)
      || fields.has(.store) || fields.has(.defaultProfile)
    if isDevice, !fields.has(.eventType) { return .skipped(.deviceRecord) }
    if ["devicestatus", "profile", "food"].contains(section) { return .skipped(.deviceRecord) }
    guard
      fields.has(.eventType) || fields.has(.insulin) || fields.has(.carbs)
        || fields.has(.notes) || fields.has(.glucose)
    else { throw RecordRejection(.unknownKind, scanner.excerpt(0)) }
    let treatment = NightscoutTreatment(scanner, fields)
    return try treatment.read(line: line, into: &collector)
  }

  private func readEntry(
    _ scanner: JSONScanner, line: Int, into collector: inout RowCollector
  ) throws(RecordRejection) -> RowDisposition {
    let isMeter = !fields.has(.sgv)
    guard let node = scanner.filled(fields[isMeter ? .mbg : .sgv]) else {
      return .skipped(.missingValue)
    }
    let words = scanner.text(fields[.flags])
    var mayBeCode = false
    // If flags are stated, even an empty list, a number is never a code or a limit.
    if !isMeter, words == nil, let number = scanner.number(node) {
      if ErrorCodes.isCertain(number) { return .errorCode(Int(number)) }
      mayBeCode = number == ErrorCodes.possible
      if ErrorCodes.isNoReading(number) {
        throw RecordRejection(.implausible, scanner.excerpt(node))
      }
    }
    let value = try RecordNumber.concentration(scanner.number(node), scanner.excerpt(node))
    let time = try time(scanner)
    var flags: ReadingFlags = []
    if let words {
      flags = PlainFlags.flags(words)
    } else if !isMeter {
      // A sensor with a range of 40 to 400 mg/dL sends these numbers for values beyond it.
      if value == 39 { flags = .belowDeviceLimit }
      if value == 401 { flags = .aboveDeviceLimit }
    }
    let device = scanner.device(fields[.device], &collector.devices)
    let stream = RowCollector.Stream(
      subject: 0, channel: isMeter ? .meter : .sensor, device: device)
    _ = collector.add(
      .value(value, .mgdL), flags: flags, at: time.stamp,
      place: RowCollector.Place(time, line: line),
      stream: stream, mayBeCode: mayBeCode)
    return .accepted
  }

  /// Returns the instant of an entry: its milliseconds; without them, its time as text.
  private func time(_ scanner: JSONScanner) throws(RecordRejection) -> RecordTime {
    try scanner.time(
      of: fields[.date], [fields[.dateString], fields[.sysTime], fields[.created]])
  }
}
