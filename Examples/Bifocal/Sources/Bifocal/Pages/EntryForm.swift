import Foundation
import GlucoseKit

/// A form for an event as text: empty, of an event to change, of a favorite, or as it was sent.
struct EntryForm {
  let page: PageContext
  let domain: Domain
  /// What is entered, one of the categories of the domain.
  private(set) var category: DiaryEvent.Category
  /// The text of each field, and what the form carries along: `id`, `seen`, and `favorite`.
  var values: Form
  var isEditing = false
  /// The sentence for each field that must be corrected.
  var errors: [String: String] = [:]
  /// What is unusual and can be saved anyway.
  var warnings: [String] = []
  /// The distances from GMT of a time that the clocks show twice.
  var offsets: [String] = []
  /// What is stored now of an event that was changed elsewhere while the form was filled in.
  private var stored: Form?
  /// What is said above the form, such as that the event was changed elsewhere.
  var notice: Word?

  init(page: PageContext, domain: Domain, values: Form) {
    (self.page, self.domain, self.values) = (page, domain, values)
    let named = DiaryEvent.Category(rawValue: values["category"])
    category = domain.categories.contains(named) ? named : domain.categories[0]
  }

  /// Creates the form that the address asks for.
  init(_ domain: Domain, page: PageContext) throws {
    var initial = Form()
    initial["category"] = page.query["category"]
    self.init(page: page, domain: domain, values: initial)
    values["id"] = DiaryEvent.ID.random().rawValue
    if page.query.has("edit") {
      guard let event = try page.log.event(DiaryEvent.ID(rawValue: page.query["edit"])) else {
        notice = .gone
        return
      }
      fill(from: event)
    } else if page.query.has("favorite") {
      let id = Favorite.ID(rawValue: page.query["favorite"])
      guard let favorite = try page.log.favorites(of: category).first(where: { $0.id == id })
      else { return }
      fill(fields: favorite.event(at: page.now, in: page.zone))
      values["favorite"] = favorite.id.rawValue
    }
  }

  /// Fills the form with an event that is to be changed.
  private mutating func fill(from event: DiaryEvent) {
    isEditing = true
    values["id"] = event.id.rawValue
    values["seen"] = event.fingerprint
    values["time"] = page.clock(event.time)
    fill(fields: event)
    if let end = EventDraft(event, style: page.style).end {
      values["end-date"] = LocalDay(containing: end, in: page.zone).description
      values["end"] = page.clock(end)
    }
  }

  /// Keeps what was entered into the form of an event that was changed or removed meanwhile, and
  /// shows what is stored beside it.
  mutating func resolve(with known: DiaryEvent?) {
    guard let known else {
      notice = Word(
        "It was removed elsewhere in the meantime. Saved, it is there again.",
        "Es wurde inzwischen anderswo entfernt. Nach dem Speichern ist es wieder da.")
      isEditing = false
      values["id"] = DiaryEvent.ID.random().rawValue
      values["seen"] = ""
      return
    }
    var other = self
    other.fill(from: known)
    notice = Word(
      "It was changed elsewhere in the meantime. What is stored now is beside what you entered.",
      "Es wurde inzwischen anderswo geändert. Was jetzt gespeichert ist, steht neben der Eingabe.")
    stored = other.values
    values["seen"] = other.values["seen"]
  }

  private mutating func fill(fields event: DiaryEvent) {
    category = event.content.category
    let draft = EventDraft(event, style: page.style)
    for field in EventDraft.fields(of: category) { values[field.rawValue] = draft[field] }
    switch category {
    case .insulin: values["action"] = draft.action?.rawValue ?? ""
    case .exercise:
      values["intensity"] = draft.intensity?.rawValue ?? ""
      values["kind"] = draft.exerciseKind?.rawValue ?? ""
    case .condition:
      values["kind"] = page.name(of: DiaryCondition.Kind(rawValue: draft[.kind]))
    default: values["unit"] = draft.unit?.rawValue ?? ""
    }
  }

  func html(_ day: LocalDay) -> HTML {
    let name = page.name(of: category)
    let title = "\(page(isEditing ? .change : Word("Add", "Eintragen"))): \(name)"
    return """
      <form id="entry" class="entry" method="post" action="\(page.root)/do/\(domain.rawValue)" novalidate aria-labelledby="entry-title"\(flag: "data-unsaved", notice != nil || !errors.isEmpty || !warnings.isEmpty)>
      <h3 id="entry-title">\(title)</h3>
      \(notice.map { "<p class=\"warning\" role=\"alert\">\(page($0))</p>" as HTML })
      \(errors.isEmpty ? nil : "<p class=\"error\" role=\"alert\">\(page(.correct)) \(errors.values.sorted().joined(separator: " "))</p>" as HTML)
      \(warnings.isEmpty ? nil : "<p class=\"warning\" role=\"alert\">\(page("Unusual, please check:", "Ungewöhnlich, bitte prüfen:")) \(warnings.joined(separator: " "))</p>" as HTML)
      \(["id", "seen", "favorite"].map { "<input type=\"hidden\" name=\"\($0)\" value=\"\(values[$0])\">" as HTML })
      <input type="hidden" name="day" value="\(day.description)">
      <input type="hidden" name="category" value="\(category.rawValue)">
      <div class="fields">\(fields(day))</div>
      <p class="actions">
      \(warnings.isEmpty
        ? "<button class=\"primary\">\(page(.save))</button>" as HTML
        : "<button class=\"primary\" name=\"confirmed\" value=\"1\">\(page("Save anyway", "Trotzdem speichern"))</button>" as HTML)
      \(isEditing || !warnings.isEmpty || !errors.isEmpty
        ? "<a class=\"button\" href=\"\(page.root)/day/\(day.description)/\(domain.rawValue)\">\(page("Cancel", "Abbrechen"))</a>" as HTML : nil)
      </p></form>
      """
  }

  private func fields(_ day: LocalDay) -> HTML {
    let needsTime = day != page.today
    let timeHint = needsTime ? "" : " (\(page("empty: now", "leer: jetzt")))"
    let time: HTML = "\(input(page(.time) + timeHint, "time", type: "time"))\(offset)"
    let note = input(page(.note), "note")
    switch category {
    case .meal:
      return """
        \(input(page(.name), "name"))
        \(input(page(.carbs) + " (g)", "carbs", isNumber: true))
        \(input(page(.protein) + " (g)", "protein", isNumber: true))
        \(input(page(.fat) + " (g)", "fat", isNumber: true))
        \(time)\(note)
        """
    case .insulin:
      let actions = InsulinDose.Action.allCases.map { ($0.rawValue, page.name(of: $0)) }
      return """
        \(input("\(page("Dose", "Dosis")) (\(page(.units)))", "units", isNumber: true))
        \(select(page("Kind of insulin", "Art des Insulins"), "action", withStored("action", actions)))
        \(time)\(note)
        """
    case .exercise:
      let kinds = Exercise.Kind.allCases.map { ($0.rawValue, page.name(of: $0)) }
      let intensities = Exercise.Intensity.allCases.map { ($0.rawValue, page.name(of: $0)) }
      return """
        \(input(page(.name), "name"))
        \(input(page("Hours", "Stunden"), "hours", isNumber: true))
        \(input(page(.minutesLong), "minutes", isNumber: true))
        \(select(page(.intensity), "intensity", [("", page(.unknown))] + intensities))
        \(select(page("Kind of exercise", "Art der Bewegung"), "kind", withStored("kind", kinds)))
        \(time)\(note)
        """
    case .condition:
      return """
        \(input(page(.condition), "kind", list: [page(.illness), page(.stress)]))
        \(input(page("Start", "Beginn") + timeHint, "time", type: "time"))\(offset)
        \(input("\(page(.end)): \(page(.date)) (\(page("empty: going on", "leer: hält an")))", "end-date", type: "date"))
        \(input("\(page(.end)): \(page(.time))", "end", type: "time"))
        \(note)
        """
    default: return "\(entryFields)\(time)\(note)"
    }
  }

  /// The choice between the two instants of a time that the clocks show twice.
  private var offset: HTML? {
    guard offsets.count == 2 else { return nil }
    let names = zip([Word("first", "die erste"), Word("second", "die zweite")], offsets).map {
      "\(page($0)), \($1)"
    }
    return select(
      page("Which of the two", "Welche von beiden"), "offset", Array(zip(offsets, names)))
  }

  /// What is stored beside what was entered, if that is something else.
  private func other(_ name: String) -> String? {
    stored.flatMap { $0[name] == values[name] ? nil : $0[name] }
  }

  /// Returns the choices of a field with none and, if the event has one of another program, that one.
  private func withStored(_ name: String, _ choices: [(String, String)]) -> [(String, String)] {
    let stored = values[name]
    let isKnown = stored.isEmpty || choices.contains { $0.0 == stored }
    return [("", page(.unknown))] + choices + (isKnown ? [] : [(stored, stored)])
  }

  /// The name, the amount with its unit, and the duration, as far as the category has them.
  private var entryFields: HTML {
    var units = EventDraft.units(of: category).map(\.rawValue)
    if category == .fingerstick { units.sort { left, _ in left == page.unitName } }
    if let stored = values.fields["unit"], !stored.isEmpty, !units.contains(stored) {
      units.append(stored)
    }
    let hasName =
      [.medication, .alcohol, .sensorChange, .siteChange].contains(category) || values.has("name")
    let label = units.count == 1 ? "\(page(.amount)) (\(units[0]))" : page(.amount)
    return """
      \(hasName ? input(page(.name), "name") : nil)
      \(units.isEmpty ? nil : input(label, "amount", isNumber: true))
      \(category == .alcohol ? "<p class=\"hint field\">\(page("0.5 l of beer of 5 % or 0.2 l of wine of 12 % has about 20 g.", "0,5 l Bier mit 5 % oder 0,2 l Wein mit 12 % haben etwa 20 g."))</p>" as HTML : nil)
      \(units.count < 2 ? nil : select(page(.unit), "unit", units.map { ($0, $0) }))
      \(category == .temporaryBasal ? input(page(.minutesLong), "minutes", isNumber: true) : nil)
      """
  }

  private func input(
    _ label: String, _ name: String, type: String = "text", isNumber: Bool = false,
    list: [String] = []
  ) -> HTML {
    var field = Field(label, name, error: errors[name])
    field.hint = other(name).map { "\(page(.storedNow)): \($0.isEmpty ? "–" : $0)" }
    return field.input(
      values[name], type: type, limit: type != "text" ? nil : name == "note" ? 1000 : 200,
      isNumber: isNumber, list: list)
  }

  private func select(_ label: String, _ name: String, _ options: [(String, String)]) -> HTML {
    var field = Field(label, name)
    field.hint = other(name).map { other in
      "\(page(.storedNow)): \(options.first { $0.0 == other }?.1 ?? other)"
    }
    return field.select(options, values[name])
  }
}

extension DiaryEvent {
  /// A digest of the content, by which a form notices that the event was changed meanwhile.
  var fingerprint: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return ((try? encoder.encode(self)) ?? Data()).digest
  }
}
