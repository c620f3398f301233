// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// Saves the form of an event, or returns it with its errors.
struct Entry {
  let page: PageContext
  let domain: Domain
  let form: Form

  func save() async throws -> Server.Answer {
    let day = LocalDay(form["day"], in: page.zone) ?? page.today
    var entry = EntryForm(domain: domain, values: form)
    entry.isEditing = form.has("seen")
    let id = DiaryEvent.ID(rawValue: form.has("id") ? form["id"] : DiaryEvent.ID.random().rawValue)
    let known = try page.log.event(id)
    // A form that was sent twice has been saved.
    if !entry.isEditing, known != nil { return saved(day, known, "saved") }
    if entry.isEditing, known?.fingerprint != form["seen"] {
      entry.resolve(with: known, page)
      return try await rejected(entry, day)
    }
    var issues = Issues(page: page, zone: known?.zone ?? page.zone)
    let time = issues.time(form, on: day, before: known)
    let event = issues.event(
      entry.category, form.adapted(to: page.style), id, at: time ?? page.now, before: known)
    if known == nil, let event { try issues.question(event) }
    entry.errors = issues.errors
    entry.offsets = issues.offsets
    if !issues.warnings.isEmpty, !form.has("confirmed") { entry.warnings = issues.warnings }
    guard let event, time != nil, entry.errors.isEmpty, entry.warnings.isEmpty else {
      return try await rejected(entry, day)
    }
    do {
      let favorite = Favorite.ID(rawValue: form["favorite"])
      if known != nil {
        try page.log.update(event)
      } else if try page.log.favorites(of: entry.category).contains(where: { $0.id == favorite }) {
        try page.log.recordUse(of: favorite, for: event)
      } else {
        try page.log.add(event)
      }
    } catch {
      guard case .conditionAlreadyOngoing = error.reason else { throw error }
      entry.errors["kind"] = page(.alreadyOngoing)
      return try await rejected(entry, day)
    }
    return saved(day, event, event.time > page.now ? "plan" : "saved")
  }

  private func saved(_ day: LocalDay, _ event: DiaryEvent?, _ done: String) -> Server.Answer {
    page.person.signals.send()
    let name = day == page.today ? "today" : day.description
    let category = event?.content.category ?? domain.categories[0]
    let kept = category == domain.categories[0] ? "" : "&category=\(category.rawValue)"
    return .redirect("\(page.root)/day/\(name)/\(domain.rawValue)?done=\(done)\(kept)#domains")
  }

  private func rejected(_ entry: EntryForm, _ day: LocalDay) async throws -> Server.Answer {
    let here = page.moved(to: "\(page.root)/day/\(day.description)/\(domain.rawValue)")
    return .page(try await DayPage(page: here, day: day, domain: domain, form: entry).html)
  }
}

/// The errors and warnings of a form, and the event if there are no errors.
private struct Issues {
  let page: PageContext
  /// The zone in which the event is logged, which a change keeps.
  let zone: TimeZone
  var errors: [String: String] = [:]
  var warnings: [String] = []
  /// The two distances from GMT of a time that the clocks show twice, of which one is chosen.
  var offsets: [String] = []

  /// The dose above which a kind of insulin that covers meals is questioned, in units: what most pumps
  /// deliver at once at most.
  private static let unusualBolus = 25.0

  /// Questions what may be a slip: a large dose for a meal, and the same dose twice in a minute.
  mutating func question(_ event: DiaryEvent) throws {
    guard case .insulin(let dose) = event.content else { return }
    let lasting: [InsulinDose.Action?] = [.longActing, .intermediateActing, .premixed]
    if dose.units > Self.unusualBolus, !lasting.contains(dose.action), warnings.isEmpty {
      let sentence = sentence(.unusuallyLarge(limit: Self.unusualBolus))
      warnings.append("\(page(.dose)) \(sentence).")
    }
    let minute = event.time.addingTimeInterval(-59)..<event.time.addingTimeInterval(60)
    let isRepeated = try page.log.events(in: minute, of: .insulin).contains { other in
      if case .insulin(let known) = other.content { known.units == dose.units } else { false }
    }
    if isRepeated { warnings.append(page(.sameDose)) }
  }

  /// Returns the time that is named; now if none is and the day is today.
  mutating func time(_ form: Form, on day: LocalDay, before known: DiaryEvent?) -> Date? {
    let text = form["time"]
    guard !text.isEmpty else {
      if day == page.today { return page.now }
      errors["time"] = page(.missingTime)
      return nil
    }
    // The seconds of a time that was not changed are kept.
    if let known, page.clock(known.time) == text, day.contains(known.time) { return known.time }
    guard let reading = ClockTime(text).map({ ClockReading($0, on: day) }) else {
      errors["time"] = page(.badTime)
      return nil
    }
    if reading.instants.count == 2 {
      offsets = reading.offsets
      if let chosen = offsets.firstIndex(of: form["offset"]) { return reading.instants[chosen] }
      errors["time"] = page(.twiceTime)
      return nil
    }
    if reading.instants.isEmpty { errors["time"] = page(.skippedTime) }
    return reading.instants.first
  }

  mutating func event(
    _ category: DiaryEvent.Category, _ form: Form, _ id: DiaryEvent.ID, at time: Date,
    before known: DiaryEvent?
  ) -> DiaryEvent? {
    switch category {
    case .meal:
      var draft = MealDraft(id: id, at: time, in: zone)
      draft.name = form["name"]
      draft.carbs = form["carbs"]
      draft.protein = form["protein"]
      draft.fat = form["fat"]
      draft.note = form["note"]
      return validate(draft)
    case .insulin:
      var draft = InsulinDoseDraft(id: id, at: time, in: zone)
      draft.units = form["units"]
      // One of another program is kept.
      let action = InsulinDose.Action(rawValue: form["action"])
      let stored = known.flatMap { InsulinDoseDraft($0, style: page.style)?.action }
      if action == stored || InsulinDose.Action.allCases.contains(action) { draft.action = action }
      draft.note = form["note"]
      return validate(draft)
    case .exercise:
      var draft = ExerciseDraft(id: id, at: time, in: zone)
      draft.name = form["name"]
      draft.hours = form["hours"]
      draft.minutes = form["minutes"]
      draft.intensity = Exercise.Intensity(rawValue: form["intensity"])
      let kind = Exercise.Kind(rawValue: form["kind"])
      let stored = known.flatMap { ExerciseDraft($0, style: page.style)?.kind }
      if kind == stored || Exercise.Kind.allCases.contains(kind) { draft.kind = kind }
      draft.note = form["note"]
      return validate(draft)
    case .condition:
      var draft = ConditionDraft(id: id, at: time, in: zone)
      draft.kind = kind(form["kind"])
      draft.end = end(form, after: time)
      draft.note = form["note"]
      return validate(draft)
    default:
      var draft =
        known.flatMap { EntryDraft($0, style: page.style) }
        ?? EntryDraft(category, id: id, at: time, in: zone)
      draft.time = time
      draft.name = form["name"]
      draft.amount = form["amount"]
      if form.has("unit") { draft.unit = DiaryEntry.Unit(rawValue: form["unit"]) }
      draft.minutes = form["minutes"]
      draft.note = form["note"]
      return validate(draft)
    }
  }

  /// The stored name of a condition that is named in the language of the page.
  private func kind(_ name: String) -> String {
    let known: [DiaryCondition.Kind] = [.illness, .stress, .exercise]
    return known.first { page.name(of: $0) == name }?.rawValue ?? name
  }

  /// Returns the end that is named, on the day of the start if no day is.
  private mutating func end(_ form: Form, after start: Date) -> Date? {
    guard form.has("end") || form.has("end-date") else { return nil }
    let day =
      LocalDay(form["end-date"], in: page.zone) ?? LocalDay(containing: start, in: page.zone)
    let reading = ClockTime(form["end"]).map { ClockReading($0, on: day) }
    if let end = reading?.instants.last { return end }
    let word: Word = reading != nil ? .skippedTime : form.has("end") ? .badTime : .missingTime
    errors["end"] = page(word)
    return nil
  }

  private mutating func validate<Draft: EventDraft>(_ draft: Draft) -> DiaryEvent? {
    let validation = draft.validate(style: page.style, now: page.now)
    for issue in validation.errors where errors[issue.field.rawValue] == nil {
      errors[issue.field.rawValue] = sentence(issue.reason)
    }
    // A plan is marked as one and needs no confirmation.
    warnings = validation.warnings.filter { $0.reason != .inTheFuture }
      .map { "\(page($0.field.word)) \(sentence($0.reason))." }
    return validation.event
  }

  private func sentence(_ reason: DraftReason) -> String {
    switch reason {
    case .missing: page(.missing)
    case .notANumber: page(.notANumber)
    case .wrongSeparator(let expected): "\(page(.separator)) “\(expected)”."
    case .negative: page(.negative)
    case .zero: page(.zero)
    case .unusuallyLarge(let limit): "\(page(.large)) \(page.style.format(limit))"
    case .unusuallySmall(let limit): "\(page(.small)) \(page.style.format(limit))"
    case .endBeforeStart: page(.endBeforeStart)
    case .inTheFuture: page(.planned)
    @unknown default: page(.notANumber)
    }
  }
}

extension DraftField {
  fileprivate var word: Word {
    let words: [String: Word] = [
      "name": .name, "carbs": .carbs, "protein": .protein, "fat": .fat, "time": .time,
      "units": .dose, "hours": .hoursLong, "minutes": .minutesLong, "amount": .amount,
      "kind": .condition, "end": .end,
    ]
    return words[rawValue] ?? .note
  }
}

extension Form {
  /// Returns the form with its numbers in `style`.
  fileprivate func adapted(to style: DecimalStyle) -> Form {
    var form = self
    for name in ["carbs", "protein", "fat", "units", "hours", "minutes", "amount"] {
      form[name] = style.adapting(self[name])
    }
    return form
  }
}
