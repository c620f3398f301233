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
    let canChange = event.condition?.kind != .exercise
    let name = title + ", " + page.clock(event.time)
    return """
      <li class="event \(domain?.rawValue ?? "other")">\(text)
      <div class="actions">
      \((canChange ? domain : nil).map { domain in
        """
        <a class="button" href="\(page.root)/day/\(day.description)/\(domain.rawValue)?edit=\(event.id.rawValue.escapedForQuery)#entry" aria-label="\(page(.change)): \(name)">\(page(.change))</a>
        """ as HTML
      })
      \(Frame.button(page, "remove", page(.remove), ["event": event.id.rawValue], describedAs: "\(page(.remove)): \(name)"))
      \(domain == nil || !canChange ? nil : Frame.button(
        page, "favorite-add", "☆", ["event": event.id.rawValue], describedAs: "\(page("Add to favorites", "Zu den Favoriten")): \(name)"))
      </div></li>
      """
  }

  /// What the event is, without what can be done with it.
  var text: HTML {
    """
    <p><strong>\(title)</strong>
    <span class="when">\(when)</span>
    \(event.time > page.now ? "<span class=\"badge\">\(page("planned", "geplant"))</span>" as HTML : nil)
    <span>\(fields.joined(separator: ", "))</span></p>
    """
  }

  /// The name of the event, or that of its kind.
  var title: String {
    switch event.content {
    case .meal(let meal): meal.name ?? page.chartStrings.meal
    case .insulin: page(.insulin)
    case .exercise(let exercise): exercise.name ?? page(.exercise)
    case .condition(let condition): page.name(of: condition.kind)
    case .entry(let entry):
      entry.name ?? page.name(of: entry.category)
    }
  }

  private var when: String {
    let start = page.clock(event.time)
    guard let end = event.end, end > event.time else {
      if case .condition(let condition) = event.content, condition.end == nil {
        return "\(start)–, \(page(.ongoing))"
      }
      return start
    }
    let endDay = LocalDay(containing: end, in: page.zone)
    return "\(start)–\(endDay == day ? "" : page.shortTitle(of: endDay) + " ")\(page.clock(end))"
  }

  private var fields: [String] {
    var fields: [String] = []
    switch event.content {
    case .meal(let meal):
      fields.append(
        meal.carbs.map { "\(page(.carbs)) \(page.amount($0)) g" } ?? page.chartStrings.carbsUnknown)
      if let protein = meal.protein { fields.append("\(page(.protein)) \(page.amount(protein)) g") }
      if let fat = meal.fat { fields.append("\(page(.fat)) \(page.amount(fat)) g") }
    case .insulin(let dose):
      fields.append("\(page.style.format(dose.units)) \(page(.units))")
      if let action = dose.action { fields.append(page.name(of: action)) }
    case .exercise(let exercise):
      fields.append(page.duration(exercise.duration))
      if let intensity = exercise.intensity {
        fields.append("\(page(.intensity)) \(page.name(of: intensity))")
      }
      if let kind = exercise.kind { fields.append(page.name(of: kind)) }
    case .condition: break
    case .entry(let entry):
      if let amount = entry.amount {
        fields.append("\(page.style.format(amount)) \(entry.unit?.rawValue ?? "")")
      }
    }
    if let note = event.note { fields.append(note) }
    return fields
  }
}
