// SPDX-License-Identifier: Apache-2.0

import Foundation
import GlucoseKit

/// An event in a list or a pop-up: its fields, and what can be done with it.
struct EventCard {
  let page: PageContext
  let day: LocalDay
  let event: DiaryEvent

  var item: HTML {
    let domain = Domain(of: event.content.category)
    let name = title + ", " + page.clock(event.time)
    return """
      <li class="event \(domain?.rawValue ?? "other")"><p><strong>\(title)</strong>
      <span class="when">\(when)</span>
      \(event.time > page.now ? "<span class=\"badge\">\(page(.planned))</span>" as HTML : nil)
      <span class="fields">\(fields.joined(separator: ", "))</span></p>
      <div class="actions">
      \(domain.map { domain in
        """
        <a class="button" href="\(page.root)/day/\(day.description)/\(domain.rawValue)?edit=\(event.id.rawValue.escapedForQuery)#entry" aria-label="\(page(.change)): \(name)">\(page(.change))</a>
        """ as HTML
      })
      \(Frame.button(page, "remove", page(.remove), ["event": event.id.rawValue], describedAs: "\(page(.remove)): \(name)"))
      \(domain == nil || domain == .health || event.content.category == .temporaryBasal ? nil : Frame.button(
        page, "favorite-add", "☆", ["event": event.id.rawValue], describedAs: "\(page(.addFavorite)): \(name)"))
      </div></li>
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
      entry.name ?? entry.category.word.map { page($0) } ?? entry.category.rawValue
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
      if let action = dose.action { fields.append(page(action.word)) }
    case .exercise(let exercise):
      fields.append(page.duration(exercise.duration))
      if let intensity = exercise.intensity {
        fields.append("\(page(.intensity)) \(page(intensity.word))")
      }
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

extension InsulinDose.Action {
  var word: Word {
    switch self {
    case .rapidActing: .rapid
    case .shortActing: .short
    case .intermediateActing: .intermediate
    case .longActing: .long
    case .premixed: .premixed
    default: Word(rawValue, rawValue)
    }
  }
}

extension Exercise.Intensity {
  var word: Word {
    switch self {
    case .light: .light
    case .moderate: .moderate
    case .vigorous: .vigorous
    }
  }
}

/// The favorites of a domain: each fills the form, and they are renamed, ordered and removed here.
struct Favorites {
  let page: PageContext
  let day: LocalDay
  let domain: Domain

  var html: HTML {
    get throws {
      let favorites = try page.log.favorites(of: domain.categories[0])
      guard !favorites.isEmpty else { return "" }
      return """
        <section id="favorites" class="favorites" data-live aria-label="\(page(.favorites))"><h3>\(page(.favorites))</h3>
        <ul>\(favorites.map(link))</ul>
        <details><summary>\(page(.changeFavorites))</summary><ol>
        \(favorites.enumerated().map { row($0.element, at: $0.offset, of: favorites.count) })
        </ol></details></section>
        """
    }
  }

  private func link(_ favorite: Favorite) -> HTML {
    """
    <li><a class="button" href="\(page.root)/day/\(day.description)/\(domain.rawValue)?favorite=\(favorite.id.rawValue.escapedForQuery)#entry">\
    \(favorite.name)</a> \(favorite.useCount == 0 ? nil : "<span class=\"quiet\">\(favorite.useCount) × \(page(.used))</span>" as HTML)
    \(domain == .food ? responses(favorite) : nil)</li>
    """
  }

  /// A link to what glucose did after the meals of this name.
  private func responses(_ favorite: Favorite) -> HTML {
    """
    <a href="\(page.root)/patterns?days=90&amp;meal=\((favorite.template.name ?? favorite.name).escapedForQuery)#meals" \
    aria-label="\(page(.meals)): \(favorite.name)">\(page(.meals))</a>
    """
  }

  private func row(_ favorite: Favorite, at index: Int, of count: Int) -> HTML {
    """
    <li><form class="inline" method="post" action="\(page.root)/do/favorite-rename">
    <input type="hidden" name="favorite" value="\(favorite.id.rawValue)">
    <input type="hidden" name="back" value="\(Frame.back(page))">
    <input name="name" value="\(favorite.name)" required maxlength="200" aria-label="\(page(.name)): \(favorite.name)">
    <button aria-label="\(page(.rename)): \(favorite.name)">\(page(.rename))</button></form>
    \(index == 0 ? nil : move(favorite, "↑", .moveUp, to: index - 1))
    \(index == count - 1 ? nil : move(favorite, "↓", .moveDown, to: index + 1))
    \(Frame.button(
      page, "favorite-remove", page(.remove), ["favorite": favorite.id.rawValue],
      describedAs: "\(page(.remove)): \(favorite.name)"))</li>
    """
  }

  private func move(_ favorite: Favorite, _ label: String, _ word: Word, to index: Int) -> HTML {
    Frame.button(
      page, "favorite-move", label, ["favorite": favorite.id.rawValue, "to": "\(index)"],
      describedAs: "\(page(word)): \(favorite.name)")
  }
}
