internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// An export of Tidepool: documents that state their type, their time in UTC, and their unit.
///
/// Tidepool stores mmol/L even for people who use mg/dL; a value that is a whole number of mg/dL
/// except for rounding is restored to that number. Parts of a document may be JSON within strings.
struct TidepoolDocuments: JSONFormat {
  static let format = FileFormat.tidepool

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    guard let type = scanner.text("type"), TidepoolVocabulary.types.contains(type),
      scanner.has("time") || scanner.has("deviceTime")
    else { return nil }
    return .structure("a document of type \(type) with a time")
  }

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    guard let type = scanner["type"], scanner.nodes[type].kind == .string
    else { throw Rejection(.unknownKind, scanner.excerpt(0)) }
    if scanner.text(of: type, is: "cbg") {
      return try readGlucose(.sensor, scanner, into: &records)
    }
    switch scanner.text(type) ?? "" {
    case "smbg": return try readGlucose(.meter, scanner, into: &records)
    case "basal": return .skipped(.basalRate)
    case "bloodKetone": return .skipped(.otherMeasurement)
    case "deviceEvent":
      if let subType = scanner["subType"] {
        if scanner.text(of: subType, is: "calibration") {
          return try readGlucose(.meter, scanner, into: &records)
        }
        if scanner.text(of: subType, is: "alarm") { return .skipped(.alert) }
      }
      return .skipped(.deviceRecord)
    case let name where TidepoolVocabulary.deviceTypes.contains(name):
      return .skipped(.deviceRecord)
    case let name where TidepoolVocabulary.eventTypes.contains(name):
      let event = TidepoolEvent(scanner: scanner)
      let time = try time(scanner)
      guard let content = try event.content(name) else { return .skipped(.missingValue) }
      event.add(content, at: time, into: &records)
      return .accepted
    default: throw Rejection(.unknownKind, scanner.excerpt(type))
    }
  }

  private func readGlucose(
    _ channel: Records.Channel, _ scanner: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome {
    guard var number = try scanner.concentration("value") else { return .skipped(.missingValue) }
    var unit = try scanner.unit("units")
    if unit == .mmolL, let mgdL = TidepoolVocabulary.wholeMgdL(number) {
      (number, unit) = (mgdL, .mgdL)
    }
    let time = try time(scanner)
    let device = scanner.device(scanner["deviceId"], &records.devices)
    return records.add(
      .value(number, unit), channel,
      flags: Self.outOfRange(scanner["annotations"].map { scanner.nested($0) }), at: time,
      device: device)
  }

  static func outOfRange(_ annotations: (JSONScanner, Int)?) -> ReadingFlags {
    guard let (inner, list) = annotations else { return [] }
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
  private func time(_ scanner: JSONScanner) throws(Rejection) -> RecordTime {
    try scanner.time(
      of: scanner["time"], [scanner["deviceTime"]],
      offset: scanner.offset(scanner["timezoneOffset"]))
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

enum TidepoolVocabulary {
  /// Returns the whole number of mg/dL from which mmol/L were converted, or `nil` if it was none.
  static func wholeMgdL(_ mmolL: Double) -> Double? {
    let mgdL = Glucose.mmolL(mmolL).mgdL
    return (mgdL - mgdL.rounded()).magnitude < 1e-6 ? mgdL.rounded() : nil
  }

  /// The types of events that a person or a pump logged.
  static let eventTypes: Set<String> = [
    "bolus", "insulin", "wizard", "food", "physicalActivity", "reportedState",
  ]
  /// The types of actions and settings of a device.
  static let deviceTypes: Set<String> = [
    "upload", "pumpSettings", "cgmSettings", "controllerSettings", "controllerStatus",
    "pumpStatus", "dosingDecision", "alert", "water",
  ]
  static let types = eventTypes.union(deviceTypes).union([
    "cbg", "smbg", "basal", "bloodKetone", "deviceEvent",
  ])
}

struct TidepoolEvent {
  let scanner: JSONScanner

  /// The events of a document, with what they share.
  typealias Content = (kinds: [DiaryEvent.Content], lasting: Double, note: String?)

  func content(_ type: String) throws(Rejection) -> Content? {
    let kinds: [DiaryEvent.Content]
    var amount: String?
    switch type {
    case "bolus": kinds = try bolus()
    case "insulin": kinds = try insulin()
    case "wizard": (kinds, amount) = try wizard()
    case "food": (kinds, amount) = try food()
    case "physicalActivity": kinds = [try activity()]
    default: kinds = try states()
    }
    guard !kinds.isEmpty else { return nil }
    var lasting = 0.0
    if type == "reportedState", let duration = scanner["duration"] {
      lasting = try seconds(duration)
    }
    let text = scanner.filledText("note") ?? scanner.filledText("notes")
    return (kinds, lasting, Records.note(joining: [amount, text]))
  }

  func add(_ content: Content, at time: RecordTime, into records: inout Records) {
    let own = scanner.filledText("id") ?? scanner.filledText("_id")
    for (number, kind) in content.kinds.enumerated() {
      let part = content.kinds.count > 1 ? "-\(number + 1)" : ""
      records.add(
        [kind], lasting: content.lasting, note: content.note,
        id: own.map { DiaryEvent.ID(rawValue: "tidepool-" + $0 + part) },
        zone: scanner.filledText("timezone").flatMap { TimeZone(identifier: $0) },
        at: time, continues: number > 0)
    }
  }

  private func bolus() throws(Rejection) -> [DiaryEvent.Content] {
    let (normal, extended) = (try number(scanner["normal"]), try number(scanner["extended"]))
    let parts = [normal, extended].compactMap(\.self)
    guard !parts.isEmpty else { return [] }
    return [.insulin(InsulinDose(units: parts.decimalSum, action: .rapidActing))]
  }

  /// Returns the carbohydrate of a bolus calculation; the bolus is a separate document, and zero is
  /// not a meal. An amount in exchanges is returned as text.
  private func wizard() throws(Rejection) -> ([DiaryEvent.Content], String?) {
    guard let carbs = try number(scanner["carbInput"]), carbs > 0 else { return ([], nil) }
    let amount = Carbohydrate(carbs, in: scanner.filledText("carbUnits"))
    return ([.meal(Meal(carbs: amount.grams))], amount.note)
  }

  private func insulin() throws(Rejection) -> [DiaryEvent.Content] {
    guard let (inner, dose) = scanner["dose"].map({ scanner.nested($0) }),
      let units = try number(inner.member("total", of: dose), inner)
    else { return [] }
    let action = scanner["formulation"].map { scanner.nested($0) }.flatMap {
      Self.action(formulation: $1, $0)
    }
    return [.insulin(InsulinDose(units: units, action: action))]
  }

  private static func action(formulation: Int, _ inner: JSONScanner) -> InsulinDose.Action? {
    let name = inner.insulinAction(inner.member("name", of: formulation))
    if let simple = inner.member("simple", of: formulation) { return action(inner, simple) ?? name }
    let list = inner.member("compounds", of: formulation).map { inner.elements(of: $0) } ?? []
    let actions = Set(list.map { inner.member("simple", of: $0).flatMap { action(inner, $0) } })
    if actions.count == 1, let only = actions.first { return only }
    return actions.count > 1 ? .premixed : name
  }

  private static func action(_ scanner: JSONScanner, _ simple: Int) -> InsulinDose.Action? {
    switch scanner.text(scanner.member("actingType", of: simple))?.lowercased() {
    case "rapid": .rapidActing
    case "short": .shortActing
    case "intermediate": .intermediateActing
    case "long": .longActing
    case "premixed", "mixed": .premixed
    default: scanner.insulinAction(scanner.member("brand", of: simple))
    }
  }

  private func food() throws(Rejection) -> ([DiaryEvent.Content], String?) {
    let name = scanner.filledText("name")
    guard let (inner, nutrition) = scanner["nutrition"].map({ scanner.nested($0) })
    else { return (name == nil ? [] : [.meal(Meal(name: name))], nil) }
    let carbohydrate = inner.member("carbohydrate", of: nutrition)
    let carbs = try number(inner.member("net", of: carbohydrate), inner).map {
      Carbohydrate($0, in: inner.filledText(inner.member("units", of: carbohydrate)))
    }
    let protein = try number(
      inner.member("total", of: inner.member("protein", of: nutrition)), inner)
    let fat = try number(inner.member("total", of: inner.member("fat", of: nutrition)), inner)
    guard name != nil || carbs != nil || protein != nil || fat != nil else { return ([], nil) }
    return ([.meal(Meal(name: name, carbs: carbs?.grams, protein: protein, fat: fat))], carbs?.note)
  }

  private func activity() throws(Rejection) -> DiaryEvent.Content {
    let intensity = scanner.text("reportedIntensity").flatMap {
      Exercise.Intensity(rawValue: $0.lowercased())
    }
    return .exercise(
      Exercise(
        name: scanner.filledText("name"),
        duration: .seconds(try scanner["duration"].map(seconds) ?? 0), intensity: intensity))
  }

  private func states() throws(Rejection) -> [DiaryEvent.Content] {
    guard let node = scanner["states"] else {
      return scanner.filledText("note") == nil
        && scanner.filledText("notes") == nil
        ? [] : [.entry(DiaryEntry(.note))]
    }
    let (inner, list) = scanner.nested(node)
    return inner.elements(of: list).compactMap { state in
      inner.filledText(inner.member("state", of: state)).map { .condition(named: $0) }
    }
  }

  /// Returns a duration in seconds: an object with its unit, or milliseconds.
  private func seconds(_ node: Int) throws(Rejection) -> Double {
    let (inner, duration) = scanner.nested(node)
    guard inner.nodes[duration].kind == .object
    else { return try (number(duration, inner) ?? 0) / 1000 }
    let value = try number(inner.member("value", of: duration), inner) ?? 0
    switch inner.text(inner.member("units", of: duration)) {
    case "hours": return (value * 3600).nearbyDecimal
    case "seconds": return value
    case "milliseconds": return value / 1000
    default: return (value * 60).nearbyDecimal
    }
  }

  private func number(_ node: Int?, _ scanner: JSONScanner? = nil) throws(Rejection) -> Double? {
    // The largest numbers are durations in milliseconds.
    try (scanner ?? self.scanner).amount(node, upTo: 1e12)
  }
}
