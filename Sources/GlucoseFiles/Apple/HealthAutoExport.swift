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

  func read(
    _ scanner: JSONScanner, record: Int, into records: inout Records
  ) throws(Rejection) -> Outcome {
    let amount = scanner.filled(scanner.member("qty", of: record))
    switch scanner.text("name") {
    case "blood_glucose": return try readGlucose(scanner, amount, of: record, into: &records)
    case "insulin_delivery":
      let reason = scanner.text(scanner.member("reason", of: record))?.lowercased()
      // A pump's basal insulin is a rate.
      if reason == "basal" { return .skipped(.basalRate) }
      guard let units = try Self.amount(amount, AppleHealthVocabulary.units, scanner)
      else { return .skipped(.missingValue) }
      let dose = InsulinDose(units: units, action: reason == "bolus" ? .rapidActing : nil)
      let time = try scanner.time(of: scanner.member("date", of: record))
      return records.add([.insulin(dose)], at: time)
    case "carbohydrates", "dietary_carbohydrates":
      guard let carbs = try Self.amount(amount, AppleHealthVocabulary.grams, scanner)
      else { return .skipped(.missingValue) }
      let time = try scanner.time(of: scanner.member("date", of: record))
      return records.add([.meal(Meal(carbs: carbs))], at: time)
    default: return .skipped(.otherMeasurement)
    }
  }

  private func readGlucose(
    _ scanner: JSONScanner, _ amount: Int?, of record: Int, into records: inout Records
  ) throws(Rejection) -> Outcome {
    guard let value = try scanner.concentration(amount) else { return .skipped(.missingValue) }
    guard let unit = try scanner.unit("units")
    else { throw Rejection(.missingUnit, scanner.excerpt(record)) }
    let time = try scanner.time(of: scanner.member("date", of: record))
    let meal = scanner.filledText(scanner.member("mealTime", of: record))?.lowercased()
    let device = scanner.device(
      scanner.filled(scanner.member("source", of: record)), &records.devices)
    let channel: Records.Channel = meal == nil || meal == "unspecified" ? .sensor : .meter
    return records.add(.value(value, unit), channel, at: time, device: device)
  }

  private static func amount(
    _ node: Int?, _ units: [String: Double], _ scanner: JSONScanner
  ) throws(Rejection) -> Double? {
    guard let amount = try scanner.amount(node), amount != 0 else { return nil }
    let unit = scanner.text("units") ?? ""
    guard let factor = units[unit] else { throw Rejection(.unknownUnit, TableCursor.excerpt(unit)) }
    return (amount * factor).nearbyDecimal
  }
}
