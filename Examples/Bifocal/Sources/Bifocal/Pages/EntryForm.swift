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
  var errors: [String: String] = [:]
  var warnings: [String] = []
  /// The distances from GMT of a time that the clocks show twice.
  var offsets: [String] = []
  /// What is stored now of an event that was changed elsewhere while the form was filled in.
  private var stored: Form?
  var notice: Word?

  init(page: PageContext, domain: Domain, values: Form) {
    (self.page, self.domain, self.values) = (page, domain, values)
    let named = DiaryEvent.Category(rawValue: values["category"])
    category = domain.categories.contains(named) ? named : domain.categories[0]
  }

  init(_ domain: Domain, page: PageContext) throws {
    self.init(page: page, domain: domain, values: page.query)
    values = Form()
    values["id"] = DiaryEvent.ID.random().rawValue
    if page.query.has("edit") {
      if let event = try page.log.event(DiaryEvent.ID(rawValue: page.query["edit"])) {
        fill(from: event)
      } else {
        notice = .gone
      }
    } else if page.query.has("favorite"),
      let favorite = try page.log.favorites(of: category)
        .first(where: { $0.id.rawValue == page.query["favorite"] })
    {
      fill(fields: favorite.event(at: page.now, in: page.zone))
      values["favorite"] = favorite.id.rawValue
    }
  }

  private mutating func fill(from event: DiaryEvent) {
    isEditing = true
    values["id"] = event.id.rawValue
    values["seen"] = event.fingerprint
    values["time"] = page.clock(event.time)
    fill(fields: event)
    if let end = EventDraft(event, style: page.style).end {
      values["end-date"] = page.day(of: end).description
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
    let title = page(isEditing ? .change : Word("Add", "Eintragen"))
    let isRejected = !errors.isEmpty || !warnings.isEmpty
    return """
      <form id="entry" class="entry" method="post" action="\(page.root)/do/\(domain.rawValue)" novalidate aria-labelledby="entry-title"\(flag: "data-unsaved", notice != nil || isRejected)>
      <h3 id="entry-title">\(title): \(page.name(of: category))</h3>
      \(notice.map { "<p class=\"warning\" role=\"alert\">\(page($0))</p>" as HTML })
      \(page.alert(errors))
      \(warnings.isEmpty ? nil : "<p class=\"warning\" role=\"alert\">\(page("Unusual, please check:", "Ungewöhnlich, bitte prüfen:")) \(warnings.joined(separator: " "))</p>" as HTML)
      \(["id", "seen", "favorite"].map { "<input type=\"hidden\" name=\"\($0)\" value=\"\(values[$0])\">" as HTML })
      <input type="hidden" name="day" value="\(day)">
      <input type="hidden" name="category" value="\(category.rawValue)">
      <div class="fields">\(fields(day))</div>
      <p class="actions">
      \(warnings.isEmpty
        ? "<button class=\"primary\">\(page(.save))</button>" as HTML
        : "<button class=\"primary\" name=\"confirmed\" value=\"1\">\(page("Save anyway", "Trotzdem speichern"))</button>" as HTML)
      \(isEditing || isRejected
        ? "<a class=\"button\" href=\"\(page.path(of: day))/\(domain.rawValue)\">\(page("Cancel", "Abbrechen"))</a>" as HTML : nil)
      </p></form>
      """
  }

  private func fields(_ day: LocalDay) -> HTML {
    let now = day == page.today ? " (\(page("empty: now", "leer: jetzt")))" : ""
    let start = category == .condition ? page("Start", "Beginn") : page(.time)
    return """
      \(EventDraft.fields(of: category).filter { $0 != .note }.compactMap(control))\(choices)
      \(input(start + now, "time", type: "time"))\(offset)\(end)
      \(input(page(.note), "note"))
      """
  }

  /// The control of a text or a number, if the category has it.
  private func control(_ field: EventDraft.Field) -> HTML? {
    let label = page(field)
    func number(_ unit: String?) -> HTML {
      input(label + (unit.map { " (\($0))" } ?? ""), field.rawValue, isNumber: true)
    }
    switch field {
    case .carbs, .protein, .fat: return number("g")
    case .units:
      return input("\(page("Dose", "Dosis")) (\(page.strings["units"]))", "units", isNumber: true)
    case .hours: return number(nil)
    case .minutes:
      return [.exercise, .temporaryBasal].contains(category) ? number(nil) : nil
    case .amount:
      var units = EventDraft.units(of: category).map(\.rawValue)
      if category == .fingerstick { units.sort { left, _ in left == page.unitName } }
      return units.first.map { unit in
        """
        \(number(units.count == 1 ? unit : nil))
        \(category == .alcohol ? "<p class=\"hint field\">\(page("0.5 l of beer of 5 % or 0.2 l of wine of 12 % has about 20 g.", "0,5 l Bier mit 5 % oder 0,2 l Wein mit 12 % haben etwa 20 g."))</p>" as HTML : nil)
        \(units.count == 1 ? nil : select(page(.unit), "unit", units.map { ($0, $0) }))
        """
      }
    case .kind:
      let kinds = [DiaryCondition.Kind.illness, .stress].map { page.name(of: $0) }
      return input(page.strings["condition"], "kind", list: kinds)
    case .name:
      let named: [DiaryEvent.Category] = [
        .meal, .exercise, .medication, .alcohol, .sensorChange, .siteChange,
      ]
      return named.contains(category) || values.has("name") ? input(label, "name") : nil
    default: return nil
    }
  }

  private var choices: HTML? {
    func choice<Choice: RawRepresentable<String>>(
      _ label: String, _ name: String, _ all: [Choice], _ text: (Choice) -> String
    ) -> HTML {
      select(label, name, [("", page(.unknown))] + all.map { ($0.rawValue, text($0)) })
    }
    switch category {
    case .insulin:
      return choice(
        page("Kind of insulin", "Art des Insulins"), "action", InsulinDose.Action.allCases,
        page.name(of:))
    case .exercise:
      return """
        \(choice(page.strings["intensity"], "intensity", Exercise.Intensity.allCases, page.name(of:)))
        \(choice(page("Kind of exercise", "Art der Bewegung"), "kind", Exercise.Kind.allCases, page.name(of:)))
        """
    default: return nil
    }
  }

  private var end: HTML? {
    category != .condition
      ? nil
      : """
      \(input("\(page(.end)): \(page(.date)) (\(page("empty: going on", "leer: hält an")))", "end-date", type: "date"))
      \(input("\(page(.end)): \(page(.time))", "end", type: "time"))
      """
  }

  /// The choice between the two instants of a time that the clocks show twice.
  private var offset: HTML? {
    guard offsets.count == 2 else { return nil }
    let names = [page("first", "die erste"), page("second", "die zweite")]
    return select(
      page("Which of the two", "Welche von beiden"), "offset",
      zip(offsets, names).map { ($0, "\($1), \($0)") })
  }

  /// What is stored beside what was entered, if that is something else.
  private func hint(_ name: String, _ text: (String) -> String) -> String? {
    guard let other = stored?[name], other != values[name] else { return nil }
    return "\(page("Stored now", "Jetzt gespeichert")): \(text(other))"
  }

  private func input(
    _ label: String, _ name: String, type: String = "text", isNumber: Bool = false,
    list: [String] = []
  ) -> HTML {
    var field = Field(label, name, error: errors[name])
    field.hint = hint(name) { $0.isEmpty ? "–" : $0 }
    return field.input(
      values[name], type: type, limit: type != "text" ? nil : name == "note" ? 1000 : 200,
      isNumber: isNumber, list: list)
  }

  /// A list of choices and, if the event has one of another program, that one.
  private func select(_ label: String, _ name: String, _ options: [(String, String)]) -> HTML {
    let value = values[name]
    var field = Field(label, name)
    field.hint = hint(name) { other in options.first { $0.0 == other }?.1 ?? other }
    let isKnown = value.isEmpty || options.contains { $0.0 == value }
    return field.select(options + (isKnown ? [] : [(value, value)]), value)
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
