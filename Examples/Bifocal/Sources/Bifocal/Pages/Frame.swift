import Foundation
import GlucoseKit

/// The frame of every page, and the pages without a person.
enum Frame {
  static func document(
    _ title: String, language: Language = .english, head: HTML = "", _ body: HTML
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
    <link rel="manifest" href="/manifest.json" crossorigin="use-credentials">
    <link rel="stylesheet" href="/page.css">
    <script src="/page.js" defer></script>
    \(head)
    </head>
    <body>\(body)</body>
    </html>
    """
  }

  static func message(_ word: Word, _ detail: String = "") -> HTML {
    document(
      "Bifocal",
      """
      <main id="main"><h1>\(word.english)</h1><p>\(detail)</p><p lang="de">\(word.german)</p>
      <p><a href="/">Back</a></p></main>
      """)
  }

  static func login(wrong: Bool = false) -> HTML {
    document(
      "Bifocal",
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

extension PageContext {
  /// Returns a page with `content` as its main part, after the navigation, the alarms, and what was
  /// just done.
  func html(_ title: String, _ content: HTML) async -> HTML {
    let links: [(Word, String)] = [
      (.day, "day"), (.log, "log"), (.advice, "patterns"), (.data, "data"), (.settings, "settings"),
    ]
    let section = path.split(separator: "/").dropFirst(2).first ?? ""
    return Frame.document(
      "\(title) – Bifocal", language: language,
      """
      <a class="skip" href="#main">\(self("Skip to the content", "Zum Inhalt springen"))</a>
      <header class="top">
      <nav aria-label="\(self("Pages", "Seiten"))"><ul>
      \(links.map { word, name in
        """
        <li><a href="\(root)/\(name)"\(attribute: "aria-current", section == name ? "page" : nil)>\(self(word))</a></li>
        """
      })
      </ul></nav>
      <a class="person" href="/people"><span class="quiet">Person:</span> \(choices.name)</a>
      </header>
      <p id="offline" class="notice" role="status" data-text="\(self(.offline))" data-kept="\(self("What you entered is kept and sent when the server is there again.", "Die Eingabe bleibt stehen und wird gesendet, sobald der Server wieder da ist."))"></p>
      \(await alarms)
      <main id="main" data-root="\(root)" data-here="\(back)">
      \(simulated)
      \(done)
      \(content)
      </main>
      <footer><p>\(self(.informs))</p></footer>
      """)
  }

  /// That what is shown is of a virtual person.
  var simulated: HTML? {
    choices.simulatedFrom.map { _ in
      "<p class=\"notice\" role=\"note\">\(self("Simulated: these are not the data of a person.", "Simuliert: dies sind nicht die Daten einer Person."))</p>"
    }
  }

  /// What the last request did, with a way to undo what is in the logbook.
  private var done: HTML? {
    let words: [String: Word] = [
      "saved": .saved, "kept": .saved, "plan": Word("Saved as a plan.", "Als Plan gespeichert."),
      "removed": Word("Removed.", "Entfernt."), "undone": Word("Undone.", "Rückgängig gemacht."),
      "redone": Word("Done again.", "Wiederholt."), "gone": .gone, "ongoing": .alreadyOngoing,
      "no-undo": Word("There is nothing to undo.", "Nichts rückgängig zu machen."),
      "no-redo": Word("There is nothing to do again.", "Nichts zu wiederholen."),
      "taken": Word("The file was taken.", "Die Datei wurde übernommen."),
      "other-kind": Word(
        "A sensor and a meter do not become one source.",
        "Ein Sensor und ein Messgerät werden nicht zu einer Quelle."),
      "erased": Word("Everything was erased.", "Alles wurde gelöscht."),
    ]
    let done = query["done"]
    return words[done].map { word in
      """
      <div id="done" class="done" role="status"><p>\(self(word))\(done == "taken" ? taken : nil)</p>
      \(["saved", "plan", "removed", "redone", "taken"].contains(done) ? button("undo", self(.undo)) : nil)
      \(done == "undone" ? button("redo", self(.redo)) : nil)
      </div>
      """
    }
  }

  /// How much was new in a file that was taken, and a link to its days.
  private var taken: HTML {
    let count: HTML = " \(Int(query["new"]) ?? 0) \(self("new", "neu"))."
    guard let from = day("from"), let to = day("to"), from <= to else { return count }
    return """
      \(count) <a href="\(root)/log?from=\(from)&amp;to=\(to)">\(self("Its days", "Ihre Tage")): \(date(of: from)) – \(date(of: to))</a>
      """
  }

  // MARK: What pages repeat

  /// Returns a form that returns to the page that it is on.
  func form(_ action: String, _ fields: KeyValuePairs<String, String>, _ content: HTML) -> HTML {
    """
    <form class="inline" method="post" action="\(root)/do/\(action)">
    \(fields.map { "<input type=\"hidden\" name=\"\($0.key)\" value=\"\($0.value)\">" as HTML })
    <input type="hidden" name="back" value="\(back)">
    \(content)</form>
    """
  }

  /// Returns a form that is one button; `object` is what a screen reader says after the label.
  func button(
    _ action: String, _ label: String, _ fields: KeyValuePairs<String, String> = [:],
    of object: String? = nil
  ) -> HTML {
    form(
      action, fields,
      "<button\(attribute: "aria-label", object.map { "\(label): \($0)" })>\(label)</button>")
  }

  func rename(_ action: String, _ name: String, _ fields: KeyValuePairs<String, String>) -> HTML {
    form(
      action, fields,
      """
      <input name="name" value="\(name)" required maxlength="200" aria-label="\(self(.name)): \(name)">
      <button aria-label="\(self(.rename)): \(name)">\(self(.rename))</button>
      """)
  }

  /// Returns the button that stars a day, or takes the star back.
  func star(_ day: LocalDay, _ mark: DayMark?, _ label: String) -> HTML {
    let isStarred = mark?.isStarred ?? false
    return form(
      "star", ["day": day.description, "on": isStarred ? "" : "1"],
      "<button aria-label=\"\(label)\" aria-pressed=\"\(isStarred.description)\">\(isStarred ? "★" : "☆")</button>"
    )
  }

  func card(_ id: String, _ title: String, _ content: HTML) -> HTML {
    """
    <section class="card" aria-labelledby="\(id)"><h2 id="\(id)">\(title)</h2>
    \(content)</section>
    """
  }

  func list(_ rows: [(String, String)]) -> HTML {
    "<dl>\(rows.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" as HTML })</dl>"
  }

  /// Links of which one is that of what is shown.
  func chips(_ label: String, _ links: [(path: String, text: String, isShown: Bool)]) -> HTML {
    """
    <nav aria-label="\(label)"><ul class="chips">\(links.map { path, text, isShown in
      """
      <li><a class="button" href="\(path)"\(attribute: "aria-current", isShown ? "true" : nil)>\(text)</a></li>
      """ as HTML
    })</ul></nav>
    """
  }

  /// A table that is scrolled sideways where it is too wide. An empty head is that of no column.
  func table(_ label: String, _ heads: [String], _ rows: [HTML]) -> HTML {
    """
    <div class="scroll" tabindex="0" role="group" aria-label="\(label)"><table>
    <thead><tr>\(heads.map { $0.isEmpty ? "<td></td>" : "<th scope=\"col\">\($0)</th>" as HTML })</tr></thead>
    <tbody>\(rows)</tbody></table></div>
    """
  }

  func row(_ head: HTML, _ cells: [String]) -> HTML {
    "<tr><th scope=\"row\">\(head)</th>\(cells.map { "<td>\($0)</td>" as HTML })</tr>"
  }

  /// What must be corrected in a form.
  func alert(_ errors: [String: String]) -> HTML? {
    guard !errors.isEmpty else { return nil }
    let texts = errors.values.sorted().joined(separator: " ")
    return
      "<p class=\"error\" role=\"alert\">\(self("Please correct:", "Bitte berichtigen:")) \(texts)</p>"
  }
}

extension String {
  /// The text as a value of a query.
  var escapedForQuery: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? ""
  }
}
