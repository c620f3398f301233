internal import GlucoseMath

/// A sheet of a workbook that Tidepool exports, or one saved as text: the records of one type, with
/// columns named after the members of its documents.
///
/// The instant is in UTC, with the person's local time beside it. Lists and nutrition are JSON
/// within a cell.
struct TidepoolTable: HeaderedTable {
  static let formats = [FileFormat.tidepool]
  @Shared private(set) var layout: TableLayout

  private let columns: [String: Int]
  private let type: Int
  private let zulu: Int?
  private let local: Int?
  private let zoneOffset: Int?

  init?(_ header: [HeaderName], _ row: Int, _ head: TablePreview) {
    guard header.has("tidepool_data_type") || header.has("tidepool_wizard_type")
    else { return nil }
    columns = header.columns
    zulu = columns["zulu_time"]
    local = columns["local_time"] ?? columns["device_time"]
    zoneOffset = columns["timezone_offset"]
    guard let type = columns["tidepool_data_type"] ?? columns["tidepool_wizard_type"],
      zulu != nil || local != nil
    else { return nil }
    self.type = type
    layout = TableLayout(
      headerRow: row, columnCount: header.count, evidence: .header(head.rows[row][type]))
  }

  func read(_ row: inout TableCursor, into records: inout Records) throws(Rejection) -> Outcome {
    let type = row.text(type) ?? ""
    switch type {
    case "cbg": return try readGlucose(.sensor, &row, into: &records)
    case "smbg": return try readGlucose(.meter, &row, into: &records)
    case "basal": return .skipped(.basalRate)
    case "bloodKetone": return .skipped(.otherMeasurement)
    case "deviceEvent":
      let subType = text("sub_type", row)
      if subType == "calibration" { return try readGlucose(.meter, &row, into: &records) }
      return .skipped(subType == "alarm" ? .alert : .deviceRecord)
    case _ where TidepoolVocabulary.deviceTypes.contains(type) || type.hasPrefix("pumpSettings."):
      return .skipped(.deviceRecord)
    case _ where TidepoolVocabulary.eventTypes.contains(type):
      let event = TidepoolEvent(scanner: try document(type, &row))
      guard let content = try event.content(type) else { return .skipped(.missingValue) }
      event.add(content, at: time(try stamp(row), row), into: &records)
      return .accepted
    default: throw Rejection(.unknownKind, column: self.type)
    }
  }

  private func time(_ stamp: WrittenTime, _ row: borrowing TableCursor) -> RecordTime {
    RecordTime(stamp: stamp, line: row.line, column: zulu ?? local ?? 0)
  }

  private func text(_ column: String, _ row: borrowing TableCursor) -> String? {
    columns[column].flatMap { row.text($0) }
  }

  private func readGlucose(
    _ channel: Records.Channel, _ row: inout TableCursor, into records: inout Records
  ) throws(Rejection) -> Outcome {
    guard let value = columns["value"] else { throw Rejection(.missingNumber) }
    var cell = try row.glucose(value)
    if cell == .missing { return .skipped(.missingValue) }
    let stamp = try stamp(row)
    let unit = text("units", row)
    let stated = unit.flatMap { GlucoseUnit(named: $0) }
    if unit != nil, stated == nil { throw Rejection(.unknownUnit, column: columns["units"]) }
    if case .value(let number, nil) = cell, stated == .mmolL,
      let mgdL = TidepoolVocabulary.wholeMgdL(number)
    {
      cell = .value(mgdL, .mgdL)
    }
    let device =
      columns["device_id"].map { records.devices.index(of: row.bytes, row.range($0)) } ?? 0
    let annotations = text("annotations", row).flatMap { JSONScanner(value: $0) }
    return records.add(
      cell, channel, flags: TidepoolDocuments.outOfRange(annotations), unit: stated,
      at: time(stamp, row), device: device)
  }

  /// Returns the instant in UTC; without it, the person's local time.
  private func stamp(_ row: borrowing TableCursor) throws(Rejection) -> WrittenTime {
    let ahead = zoneOffset.flatMap { row.text($0) }.flatMap { Int16($0) }.flatMap {
      $0.magnitude <= 18 * 60 ? $0 : nil
    }
    if let zulu, !row.isEmpty(zulu) {
      var stamp = try row.stamp(zulu)
      if stamp.isWallClock { stamp.offset = 0 }
      return stamp.resolved(offset: ahead) ?? stamp
    }
    guard let local else { throw Rejection(.missingTime, column: zulu) }
    let stamp = try row.stamp(local)
    return stamp.resolved(offset: ahead) ?? stamp
  }

  private enum Form {
    case text, json, duration
    case amount(below: Double)
  }

  /// The columns of each type of event, with the members of its documents.
  private static let members: [String: [(column: String, member: String, form: Form)]] = [
    "bolus": [
      ("normal", "normal", .amount(below: 10_000)),
      ("extended", "extended", .amount(below: 10_000)),
    ],
    "insulin": [("dose", "dose", .json), ("formulation", "formulation", .text)],
    "wizard": [
      ("carb_input", "carbInput", .amount(below: 100_000)), ("carb_units", "carbUnits", .text),
    ],
    "food": [("name", "name", .text), ("nutrition", "nutrition", .json)],
    "physicalActivity": [
      ("name", "name", .text), ("reported_intensity", "reportedIntensity", .text),
      ("duration", "duration", .duration),
    ],
    "reportedState": [("states", "states", .json), ("duration", "duration", .duration)],
  ]

  private func document(_ type: String, _ row: inout TableCursor) throws(Rejection) -> JSONScanner {
    // A sheet without the column does not contain the reported states.
    guard type != "reportedState" || columns["states"] != nil
    else { throw Rejection(.unknownKind, column: self.type) }
    var lines = ByteBuilder(capacity: 256)
    lines.add("{\"type\":")
    lines.add(quoted: type)
    lines.add(member: "id", text: text("id", row))
    for (name, member, form) in Self.members[type] ?? [] {
      guard let column = columns[name], let text = row.text(column) else { continue }
      switch form {
      case .text: lines.add(member: member, text: text)
      case .json:
        guard JSONScanner(value: text) != nil else { throw Rejection(.notJSON, column: column) }
        lines.add(member: member)
        lines.add(text)
      case .amount(let limit):
        lines.add(member: member, number: try row.quantity(column, below: limit))
      case .duration: lines.add(member: member, number: try milliseconds(text, column, row))
      }
    }
    lines.add("}")
    guard let scanner = JSONScanner(value: lines.text) else { throw Rejection(.notJSON) }
    return scanner
  }

  /// Returns the duration of an activity: hours, minutes, and seconds, or a fraction of a day.
  private func milliseconds(
    _ text: String, _ column: Int, _ row: borrowing TableCursor
  ) throws(Rejection) -> Double {
    if let duration = row.duration(column) { return duration / .milliseconds(1) }
    guard let days = Double(text), 0..<1000 ~= days
    else { throw Rejection(.unreadableNumber, column: column) }
    return (days * 86_400).rounded() * 1000
  }
}
