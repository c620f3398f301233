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
      flags: Self.outOfRange(scanner.nested("annotations")), at: time, device: device)
  }

  static func outOfRange(_ annotations: JSONScanner?) -> ReadingFlags {
    var flags: ReadingFlags = []
    for annotation in annotations?.elements ?? []
    where annotation.text("code") == "bg/out-of-range" {
      switch annotation.text("value") {
      case "low": flags.insert(.belowDeviceLimit)
      case "high": flags.insert(.aboveDeviceLimit)
      default: break
      }
    }
    return flags
  }

  private func time(_ scanner: JSONScanner) throws(Rejection) -> RecordTime {
    try scanner.time(
      of: scanner["time"], [scanner["deviceTime"]],
      offset: scanner.offset(scanner["timezoneOffset"]))
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
    default: kinds = states()
    }
    guard !kinds.isEmpty else { return nil }
    let lasting = type == "reportedState" ? try seconds() : 0
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
    let parts = [try scanner.amount("normal"), try scanner.amount("extended")].compactMap(\.self)
    guard !parts.isEmpty else { return [] }
    return [.insulin(InsulinDose(units: parts.decimalSum, action: .rapidActing))]
  }

  /// Returns the carbohydrate of a bolus calculation; the bolus is a separate document, and zero is
  /// not a meal. An amount in exchanges is returned as text.
  private func wizard() throws(Rejection) -> ([DiaryEvent.Content], String?) {
    guard let carbs = try scanner.amount("carbInput"), carbs > 0 else { return ([], nil) }
    let amount = Carbohydrate(carbs, in: scanner.filledText("carbUnits"))
    return ([.meal(Meal(carbs: amount.grams))], amount.note)
  }

  private func insulin() throws(Rejection) -> [DiaryEvent.Content] {
    guard let units = try scanner.nested("dose")?.amount("total") else { return [] }
    let action = scanner.nested("formulation").flatMap { Self.action(formulation: $0) }
    return [.insulin(InsulinDose(units: units, action: action))]
  }

  private static func action(formulation: JSONScanner) -> InsulinDose.Action? {
    // The name alone, or an object with it.
    let name =
      formulation.filledText(formulation.root).flatMap { InsulinDose.Action(naming: $0) }
      ?? formulation.insulinAction("name")
    if let simple = formulation.nested("simple") { return action(simple) ?? name }
    let compounds = formulation.nested("compounds")?.elements ?? []
    let actions = Set(compounds.map { $0.nested("simple").flatMap { action($0) } })
    if actions.count == 1, let only = actions.first { return only }
    return actions.count > 1 ? .premixed : name
  }

  private static func action(_ simple: JSONScanner) -> InsulinDose.Action? {
    switch simple.text("actingType")?.lowercased() {
    case "rapid": .rapidActing
    case "short": .shortActing
    case "intermediate": .intermediateActing
    case "long": .longActing
    case "premixed", "mixed": .premixed
    default: simple.insulinAction("brand")
    }
  }

  private func food() throws(Rejection) -> ([DiaryEvent.Content], String?) {
    let name = scanner.filledText("name")
    guard let nutrition = scanner.nested("nutrition")
    else { return (name == nil ? [] : [.meal(Meal(name: name))], nil) }
    let carbohydrate = nutrition.nested("carbohydrate")
    let carbs = try carbohydrate?.amount("net").map {
      Carbohydrate($0, in: carbohydrate?.filledText("units"))
    }
    let protein = try nutrition.nested("protein")?.amount("total")
    let fat = try nutrition.nested("fat")?.amount("total")
    guard name != nil || carbs != nil || protein != nil || fat != nil else { return ([], nil) }
    return ([.meal(Meal(name: name, carbs: carbs?.grams, protein: protein, fat: fat))], carbs?.note)
  }

  private func activity() throws(Rejection) -> DiaryEvent.Content {
    let intensity = scanner.text("reportedIntensity").flatMap {
      Exercise.Intensity(rawValue: $0.lowercased())
    }
    return .exercise(
      Exercise(
        name: scanner.filledText("name"), duration: .seconds(try seconds()), intensity: intensity))
  }

  private func states() -> [DiaryEvent.Content] {
    guard let states = scanner.nested("states") else {
      let note = scanner.filledText("note") ?? scanner.filledText("notes")
      return note == nil ? [] : [.entry(DiaryEntry(.note))]
    }
    return states.elements.compactMap { $0.filledText("state").map { .condition(named: $0) } }
  }

  /// Returns the duration in seconds, which is an object with a unit, or milliseconds, or missing.
  private func seconds() throws(Rejection) -> Double {
    guard let duration = scanner.nested("duration") else { return 0 }
    guard duration.nodes[duration.root].kind == .object
    else { return (try duration.amount(duration.root, upTo: 1e12) ?? 0) / 1000 }
    let value = try duration.amount("value", upTo: 1e12) ?? 0
    switch duration.text("units") {
    case "hours": return (value * 3600).nearbyDecimal
    case "seconds": return value
    case "milliseconds": return value / 1000
    default: return (value * 60).nearbyDecimal
    }
  }
}
