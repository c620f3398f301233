// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  /// The fields of an event as options. Fields without an option are unchanged.
  struct EventOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The time: 2026-03-02T18:30:00Z, or \"2026-03-02 18:30\" in the time zone (default: now).",
        valueName: "instant"))
    var at: String?
    @Option(help: "The name of a meal or an exercise, or the kind of a condition, such as illness.")
    var name: String?
    @Option(help: "The carbohydrate of a meal, in grams.")
    var carbs: String?
    @Option(help: "The protein of a meal, in grams.")
    var protein: String?
    @Option(help: "The fat of a meal, in grams.")
    var fat: String?
    @Option(help: "The dose of insulin, in international units.")
    var units: String?
    @Option(help: "The action of insulin: rapid, long, or mixed.", transform: EventOptions.choice)
    var action: InsulinDose.Action?
    @Option(help: "The duration of an exercise, in minutes.")
    var minutes: String?
    @Option(
      help: "The intensity of an exercise: low, medium, or high.", transform: EventOptions.choice)
    var intensity: Exercise.Intensity?
    @Option(help: ArgumentHelp("The end of a condition.", valueName: "instant"))
    var until: String?
    @Option(help: "A note.")
    var note: String?

    /// Returns the value whose raw value is `text`.
    static func choice<Choice: CaseIterable & RawRepresentable>(_ text: String) throws -> Choice
    where Choice.RawValue == String {
      guard let choice = Choice(rawValue: text) else {
        let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(text) is not one of \(names).")
      }
      return choice
    }

    /// Returns a new event of this category.
    func event(_ category: DiaryEvent.Category, _ log: LogbookOptions) throws -> DiaryEvent {
      let blank: DiaryEvent.Content =
        switch category {
        case .meal: .meal(Meal())
        case .insulin: .insulin(InsulinDose(units: 0))
        case .exercise: .exercise(Exercise(duration: .zero))
        case .condition: .condition(DiaryCondition(DiaryCondition.Kind(rawValue: "")))
        }
      return try applied(to: DiaryEvent(at: .thisSecond, in: log.zone, blank), log)
    }

    /// Returns the event with the fields of the options.
    func applied(to event: DiaryEvent, _ log: LogbookOptions) throws -> DiaryEvent {
      try refuseWhatDoesNotBelong(to: event.content.category)
      var event = event
      if let at { event.time = try log.instant(at) }
      if let note { event.note = note.isEmpty ? nil : note }
      switch event.content {
      case .meal: return try meal(event, log.numbers)
      case .insulin: return try dose(event, log.numbers)
      case .exercise: return try exercise(event, log.numbers)
      case .condition(let condition): return try self.condition(condition, event, log)
      }
    }

    private func meal(_ event: DiaryEvent, _ numbers: DecimalStyle) throws -> DiaryEvent {
      guard var draft = MealDraft(event, style: numbers) else { return event }
      draft.name = name ?? draft.name
      draft.carbs = carbs ?? draft.carbs
      draft.protein = protein ?? draft.protein
      draft.fat = fat ?? draft.fat
      return try accepted(draft.validate(style: numbers))
    }

    private func dose(_ event: DiaryEvent, _ numbers: DecimalStyle) throws -> DiaryEvent {
      guard var draft = InsulinDoseDraft(event, style: numbers) else { return event }
      draft.units = units ?? (draft.units == "0" ? "" : draft.units)
      draft.action = action ?? draft.action
      return try accepted(draft.validate(style: numbers))
    }

    private func exercise(_ event: DiaryEvent, _ numbers: DecimalStyle) throws -> DiaryEvent {
      guard var draft = ExerciseDraft(event, style: numbers) else { return event }
      draft.name = name ?? draft.name
      if let minutes { (draft.hours, draft.minutes) = ("", minutes) }
      draft.intensity = intensity ?? draft.intensity
      var edited = try accepted(draft.validate(style: numbers))
      // Without --minutes, the duration is unchanged, including fractions of a second.
      if minutes == nil, case .exercise(let before) = event.content,
        case .exercise(var exercise) = edited.content
      {
        exercise.duration = before.duration
        edited.content = .exercise(exercise)
      }
      return edited
    }

    private func condition(
      _ condition: DiaryCondition, _ event: DiaryEvent, _ log: LogbookOptions
    ) throws -> DiaryEvent {
      var (condition, event) = (condition, event)
      if let name { condition.kind = DiaryCondition.Kind(rawValue: name) }
      if let until { condition.end = try log.instant(until) }
      guard !condition.kind.rawValue.isEmpty else {
        throw CommandFailure(.data, "name: a value is required, such as illness or stress.")
      }
      if let end = condition.end, end < event.time {
        throw CommandFailure(.data, "until: the end must not be before the start.")
      }
      event.content = .condition(condition)
      return event
    }

    /// Returns the event of a draft. Prints warnings to standard error.
    private func accepted<Field: Hashable & Sendable & RawRepresentable<String>>(
      _ review: DraftValidation<Field>
    ) throws -> DiaryEvent {
      for warning in review.warnings {
        StandardError.print("\(warning.field.rawValue): \(warning.reason.sentence)")
      }
      guard let event = review.event else {
        throw CommandFailure(
          .data,
          review.errors.map { "\($0.field.rawValue): \($0.reason.sentence)" }
            .joined(separator: " "))
      }
      return event
    }

    private func refuseWhatDoesNotBelong(to category: DiaryEvent.Category) throws {
      let given: [(String, Bool, [DiaryEvent.Category])] = [
        ("--name", name != nil, [.meal, .exercise, .condition]),
        ("--carbs", carbs != nil, [.meal]), ("--protein", protein != nil, [.meal]),
        ("--fat", fat != nil, [.meal]), ("--units", units != nil, [.insulin]),
        ("--action", action != nil, [.insulin]), ("--minutes", minutes != nil, [.exercise]),
        ("--intensity", intensity != nil, [.exercise]), ("--until", until != nil, [.condition]),
      ]
      if let (option, _, _) = given.first(where: { $0.1 && !$0.2.contains(category) }) {
        throw CommandFailure(.data, "\(option) does not apply to \(category.rawValue).")
      }
    }
  }

  extension DraftReason {
    /// The reason as a sentence after the name of a field.
    fileprivate var sentence: String {
      switch self {
      case .missing: "a value is required."
      case .notANumber: "not a number."
      case .wrongSeparator(let expected):
        "write decimals with \"\(expected)\", or choose a --locale."
      case .negative: "must not be negative."
      case .zero: "must be positive."
      case .unusuallyLarge(let limit): "more than \(limit.formatted(places: 0)) is unusual."
      case .inTheFuture: "is in the future."
      }
    }
  }
#endif
