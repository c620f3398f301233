import Foundation
import GlucoseKit

/// The choices of a person.
struct SettingsPage {
  let page: PageContext
  var values: Form?
  var errors: [String: String] = [:]

  init(page: PageContext) { self.page = page }

  func html() async -> HTML {
    let choices = page.choices
    let title = page("Sound and notifications", "Ton und Mitteilungen")
    return await page.html(
      page(.settings),
      """
      <h1>\(page(.settings))</h1>
      <form id="settings" class="card" method="post" action="\(page.root)/do/settings" novalidate\(flag: "data-unsaved", !errors.isEmpty)>
      \(page.alert(errors))
      <div class="fields">
      \(input(page(.name), "name", choices.name))
      \(select(page(.unit), "unit", choices.unit, \.rawValue))
      \(input(page(.zone), "zone", choices.zone, list: TimeZone.knownTimeZoneIdentifiers))
      \(select(page("Language", "Sprache"), "language", choices.language, \.name))
      \(select(page("Target range", "Zielbereich"), "bands", choices.bands) { page($0.word) })
      \(glucose(page("Lower limit", "Untere Grenze"), "low", choices.rangeBands.low))
      \(glucose(page("Upper limit", "Obere Grenze"), "high", choices.rangeBands.high))
      \(glucose(page("Alarm below", "Alarm unter"), "alarm-low", choices.alarmLow))
      \(glucose(page("Alarm above", "Alarm über"), "alarm-high", choices.alarmHigh))
      \(input(page("Basal rates of a pump, each from a time", "Basalraten einer Pumpe, je ab einer Uhrzeit") + " (U/h)", "basal", choices.basal?.text(style: page.style) ?? ""))
      </div>
      <p class="actions"><button class="primary">\(page(.save))</button></p></form>
      <p><a href="\(page.root)/widget">\(page("A page for a home screen or a frame: glucose now and the line of the day", "Eine Seite für den Startbildschirm oder einen Rahmen: Glukose jetzt und der Verlauf des Tages"))</a></p>
      \(page.card("notify", title, """
        <p class="quiet">\(page("Only while a page is open. It is information about numbers and not a safety device.", "Nur solange eine Seite offen ist. Es ist Information über Zahlen und kein Sicherheitsgerät."))</p>
        <p><button id="allow" type="button" data-allowed="\(page("Allowed in this browser", "In diesem Browser erlaubt"))" data-denied="\(page("This browser forbids notifications; the sound works while the page is open.", "Dieser Browser verbietet Mitteilungen; der Ton geht, solange die Seite offen ist."))">\(page("Allow in this browser", "In diesem Browser erlauben"))</button>
        <span id="allow-state" role="status"></span></p>
        """))
      """)
  }

  private func input(
    _ label: String, _ name: String, _ stored: String, list: [String] = [], isNumber: Bool = false
  ) -> HTML {
    var field = Field(label, name, error: errors[name])
    field.isWide = name == "basal"
    return field.input(
      values?[name] ?? stored, limit: field.isWide ? 400 : 100, isNumber: isNumber, list: list)
  }

  private func glucose(_ label: String, _ name: String, _ value: Glucose) -> HTML {
    input("\(label) (\(page.unitName))", name, page.glucose(value), isNumber: true)
  }

  private func select<Choice: CaseIterable & RawRepresentable<String>>(
    _ label: String, _ name: String, _ chosen: Choice, _ text: (Choice) -> String
  ) -> HTML {
    Field(label, name).select(
      Choice.allCases.map { ($0.rawValue, text($0)) }, values?[name] ?? chosen.rawValue)
  }

  static func save(_ form: Form, _ page: PageContext) async throws -> Server.Answer {
    var next = page.choices
    var result = SettingsPage(page: page.moved(to: page.root + "/settings"))
    result.values = form
    if !form.has("name") {
      result.errors["name"] = page.draftStrings.sentence(on: .missing, style: page.style)
    }
    next.name = String(form["name"].prefix(100))
    if TimeZone(identifier: form["zone"]) == nil { result.errors["zone"] = page(.noZone) }
    next.zone = form["zone"]
    next.unit = GlucoseUnit(rawValue: form["unit"]) ?? next.unit
    next.language = Language(rawValue: form["language"]) ?? next.language
    next.bands = Preferences.Bands(rawValue: form["bands"]) ?? next.bands
    // The limits that are shown are those of the range; others make it a range of one's own.
    (next.low, next.high) = (page.bands.low, page.bands.high)
    let limits: [(name: String, limit: WritableKeyPath<Preferences, Glucose>)] = [
      ("low", \.low), ("high", \.high), ("alarm-low", \.alarmLow), ("alarm-high", \.alarmHigh),
    ]
    // What was shown and not changed keeps its exact value and survives a change of the unit.
    for (name, limit) in limits where form[name] != page.glucose(next[keyPath: limit]) {
      let number = try? page.style.parse(page.style.adapting(form[name]))
      let value = number.map { Glucose($0, page.unit) }
      if let value, (40...500).contains(value.mgdL.rounded()) {
        next[keyPath: limit] = value
        if !name.hasPrefix("alarm") { next.bands = .custom }
      } else if value != nil {
        let edges = "\(page.glucose(.mgdL(40)))–\(page.glucose(.mgdL(500)))"
        result.errors[name] = "\(page("It must be within", "Erlaubt ist")) \(edges)."
      } else {
        result.errors[name] = page.draftStrings.sentence(
          on: form.has(name) ? .notANumber : .missing, style: page.style)
      }
    }
    if let basal = BasalSchedule(form["basal"], style: page.style) {
      next.basal = basal.rates.isEmpty ? nil : basal
    } else {
      result.errors["basal"] = page(
        "Rates are written as in 00:00 0.7; 06:00 1.1",
        "Raten werden so geschrieben: 00:00 0,7; 06:00 1,1")
    }
    for (name, isReversed) in [
      ("low", next.low >= next.high), ("alarm-low", next.alarmLow >= next.alarmHigh),
    ] where isReversed {
      result.errors[name] = page(
        "The lower limit must be below the upper.",
        "Die untere Grenze muss unter der oberen liegen.")
    }
    guard result.errors.isEmpty else { return .page(await result.html()) }
    let chosen = next
    try await page.person.prefer { stored in
      // Alarms that were acknowledged meanwhile stay so.
      let known = stored
      stored = chosen
      (stored.responses, stored.dismissedPatterns) = (known.responses, known.dismissedPatterns)
    }
    await page.person.session.setOptions(chosen.liveOptions)
    page.person.signals.send()
    return page.answer(at: page.root + "/settings", "kept")
  }
}

extension Preferences.Bands {
  fileprivate var word: Word {
    switch self {
    case .consensus: Word("consensus", "Konsens")
    case .tight: Word("tight", "eng")
    case .pregnancy: Word("pregnancy", "Schwangerschaft")
    case .olderOrHighRisk: Word("older or at high risk", "älter oder mit hohem Risiko")
    case .arises: Word("ARISES, 4 to 10 mmol/L", "ARISES, 4 bis 10 mmol/L")
    case .custom: Word("own limits", "eigene Grenzen")
    }
  }
}

/// The people of the page, and a form to add one.
enum PeoplePage {
  static func answer(_ people: People, adding form: Form?) async throws -> Server.Answer {
    let zone = TimeZone(identifier: form?["zone"] ?? "")
    if let form, form.has("name"), zone != nil || !form.has("zone"),
      let person = try await people.add(named: String(form["name"].prefix(100)), in: zone)
    {
      return .redirect("/p/\(person.id)/settings")
    }
    let all = await people.all
    let language = await all.first?.preferences.value.language ?? .english
    func text(_ word: Word) -> String { word.text(in: language) }
    let strings = DraftStrings(locale: language.locale)
    let add = text(Word("Add a person", "Person hinzufügen"))
    var items: [HTML] = []
    for person in all {
      let name = await person.preferences.value.name
      items.append("<li><a class=\"button\" href=\"/p/\(person.id)/day\">\(name)</a></li>")
    }
    let title = text(Word("People", "Personen"))
    return .page(
      Frame.document(
        "\(title) – Bifocal", language: language,
        """
        <main id="main"><h1>\(title)</h1><ul class="people">\(items)</ul>
        \(await people.canAdd ? """
          <form class="card" method="post" action="/people"><h2>\(add)</h2>
          \(Field(strings.name(of: .name), "name").input(form?["name"] ?? "", limit: 100, " required"))
          \(Field(text(.zone), "zone", error: form == nil ? nil : text(.noZone)).input(
            form?["zone"] ?? TimeZone.current.identifier, limit: 100, " required\(flag: "data-browser-zone", form == nil)"))
          <p><button class="primary">\(add)</button></p></form>
          """ as HTML : nil)
        </main><footer><p>\(text(.informs))</p></footer>
        """))
  }
}
