import Foundation
import GlucoseKit

enum Domain: String, CaseIterable, Sendable {
  case food, exercise, insulin, health

  /// What is entered in the domain, first what its form is for at first.
  var categories: [DiaryEvent.Category] {
    switch self {
    case .food: [.meal, .alcohol]
    case .exercise: [.exercise]
    case .insulin: [.insulin, .temporaryBasal]
    case .health:
      [
        .condition, .fingerstick, .ketones, .weight, .medication, .hemoglobinA1c, .sensorChange,
        .siteChange, .note,
      ]
    }
  }

  /// The conditions that have a switch in the domain.
  var switches: [DiaryCondition.Kind] {
    self == .exercise ? [.exercise] : self == .health ? [.illness, .stress] : []
  }

  init?(of event: DiaryEvent) {
    let category: DiaryEvent.Category =
      event.condition?.kind == .exercise ? .exercise : event.content.category
    guard let domain = Self.allCases.first(where: { $0.categories.contains(category) }) else {
      return nil
    }
    self = domain
  }

  var word: Word {
    switch self {
    case .food: Word("Food", "Essen")
    case .exercise: .exercise
    case .insulin: .insulin
    case .health: Word("Health", "Befinden")
    }
  }
}

extension DiaryEvent {
  var condition: DiaryCondition? {
    if case .condition(let condition) = content { condition } else { nil }
  }
}

/// The indicators of the four domains, and the one that is unfolded: a form, favorites, a table.
struct DomainPanel {
  let page: PageContext
  let day: LocalDay
  let domain: Domain?
  let events: [DiaryEvent]
  let report: DayReport
  let form: EntryForm?

  /// What happened already; plans are in the table and not in the totals.
  private var past: [DiaryEvent] { events.filter { $0.time <= page.now } }

  func html() throws -> HTML {
    let last = try page.lastDay()
    // Of four weeks.
    let patterns = try page.history.patterns(of: last.advanced(by: -27)...last, bands: page.bands)
      .filter { !page.choices.dismissedPatterns.contains($0.key) }
    return """
      <nav id="domains" data-live class="domains" aria-label="\(page("Diary of the day", "Tagebuch des Tages"))"><ul>
      \(try Domain.allCases.map(tile))
      <li class="advice"><a href="\(page.root)/patterns"><span class="name">\(page(.advice))</span>
      <span class="total">\(patterns.count)</span> <span class="quiet">28 \(page.strings["days"])</span></a></li>
      </ul></nav>
      \(try domain.map(panel))
      """
  }

  private func tile(_ domain: Domain) throws -> HTML {
    // A domain that is open is closed by its link.
    let isOpen = domain == self.domain
    let query = ShownHours.query(ShownHours(page, day).count)
    let detail = try detail(domain).joined(separator: ", ")
    return """
      <li class="\(domain.rawValue)"><a href="\(page.livePath(of: day))\(isOpen ? "" : "/" + domain.rawValue)\(query)#\(isOpen ? "domains" : "panel")"\
      \(attribute: "aria-current", isOpen ? "true" : nil)>
      <span class="name">\(page(domain.word))</span> <span class="total">\(total(domain))</span>
      \(detail.isEmpty ? nil : "<span class=\"quiet\">\(detail)</span>" as HTML)</a></li>
      """
  }

  private func total(_ domain: Domain) -> String {
    switch domain {
    case .food: return page.grams(report.nutrition.carbs ?? 0)
    case .exercise: return page.duration(report.exercise.duration)
    case .insulin: return "\(page.amount(report.insulin.units ?? 0)) \(page.strings["units"])"
    case .health:
      let names = report.conditions.keys.filter { $0 != .exercise }.map { page.name(of: $0) }
      guard names.isEmpty else { return names.sorted().joined(separator: ", ") }
      let count = past.count { $0.condition == nil && Domain(of: $0) ?? .health == .health }
      return switch count {
      case 0: page("none", "nichts")
      case 1: page("1 entry", "1 Eintrag")
      default: "\(count) \(page("entries", "Einträge"))"
      }
    }
  }

  private func detail(_ domain: Domain) throws -> [String] {
    let status = day == page.today ? try page.log.status(at: page.now, in: page.zone) : nil
    switch domain {
    case .food:
      let alcohol = past.compactMap { event -> Double? in
        guard case .entry(let entry) = event.content, entry.category == .alcohol else { return nil }
        return entry.unit == .grams ? entry.amount : nil
      }
      let nutrition = report.nutrition
      let grams = [
        (page(.protein), nutrition.protein), (page(.fat), nutrition.fat),
        (page.name(of: .alcohol), alcohol.isEmpty ? nil : alcohol.reduce(0, +)),
      ].map { name, grams in grams.map { "\(name) \(page.grams($0))" } }
      let unknown =
        "+ \(nutrition.mealsWithoutCarbs) \(page("meals without carbohydrate", "Mahlzeiten ohne Kohlenhydrate"))"
      let last = status?.sinceLastMeal.map {
        "\(page("Last meal", "Letzte Mahlzeit")): \(page.duration($0))"
      }
      return (grams + [nutrition.mealsWithoutCarbs > 0 ? unknown : nil, last]).compactMap(\.self)
    case .exercise:
      let session = past.first { $0.condition?.kind == .exercise && $0.end == nil }
      let length = session.map { $0.duration(within: $0.time..<page.now) }
      var lines = length.map { ["\(page(.ongoing)): \(page.duration($0))"] } ?? []
      if let wait = status?.untilNextExercise, let next = status?.nextExercise {
        let name = next.content.name ?? page.strings["exercise"]
        lines.append("\(page("Next", "Als Nächstes")): \(name) in \(page.duration(wait))")
      }
      return lines
    case .insulin: return []
    case .health:
      let isOngoing = past.contains { $0.end == nil && Domain(of: $0) == .health }
      return isOngoing ? [page(.ongoing)] : []
    }
  }

  private func panel(_ domain: Domain) throws -> HTML {
    let form = try form ?? EntryForm(domain, page: page)
    let favorites = Favorites(page: page, day: day, domain: domain, category: form.category)
    let path = "\(page.path(of: day))/\(domain.rawValue)"
    // What is of no domain is with health.
    let rows = events.filter { Domain(of: $0) ?? .health == domain }
    let kinds = domain.categories.map { category in
      (
        "\(path)?category=\(category.rawValue)#entry", page.name(of: category),
        category == form.category
      )
    }
    return """
      <section id="panel" class="panel \(domain.rawValue)" aria-labelledby="panel-title">
      <h2 id="panel-title">\(page(domain.word))</h2>
      \(try toggles(domain))
      \(kinds.count < 2 ? nil : page.chips(page("Kind of entry", "Art des Eintrags"), kinds))
      <div class="columns">
      \(form.html(day))
      \(try favorites.html())
      </div>
      <section id="day-events" data-live aria-label="\(page(.events))"><h3>\(page(.events))</h3>
      \(rows.isEmpty ? "<p class=\"quiet\">\(page("Nothing is logged.", "Nichts eingetragen."))</p>" as HTML : nil)
      <ul class="events">\(rows.map { EventCard(page: page, day: day, event: $0).item })</ul>
      <p class="actions">\(page.button("undo", page(.undo))) \(page.button("redo", page(.redo)))</p>
      </section>
      </section>
      """
  }

  /// A switch for each of the conditions of a domain, which the logbook keeps on until it is
  /// switched off.
  private func toggles(_ domain: Domain) throws -> HTML? {
    guard !domain.switches.isEmpty else { return nil }
    let ongoing = try page.log.ongoingConditions()
    return """
      <div id="toggles" data-live class="toggles">
      \(domain.switches.map { kind in
        let event = ongoing.first { $0.condition?.kind == kind }
        let since = event.map { " (\(page(.since)) \(page.shortTitle(of: page.day(of: $0.time))) \(page.clock($0.time)))" }
        return page.form("toggle", ["kind": kind.rawValue, "on": event == nil ? "1" : ""], """
          <button role="switch" aria-checked="\(event == nil ? "false" : "true")">\(page.name(of: kind))\(since ?? "")</button>
          """)
      })
      \(domain == .exercise ? "<p class=\"hint\">\(page("Switch it on when you start. Switched off, it is saved with its duration.", "Beim Beginn einschalten. Beim Ausschalten wird sie mit ihrer Dauer gespeichert."))</p>" as HTML : nil)
      </div>
      """
  }
}
