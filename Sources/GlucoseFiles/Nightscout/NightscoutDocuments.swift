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

  static let marks: [(name: String, members: [[StaticString]])] = [
    ("sgv and a date", [["sgv"], ["date", "dateString", "mills"]]),
    ("mbg and a date", [["mbg"], ["date", "dateString", "mills"]]),
    ("eventType and a time", [["eventType"], ["created_at", "timestamp", "date", "mills"]]),
  ]

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    if scanner.truth("isValid") == false { return .skipped(.deleted) }
    if let sensor = scanner["sgv"] {
      return try readEntry(scanner, sensor, isMeter: false, into: &records)
    }
    if let meter = scanner["mbg"] {
      return try readEntry(scanner, meter, isMeter: true, into: &records)
    }
    if let type = scanner["type"], !scanner.has("eventType") {
      // An entry without a value: a calibration of the sensor, or a note of the uploader.
      if scanner.text(of: type, is: "sgv") || scanner.text(of: type, is: "mbg") {
        return .skipped(.missingValue)
      }
      if scanner.text(of: type, is: "cal") { return .skipped(.otherMeasurement) }
      if scanner.text(of: type, is: "etc") { return .skipped(.deviceRecord) }
    }
    func has(_ names: StaticString...) -> Bool { names.contains { scanner.has($0) } }
    let isDevice = has("openaps", "loop", "pump", "uploader", "store", "defaultProfile")
    if isDevice && !scanner.has("eventType")
      || ["devicestatus", "profile", "food"].contains(scanner.section)
    {
      return .skipped(.deviceRecord)
    }
    guard has("eventType", "insulin", "carbs", "notes", "glucose")
    else { throw Rejection(.unknownKind, scanner.excerpt(0)) }
    return try NightscoutTreatment(scanner).read(into: &records)
  }

  /// Returns the flag of a value: a sensor sends 39 and 401 for values beyond 40 to 400 mg/dL.
  static func limit(_ value: Double) -> ReadingFlags {
    value == 39 ? .belowDeviceLimit : value == 401 ? .aboveDeviceLimit : []
  }

  private func readEntry(
    _ scanner: JSONScanner, _ stated: Int, isMeter: Bool, into records: inout Records
  ) throws(Rejection) -> Outcome {
    guard let node = scanner.filled(stated) else { return .skipped(.missingValue) }
    let words = scanner.text("flags")
    var mayBeCode = false
    // If flags are stated, even an empty list, a number is never a code or a limit.
    if !isMeter, words == nil, let number = scanner.number(node) {
      switch ErrorCodes.meaning(of: number) {
      case .reading: break
      case .code: return .errorCode(Int(number))
      case .possibleCode: mayBeCode = true
      case .noReading: throw Rejection(.implausible, scanner.excerpt(node))
      }
    }
    let value = try RecordNumber.concentration(scanner.number(node), scanner.excerpt(node))
    let date = scanner.filled("date") ?? scanner["mills"]
    let isInstant = date.map { scanner.nodes[$0].kind == .number } ?? false
    let time = try scanner.time(
      of: date, [scanner["dateString"], scanner["sysTime"], scanner["created_at"]],
      offset: isInstant ? nil : scanner.offset(scanner["utcOffset"]))
    var flags: ReadingFlags = []
    if let words {
      flags = PlainFlags.flags(words)
    } else if !isMeter {
      flags = Self.limit(value)
    }
    let device = scanner.device(scanner["device"], &records.devices)
    return records.add(
      .value(value, .mgdL), isMeter ? .meter : .sensor, flags: flags, at: time, device: device,
      mayBeCode: mayBeCode)
  }
}

enum NightscoutVocabulary {
  static let tempBasal = "temp basal"
  static let meal = "meal"
  static let notes: Set<String> = ["note", "announcement", "question", "<none>", "none", "null"]
  /// The types of treatments that are changes of a sensor or of an infusion site.
  static let changes: [String: DiaryEvent.Category] = [
    "sensor start": .sensorChange, "sensor change": .sensorChange, "site change": .siteChange,
  ]
  /// The types of treatments that are measurements of blood glucose.
  static let checks = Set([
    "bg check", "blood glucose check", "finger stick", "fingerstick", "calibration",
    "sensor calibration", "mbg",
  ]).union(meters)
  /// The origins of a concentration that was measured, in lower case.
  static let measured = Set(["finger", "manual"]).union(meters)
  /// The words for a meter or its readings, which occur as types and as origins.
  private static let meters: Set<String> = [
    "meter", "capillary", "capillary glucose", "blood glucose", "bg", "smbg",
  ]
  /// The value for the duration of an ongoing condition.
  static let open: StaticString = "open"

  static func isMeal(_ type: String) -> Bool {
    type.contains("carb") || type.contains("meal") || type.contains("snack")
  }

  static func isDose(_ type: String) -> Bool {
    type.contains("bolus") || type.contains("insulin") && !type.contains("change") || type == "smb"
  }
}
