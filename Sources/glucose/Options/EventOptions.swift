#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  extension String {
    /// The text in lowercase without the characters that units are often written without.
    fileprivate var letters: String { lowercased().filter { $0 != "/" && $0 != " " } }
  }

  struct EventOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: .value(
        "instant",
        "The time: \(Instant.typedForms), in --zone (default: now, or that of the edited event)."))
    var at: String?
    @Option(
      help: "The name of a meal, exercise, or medicine; the kind of a condition, such as illness.")
    var name: String?
    @Option(parsing: .unconditional, help: "The carbohydrate of a meal, in grams.")
    var carbs: String?
    @Option(parsing: .unconditional, help: "The protein of a meal, in grams.")
    var protein: String?
    @Option(parsing: .unconditional, help: "The fat of a meal, in grams.")
    var fat: String?
    @Option(
      parsing: .unconditional,
      help: "The insulin, in international units; for a new meal, the bolus taken with it.")
    var units: String?
    @Option(
      help: "The action of insulin: rapid, short, intermediate, long, or mixed.",
      transform: FieldValue.init)
    var action: FieldValue<InsulinDose.Action>?
    @Option(
      parsing: .unconditional,
      help:
        "The amount of glucose, ketones, weight, a medicine, alcohol, a basal rate, or hemoglobin A1c."
    )
    var amount: String?
    @Option(
      help: ArgumentHelp(
        "The unit of --amount (default: mmol/L for ketones, kg, mg, g, U/h; none for glucose and "
          + "hemoglobin A1c, whose unit is % or mmol/mol)."))
    var unit: String?
    @Option(
      parsing: .unconditional,
      help: "The duration of an exercise or a temporary basal rate, in minutes.")
    var minutes: String?
    @Option(
      help: "The intensity of an exercise: low, medium, or high.",
      transform: FieldValue.init)
    var intensity: FieldValue<Exercise.Intensity>?
    @Option(
      help: "The kind of an exercise: aerobic, anaerobic, or mixed.",
      transform: FieldValue.init)
    var kind: FieldValue<Exercise.Kind>?
    @Option(
      parsing: .unconditional,
      help: .value(
        "instant", "The time at which a condition ended; edited to an empty text, it is ongoing."))
    var until: String?
    @Option(help: "A note.")
    var note: String?

    func event(_ category: DiaryEvent.Category, _ log: LogbookOptions) throws -> DiaryEvent {
      let blank: DiaryEvent.Content =
        switch category {
        case .meal: .meal(Meal())
        case .insulin: .insulin(InsulinDose(units: 0))
        case .exercise: .exercise(Exercise(duration: .zero))
        case .condition: .condition(DiaryCondition(DiaryCondition.Kind(rawValue: "")))
        default: .entry(DiaryEntry(category))
        }
      return try applied(to: DiaryEvent(at: .thisSecond, in: log.zone, blank), log)
    }

    func applied(to event: DiaryEvent, _ log: LogbookOptions) throws -> DiaryEvent {
      try rejectInapplicableOptions(for: event.content.category)
      var event = event
      if let at {
        event.time = try log.instant(at, "at")
        log.noteFuture(event.time)
      }
      if let note { event.note = note.isEmpty ? nil : note }
      if case .condition(let condition) = event.content {
        return try self.condition(condition, event, log)
      }
      var draft = EventDraft(event, style: log.numbers)
      let given: [(EventDraft.Field, String?)] = [
        (.name, name), (.carbs, carbs), (.protein, protein), (.fat, fat), (.units, units),
        (.amount, amount), (.minutes, minutes),
      ]
      for (field, text) in given {
        if let text { draft[field] = text }
      }
      switch event.content {
      case .insulin: if units == nil, draft[.units] == "0" { draft[.units] = "" }
      case .exercise: if minutes != nil { draft[.hours] = "" }
      case .entry(let entry): try complete(&draft, of: entry)
      default: break
      }
      if let action { draft.action = action.value }
      if let intensity { draft.intensity = intensity.value }
      if let kind { draft.exerciseKind = kind.value }
      return try accepted(draft.validate(style: log.numbers))
    }

    func mealAndBolus(_ log: LogbookOptions) throws -> [DiaryEvent] {
      var meal = self
      (meal.units, meal.action) = (nil, nil)
      let event = try meal.event(.meal, log)
      guard units != nil || action?.value != nil else { return [event] }
      var bolus = EventDraft(.insulin, at: event.time, in: log.zone)
      bolus[.units] = units ?? ""
      bolus.action = action?.value
      return [event, try accepted(bolus.validate(style: log.numbers))]
    }

    private func complete(_ draft: inout EventDraft, of entry: DiaryEntry) throws {
      if let unit { draft.unit = unit.isEmpty ? nil : DiaryEntry.Unit(rawValue: unit) }
      let units = EventDraft.units(of: entry.category)
      // These have no default, because a wrong guess of glucose would be off by a factor of 18.
      let needsUnit = [.fingerstick, .hemoglobinA1c].contains(entry.category)
      // A medicine is also counted, as in tablets.
      if needsUnit || unit != nil && entry.category != .medication && !units.isEmpty {
        let given = unit == nil ? entry.unit : draft.unit
        draft.unit = units.first { $0.rawValue.letters == given?.rawValue.letters } ?? given
        guard draft[.amount].isEmpty || units.contains(where: { $0 == draft.unit }) else {
          let names = units.map(\.rawValue).joined(separator: " or ")
          let fault = given.map { "\($0.rawValue.shownOnTerminal) is not" }
          throw CommandFailure("unit: \(fault ?? "a value is required,") \(names).")
        }
      }
      if entry.category == .medication, draft[.name].nonBlank == nil {
        throw CommandFailure("name: a value is required, such as Metformin.")
      }
    }

    private func condition(
      _ condition: DiaryCondition, _ event: DiaryEvent, _ log: LogbookOptions
    ) throws -> DiaryEvent {
      var (condition, event) = (condition, event)
      if let name { condition.kind = DiaryCondition.Kind(rawValue: name) }
      if let until {
        guard !until.isEmpty || condition.end != nil else {
          throw CommandFailure("until: a value is required.")
        }
        condition.end = until.isEmpty ? nil : try log.instant(until, "until")
      }
      guard condition.kind.rawValue.nonBlank != nil else {
        throw CommandFailure("name: a value is required, such as illness or stress.")
      }
      if let end = condition.end, end < event.time {
        throw CommandFailure("until: the end must not be before the start.")
      }
      event.content = .condition(condition)
      return event
    }

    private func accepted(_ review: DraftValidation) throws -> DiaryEvent {
      var strings = DraftStrings()
      // "1,000" is a thousand in one locale and one in another, so neither is assumed.
      strings.sentences["wrongSeparator"] =
        "write decimals with \"{separator}\" and thousands without a separator, "
        + "or choose another --locale."
      func clause(_ issue: DraftIssue) -> String {
        let sentence = strings.sentence(on: issue.reason, style: .point)
        return "\(issue.field.rawValue): \(sentence.asClause)"
      }
      let fieldsAtFault = review.errors.map(\.field)
      for warning in review.warnings where !fieldsAtFault.contains(warning.field) {
        StandardError.print(clause(warning))
      }
      guard let event = review.event else {
        throw CommandFailure(review.errors.map(clause).joined(separator: " "))
      }
      return event
    }

    private func rejectInapplicableOptions(for category: DiaryEvent.Category) throws {
      let measured: [DiaryEvent.Category] = [
        .fingerstick, .ketones, .weight, .medication, .temporaryBasal, .hemoglobinA1c, .alcohol,
      ]
      let given: [(String, Bool, [DiaryEvent.Category])] = [
        (
          "--name", name != nil,
          [.meal, .exercise, .condition, .medication, .sensorChange, .siteChange, .alcohol]
        ),
        ("--carbs", carbs != nil, [.meal]), ("--protein", protein != nil, [.meal]),
        ("--fat", fat != nil, [.meal]), ("--units", units != nil, [.insulin]),
        ("--action", action != nil, [.insulin]), ("--amount", amount != nil, measured),
        ("--unit", unit != nil, measured),
        ("--minutes", minutes != nil, [.exercise, .temporaryBasal]),
        ("--intensity", intensity != nil, [.exercise]), ("--kind", kind != nil, [.exercise]),
        ("--until", until != nil, [.condition]),
      ]
      let isKnown = DiaryEvent.Category.allCases.contains(category)
      if isKnown, let (option, _, _) = given.first(where: { $0.1 && !$0.2.contains(category) }) {
        throw CommandFailure("\(option) does not apply to \(category.rawValue).")
      }
    }
  }

  /// The value of a field, or `nil` of an empty text, which removes it.
  struct FieldValue<Choice: CaseIterable & RawRepresentable & Sendable>: Sendable
  where Choice.RawValue == String {
    let value: Choice?

    init(_ text: String) throws { value = text.isEmpty ? nil : try InputOptions.choice(text) }
  }
#endif
