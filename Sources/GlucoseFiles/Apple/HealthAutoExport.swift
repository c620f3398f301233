internal import GlucoseDiary
internal import GlucoseMath

/// A file of the app Health Auto Export in JSON: records of Apple Health, listed by metric.
///
/// A metric has a name, a unit, and a list of records, in any order; each record is a row. Blood
/// glucose of a meal is a meter's; all other is a sensor's. Workouts are in a list of their own.
struct HealthAutoExport: JSONFormat {
  static let format = FileFormat.healthAutoExport

  static func evidence(in scanner: JSONScanner) -> DetectionEvidence? {
    func has(_ names: StaticString...) -> Bool { names.allSatisfy { scanner.has($0) } }
    switch scanner.section {
    case "metrics" where has("name", "units", "data"):
      return .structure("a metric with a name, units, and data")
    case "workouts" where has("name", "start", "end"):
      return .structure("a workout with a name, start, and end")
    default: return nil
    }
  }

  static func evidence(list: String) -> DetectionEvidence? {
    ["metrics", "workouts"].contains(list) ? .structure("a list of \(list)") : nil
  }

  static func records(in scanner: JSONScanner) -> [Int]? {
    guard let list = scanner["data"], scanner.nodes[list].kind == .array else { return nil }
    return scanner.elements(of: list)
  }

  func read(_ scanner: JSONScanner, into records: inout Records) throws(Rejection) -> Outcome {
    if scanner.root != 0 { return try readRecord(scanner, into: &records) }
    guard scanner.section == "workouts" else { throw Rejection(.unknownKind, scanner.excerpt(0)) }
    let start = try scanner.time(of: scanner["start"])
    let end = try scanner.time(of: scanner["end"])
    let length = end.stamp.seconds - start.stamp.seconds
    // Every date in an export has an offset.
    guard start.stamp.form == .instant, end.stamp.form == .instant, 0...1e6 ~= length
    else { throw Rejection(.unreadableTime, scanner.excerpt(0)) }
    let exercise = Exercise(name: scanner.filledText("name"), duration: .seconds(length))
    return records.add([.exercise(exercise)], at: start)
  }

  private func readRecord(
    _ record: JSONScanner, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let metric = record.rooted(at: 0)
    func amount(_ units: [String: Double]) throws(Rejection) -> Double? {
      guard let amount = try record.amount("qty", upTo: 1e9), amount != 0 else { return nil }
      let unit = metric.text("units") ?? ""
      guard let factor = units[unit]
      else { throw Rejection(.unknownUnit, TableCursor.excerpt(unit)) }
      return try RecordNumber.amount(
        (amount * factor).nearbyDecimal, record.excerpt(record.root))
    }
    let event: DiaryEvent.Content
    switch metric.text("name") {
    case "blood_glucose":
      guard let value = try record.concentration("qty") else { return .skipped(.missingValue) }
      guard let unit = try metric.unit("units")
      else { throw Rejection(.missingUnit, record.excerpt(record.root)) }
      let time = try record.time(of: record["date"])
      let meal = record.filledText("mealTime")?.lowercased()
      let device = record.device(record.filled("source"), &records.devices)
      let channel: Records.Channel = meal == nil || meal == "unspecified" ? .sensor : .meter
      return records.add(.value(value, unit), channel, at: time, device: device)
    case "insulin_delivery":
      let reason = record.text("reason")?.lowercased()
      // A pump's basal insulin is a rate.
      if reason == "basal" { return .skipped(.basalRate) }
      guard let units = try amount(AppleHealthVocabulary.units)
      else { return .skipped(.missingValue) }
      event = .insulin(InsulinDose(units: units, action: reason == "bolus" ? .rapidActing : nil))
    case "carbohydrates", "dietary_carbohydrates":
      guard let carbs = try amount(AppleHealthVocabulary.grams)
      else { return .skipped(.missingValue) }
      event = .meal(Meal(carbs: carbs))
    default: return .skipped(.otherMeasurement)
    }
    return records.add([event], at: try record.time(of: record["date"]))
  }
}
