// SPDX-License-Identifier: Apache-2.0

internal import GlucoseDiary
internal import GlucoseMath

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A record of Apple Health, built while its tags are scanned.
struct AppleHealthRecord {
  /// The kinds of records that are read.
  enum Kind: CaseIterable {
    case glucose, insulin, carbs, protein, fat, workout

    /// Creates the kind of a record from its tag, or `nil` if it is not read.
    init?(_ scanner: XMLScanner) {
      if scanner.name(is: "Workout") {
        self = .workout
        return
      }
      guard let type = scanner.attribute("type") else { return nil }
      for kind in Self.allCases where scanner.value(type, is: kind.type) {
        self = kind
        return
      }
      return nil
    }

    private var type: StaticString {
      switch self {
      case .glucose: "HKQuantityTypeIdentifierBloodGlucose"
      case .insulin: "HKQuantityTypeIdentifierInsulinDelivery"
      case .carbs: "HKQuantityTypeIdentifierDietaryCarbohydrates"
      case .protein: "HKQuantityTypeIdentifierDietaryProtein"
      case .fat: "HKQuantityTypeIdentifierDietaryFatTotal"
      case .workout: ""
      }
    }
  }

  private let kind: Kind
  let line: Int
  private let stamp: WrittenTime
  /// The number of seconds from the start to the end.
  private let length: Double
  private let value: Double
  private let unit: GlucoseUnit?
  private let activity: String?
  private let device: Int

  // The metadata entries of the record.
  private var isEntered = false
  private var isOfMeal = false
  private var reason: String?
  private var foodName: String?
  private var zone: TimeZone?

  /// Creates a record from its start tag, the scanner's current tag.
  init(
    _ kind: Kind, _ scanner: XMLScanner, line: Int, _ devices: inout Interner
  ) throws(RecordRejection) {
    self.kind = kind
    self.line = line
    guard let start = scanner.attribute("startDate") else {
      throw RecordRejection(.missingTime, scanner.value(scanner.attribute("type")) ?? "")
    }
    // Every date in an export has an offset; a date without one was added by another program.
    guard let stamp = scanner.stamp(start)?.resolved(), !stamp.isWallClock else {
      throw RecordRejection(
        .unreadableTime, TableCursor.excerpt(scanner.value(start) ?? ""))
    }
    self.stamp = stamp
    let end = scanner.stamp(scanner.attribute("endDate"))?.resolved()
    length = end.map { $0.form == .instant ? max(0, $0.seconds - stamp.seconds) : 0 } ?? 0
    let source = scanner.value(scanner.attribute("sourceName")) ?? ""
    device = devices.index(of: Array(source.utf8), 0..<source.utf8.count)
    if kind == .workout {
      activity = AppleHealthVocabulary.activity(
        scanner.value(scanner.attribute("workoutActivityType")) ?? "")
      unit = nil
      guard let duration = scanner.attribute("duration") else {
        value = length
        return
      }
      let number = try RecordNumber.amount(
        scanner.number(duration), TableCursor.excerpt(scanner.value(duration) ?? ""))
      let factor = AppleHealthVocabulary.seconds(scanner.value(scanner.attribute("durationUnit")))
      value = (number * factor).nearbyDecimal
      return
    }
    activity = nil
    guard let node = scanner.attribute("value") else { throw RecordRejection(.missingNumber, "") }
    let text = TableCursor.excerpt(scanner.value(node) ?? "")
    let name = scanner.value(scanner.attribute("unit")) ?? ""
    switch kind {
    case .glucose:
      value = try RecordNumber.concentration(scanner.number(node), text)
      guard let unit = GlucoseUnit(named: name) else {
        throw RecordRejection(
          name.isEmpty ? .missingUnit : .unknownUnit, TableCursor.excerpt(name))
      }
      self.unit = unit
    case .insulin, .carbs, .protein, .fat, .workout:
      let number = try RecordNumber.amount(scanner.number(node), text)
      guard
        let factor = kind == .insulin
          ? AppleHealthVocabulary.units[name] : AppleHealthVocabulary.grams[name]
      else { throw RecordRejection(.unknownUnit, TableCursor.excerpt(name)) }
      (value, unit) = ((number * factor).nearbyDecimal, nil)
    }
  }

  /// Adds a metadata entry of the record.
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

  /// Adds the record's content to the collector or to the meals.
  func commit(_ meals: inout AppleHealthMeals, into collector: inout RowCollector) -> RowDisposition
  {
    switch kind {
    case .glucose:
      let channel: RowCollector.Channel = isEntered || isOfMeal ? .meter : .sensor
      let stream = RowCollector.Stream(subject: 0, channel: channel, device: device)
      _ = collector.add(
        .value(value, unit), at: stamp, place: RowCollector.Place(line: line), stream: stream)
    case .insulin:
      // Insulin delivered by a pump over time is its basal rate; a pen delivers the whole dose at
      // once.
      let isBasal = reason == "1"
      if isBasal, length > 0 { return .skipped(.basalRate) }
      let action: InsulinDose.Action? = isBasal ? .longActing : reason == "2" ? .rapidActing : nil
      add(.insulin(InsulinDose(units: value, action: action)), into: &collector)
    case .carbs: meals.add(\.carbs, value, key)
    case .protein: meals.add(\.protein, value, key)
    case .fat: meals.add(\.fat, value, key)
    case .workout:
      add(.exercise(Exercise(name: activity, duration: .seconds(value))), into: &collector)
    }
    return .accepted
  }

  private var key: AppleHealthMeals.Key {
    AppleHealthMeals.Key(stamp: stamp, device: device, name: foodName, zone: zone, line: line)
  }

  private func add(_ event: DiaryEvent.Content, into collector: inout RowCollector) {
    collector.add(
      [event], zone: zone, at: stamp, place: RowCollector.Place(line: line),
      stream: RowCollector.Stream(subject: 0, channel: .event, device: 0))
  }
}
