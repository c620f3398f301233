import Foundation
import GlucoseKit

/// The favorites of a category: each fills the form, and they are renamed, ordered and removed here.
struct Favorites {
  let page: PageContext
  let day: LocalDay
  let domain: Domain
  let category: DiaryEvent.Category

  /// From this number on, there is a search.
  private static let many = 6

  var html: HTML {
    get throws {
      let favorites = try page.log.favorites(of: category)
      // The first favorite appears in its place.
      guard !favorites.isEmpty else {
        return "<section id=\"favorites\" data-live hidden></section>"
      }
      let text = page.query["search"]
      let found = favorites.filter { favorite in
        text.isEmpty || [favorite.name, favorite.note ?? ""].contains { $0.mentions(text) }
      }
      return """
        <section id="favorites" class="favorites" data-live aria-label="\(page(.favorites))"><h3>\(page(.favorites))</h3>
        \(favorites.count < Self.many && text.isEmpty ? nil : search(text))
        \(found.isEmpty ? "<p class=\"quiet\">\(page("No favorite has this text.", "Kein Favorit hat diesen Text."))</p>" as HTML : nil)
        <ul>\(found.map(link))</ul>
        <details><summary>\(page("Rename, reorder, remove", "Umbenennen, ordnen, entfernen"))</summary><ol>
        \(favorites.enumerated().map { row($0.element, at: $0.offset, of: favorites.count) })
        </ol></details></section>
        """
    }
  }

  private var path: String { "\(page.root)/day/\(day.description)/\(domain.rawValue)" }

  private func search(_ text: String) -> HTML {
    """
    <form class="inline" role="search" action="\(path)#favorites">
    <input type="hidden" name="category" value="\(category.rawValue)">
    <input type="search" name="search" value="\(text)" maxlength="200" aria-label="\(page("Search favorites", "Favoriten suchen"))">
    <button>\(page(.search))</button></form>
    """
  }

  private func link(_ favorite: Favorite) -> HTML {
    """
    <li><a class="button" href="\(path)?category=\(category.rawValue)&amp;favorite=\(favorite.id.rawValue.escapedForQuery)#entry">\
    \(favorite.name)</a> \(favorite.useCount == 0 ? nil : "<span class=\"quiet\">\(favorite.useCount) × \(page(.used))</span>" as HTML)
    \(category == .meal ? responses(favorite) : nil)</li>
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
    \(index == 0 ? nil : move(favorite, "↑", Word("Move up", "Nach oben"), to: index - 1))
    \(index == count - 1 ? nil : move(favorite, "↓", Word("Move down", "Nach unten"), to: index + 1))
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

extension String {
  /// Whether the text contains another, in any case and with any accents.
  func mentions(_ text: String) -> Bool {
    range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil
  }
}
