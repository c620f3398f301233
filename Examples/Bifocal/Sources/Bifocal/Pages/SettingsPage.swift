import Foundation
import GlucoseKit

/// The choices of a person.
struct SettingsPage {
  let page: PageContext
  var values: Form?
  var errors: [String: String] = [:]

  init(page: PageContext) { self.page = page }

  var html: HTML {
    get async {
      let choices = page.choices
      let units = GlucoseUnit.allCases.map { ($0.rawValue, $0.rawValue) }
      let bands: [(String, String)] = Preferences.Bands.allCases.map {
        ($0.rawValue, page($0.word))
      }
      return await Frame.page(
        page, title: page(.settings),
        """
        <h1>\(page(.settings))</h1>
        <form id="settings" class="card" method="post" action="\(page.root)/do/settings" novalidate\(flag: "data-unsaved", !errors.isEmpty)>
        \(errors.isEmpty ? nil : "<p class=\"error\" role=\"alert\">\(page(.correct)) \(errors.values.sorted().joined(separator: " "))</p>" as HTML)
        <div class="fields">
        \(input(.name, "name", choices.name))
        \(select(.unit, "unit", units, choices.unit.rawValue))
        \(input(.zone, "zone", choices.zone, list: TimeZone.knownTimeZoneIdentifiers))
        \(select(.language, "language", Language.allCases.map { ($0.rawValue, $0.name) }, choices.language.rawValue))
        \(select(Word("Target range", "Zielbereich"), "bands", bands, choices.bands.rawValue))
        \(glucose(Word("Lower limit", "Untere Grenze"), "low", choices.rangeBands.low))
        \(glucose(Word("Upper limit", "Obere Grenze"), "high", choices.rangeBands.high))
        \(glucose(Word("Alarm below", "Alarm unter"), "alarm-low", choices.alarmLow))
        \(glucose(Word("Alarm above", "Alarm über"), "alarm-high", choices.alarmHigh))
        \(input(Word("Basal rates of a pump, each from a time", "Basalraten einer Pumpe, je ab einer Uhrzeit"), "basal", choices.basal?.text(style: page.style) ?? "", unit: " (U/h)"))
        </div>
        <p class="actions"><button class="primary">\(page(.save))</button></p></form>
        <p><a href="\(page.root)/widget">\(page("A page for a home screen or a frame: glucose now and the line of the day", "Eine Seite für den Startbildschirm oder einen Rahmen: Glukose jetzt und der Verlauf des Tages"))</a></p>
        <section class="card" aria-labelledby="notify"><h2 id="notify">\(page("Sound and notifications", "Ton und Mitteilungen"))</h2>
        <p class="quiet">\(page("Only while a page is open. It is information about numbers and not a safety device.", "Nur solange eine Seite offen ist. Es ist Information über Zahlen und kein Sicherheitsgerät."))</p>
        <p><button id="allow" type="button" data-allowed="\(page("Allowed in this browser", "In diesem Browser erlaubt"))" data-denied="\(page("This browser forbids notifications; the sound works while the page is open.", "Dieser Browser verbietet Mitteilungen; der Ton geht, solange die Seite offen ist."))">\(page("Allow in this browser", "In diesem Browser erlauben"))</button>
        <span id="allow-state" role="status"></span></p></section>
        """)
    }
  }

  private func text(_ name: String, _ stored: String) -> String { values?[name] ?? stored }

  private func input(
    _ word: Word, _ name: String, _ stored: String, list: [String] = [], unit: String = "",
    isNumber: Bool = false
  ) -> HTML {
    var field = Field(page(word) + unit, name, error: errors[name])
    field.isWide = name == "basal"
    return field.input(
      text(name, stored), limit: field.isWide ? 400 : 100, isNumber: isNumber, list: list)
  }

  private func glucose(_ word: Word, _ name: String, _ value: Glucose) -> HTML {
    input(word, name, page.glucose(value), unit: " (\(page.unitName))", isNumber: true)
  }

  private func select(
    _ word: Word, _ name: String, _ options: [(String, String)], _ chosen: String
  ) -> HTML {
    Field(page(word), name).select(options, text(name, chosen))
  }

  func save(_ form: Form) async throws -> Server.Answer {
    var next = page.choices
    var result = SettingsPage(page: page.moved(to: page.root + "/settings"))
    result.values = form
    if !form.has("name") { result.errors["name"] = page.draftStrings.missing }
    next.name = String(form["name"].prefix(100))
    if TimeZone(identifier: form["zone"]) == nil { result.errors["zone"] = page(.noZone) }
    next.zone = form["zone"]
    next.unit = GlucoseUnit(rawValue: form["unit"]) ?? next.unit
    next.language = Language(rawValue: form["language"]) ?? next.language
    next.bands = Preferences.Bands(rawValue: form["bands"]) ?? next.bands
    // The limits that are shown are those of the range; others make it a range of one's own.
    next.low = page.bands.low
    next.high = page.bands.high
    let limits: [(String, WritableKeyPath<Preferences, Glucose>)] = [
      ("low", \.low), ("high", \.high), ("alarm-low", \.alarmLow), ("alarm-high", \.alarmHigh),
    ]
    for (name, limit) in limits {
      // What was shown and not changed keeps its exact value and survives a change of the unit.
      if form[name] == page.glucose(next[keyPath: limit]) { continue }
      do {
        guard let number = try page.style.parse(page.style.adapting(form[name])) else {
          result.errors[name] = page.draftStrings.missing
          continue
        }
        let value = Glucose(number, page.unit)
        guard (40...500).contains(value.mgdL.rounded()) else {
          let edges = "\(page.glucose(.mgdL(40)))–\(page.glucose(.mgdL(500)))"
          result.errors[name] = "\(page("It must be within", "Erlaubt ist")) \(edges)."
          continue
        }
        next[keyPath: limit] = value
        if !name.hasPrefix("alarm") { next.bands = .custom }
      } catch { result.errors[name] = page.draftStrings.notANumber }
    }
    if let basal = BasalSchedule(form["basal"], style: page.style) {
      next.basal = basal.rates.isEmpty ? nil : basal
    } else {
      result.errors["basal"] = page(
        "Rates are written as in 00:00 0.7; 06:00 1.1",
        "Raten werden so geschrieben: 00:00 0,7; 06:00 1,1")
    }
    if next.low >= next.high { result.errors["low"] = page(.limitsOrder) }
    if next.alarmLow >= next.alarmHigh { result.errors["alarm-low"] = page(.limitsOrder) }
    guard result.errors.isEmpty else { return .page(await result.html) }
    let chosen = next
    try await page.person.prefer { stored in
      // Alarms that were acknowledged meanwhile stay so.
      var merged = chosen
      merged.responses = stored.responses
      merged.dismissedPatterns = stored.dismissedPatterns
      stored = merged
    }
    await page.person.session.setOptions(chosen.liveOptions)
    page.person.signals.send()
    return Actions.back(page.root + "/settings", page, "kept")
  }
}

extension Preferences.Bands {
  var word: Word {
    switch self {
    case .consensus: .consensus
    case .tight: .tight
    case .pregnancy: .pregnancy
    case .olderOrHighRisk: .olderOrHighRisk
    case .arises: Word("ARISES, 4 to 10 mmol/L", "ARISES, 4 bis 10 mmol/L")
    case .custom: .custom
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
    let choices = await all.first?.preferences.value
    let language = choices?.language ?? .english
    func text(_ word: Word) -> String { word.text(in: language) }
    var items: [HTML] = []
    for person in all {
      let name = await person.preferences.value.name
      items.append("<li><a class=\"button\" href=\"/p/\(person.id)/day\">\(name)</a></li>")
    }
    let canAdd = await people.canAdd
    return .page(
      Frame.document(
        "\(text(.people)) – Bifocal", language: language,
        """
        <main id="main"><h1>\(text(.people))</h1><ul class="people">\(items)</ul>
        \(canAdd ? """
          <form class="card" method="post" action="/people"><h2>\(text(.addPerson))</h2>
          \(Field(text(.name), "name").input(form?["name"] ?? "", limit: 100, " required"))
          \(Field(text(.zone), "zone", error: form == nil ? nil : text(.noZone)).input(
            form?["zone"] ?? TimeZone.current.identifier, limit: 100, " required\(flag: "data-browser-zone", form == nil)"))
          <p><button class="primary">\(text(.addPerson))</button></p></form>
          """ as HTML : nil)
        </main><footer><p>\(text(.informs))</p></footer>
        """))
  }
}
