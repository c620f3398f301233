import Foundation
import GlucoseKit

/// The four parts of the diary.
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
    case .food: .food
    case .exercise: .exercise
    case .insulin: .insulin
    case .health: .health
    }
  }
}

extension DiaryEvent {
  /// The condition, or `nil` if the event is something else.
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

  var html: HTML {
    get throws {
      """
      <nav id="domains" data-live class="domains" aria-label="\(page("Diary of the day", "Tagebuch des Tages"))"><ul>
      \(try Domain.allCases.map(tile))
      \(try insights)
      </ul></nav>
      \(try domain.map(panel))
      """
    }
  }

  /// The number of patterns of the last four weeks that were not dismissed.
  private var insights: HTML {
    get throws {
      let last = try page.lastDay()
      let patterns = try page.history.patterns(of: last.advanced(by: -27)...last, bands: page.bands)
        .filter { !page.choices.dismissedPatterns.contains($0.key) }
      return """
        <li class="advice"><a href="\(page.root)/patterns"><span class="name">\(page(.advice))</span>
        <span class="total">\(patterns.count)</span> <span class="quiet">28 \(page(.days))</span></a></li>
        """
    }
  }

  private func tile(_ domain: Domain) throws -> HTML {
    // A domain that is open is closed by its link.
    let isOpen = domain == self.domain
    let path = "\(page.root)/day/\(day == page.today ? "today" : day.description)"
    let query = ShownHours.query(ShownHours(page, day).count)
    return """
      <li class="\(domain.rawValue)"><a href="\(path)\(isOpen ? "" : "/" + domain.rawValue)\(query)#\(isOpen ? "domains" : "panel")"\
      \(attribute: "aria-current", isOpen ? "true" : nil)>
      <span class="name">\(page(domain.word))</span> <span class="total">\(total(domain))</span>
      \(try detail(domain))</a></li>
      """
  }

  private func total(_ domain: Domain) -> String {
    switch domain {
    case .food: return "\(report.nutrition.carbs.map(page.amount) ?? "0") g"
    case .exercise: return page.duration(report.exercise.duration)
    case .insulin: return "\(report.insulin.units.map(page.amount) ?? "0") \(page(.units))"
    case .health:
      let names = report.conditions.map(\.kind).filter { $0 != .exercise }.map { page.name(of: $0) }
      return names.isEmpty ? page(.none) : names.sorted().joined(separator: ", ")
    }
  }

  private func detail(_ domain: Domain) throws -> HTML {
    var lines: [String] = []
    let status = day == page.today ? try page.log.status(at: page.now, in: page.zone) : nil
    switch domain {
    case .food:
      let alcohol = past.compactMap { event -> Double? in
        guard case .entry(let entry) = event.content, entry.category == .alcohol else { return nil }
        return entry.unit == .grams ? entry.amount : nil
      }
      let nutrition = report.nutrition
      lines = [
        (Word.protein, nutrition.protein), (.fat, nutrition.fat),
        (.alcohol, alcohol.isEmpty ? nil : alcohol.reduce(0, +)),
      ].compactMap { word, grams in grams.map { "\(page(word)) \(page.amount($0)) g" } }
      if nutrition.mealsWithoutCarbs > 0 {
        lines.append(
          "+ \(nutrition.mealsWithoutCarbs) \(page("meals without carbohydrate", "Mahlzeiten ohne Kohlenhydrate"))"
        )
      }
      if let since = status?.sinceLastMeal {
        lines.append("\(page(.last)): \(page.duration(since))")
      }
    case .exercise:
      if let session = past.first(where: { $0.condition?.kind == .exercise && $0.end == nil }) {
        let length = session.duration(within: session.time..<page.now)
        lines.append("\(page(.ongoing)): \(page.duration(length))")
      }
      if let wait = status?.untilNextExercise, let next = status?.nextExercise {
        let name = next.content.name ?? page(.exercise)
        lines.append(
          "\(page("Next", "Als Nächstes")): \(name) \(page("in", "in")) \(page.duration(wait))")
      }
    case .insulin: break
    case .health:
      let ongoing = past.filter { $0.end == nil && Domain(of: $0) == .health }
      if !ongoing.isEmpty { lines.append(page(.ongoing)) }
    }
    return lines.isEmpty ? "" : "<span class=\"quiet\">\(lines.joined(separator: ", "))</span>"
  }

  private func panel(_ domain: Domain) throws -> HTML {
    let form = try form ?? EntryForm(domain, page: page)
    let favorites = Favorites(page: page, day: day, domain: domain, category: form.category)
    return """
      <section id="panel" class="panel \(domain.rawValue)" aria-labelledby="panel-title">
      <h2 id="panel-title">\(page(domain.word))</h2>
      \(try toggles(domain))
      \(categories(domain, chosen: form.category))
      <div class="columns">
      \(form.html(day))
      \(try favorites.html)
      </div>
      \(table(domain))
      </section>
      """
  }

  /// Links to the forms of a domain that has several.
  private func categories(_ domain: Domain, chosen: DiaryEvent.Category) -> HTML? {
    guard domain.categories.count > 1 else { return nil }
    let path = "\(page.root)/day/\(day.description)/\(domain.rawValue)"
    return """
      <nav aria-label="\(page("Kind of entry", "Art des Eintrags"))"><ul class="chips">
      \(domain.categories.map { category in
        """
        <li><a class="button" href="\(path)?category=\(category.rawValue)#entry"\
        \(attribute: "aria-current", category == chosen ? "true" : nil)>\(page.name(of: category))</a></li>
        """ as HTML
      })</ul></nav>
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
        let since = event.map { " (\(page(.since)) \(page.shortTitle(of: LocalDay(containing: $0.time, in: page.zone))) \(page.clock($0.time)))" }
        return """
          <form class="inline" method="post" action="\(page.root)/do/toggle">
          <input type="hidden" name="kind" value="\(kind.rawValue)">
          <input type="hidden" name="on" value="\(event == nil ? "1" : "")">
          <input type="hidden" name="back" value="\(Frame.back(page))">
          <button role="switch" aria-checked="\(event == nil ? "false" : "true")">\(page.name(of: kind))\(since ?? "")</button>
          </form>
          """ as HTML
      })
      \(domain == .exercise ? "<p class=\"hint\">\(page("Switch it on when you start. Switched off, it is saved with its duration.", "Beim Beginn einschalten. Beim Ausschalten wird sie mit ihrer Dauer gespeichert."))</p>" as HTML : nil)
      </div>
      """
  }

  private func table(_ domain: Domain) -> HTML {
    // What is of no domain is with health.
    let rows = events.filter { Domain(of: $0) ?? .health == domain }
    return """
      <section id="day-events" data-live aria-label="\(page(.events))"><h3>\(page(.events))</h3>
      \(rows.isEmpty ? "<p class=\"quiet\">\(page("Nothing is logged.", "Nichts eingetragen."))</p>" as HTML : nil)
      <ul class="events">\(rows.map { EventCard(page: page, day: day, event: $0).item })</ul>
      <p class="actions">\(Frame.button(page, "undo", page(.undo), [:])) \(Frame.button(page, "redo", page(.redo), [:]))</p>
      </section>
      """
  }
}
