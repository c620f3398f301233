// SPDX-License-Identifier: Apache-2.0

internal import Diary
internal import GlucoseMath

/// Entries and treatments of Nightscout, in one file or each in its own: as its interface hands them
/// out, as a database exports them line by line, or as ``NightscoutWriter`` writes them.
///
/// Concentrations of entries are always in mg/dL. A treatment is judged by what it holds, for its
/// type is free text: carbohydrate, protein and fat are a meal, insulin is a dose, and so on.
struct NightscoutDocuments: JSONFormat {
  static let format = FileFormat.nightscout

  let evidence: Evidence
  private var fields = JSONFields<NightscoutField>()

  init(evidence: Evidence) { self.evidence = evidence }

  static func evidence(in scanner: JSONScanner, section: String?) -> Evidence? {
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
    _ scanner: JSONScanner, section: String?, line: Int, into intake: inout Intake
  ) throws(RecordRejection) -> RowFate {
    fields.find(in: scanner)
    if let node = fields[.isValid], scanner.nodes[node].kind == .false {
      return .skipped(.deleted)
    }
    if fields.has(.sgv) || fields.has(.mbg) {
      return try readEntry(scanner, line: line, into: &intake)
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
    return try treatment.read(line: line, into: &intake)
  }

  private func readEntry(
    _ scanner: JSONScanner, line: Int, into intake: inout Intake
  ) throws(RecordRejection) -> RowFate {
    let isMeter = !fields.has(.sgv)
    guard let node = fields[isMeter ? .mbg : .sgv].map({ scanner.unwrapped($0) }) else {
      return .skipped(.missingValue)
    }
    if scanner.nodes[node].kind == .null { return .skipped(.missingValue) }
    guard let value = scanner.number(node) else {
      throw RecordRejection(.unreadableNumber, scanner.excerpt(node))
    }
    guard value >= 0 else { throw RecordRejection(.notPositive, scanner.excerpt(node)) }
    guard value <= GlucoseCell.highest else {
      throw RecordRejection(.implausible, scanner.excerpt(node))
    }
    let words = scanner.text(fields[.flags])
    // Below 39 stand the codes by which a sensor says why it has no value.
    if !isMeter, words == nil, value < 39 { return .skipped(.errorCode) }
    guard value > 0 else { throw RecordRejection(.notPositive, scanner.excerpt(node)) }
    let stamp = try time(scanner)
    var flags: ReadingFlags = []
    if let words {
      flags = PlainFlags.flags(words)
    } else if !isMeter {
      // A sensor that ranges from 40 to 400 mg/dL sends these for what lies beyond.
      if value == 39 { flags = .belowRange }
      if value == 401 { flags = .aboveRange }
    }
    let device = fields[.device].map {
      intake.devices.index(of: scanner.bytes, scanner.nodes[$0].range)
    }
    let stream = Intake.Stream(
      subject: 0, channel: isMeter ? .meter : .sensor, device: device ?? 0)
    let place = intake.place(stamp, line: line, text: scanner.filledText(fields[.dateString]))
    _ = intake.add(
      .value(value, .mgdL), flags: flags, at: stamp, place: place, stream: stream)
    return .accepted
  }

  /// The instant of an entry: its milliseconds, else what it writes out.
  private func time(_ scanner: JSONScanner) throws(RecordRejection) -> Stamp {
    var unreadable: Int?
    for field in [NightscoutField.date, .dateString, .sysTime, .created] {
      guard let node = fields[field], scanner.nodes[node].kind != .null else { continue }
      if let stamp = scanner.moment(node)?.resolved(offset: nil) { return stamp }
      if unreadable == nil { unreadable = node }
    }
    guard let unreadable else { throw RecordRejection(.missingTime, scanner.excerpt(0)) }
    throw RecordRejection(.unreadableTime, scanner.excerpt(unreadable))
  }
}
