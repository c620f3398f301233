internal import GlucoseDiary
internal import GlucoseMath
internal import GlucoseFoundation

/// An export of Apple Health, in which each element below the root is a row.
///
/// Blood glucose is read in the unit that each record states: records that a person entered, or
/// that belong to a meal, are meter readings; all others are sensor readings. Insulin, food, and
/// workouts become events. The records in correlations occur a second time in the document and are
/// read there.
struct AppleHealthExport: XMLFormat {
  static let format = FileFormat.appleHealth

  private var record: AppleHealthRecord?
  private var meals = AppleHealthMeals()

  static func evidence(in scanner: inout XMLScanner) -> DetectionEvidence? {
    guard scanner.name(is: "HealthData") else { return nil }
    return .structure("a document of HealthData")
  }

  mutating func open(
    _ scanner: inout XMLScanner, into records: inout Records, _ report: inout ImportReport
  ) {
    switch scanner.depth {
    case 2 where scanner.name(is: "ExportDate") || scanner.name(is: "Me"): report.skip(.preamble)
    case 2:
      guard let kind = AppleHealthRecord.Kind(scanner)
      else { return report.skip(.otherMeasurement) }
      let line = scanner.line()
      do throws(Rejection) {
        record = try AppleHealthRecord(kind, scanner, line: line, &records.devices)
      } catch {
        report.reject(error, line: line)
      }
    case 3 where record != nil && scanner.name(is: "MetadataEntry"):
      if let value = scanner.filled("value") { record?.add(scanner["key"] ?? "", value) }
    default: break
    }
  }

  mutating func close(depth: Int, into records: inout Records, _ report: inout ImportReport) {
    guard depth == 1, let record else { return }
    self.record = nil
    report.note(record.commit(&meals, into: &records), line: record.line)
  }

  func finish(into records: inout Records) { meals.finish(into: &records) }
}

enum AppleHealthVocabulary {
  /// The grams in a unit of food.
  static let grams: [String: Double] = ["g": 1, "mg": 0.001, "oz": 28.349_523_125, "kg": 1000]
  /// The international units in a unit of insulin.
  static let units: [String: Double] = ["IU": 1, "U": 1]

  /// The seconds in a unit of duration, which is minutes if none is stated.
  static let seconds: [String: Double] = ["s": 1, "hr": 3600]

  /// Returns the words of a type: "Cross Training" for `HKWorkoutActivityTypeCrossTraining`.
  static func activity(_ type: String) -> String? {
    let prefix = "HKWorkoutActivityType"
    guard type.hasPrefix(prefix) else { return type.isEmpty ? nil : type }
    var words = ""
    for letter in type.dropFirst(prefix.count) {
      if letter.isUppercase, !words.isEmpty { words += " " }
      words.append(letter)
    }
    return words.isEmpty ? nil : words
  }
}

/// A record of Apple Health, built while its tags are scanned.
struct AppleHealthRecord {
  enum Kind {
    case glucose, insulin, carbs, protein, fat, workout

    init?(_ scanner: XMLScanner) {
      if scanner.name(is: "Workout") {
        self = .workout
      } else if scanner.name(is: "Record"),
        let found = Self.types.first(where: { scanner.value("type", is: $0.type) })
      {
        self = found.kind
      } else {
        return nil
      }
    }

    private static let types: [(type: StaticString, kind: Self)] = [
      ("HKQuantityTypeIdentifierBloodGlucose", .glucose),
      ("HKQuantityTypeIdentifierInsulinDelivery", .insulin),
      ("HKQuantityTypeIdentifierDietaryCarbohydrates", .carbs),
      ("HKQuantityTypeIdentifierDietaryProtein", .protein),
      ("HKQuantityTypeIdentifierDietaryFatTotal", .fat),
    ]
  }

  private let kind: Kind
  let line: Int
  fileprivate let stamp: WrittenTime
  private let length: Double
  fileprivate let value: Double
  private let unit: GlucoseUnit?
  private let activity: String?
  fileprivate let device: Int

  // The metadata entries of the record.
  private var isEntered = false
  private var isOfMeal = false
  private var reason: String?
  fileprivate var foodName: String?
  fileprivate var zone: TimeZone?

  init(
    _ kind: Kind, _ scanner: XMLScanner, line: Int, _ devices: inout Interner
  ) throws(Rejection) {
    (self.kind, self.line) = (kind, line)
    func excerpt(_ name: StaticString) -> String { TableCursor.excerpt(scanner[name] ?? "") }
    guard scanner.attribute("startDate") != nil
    else { throw Rejection(.missingTime, scanner["type"] ?? "") }
    // Every date in an export has an offset; a date without one was added by another program.
    guard let stamp = scanner.stamp("startDate")?.resolved(), !stamp.isWallClock
    else { throw Rejection(.unreadableTime, excerpt("startDate")) }
    self.stamp = stamp
    let end = scanner.stamp("endDate")?.resolved()
    length = end.map { $0.form == .instant ? max(0, $0.seconds - stamp.seconds) : 0 } ?? 0
    device = devices.index(of: scanner["sourceName"] ?? "")
    let isWorkout = kind == .workout
    activity =
      isWorkout ? AppleHealthVocabulary.activity(scanner["workoutActivityType"] ?? "") : nil
    let amount: StaticString = isWorkout ? "duration" : "value"
    guard scanner.attribute(amount) != nil else {
      guard isWorkout else { throw Rejection(.missingNumber, "") }
      (value, unit) = (length, nil)
      return
    }
    let name = scanner["unit"] ?? ""
    if kind == .glucose {
      value = try RecordNumber.concentration(scanner.number(amount), excerpt(amount))
      unit = GlucoseUnit(named: name)
      guard unit != nil
      else { throw Rejection(name.isEmpty ? .missingUnit : .unknownUnit, excerpt("unit")) }
      return
    }
    let number = try RecordNumber.amount(scanner.number(amount), upTo: 1e9, excerpt(amount))
    let factor =
      switch kind {
      case .workout: AppleHealthVocabulary.seconds[scanner["durationUnit"] ?? "", default: 60]
      case .insulin: AppleHealthVocabulary.units[name]
      default: AppleHealthVocabulary.grams[name]
      }
    guard let factor else { throw Rejection(.unknownUnit, excerpt("unit")) }
    let limit = kind == .workout ? 1e9 : RecordNumber.greatestAmount
    value = try RecordNumber.amount((number * factor).nearbyDecimal, upTo: limit, excerpt(amount))
    unit = nil
  }

  mutating func add(_ key: String, _ text: String) {
    switch key {
    case "HKWasUserEntered": isEntered = text == "1"
    case "HKBloodGlucoseMealTime": isOfMeal = true
    case "HKInsulinDeliveryReason": reason = text
    case "HKFoodType": foodName = text
    case "HKTimeZone": zone = TimeZone(identifier: text)
    default: break
    }
  }

  func commit(_ meals: inout AppleHealthMeals, into records: inout Records) -> Outcome {
    switch kind {
    case .glucose:
      let channel: Records.Channel = isEntered || isOfMeal ? .meter : .sensor
      return records.add(.value(value, unit), channel, at: time, device: device)
    case .insulin:
      // Insulin delivered by a pump over time is its basal rate; a pen delivers the whole dose at
      // once.
      let isBasal = reason == "1"
      if isBasal, length > 0 { return .skipped(.basalRate) }
      let action: InsulinDose.Action? = isBasal ? .longActing : reason == "2" ? .rapidActing : nil
      let dose = InsulinDose(units: value, action: action)
      return records.add([.insulin(dose)], zone: zone, at: time)
    case .carbs: meals.add(\.carbs, of: self)
    case .protein: meals.add(\.protein, of: self)
    case .fat: meals.add(\.fat, of: self)
    case .workout:
      let exercise = Exercise(name: activity, duration: .seconds(value))
      return records.add([.exercise(exercise)], zone: zone, at: time)
    }
    return .accepted
  }

  fileprivate var time: RecordTime { RecordTime(stamp: stamp, line: line) }
}

struct AppleHealthMeals {
  private struct Key: Hashable {
    var stamp: WrittenTime
    var device: Int
    var name: String?
  }

  private var meals: [(zone: TimeZone?, time: RecordTime, meal: Meal)] = []
  private var indices: [Key: Int] = [:]

  /// Adds a nutrient to the meal with its time, source, and name, unless that one already has it.
  mutating func add(_ nutrient: WritableKeyPath<Meal, Double?>, of record: AppleHealthRecord) {
    let key = Key(stamp: record.stamp, device: record.device, name: record.foodName)
    if let index = indices[key], meals[index].meal[keyPath: nutrient] == nil {
      meals[index].meal[keyPath: nutrient] = record.value
      return
    }
    indices[key] = meals.count
    var meal = Meal(name: key.name)
    meal[keyPath: nutrient] = record.value
    meals.append((record.zone, record.time, meal))
  }

  func finish(into records: inout Records) {
    for (zone, time, meal) in meals { records.add([.meal(meal)], zone: zone, at: time) }
  }
}
