import Foundation
import GlucoseKit

/// The favorites of a category: each fills the form, and they are renamed, ordered and removed here.
struct Favorites {
  let page: PageContext
  let day: LocalDay
  let domain: Domain
  let category: DiaryEvent.Category

  func html() throws -> HTML {
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
      \(favorites.count < 6 && text.isEmpty ? nil : page.search(
        page("Search favorites", "Favoriten suchen"), """
        <form class="inline" role="search" action="\(path)#favorites">
        <input type="hidden" name="category" value="\(category.rawValue)">
        """))
      \(found.isEmpty ? "<p class=\"quiet\">\(page("No favorite has this text.", "Kein Favorit hat diesen Text."))</p>" as HTML : nil)
      <ul>\(found.map(link))</ul>
      <details><summary>\(page("Rename, reorder, remove", "Umbenennen, ordnen, entfernen"))</summary><ol>
      \(favorites.enumerated().map { row($0.element, at: $0.offset, of: favorites.count) })
      </ol></details></section>
      """
  }

  private var path: String { "\(page.path(of: day))/\(domain.rawValue)" }

  /// A link that fills the form, and one to what glucose did after the meals of this name.
  private func link(_ favorite: Favorite) -> HTML {
    """
    <li><a class="button" href="\(path)?category=\(category.rawValue)&amp;favorite=\(favorite.id.rawValue.escapedForQuery)#entry">\
    \(favorite.name)</a> \(favorite.useCount == 0 ? nil : "<span class=\"quiet\">\(favorite.useCount) × \(page("used", "verwendet"))</span>" as HTML)
    \(category == .meal ? """
      <a href="\(page.root)/patterns?days=90&amp;meal=\((favorite.template.name ?? favorite.name).escapedForQuery)#meals" \
      aria-label="\(page.strings["mealResponses"]): \(favorite.name)">\(page.strings["mealResponses"])</a>
      """ as HTML : nil)</li>
    """
  }

  private func row(_ favorite: Favorite, at index: Int, of count: Int) -> HTML {
    let (name, id) = (favorite.name, favorite.id.rawValue)
    func move(_ label: String, _ text: String, to index: Int) -> HTML {
      page.form(
        "favorite-move", ["favorite": id, "to": "\(index)"],
        "<button aria-label=\"\(text): \(name)\">\(label)</button>")
    }
    return """
      <li>\(page.rename("favorite-rename", name, ["favorite": id]))
      \(index == 0 ? nil : move("↑", page("Move up", "Nach oben"), to: index - 1))
      \(index == count - 1 ? nil : move("↓", page("Move down", "Nach unten"), to: index + 1))
      \(page.button("favorite-remove", page(.remove), ["favorite": id], of: name))</li>
      """
  }
}
