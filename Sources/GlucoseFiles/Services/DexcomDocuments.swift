internal import GlucoseDiary
internal import GlucoseMath

/// A response of a Dexcom service: readings, calibrations, and events of the API for programs,
/// versions 2 and 3, or readings of the API for followers (Share).
///
/// The API for programs states each time twice, in UTC and as displayed by the device. Share states
/// milliseconds since 1970, and always mg/dL.
struct DexcomDocuments: JSONFormat {
  static let format = FileFormat.dexcomService

  private(set) var unit: DetectedValue<GlucoseUnit>?
  /// The unit of the list, if it is not a unit of glucose.
  private var unknownUnit: String?
  private var recordType: String?

  static let marks: [(name: String, members: [[StaticString]])] = [
    ("systemTime and displayTime", [["systemTime"], ["displayTime"]]),
    ("Value and WT", [["Value"], ["WT"]]), ("Value and ST", [["Value"], ["ST"]]),
  ]

  mutating func take(remarks: [String: String]) {
    recordType = remarks["recordType"]?.lowercased()
    guard unit == nil, let text = remarks["unit"], text.contains(where: { !$0.isWhitespace })
    else { return }
    unit = GlucoseUnit(named: text).map { DetectedValue($0, .header(text)) }
    unknownUnit = unit == nil ? TableCursor.excerpt(text) : nil
  }

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    if scanner.has("Value") { return try readShared(scanner, into: &records) }
    if scanner.has("eventType") {
      if scanner.text("eventStatus")?.lowercased() == "deleted" { return .skipped(.deleted) }
      return try readEvent(scanner, into: &records)
    }
    if scanner.has("alertName") { return .skipped(.alert) }
    guard scanner.has("value") || beyond(scanner) != nil,
      scanner.has("systemTime") || scanner.has("displayTime")
    else {
      if scanner.has("lastUploadDate") || scanner.has("alertSchedules") {
        return .skipped(.deviceRecord)
      }
      throw Rejection(.unknownKind, scanner.excerpt(0))
    }
    let isReading =
      switch (recordType, scanner.section) {
      case ("egv", _), (_, "egvs"): true
      case ("calibration", _), (_, "calibrations"): false
      // A calibration is a value with a unit; a sensor reading always has a trend, even if unknown.
      default:
        scanner.has("trend") || scanner.has("trendRate") || scanner.has("rateUnit")
          || scanner.has("status")
      }
    return try readGlucose(isReading ? .sensor : .meter, scanner, into: &records)
  }

  private func readGlucose(
    _ channel: Records.Channel, _ scanner: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let beyond = channel == .sensor ? beyond(scanner) : nil
    let cell: GlucoseCell
    var flags: ReadingFlags = []
    if let value = try scanner.concentration("value") {
      let unit = try scanner.unit("unit")
      if unit == nil, let unknownUnit { throw Rejection(.unknownUnit, unknownUnit) }
      cell = .value(value, unit)
      if let beyond {
        flags = beyond.flags
      } else if channel == .sensor, unit ?? self.unit?.value == .mgdL {
        flags = Self.flags(value)
      }
    } else if let beyond {
      cell = beyond
    } else {
      return .skipped(.missingValue)
    }
    let time = try time(scanner)
    let device = scanner.device(scanner.filled("transmitterId"), &records.devices)
    return records.add(cell, channel, flags: flags, at: time, device: device)
  }

  private func beyond(_ scanner: JSONScanner) -> GlucoseCell? {
    scanner["status"].flatMap { scanner.limit($0) }
  }

  /// Returns the flags of a value in mg/dL: those beyond 40 to 400 are written as 39 or 401.
  private static func flags(_ value: Double) -> ReadingFlags {
    value < 40 ? .belowDeviceLimit : value > 400 ? .aboveDeviceLimit : []
  }

  private func readShared(
    _ scanner: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome {
    guard let node = scanner.filled("Value") else { return .skipped(.missingValue) }
    if let number = scanner.number(node) {
      switch ErrorCodes.meaning(of: number) {
      case _ where number == 0: return .errorCode(0)
      case .code: return .errorCode(Int(number))
      case .noReading: throw Rejection(.implausible, scanner.excerpt(node))
      case .reading, .possibleCode: break
      }
    }
    let value = try RecordNumber.concentration(scanner.number(node), scanner.excerpt(node))
    let times = [scanner["WT"], scanner["ST"], scanner["DT"]]
    guard let written = times.lazy.compactMap({ scanner.filled($0) }).first
    else { throw Rejection(.missingTime, scanner.excerpt(0)) }
    let stamps = times.compactMap { scanner.filled($0).flatMap { Self.shared(scanner, $0) } }
    guard var stamp = stamps.first
    else { throw Rejection(.unreadableTime, scanner.excerpt(written)) }
    stamp.offset = stamps.lazy.compactMap(\.offset).first
    return records.add(
      .value(value, .mgdL), .sensor, flags: Self.flags(value),
      at: RecordTime(stamp: stamp, line: scanner.line))
  }

  /// Returns the instant of `/Date(1426292016000-0700)/`, with the offset of the device's clock.
  private static func shared(_ scanner: JSONScanner, _ node: Int) -> WrittenTime? {
    if scanner.nodes[node].kind == .number { return scanner.moment(node)?.resolved() }
    guard let text = scanner.text(node), let open = text.firstIndex(of: "("),
      let close = text[open...].firstIndex(of: ")")
    else { return nil }
    let inner = text[text.index(after: open)..<close]
    let digits = inner.prefix { "0"..."9" ~= $0 }
    // Fewer milliseconds are before 1973, when there was no sensor.
    guard digits.utf8.count <= 15, let milliseconds = Int(digits), milliseconds >= 100_000_000_000,
      let instant = WrittenTime(since1970: Double(milliseconds) / 1000)
    else { return nil }
    let zone = inner.dropFirst(digits.count)
    if zone.isEmpty { return instant }
    guard case .offset(let ahead)? = StatedZone(String(zone), in: nil) else { return nil }
    return instant.with(offset: ahead)
  }

  private func readEvent(
    _ scanner: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let type = scanner.text("eventType")?.lowercased() ?? ""
    let subtype = scanner.filledText("eventSubType")
    let kind: DiaryEvent.Content
    var note: String?
    switch type {
    case "bloodglucose", "blood_glucose": return try readGlucose(.meter, scanner, into: &records)
    case "carbs", "insulin":
      let isMeal = type == "carbs"
      guard let amount = try scanner.amount("value", upTo: isMeal ? 1e5 : 1e4)
      else { return .skipped(.missingValue) }
      let action = scanner.insulinAction("eventSubType")
      kind =
        isMeal ? .meal(Meal(carbs: amount)) : .insulin(InsulinDose(units: amount, action: action))
    case "exercise":
      let minutes = try scanner.amount("value", upTo: 1e5) ?? 0
      let intensity = subtype.flatMap(ClarityVocabulary.intensity)
      kind = .exercise(named: subtype, minutes: minutes, intensity)
    case "health":
      kind = subtype.map { ClarityVocabulary.condition($0) } ?? .condition(named: type)
    case "notes", "note":
      guard let text = scanner.filledText("value") else { return .skipped(.emptyNote) }
      (kind, note) = (.entry(DiaryEntry(.note)), text)
    default: throw Rejection(.unknownKind, type.isEmpty ? scanner.excerpt(0) : type)
    }
    let time = try time(scanner)
    let own = scanner.filledText("recordId") ?? scanner.filledText("eventId")
    return records.add(
      [kind], lasting: 0, note: note, id: own.map { DiaryEvent.ID(rawValue: "dexcom-" + $0) },
      at: time)
  }

  private func time(_ scanner: JSONScanner) throws(Rejection) -> RecordTime {
    guard let node = scanner.filled("systemTime")
    else { return try scanner.time(of: scanner["displayTime"]) }
    let shown = scanner.stamp(scanner.filled("displayTime"))
    return try scanner.time(utc: scanner.stamp(node), at: node, shown: shown)
  }
}
