import Foundation
import GlucoseKit

/// Files in and out: what a file holds is shown before it is taken.
struct DataPage {
  let page: PageContext

  func html(of upload: Upload? = nil) async throws -> HTML {
    let states = await page.person.sources.lines.sorted { $0.key < $1.key }
    let report = page("Report to print", "Bericht zum Drucken")
    let erase = page("Erase everything", "Alles löschen")
    return await page.html(
      page(.data),
      """
      <h1>\(page(.data))</h1>
      \(page.card("in", page("Bring in a file", "Datei einlesen"), """
        <div id="drop" class="drop" data-action="\(page.root)/do/upload">
        <p><label for="file">\(page("Drop an export of any known format here, or choose one:", "Einen Export in einem bekannten Format hier ablegen oder auswählen:"))</label> <input id="file" type="file"></p></div>
        <noscript><p class="warning">\(page("Files are brought in with JavaScript.", "Zum Einlesen wird JavaScript benötigt."))</p></noscript>
        <div id="account" aria-live="polite">\(upload.map(account))</div>
        """))
      \(page.card("out", page("Take everything out", "Alles mitnehmen"), """
        <ul>\(Exports.files.map { name, word in
          "<li><a href=\"\(page.root)/export/\(name)\" download>\(page(word))</a></li>" as HTML
        })
        <li><a href="\(page.root)/export/report?days=14">\(report), 14 \(page.strings["days"])</a>,
        <a href="\(page.root)/export/report?days=90">90 \(page.strings["days"])</a>. <span class="quiet">\(page("The browser prints it as PDF.", "Der Browser druckt ihn als PDF."))</span></li>
        </ul>
        <form class="filters" action="\(page.root)/export/report"><fieldset><legend>\(report)</legend>
        \([("from", page(.from)), ("to", page.strings["to"])].map { Field($1, $0).input("", type: "date", " required") })</fieldset><p class="actions"><button>\(page(.apply))</button></p></form>
        """))
      <section id="sources" data-live class="card" aria-labelledby="sources-title"><h2 id="sources-title">\(page(.sources))</h2>
      \(try sources())
      <h3>\(page("Live sources", "Laufende Quellen"))</h3>
      \(states.isEmpty ? "<p class=\"quiet\">\(page("None. A folder to watch or a Nightscout is named on the command line.", "Keine. Ein Ordner oder ein Nightscout wird auf der Befehlszeile genannt."))</p>" as HTML : nil)
      <ul>\(states.map { "<li>\($0.key): \(readable($0.value))</li>" as HTML })</ul></section>
      \(page.card("erase", erase, """
        <form method="post" action="\(page.root)/do/erase"><input type="hidden" name="back" value="\(page.path)">
        <p class="field"><label for="confirm">\(page("Confirmation", "Bestätigung"))</label>
        <input id="confirm" name="confirm" autocomplete="off" required pattern="ERASE" aria-describedby="erase-hint"></p>
        <p id="erase-hint" class="hint">\(page("This cannot be undone. Type ERASE to confirm.", "Das ist nicht rückgängig zu machen. Zur Bestätigung ERASE eingeben."))</p>
        <p><button class="danger">\(erase)</button></p></form>
        """))
      """)
  }

  /// The state of a live source; an instant is that of the last delivery.
  private func readable(_ state: String) -> String {
    guard let time = try? Date(state, strategy: .iso8601) else { return state }
    return "\(page.shortTitle(of: page.day(of: time))), \(page.clock(time))"
  }

  private func sources() throws -> HTML {
    func link(_ time: Date?) -> HTML {
      time.map(page.day(of:)).map { "<a href=\"\(page.path(of: $0))\">\($0)</a>" } ?? "–"
    }
    let heads = [
      page("Source", "Quelle"), page.strings["readings"], page(.from), page.strings["to"], "",
    ]
    let rows = try page.log.sources().map { source in
      let (name, times) = (source.source.rawValue, source.timeRange)
      return """
        <tr><th scope="row" class="verbatim">\(name)</th><td>\(source.count)</td>
        <td>\(link(times?.lowerBound))</td><td>\(link(times?.upperBound))</td>
        <td>\(page.rename("source-rename", name, ["source": name]))
        \(page.button("source-remove", page(.remove), ["source": name], of: name))</td></tr>
        """ as HTML
    }
    return """
      \(page.table(page(.sources), heads, rows))
      <p class="hint">\(page("A source that takes the name of another becomes part of it. Every step can be undone.", "Eine Quelle, die den Namen einer anderen erhält, wird Teil von ihr. Jeder Schritt kann rückgängig gemacht werden."))</p>
      """
  }

  // MARK: Files in

  func upload(_ bytes: Data) async throws -> HTML {
    let name = page.query.has("name") ? String(page.query["name"].prefix(100)) : "file"
    return account(
      try await read(bytes, FileReader("", name: name, page.choices, at: page.now)))
  }

  private func read(_ bytes: Data, _ reader: FileReader) async throws -> Upload {
    let account = try await reader.account(of: bytes)
    let upload = Upload(bytes: bytes, reader: reader, account: account)
    await page.person.uploads.add(upload)
    return upload
  }

  /// Takes a person of a file, discards it, or reads it again with what was asked for.
  func decide(_ form: Form, _ action: String) async throws -> Server.Answer {
    let here = page.moved(to: page.root + "/data")
    guard let upload = await page.person.uploads.find(form["upload"]) else {
      return page.answer(at: here.path, "gone")
    }
    let (index, people) = (Int(form["person"]) ?? 0, upload.account.people)
    var answer = page.answer(at: here.path, "")
    if action == "take", people.indices.contains(index) {
      let added = try await page.person.take([people[index]], isUndoable: true)
      page.person.signals.send()
      let days = people[index].times.map {
        "&from=\(page.day(of: $0.lowerBound))&to=\(page.day(of: $0.upperBound))"
      }
      answer = page.answer(at: "\(here.path)?new=\(added)\(days ?? "")", "taken")
    }
    await page.person.uploads.remove(upload.id)
    guard action == "reread" else { return answer }
    var reader = upload.reader
    if TimeZone(identifier: form["zone"]) != nil { reader.zone = form["zone"] }
    reader.unit = GlucoseUnit(rawValue: form["unit"])
    reader.dateOrder = DateOrder(rawValue: form["order"])
    let again = try await read(upload.bytes, reader)
    return .page(try await DataPage(page: here).html(of: again))
  }

  private func account(_ upload: Upload) -> HTML {
    let account = upload.account
    return """
      <section class="account" aria-labelledby="account-title"><h3 id="account-title">\(page(.account)): \(upload.reader.name)</h3>
      \(account.parts.map(part))
      \(account.unread.map { "<p class=\"warning\">\($0)</p>" as HTML })
      \(account.error.map { "<p class=\"error\">\(page("It cannot be read:", "Sie ist nicht lesbar:")) \($0)</p>" as HTML })
      \(future(of: account))
      <div class="columns">
      \(account.people.isEmpty ? nil : takeForm(upload))
      \(optionsForm(upload))
      \(page.button("discard", page("Discard", "Verwerfen"), ["upload": upload.id]))
      </div></section>
      """
  }

  /// That readings lie ahead of the clock, as they do if the file was read in the wrong zone.
  private func future(of account: FileAccount) -> HTML? {
    let ahead = account.people.map(\.aheadCount).reduce(0, +)
    guard ahead > 0, let last = account.people.compactMap(\.times?.upperBound).max() else {
      return nil
    }
    return """
      <p class="warning" role="alert">\(page("Ahead of the clock", "In der Zukunft")): \(ahead) \(page("readings, the last of", "Werte, der letzte von")) \(page.date(of: page.day(of: last))), \(page.clock(last)).
      \(page("Is the time zone below that of the device?", "Ist die Zeitzone unten die des Geräts?"))</p>
      """
  }

  private func part(_ part: FileAccount.Part) -> HTML {
    let counts = [
      ("Format", part.format), (page.strings["readings"], "\(part.readings)"),
      (page("Finger-sticks", "Blutzuckerwerte"), "\(part.meter)"),
      ("Scans", part.scans == 0 ? "" : "\(part.scans)"),
      (page.strings["events"], "\(part.events)"),
    ]
    let rows = zip(
      part.rows,
      [
        page("rows read", "Zeilen gelesen"), page("skipped", "übergangen"),
        page("rejected", "abgelehnt"),
      ]
    ).map { "\($0) \($1)" }
    return """
      \(part.name.map { "<h4>\($0)</h4>" as HTML })
      \(page.list(counts.filter { !$0.1.isEmpty }))
      <p>\(rows.joined(separator: ", "))</p>
      \(part.warnings.map { "<p class=\"warning\">\($0)</p>" as HTML })
      \(part.lines.isEmpty ? nil : """
        <details><summary>\(page(.account))</summary><ul lang="en">\(part.lines.map { "<li>\($0)</li>" as HTML })</ul></details>
        """ as HTML)
      """
  }

  private func takeForm(_ upload: Upload) -> HTML {
    let people = upload.account.people
    return """
      <form method="post" action="\(page.root)/do/take"><input type="hidden" name="upload" value="\(upload.id)">
      \(people.count < 2 ? nil : Field(page("Whose readings", "Wessen Werte"), "person").select(
        people.enumerated().map { ("\($0)", "\($1.id ?? "\($0 + 1)") (\($1.readingCount))") }, nil))
      <p><button class="primary">\(page("Take it into the diary", "Ins Tagebuch übernehmen"))</button></p></form>
      """
  }

  private func optionsForm(_ upload: Upload) -> HTML {
    let unknown = [("", page(.unknown))]
    let units = GlucoseUnit.allCases.map { ($0.rawValue, $0.rawValue) }
    let orders = [
      ("dayFirst", page("day first", "Tag zuerst")),
      ("monthFirst", page("month first", "Monat zuerst")),
    ]
    func field(_ label: String, _ name: String) -> Field { Field(label, name, prefix: "read-") }
    return """
      <form method="post" action="\(page.root)/do/reread"><input type="hidden" name="upload" value="\(upload.id)">
      \(field(page(.zone), "zone").input(upload.reader.zone ?? ""))
      \(field(page(.unit), "unit").select(unknown + units, upload.reader.unit?.rawValue ?? ""))
      \(field(page("Order of dates", "Reihenfolge des Datums"), "order").select(unknown + orders, upload.reader.dateOrder?.rawValue ?? ""))
      <p><button>\(page("Read again", "Noch einmal lesen"))</button></p></form>
      """
  }
}
