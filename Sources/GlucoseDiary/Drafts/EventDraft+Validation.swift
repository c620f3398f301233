internal import GlucoseMath
public import GlucoseFoundation

extension EventDraft {
  /// Validates every field.
  ///
  /// | Category | Error, beside a text that is not a number or is negative | Warning, beside a time after `now` |
  /// |---|---|---|
  /// | `meal` | neither a name nor any content | above 300 g of carbohydrate, or 200 g of protein or fat |
  /// | `insulin` | a dose that is blank or zero | above 50 units |
  /// | `exercise` | a duration that is blank, zero, or above 100 years | above 12 hours or 300 minutes |
  /// | `condition` | a blank kind; an end before (`<`) the start | |
  /// | `fingerstick` | an amount that is blank, or outside 10 to 1000 mg/dL, or 0.6 to 55.5 mmol/L | outside 20 to 600 mg/dL, or 1.1 to 33.3 mmol/L |
  /// | `ketones` | a blank amount | above 8 mmol/L |
  /// | `weight` | an amount that is blank or zero | outside 2 to 350 kg |
  /// | `hemoglobinA1c` | an amount outside 3 to 20 %, or 9.3 to 195 mmol/mol | |
  /// | `temporaryBasal` | a blank amount; a duration that is blank or zero | above 10 U/h, 300 %, or 24 hours |
  /// | `alcohol` | an amount that is blank or zero | above 150 g |
  /// | `note` | neither a name nor a note | |
  ///
  /// A duration is rounded to a millisecond, unless it is that of the edited event.
  public func validate(style: DecimalStyle, now: Date? = nil) -> DraftValidation {
    var validator = DraftValidator(draft: self, style: style)
    let content: DiaryEvent.Content? =
      switch category {
      case .meal: .meal(meal(&validator))
      case .insulin: dose(&validator).map { .insulin($0) }
      case .exercise: .exercise(exercise(&validator))
      case .condition: condition(&validator)
      default: .entry(entry(&validator))
      }
    if let now, time > now { validator.warn(.time, .inTheFuture) }
    var event: DiaryEvent?
    if let content, validator.errors.isEmpty {
      event = DiaryEvent(id: id, at: time, in: zone, content, note: self[.note].nonBlank)
      event?.unknownZone = unknownZone
    }
    return DraftValidation(event: event, errors: validator.errors, warnings: validator.warnings)
  }

  private func meal(_ validator: inout DraftValidator) -> Meal {
    let meal = Meal(
      name: self[.name].nonBlank,
      carbs: validator.number(.carbs, usual: 0...300),
      protein: validator.number(.protein, usual: 0...200),
      fat: validator.number(.fat, usual: 0...200))
    if meal == Meal(), validator.errors.isEmpty { validator.reject(.carbs, .missing) }
    return meal
  }

  private func dose(_ validator: inout DraftValidator) -> InsulinDose? {
    validator.number(.units, usual: 0...50, isRequired: true, isPositive: true)
      .map { InsulinDose(units: $0, action: action) }
  }

  private func exercise(_ validator: inout DraftValidator) -> Exercise {
    let hours = validator.number(.hours, usual: 0...12)
    let minutes = validator.number(.minutes, usual: 0...300)
    // Rounds to whole milliseconds, so that the sum of an hour and a third of a minute is exact.
    let seconds = (((hours ?? 0) * 3600 + (minutes ?? 0) * 60) * 1000).rounded() / 1000
    let longest = DiaryEvent.longestMinutes * 60
    if validator.errors.isEmpty {
      if hours == nil && minutes == nil {
        validator.reject(.minutes, .missing)
      } else if seconds == 0 {
        validator.reject(.minutes, .zero)
      } else if seconds > longest {
        validator.reject(.minutes, .tooLarge(limit: DiaryEvent.longestMinutes))
      }
    }
    // A `Duration` might overflow beyond `longest`; there are errors in that case.
    var duration = Duration.seconds(min(seconds, longest))
    if case .exercise(let known) = edited,
      (known.duration.inSeconds * 1000).rounded() / 1000 == seconds
    {
      duration = known.duration
    }
    return Exercise(
      name: self[.name].nonBlank, duration: duration, intensity: intensity, kind: exerciseKind)
  }

  private func condition(_ validator: inout DraftValidator) -> DiaryEvent.Content? {
    let kind = self[.kind].nonBlank
    if kind == nil { validator.reject(.kind, .missing) }
    if let end, end < time { validator.reject(.end, .endBeforeStart) }
    return kind.map {
      DiaryCondition(DiaryCondition.Kind(rawValue: $0), until: end).content(from: time)
    }
  }

  private func entry(_ validator: inout DraftValidator) -> DiaryEntry {
    var entry = DiaryEntry(category)
    if case .entry(let known) = edited, known.category == category { entry = known }
    let needsAmount = usualAmounts != nil || category == .hemoglobinA1c
    entry.name = self[.name].nonBlank
    entry.amount = validator.number(
      .amount, usual: usualAmounts, isRequired: needsAmount,
      isPositive: [.fingerstick, .weight, .alcohol].contains(category))
    entry.unit = entry.amount == nil ? nil : unit
    if let amount = entry.amount, let possible = possibleAmounts,
      category == .hemoglobinA1c
        ? entry.hemoglobinA1c == nil : amount > 0 && !possible.contains(amount)
    {
      validator.reject(
        .amount,
        amount < possible.lowerBound
          ? .tooSmall(limit: possible.lowerBound) : .tooLarge(limit: possible.upperBound))
    }
    let longest = DiaryEvent.longestMinutes
    let minutes = validator.number(
      .minutes, usual: 0...1440, isRequired: category == .temporaryBasal, isPositive: true)
    if let minutes, minutes > longest { validator.reject(.minutes, .tooLarge(limit: longest)) }
    if minutes != entry.duration?.inMinutes {
      entry.duration = minutes.map { .seconds(min($0, longest) * 60) }
    }
    if category == .note, self[.note].nonBlank == nil, entry.name == nil {
      validator.reject(.note, .missing)
    }
    return entry
  }

  /// The amounts of a measurement that are possible in ``unit``, or `nil` for another category; others are
  /// of another unit.
  private var possibleAmounts: ClosedRange<Double>? {
    switch (category, unit) {
    case (.hemoglobinA1c, .mmolPerMol?): 9.3...195
    case (.hemoglobinA1c, _): HemoglobinA1c.bounds
    case (.fingerstick, .mmolL?): 0.6...55.5
    case (.fingerstick, .mgdL?): 10...1000
    default: nil
    }
  }

  /// The amounts that are usual in ``unit``, or `nil` if the category has none.
  private var usualAmounts: ClosedRange<Double>? {
    switch (category, unit) {
    case (.fingerstick, .mmolL?): 1.1...33.3
    case (.fingerstick, _): 20...600
    case (.ketones, _): 0...8
    case (.weight, _): 2...350
    case (.alcohol, _): 0...150
    case (.temporaryBasal, .percent?): 0...300
    case (.temporaryBasal, _): 0...10
    default: nil
    }
  }
}
