import Foundation
import GlucoseKit

/// A search in the whole diary: in notes, those of days too, names, and kinds of events.
struct DiarySearch {
  let page: PageContext

  private static let limit = 50

  func html() throws -> HTML {
    let text = page.query["search"]
    return """
      <section class="card" aria-label="\(page(.search))">
      \(page.search(
        page("Search notes and events", "Notizen und Ereignisse suchen"),
        "<form class=\"inline\" role=\"search\" action=\"\(page.root)/log\">", isRequired: true))
      \(text.isEmpty ? nil : try found(text))
      </section>
      """
  }

  private func found(_ text: String) throws -> HTML {
    let marks = try page.log.marks().filter { $0.note?.mentions(text) ?? false }
    let notes = Dictionary(
      marks.compactMap { mark in
        LocalDay(mark.day.description, in: page.zone).map { ($0, mark.note ?? "") }
      }
    ) { first, _ in first }
    let events = Dictionary(grouping: try self.events(text)) { page.day(of: $0.time) }
    let days = Set(events.keys).union(notes.keys).sorted(by: >)
    guard !days.isEmpty else {
      return
        "<p role=\"status\">\(page("Nothing in the diary has this text.", "Nichts im Tagebuch hat diesen Text."))</p>"
    }
    return """
      <p role="status">\(page.days(min(days.count, Self.limit), of: days.count))</p>
      <ul class="found">\(days.prefix(Self.limit).map { day in
        """
        <li><h2><a href="\(page.path(of: day))">\(page.title(of: day))</a></h2>
        \(notes[day].map { "<p>\($0)</p>" as HTML })
        <ul class="events">\((events[day] ?? []).map {
          "<li class=\"event\">\(EventCard(page: page, day: day, event: $0).text)</li>" as HTML
        })</ul></li>
        """ as HTML
      })</ul>
      """
  }

  /// The events that the text names, in order of time.
  private func events(_ text: String) throws -> [DiaryEvent] {
    let always = Date.distantPast..<Date.distantFuture
    var found = Set(try page.log.events(in: always, mentioning: text))
    for category in DiaryEvent.Category.allCases {
      let isNamed = page.name(of: category).mentions(text)
      // The diary has the kind of a condition, and the page its name in the person's language.
      guard isNamed || category == .condition else { continue }
      found.formUnion(
        try page.log.events(in: always, of: category).filter {
          isNamed || $0.condition.map { page.name(of: $0.kind).mentions(text) } ?? false
        })
    }
    return found.sorted { ($0.time, $0.id) < ($1.time, $1.id) }
  }
}

extension PageContext {
  /// Returns a form for a text to search, of which `start` is the first tag.
  func search(_ label: String, _ start: HTML, isRequired: Bool = false) -> HTML {
    """
    \(start)
    <input type="search" name="search" value="\(query["search"])" maxlength="200"\(flag: "required", isRequired) aria-label="\(label)">
    <button>\(self(.search))</button></form>
    """
  }
}

extension String {
  /// Whether the text contains another, in any case and with any accents.
  func mentions(_ text: String) -> Bool {
    range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}
