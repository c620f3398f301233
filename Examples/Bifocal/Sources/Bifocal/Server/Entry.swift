import Foundation
import GlucoseKit

/// Saves the form of an event, or returns it with its errors.
struct Entry {
  let page: PageContext
  let domain: Domain
  let form: Form

  func save() async throws -> Server.Answer {
    let day = LocalDay(form["day"], in: page.zone) ?? page.today
    var entry = EntryForm(page: page, domain: domain, values: form)
    entry.isEditing = form.has("seen")
    let id = DiaryEvent.ID(rawValue: form.has("id") ? form["id"] : DiaryEvent.ID.random().rawValue)
    let known = try page.log.event(id)
    // A form that was sent twice has been saved.
    if !entry.isEditing, known != nil { return saved(day, known, "saved") }
    if entry.isEditing, known?.fingerprint != form["seen"] {
      entry.resolve(with: known)
      return try await rejected(entry, day)
    }
    var issues = Issues(page: page, zone: known?.zone ?? page.zone)
    let time = issues.time(form, on: day, before: known)
    let event = issues.event(
      entry.category, form, id, at: time ?? page.now, before: known)
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
      let reason = DraftReason.unusuallyLarge(limit: Self.unusualBolus)
      warnings.append(text(DraftIssue(field: .units, reason: reason)))
    }
    let minute = event.time.addingTimeInterval(-59)..<event.time.addingTimeInterval(60)
    let isRepeated = try page.log.events(in: minute, of: .insulin).contains { other in
      if case .insulin(let known) = other.content { known.units == dose.units } else { false }
    }
    if isRepeated {
      warnings.append(
        page(
          "The same dose of this minute is in the diary.",
          "Dieselbe Dosis dieser Minute steht im Tagebuch."))
    }
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
    guard let instants = ClockTime(text).map({ day.instants(of: $0) }) else {
      errors["time"] = page(.badTime)
      return nil
    }
    if instants.count == 2 {
      offsets = instants.map { day.zone.offset(at: $0) }
      if let chosen = offsets.firstIndex(of: form["offset"]) { return instants[chosen] }
      errors["time"] = page(
        "On this day the clocks are set back and show this time twice.",
        "An diesem Tag werden die Uhren zurückgestellt und zeigen diese Zeit zweimal.")
      return nil
    }
    if instants.isEmpty { errors["time"] = page(.skippedTime) }
    return instants.first
  }

  mutating func event(
    _ category: DiaryEvent.Category, _ form: Form, _ id: DiaryEvent.ID, at time: Date,
    before known: DiaryEvent?
  ) -> DiaryEvent? {
    var draft = EventDraft(category, id: id, at: time, in: zone)
    if let known, known.content.category == category {
      draft = EventDraft(known, style: page.style)
      draft.time = time
    }
    for field in EventDraft.fields(of: category) {
      let text = form[field.rawValue]
      draft[field] = [.name, .kind, .note].contains(field) ? text : page.style.adapting(text)
    }
    switch category {
    case .insulin:
      // One of another program is kept.
      let action = InsulinDose.Action(rawValue: form["action"])
      let isKnown = action == draft.action || InsulinDose.Action.allCases.contains(action)
      draft.action = isKnown ? action : nil
    case .exercise:
      draft.intensity = Exercise.Intensity(rawValue: form["intensity"])
      let kind = Exercise.Kind(rawValue: form["kind"])
      let isKnown = kind == draft.exerciseKind || Exercise.Kind.allCases.contains(kind)
      draft.exerciseKind = isKnown ? kind : nil
    case .condition:
      draft[.kind] = kind(form["kind"])
      draft.end = end(form, after: time)
    default:
      if form.has("unit") { draft.unit = DiaryEntry.Unit(rawValue: form["unit"]) }
    }
    let validation = draft.validate(style: page.style, now: page.now)
    for issue in validation.errors where errors[issue.field.rawValue] == nil {
      errors[issue.field.rawValue] = text(issue)
    }
    // A plan is marked as one and needs no confirmation.
    warnings = validation.warnings.filter { $0.reason != .inTheFuture }.map(text)
    return validation.event
  }

  private func text(_ issue: DraftIssue) -> String {
    issue.text(style: page.style, strings: page.draftStrings)
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
    let instants = ClockTime(form["end"]).map { day.instants(of: $0) }
    if let end = instants?.last { return end }
    let word: Word = instants != nil ? .skippedTime : form.has("end") ? .badTime : .missingTime
    errors["end"] = page(word)
    return nil
  }
}

extension TimeZone {
  /// The difference of the clocks from GMT, such as "+02:00".
  fileprivate func offset(at instant: Date) -> String {
    let minutes = secondsFromGMT(for: instant) / 60
    return (minutes < 0 ? "-" : "+")
      + String(format: "%02d:%02d", abs(minutes) / 60, abs(minutes) % 60)
  }
}
