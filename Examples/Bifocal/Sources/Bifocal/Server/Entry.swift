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
      guard let known else { return saved(day, nil, "gone") }
      entry.fill(from: known, page)
      entry.notice = .changed
      return try await rejected(entry, day)
    }
    var issues = Issues(page: page, zone: known?.zone ?? page.zone)
    let time = issues.time(form["time"], on: day, before: known)
    let event = issues.event(domain, form.accepting(page.style), id, at: time ?? page.now)
    entry.errors = issues.errors
    if !issues.warnings.isEmpty, !form.has("confirmed") { entry.warnings = issues.warnings }
    guard let event, time != nil, entry.errors.isEmpty, entry.warnings.isEmpty else {
      return try await rejected(entry, day)
    }
    do {
      let favorite = Favorite.ID(rawValue: form["favorite"])
      if known != nil {
        try page.log.update(event)
      } else if try page.log.favorites(of: domain.category).contains(where: { $0.id == favorite }) {
        try page.log.use(favorite, for: event)
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
    return .redirect("\(page.root)/day/\(name)/\(domain.rawValue)?done=\(done)#domains")
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

  /// Returns the time that is named; now if none is and the day is today.
  mutating func time(_ text: String, on day: LocalDay, before known: DiaryEvent?) -> Date? {
    guard !text.isEmpty else {
      if day == page.today { return page.now }
      errors["time"] = page(.missingTime)
      return nil
    }
    // The seconds of a time that was not changed are kept.
    if let known, page.clock(known.time) == text, day.contains(known.time) { return known.time }
    let time = instant(text, on: day)
    if time == nil { errors["time"] = page(.badTime) }
    return time
  }

  private func instant(_ text: String, on day: LocalDay) -> Date? {
    let parts = text.split(separator: ":").map { Int($0) }
    guard parts.count >= 2, let hour = parts[0], let minute = parts[1], 0..<24 ~= hour,
      0..<60 ~= minute
    else { return nil }
    return day.time(hour: hour, minute: minute)
  }

  mutating func event(
    _ domain: Domain, _ form: Form, _ id: DiaryEvent.ID, at time: Date
  ) -> DiaryEvent? {
    switch domain {
    case .food:
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
      draft.action = InsulinDose.Action.allCases.first { $0.rawValue == form["action"] }
      draft.note = form["note"]
      return validate(draft)
    case .exercise:
      var draft = ExerciseDraft(id: id, at: time, in: zone)
      draft.name = form["name"]
      draft.hours = form["hours"]
      draft.minutes = form["minutes"]
      draft.intensity = Exercise.Intensity(rawValue: form["intensity"])
      draft.note = form["note"]
      return validate(draft)
    case .health: return condition(form, id, at: time)
    }
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

  private mutating func condition(_ form: Form, _ id: DiaryEvent.ID, at time: Date) -> DiaryEvent? {
    guard form.has("kind") else {
      errors["kind"] = page(.missing)
      return nil
    }
    let name = form["kind"]
    let kind: DiaryCondition.Kind =
      switch name {
      case page(.illness), "illness": .illness
      case page(.stress), "stress": .stress
      default: DiaryCondition.Kind(rawValue: name)
      }
    var end: Date?
    if form.has("end") || form.has("end-date") {
      let day =
        LocalDay(form["end-date"], in: page.zone) ?? LocalDay(containing: time, in: page.zone)
      end = instant(form["end"], on: day)
      if end == nil { errors["end"] = page(form.has("end") ? .badTime : .missingTime) }
      if let end, end < time { errors["end"] = page(.endBeforeStart) }
    }
    let condition = DiaryCondition(kind, until: end)
    return DiaryEvent(
      id: id, at: time, in: zone, .condition(condition),
      note: form.has("note") ? form["note"] : nil)
  }

  private func sentence(_ reason: DraftReason) -> String {
    switch reason {
    case .missing: page(.missing)
    case .notANumber: page(.notANumber)
    case .wrongSeparator(let expected): "\(page(.separator)) “\(expected)”."
    case .negative: page(.negative)
    case .zero: page(.zero)
    case .unusuallyLarge(let limit): "\(page(.large)) \(page.style.format(limit))"
    case .inTheFuture: page(.planned)
    @unknown default: page(.notANumber)
    }
  }
}

extension DraftField {
  fileprivate var word: Word {
    let words: [String: Word] = [
      "name": .name, "carbs": .carbs, "protein": .protein, "fat": .fat, "time": .time,
      "units": .dose, "hours": .hoursLong, "minutes": .minutesLong,
    ]
    return words[rawValue] ?? .note
  }
}

extension Form {
  /// Returns the form with its numbers in `style`.
  fileprivate func accepting(_ style: DecimalStyle) -> Form {
    var form = self
    for name in ["carbs", "protein", "fat", "units", "hours", "minutes"] {
      form[name] = style.accepting(self[name])
    }
    return form
  }
}

extension DecimalStyle {
  /// Returns a number of either style in this style. With one or two digits behind it, a point or a
  /// comma can only be a decimal separator; "1.500" stays as it is and is an error in the other style.
  func accepting(_ text: String) -> String {
    guard text.wholeMatch(of: /\d+[.,]\d{1,2}/) != nil else { return text }
    return text.replacing(/[.,]/, with: separator)
  }
}
