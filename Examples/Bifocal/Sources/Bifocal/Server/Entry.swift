import Foundation
import GlucoseKit

extension EntryForm {
  /// The dose above which a kind of insulin that covers meals is questioned, in units: what most pumps
  /// deliver at once at most.
  private static let unusualBolus = 25.0

  /// Saves the event, or returns the form with its errors.
  mutating func save() async throws -> Server.Answer {
    let day = LocalDay(values["day"], in: page.zone) ?? page.today
    isEditing = values.has("seen")
    let id = values.has("id") ? DiaryEvent.ID(rawValue: values["id"]) : .random()
    let known = try page.log.event(id)
    // A form that was sent twice has been saved.
    if !isEditing, let known { return saved(day, known) }
    if isEditing, known?.fingerprint != values["seen"] {
      resolve(with: known)
      return try await rejected(day)
    }
    let time = time(on: day, before: known)
    let event = event(id, at: time ?? page.now, before: known)
    if known == nil, let event { try question(event) }
    if values.has("confirmed") { warnings = [] }
    guard let event, time != nil, errors.isEmpty, warnings.isEmpty else {
      return try await rejected(day)
    }
    do {
      let favorite = Favorite.ID(rawValue: values["favorite"])
      if known != nil {
        try page.log.update(event)
      } else if try page.log.favorites(of: category).contains(where: { $0.id == favorite }) {
        try page.log.recordUse(of: favorite, for: event)
      } else {
        try page.log.add(event)
      }
    } catch {
      guard case .conditionAlreadyOngoing = error.reason else { throw error }
      errors["kind"] = page(.alreadyOngoing)
      return try await rejected(day)
    }
    return saved(day, event)
  }

  private func saved(_ day: LocalDay, _ event: DiaryEvent) -> Server.Answer {
    page.person.signals.send()
    let done = event.time > page.now ? "plan" : "saved"
    let category = event.content.category
    let kept = category == domain.categories[0] ? "" : "&category=\(category.rawValue)"
    return .redirect("\(page.livePath(of: day))/\(domain.rawValue)?done=\(done)\(kept)#domains")
  }

  private func rejected(_ day: LocalDay) async throws -> Server.Answer {
    let here = page.moved(to: "\(page.path(of: day))/\(domain.rawValue)")
    return .page(try await DayPage(page: here, day: day, domain: domain, form: self).html())
  }

  /// Questions what may be a slip: a large dose for a meal, and the same dose twice in a minute.
  private mutating func question(_ event: DiaryEvent) throws {
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
  private mutating func time(on day: LocalDay, before known: DiaryEvent?) -> Date? {
    let text = values["time"]
    if text.isEmpty, day == page.today { return page.now }
    // The seconds of a time that was not changed are kept.
    if let known, page.clock(known.time) == text, day.contains(known.time) { return known.time }
    let instants = instants("time", on: day)
    guard instants.count == 2 else { return instants.first }
    offsets = instants.map { time in
      let minutes = day.zone.secondsFromGMT(for: time) / 60
      let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
      return (minutes < 0 ? "-" : "+") + String(format: "%02d:%02d", hours, rest)
    }
    if let chosen = offsets.firstIndex(of: values["offset"]) { return instants[chosen] }
    errors["time"] = page(
      "On this day the clocks are set back and show this time twice.",
      "An diesem Tag werden die Uhren zurückgestellt und zeigen diese Zeit zweimal.")
    return nil
  }

  /// Returns the instants at which the clocks of a day show the time of a field, or states why there is
  /// none.
  private mutating func instants(_ field: String, on day: LocalDay) -> [Date] {
    let instants = ClockTime(values[field]).map { day.instants(of: $0) }
    if let instants, !instants.isEmpty { return instants }
    errors[field] =
      if instants != nil {
        page(
          "On this day the clocks are set forward and do not show this time. Which time was it?",
          "An diesem Tag werden die Uhren vorgestellt und zeigen diese Zeit nicht. Welche war es?")
      } else if values.has(field) {
        page("This is not a time.", "Das ist keine Uhrzeit.")
      } else {
        page("A time is needed.", "Eine Uhrzeit wird benötigt.")
      }
    return []
  }

  private mutating func event(
    _ id: DiaryEvent.ID, at time: Date, before known: DiaryEvent?
  ) -> DiaryEvent? {
    // A change keeps the zone.
    var draft = EventDraft(category, id: id, at: time, in: known?.zone ?? page.zone)
    if let known, known.content.category == category {
      draft = EventDraft(known, style: page.style)
      draft.time = time
    }
    for field in EventDraft.fields(of: category) {
      let text = values[field.rawValue]
      draft[field] = [.name, .kind, .note].contains(field) ? text : page.style.adapting(text)
    }
    /// The choice of a field; one of another program is kept.
    func choice<Choice: RawRepresentable<String> & CaseIterable & Equatable>(
      _ name: String, _ known: Choice?
    ) -> Choice? {
      let choice = Choice(rawValue: values[name])
      return choice == known || Choice.allCases.contains { $0 == choice } ? choice : nil
    }
    switch category {
    case .insulin: draft.action = choice("action", draft.action)
    case .exercise:
      draft.intensity = choice("intensity", draft.intensity)
      draft.exerciseKind = choice("kind", draft.exerciseKind)
    case .condition:
      // One that is named in the language of the page has a name in the diary.
      let kinds: [DiaryCondition.Kind] = [.illness, .stress, .exercise]
      let kind = kinds.first { page.name(of: $0) == values["kind"] }
      draft[.kind] = kind?.rawValue ?? values["kind"]
      if values.has("end") || values.has("end-date") {
        // Without a day, it is on that of the start.
        let day = LocalDay(values["end-date"], in: page.zone) ?? page.day(of: time)
        draft.end = instants("end", on: day).last
      } else {
        draft.end = nil
      }
    default:
      if values.has("unit") { draft.unit = DiaryEntry.Unit(rawValue: values["unit"]) }
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
}
