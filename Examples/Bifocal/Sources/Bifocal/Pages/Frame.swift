import Foundation
import GlucoseKit

/// The frame of every page: the head, the navigation, the alarms, and what was just done.
enum Frame {
  static func document(
    _ title: String, language: Language, head: HTML = "", _ body: HTML
  ) -> HTML {
    """
    <!DOCTYPE html>
    <html lang="\(language.rawValue)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1a212b">
    <title>\(title)</title>
    <link rel="icon" href="/icon.svg">
    <link rel="manifest" href="\(Resources.manifestPath)" crossorigin="use-credentials">
    <link rel="stylesheet" href="/page.css">
    <script src="/page.js" defer></script>
    \(head)
    </head>
    <body>\(body)</body>
    </html>
    """
  }

  /// Returns a page of a person with `content` as its main part.
  static func page(_ page: PageContext, title: String, _ content: HTML) async -> HTML {
    let alarms = await Alarms(page: page).html
    let links: [(Word, String)] = [
      (.day, "day"), (.log, "log"), (.advice, "patterns"), (.data, "data"),
      (.settings, "settings"),
    ]
    let section = page.path.split(separator: "/").dropFirst(2).first ?? ""
    return document(
      "\(title) – Bifocal", language: page.language,
      """
      <a class="skip" href="#main">\(page("Skip to the content", "Zum Inhalt springen"))</a>
      <header class="top">
      <nav aria-label="\(page("Pages", "Seiten"))"><ul>
      \(links.map { word, name in
        """
        <li><a href="\(page.root)/\(name)"\(attribute: "aria-current", section == name ? "page" : nil)>\(page(word))</a></li>
        """
      })
      </ul></nav>
      <a class="person" href="/people"><span class="quiet">\(page("Person", "Person")):</span> \(page.choices.name)</a>
      </header>
      <p id="offline" class="notice" role="status" data-text="\(page(.offline))" data-kept="\(page("What you entered is kept and sent when the server is there again.", "Die Eingabe bleibt stehen und wird gesendet, sobald der Server wieder da ist."))"></p>
      \(alarms)
      <main id="main" data-root="\(page.root)" data-here="\(back(page))">
      \(simulated(page))
      \(done(page))
      \(content)
      </main>
      <footer><p>\(page(.informs))</p></footer>
      """)
  }

  /// That what is shown is of a virtual person.
  static func simulated(_ page: PageContext) -> HTML? {
    guard page.choices.simulatedFrom != nil else { return nil }
    return
      "<p class=\"notice\" role=\"note\">\(page("Simulated: these are not the data of a person.", "Simuliert: dies sind nicht die Daten einer Person."))</p>"
  }

  /// What the last request did, with a way to undo what is in the logbook.
  private static func done(_ page: PageContext) -> HTML {
    let words: [String: Word] = [
      "saved": .saved, "kept": .saved, "plan": Word("Saved as a plan.", "Als Plan gespeichert."),
      "removed": Word("Removed.", "Entfernt."), "undone": Word("Undone.", "Rückgängig gemacht."),
      "redone": Word("Done again.", "Wiederholt."),
      "no-undo": Word("There is nothing to undo.", "Nichts rückgängig zu machen."),
      "no-redo": Word("There is nothing to do again.", "Nichts zu wiederholen."), "gone": .gone,
      "taken": Word("The file was taken.", "Die Datei wurde übernommen."),
      "other-kind": Word(
        "A sensor and a meter do not become one source.",
        "Ein Sensor und ein Messgerät werden nicht zu einer Quelle."),
      "erased": Word("Everything was erased.", "Alles wurde gelöscht."), "ongoing": .alreadyOngoing,
    ]
    guard let word = words[page.query["done"]] else { return "" }
    let canUndo = ["saved", "plan", "removed", "redone", "taken"].contains(page.query["done"])
    return """
      <div id="done" class="done" role="status"><p>\(page(word))\(taken(page))</p>
      \(canUndo ? button(page, "undo", page(.undo), [:]) : nil)
      \(page.query["done"] == "undone" ? button(page, "redo", page(.redo), [:]) : nil)
      </div>
      """
  }

  /// How much was new in a file that was taken, and a link to its days.
  private static func taken(_ page: PageContext) -> HTML? {
    guard page.query["done"] == "taken" else { return nil }
    let count = " \(Int(page.query["new"]) ?? 0) \(page("new", "neu"))."
    guard let from = page.day("from"), let to = page.day("to"), from <= to else {
      return "\(count)"
    }
    let range = [from, to].map { page.date(of: $0) }.joined(separator: " – ")
    return """
      \(count) <a href="\(page.root)/log?from=\(from.description)&amp;to=\(to.description)">\(page("Its days", "Ihre Tage")): \(range)</a>
      """
  }

  /// Returns a form that is one button, which returns to the page that it is on.
  static func button(
    _ page: PageContext, _ action: String, _ label: String, _ fields: KeyValuePairs<String, String>,
    describedAs description: String? = nil, pressed: Bool? = nil
  ) -> HTML {
    """
    <form class="inline" method="post" action="\(page.root)/do/\(action)">
    \(fields.map { "<input type=\"hidden\" name=\"\($0.key)\" value=\"\($0.value)\">" as HTML })
    <input type="hidden" name="back" value="\(back(page))">
    <button\(attribute: "aria-label", description)\(attribute: "aria-pressed", pressed.map { $0 ? "true" : "false" })>\(label)</button>
    </form>
    """
  }

  /// The address of the page without what was done last and what is being edited.
  static func back(_ page: PageContext) -> String {
    let kept = page.query.fields.filter { !["done", "new", "edit", "favorite"].contains($0.key) }
    guard !kept.isEmpty else { return page.path }
    return page.path + "?"
      + kept.sorted { $0.key < $1.key }.map { key, value in
        "\(key.escapedForQuery)=\(value.escapedForQuery)"
      }.joined(separator: "&")
  }

  /// A page without a person, such as that of an error.
  static func message(_ word: Word, _ detail: String = "") -> HTML {
    document(
      "Bifocal", language: .english,
      """
      <main id="main"><h1>\(word.english)</h1><p>\(detail)</p><p lang="de">\(word.german)</p>
      <p><a href="/">Back</a></p></main>
      """)
  }

  static func login(wrong: Bool = false) -> HTML {
    document(
      "Bifocal", language: .english,
      """
      <main id="main"><h1>Bifocal</h1>
      <form id="login" class="card" method="post" action="/login">
      <p class="field"><label for="token">Token</label>
      <input id="token" name="token" type="password" autocomplete="current-password" required
        aria-describedby="token-hint"\(flag: "aria-invalid=true", wrong)></p>
      <p id="token-hint" class="hint">\(wrong ? "That is not the token." : "The token is printed where the server was started.")</p>
      <p><button>Enter</button></p>
      </form></main>
      """)
  }
}

extension String {
  /// The text as a value of a query.
  var escapedForQuery: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? ""
  }
}
