internal import CGlucose
internal import Foundation
internal import GlucoseDiary
internal import GlucoseFiles

/// The events of people in a table with the columns that the library returns for events, or with those of the
/// command: `kind`, `value` and `unit`.
struct EventTable: Sendable {
  /// The events of each person.
  private(set) var people: [Key?: [DiaryEvent]] = [:]
  /// The number of rows that were left out for their unit, such as rates of basal insulin.
  private(set) var leftOutCount = 0
  /// The number of rows that were left out because their times are not valid, and a sentence on the first.
  private(set) var invalidCount = 0
  private(set) var fault: String?
  /// The first error of each person, if errors are rows of tables.
  private(set) var errors: [Key?: BindingError] = [:]
  /// The people in the order of their first rows, also of those that were left out, if errors are rows of tables.
  private(set) var inOrder: [Key?] = []

  /// Creates a table without events.
  init() {}

  /// Creates the events of a table. The columns `time` and `kind` are required.
  ///
  /// - Parameters:
  ///   - zone: The time zone of local times, or `nil` if people have their own.
  ///   - refusesInvalid: Whether a time that is not valid is an error. Otherwise the event is left out.
  ///   - keepsErrors: Whether the errors of rows are those of people. Otherwise the first is thrown.
  init(
    _ table: ArrowTable, keyName: String?, isKeyText: Bool, in zone: TimeZone?,
    refusesInvalid: Bool, keepsErrors: Bool
  ) throws {
    let columns = EventColumns(table)
    let kinds = try columns.texts("kind")
    let keys = try keyName.map { name in
      // The command's name of the column.
      try columns.keys(columns.has(name) || !columns.has("subject") ? name : "subject", isKeyText)
    }
    let (times, fault) = try columns.times(zone)
    let (notes, ids) = (try columns.texts("note"), try columns.texts("event_id"))
    let known = kinds.map { $0 ?? "" }
    let content =
      try columns.has("value") ? columns.values(known) : columns.contents(known, times)
    var found: Set<Key?> = []
    for row in 0..<table.rowCount {
      let key = keys?[row]
      if keepsErrors, found.insert(key).inserted { inOrder.append(key) }
      var prefix: String { key.map { "\($0): " } ?? "" }
      do {
        try require(kinds[row] != nil, "Event \(row) has no kind.", BindingError.data)
        guard !times[row].isNaN else {
          try require(!refusesInvalid, fault(row), BindingError.data)
          invalidCount += 1
          self.fault = self.fault ?? prefix + fault(row)
          continue
        }
        guard let content = try content(row) else {
          leftOutCount += 1
          continue
        }
        people[key, default: []].append(
          DiaryEvent(
            id: DiaryEvent.ID(rawValue: ids[row] ?? "row-\(row)"),
            at: Date(timeIntervalSinceReferenceDate: times[row]), in: zone ?? .gmt, content,
            note: notes[row]))
      } catch {
        let error = BindingError.data(prefix + BindingError(error).message)
        guard keepsErrors else { throw error }
        errors[key] = errors[key] ?? error
      }
    }
  }
}

extension EventColumns {
  /// Returns what reads the event of a row, whose number is in one column, as the command does; `nil` for insulin in
  /// another unit than U, such as a rate of basal insulin, which is no dose.
  fileprivate func values(_ kinds: [String]) throws -> (Int) throws -> DiaryEvent.Content? {
    let others = [
      "name", "carbs_g", "protein_g", "fat_g", "insulin_units", "action", "minutes", "intensity",
      "exercise_kind", "amount",
    ]
    if let other = others.first(where: has) {
      throw BindingError.argument(
        "The table of events has the columns \"value\" and \"\(other)\", which are of two forms: see `events`."
      )
    }
    try require(has("unit"), "The column \"value\" of events needs a column \"unit\".")
    let (values, units) = (try numbers("value"), try texts("unit"))
    return { row in
      func amount() throws -> Double {
        let value = try require(
          values[row], "Event \(row), \(kinds[row]), has no number in \"value\".", BindingError.data
        )
        try require(
          value.isFinite && value >= 0,
          "Event \(row), \(kinds[row]), has the value \(value); it must be 0 or more.",
          BindingError.data)
        return value
      }
      switch (kinds[row], (units[row] ?? "").lowercased()) {
      case ("meal", "g"), ("meal", "gram"), ("meal", "grams"):
        return .meal(Meal(carbs: try values[row].map { _ in try amount() }))
      case ("meal", let unit) where Double(unit) == nil: return .meal(Meal())
      case ("bolus", "u"), ("bolus", "iu"), ("bolus", "units"), ("bolus", ""):
        return .insulin(InsulinDose(units: try amount(), action: .rapidActing))
      case ("basal", "u"), ("basal", "iu"), ("basal", "units"):
        return .insulin(InsulinDose(units: try amount(), action: .longActing))
      case ("exercise", _): return .exercise(Exercise(duration: .seconds(900)))
      case ("meal", _), ("bolus", _), ("basal", _): return nil
      default:
        throw BindingError.data(
          "Event \(row) has the kind \"\(kinds[row])\"; with the column \"value\", kinds are meal, bolus, basal and exercise."
        )
      }
    }
  }

  /// Returns what reads the event of a row, whose numbers are in columns of their own.
  fileprivate func contents(
    _ kinds: [String], _ times: [Double]
  ) throws -> (Int) throws -> DiaryEvent.Content? {
    let (names, actions) = (try texts("name"), try texts("action"))
    let (intensities, exercises) = (try texts("intensity"), try texts("exercise_kind"))
    let units = try texts("unit")
    let (carbs, protein, fat) = (
      try numbers("carbs_g"), try numbers("protein_g"), try numbers("fat_g")
    )
    let (doses, minutes, amounts) = (
      try numbers("insulin_units"), try numbers("minutes"), try numbers("amount")
    )
    return { row in
      // A century; a duration has a limit, and an instant far beyond is none.
      if let length = minutes[row], !(0...52_596_000).contains(length) {
        throw BindingError.data("Event \(row) has \(length) minutes, not 0 to 52596000.")
      }
      let duration = minutes[row].map { Duration.seconds($0 * 60) }
      let content: DiaryEvent.Content
      switch DiaryEvent.Category(rawValue: kinds[row]) {
      case .meal:
        content = .meal(
          Meal(name: names[row], carbs: carbs[row], protein: protein[row], fat: fat[row]))
      case .insulin:
        let units = try require(
          doses[row], "Event \(row), insulin, has no number in \"insulin_units\".",
          BindingError.data)
        content = .insulin(
          InsulinDose(units: units, action: try choice(actions[row], "action", row)))
      case .exercise:
        let duration = try require(
          duration, "Event \(row), exercise, has no number in \"minutes\".", BindingError.data)
        content = .exercise(
          Exercise(
            name: names[row], duration: duration,
            intensity: try choice(intensities[row], "intensity", row),
            kind: try choice(exercises[row], "exercise_kind", row)))
      case .condition:
        content = .condition(
          DiaryCondition(
            DiaryCondition.Kind(rawValue: names[row] ?? "condition"),
            until: minutes[row].map {
              Date(timeIntervalSinceReferenceDate: times[row] + $0 * 60)
            }))
      case let category:
        content = .entry(
          DiaryEntry(
            category, name: names[row], amount: amounts[row],
            unit: units[row].map { DiaryEntry.Unit(rawValue: $0) }, duration: duration))
      }
      // A number of another kind would be lost, such as the grams of a "Meal".
      let amountsOfKinds: [(column: String, owner: DiaryEvent.Category, amount: Double?)] = [
        ("carbs_g", .meal, carbs[row]), ("protein_g", .meal, protein[row]),
        ("fat_g", .meal, fat[row]), ("insulin_units", .insulin, doses[row]),
      ]
      for (column, owner, amount) in amountsOfKinds {
        guard let amount else { continue }
        try require(
          amount.isFinite && amount >= 0,
          "Event \(row), \"\(kinds[row])\", has \(amount) in \"\(column)\"; it must be 0 or more.",
          BindingError.data)
        try require(
          content.category == owner || amount == 0,
          "Event \(row), \"\(kinds[row])\", has a number in \"\(column)\", which only events of the kind "
            + "\"\(owner.rawValue)\" have.",
          BindingError.data)
      }
      return content
    }
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ name: String, _ row: Int
  ) throws -> Choice? {
    guard let text else { return nil }
    guard let choice = Choice.allCases.first(where: { $0.rawValue == text }) else {
      let known = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw BindingError.data(
        "Event \(row) has the \(name) \"\(text)\", which is not known; use \(known).")
    }
    return choice
  }
}
