import Foundation
import GlucoseKit

/// An event in a list or a pop-up: its fields, and what can be done with it.
struct EventCard {
  let page: PageContext
  let day: LocalDay
  let event: DiaryEvent

  var item: HTML {
    let domain = Domain(of: event)
    // The form of an exercise needs its duration.
    let form = event.condition?.kind == .exercise ? nil : domain
    let name = title + ", " + page.clock(event.time)
    let fields: KeyValuePairs = ["event": event.id.rawValue]
    return """
      <li class="event \(domain?.rawValue ?? "other")">\(text)
      <div class="actions">
      \(form.map { domain in
        """
        <a class="button" href="\(page.path(of: day))/\(domain.rawValue)?edit=\(event.id.rawValue.escapedForQuery)#entry" aria-label="\(page(.change)): \(name)">\(page(.change))</a>
        """ as HTML
      })
      \(page.button("remove", page(.remove), fields, of: name))
      \(form.map { _ in
        page.form("favorite-add", fields, "<button aria-label=\"\(page("Add to favorites", "Zu den Favoriten")): \(name)\">☆</button>")
      })
      </div></li>
      """
  }

  /// What the event is, without what can be done with it.
  var text: HTML {
    """
    <p><strong>\(title)</strong>
    <span class="when">\(when)</span>
    \(event.time > page.now ? "<span class=\"badge\">\(page.strings["planned"])</span>" as HTML : nil)
    <span>\(fields.joined(separator: ", "))</span></p>
    """
  }

  var title: String {
    event.condition.map { page.name(of: $0.kind) } ?? event.content.name
      ?? page.name(of: event.content.category)
  }

  private var when: String {
    let start = page.clock(event.time)
    guard let end = event.end, end > event.time else {
      return event.condition != nil && event.end == nil ? "\(start)–, \(page(.ongoing))" : start
    }
    let endDay = page.day(of: end)
    return "\(start)–\(endDay == day ? "" : page.shortTitle(of: endDay) + " ")\(page.clock(end))"
  }

  private var fields: [String] {
    let fields: [String?] =
      switch event.content {
      case .meal(let meal):
        [meal.carbs.map { "\(page(.carbs)) \(page.grams($0))" } ?? page.strings["carbsUnknown"]]
          + [(EventDraft.Field.protein, meal.protein), (.fat, meal.fat)].map { field, grams in
            grams.map { "\(page(field)) \(page.grams($0))" }
          }
      case .insulin(let dose):
        [
          "\(page.style.format(dose.units)) \(page.strings["units"])",
          dose.action.map { page.name(of: $0) },
        ]
      case .exercise(let exercise):
        [
          page.duration(exercise.duration),
          exercise.intensity.map { "\(page.strings["intensity"]) \(page.name(of: $0))" },
          exercise.kind.map { page.name(of: $0) },
        ]
      case .condition: []
      case .entry(let entry):
        [entry.amount.map { "\(page.style.format($0)) \(entry.unit?.rawValue ?? "")" }]
      }
    return (fields + [event.note]).compactMap(\.self)
  }
}
