import FlyingFox
import Foundation
import GlucoseKit

/// Files in and out: what a file holds is shown before it is taken.
struct DataPage {
  let page: PageContext

  var html: HTML { get async throws { try await html(of: nil) } }

  private func html(of upload: Upload?) async throws -> HTML {
    let states = await page.person.sources.lines.sorted { $0.key < $1.key }
    return await Frame.page(
      page, title: page(.data),
      """
      <h1>\(page(.data))</h1>
      <section class="card" aria-labelledby="in"><h2 id="in">\(page("Bring in a file", "Datei einlesen"))</h2>
      <div id="drop" class="drop" data-action="\(page.root)/do/upload">
      <p><label for="file">\(page("Drop an export of any known format here, or choose one:", "Einen Export in einem bekannten Format hier ablegen oder auswählen:"))</label> <input id="file" type="file"></p></div>
      <noscript><p class="warning">\(page("Files are brought in with JavaScript.", "Zum Einlesen wird JavaScript benötigt."))</p></noscript>
      <div id="account" aria-live="polite">\(upload.map(account))</div></section>
      <section class="card" aria-labelledby="out"><h2 id="out">\(page("Take everything out", "Alles mitnehmen"))</h2><ul>
      \(Exports.files.map { name, word in
        "<li><a href=\"\(page.root)/export/\(name)\" download>\(page(word))</a></li>" as HTML
      })
      <li><a href="\(page.root)/export/report?days=14">\(page(.report)), 14 \(page(.days))</a>,
      <a href="\(page.root)/export/report?days=90">90 \(page(.days))</a>. <span class="quiet">\(page("The browser prints it as PDF.", "Der Browser druckt ihn als PDF."))</span></li>
      </ul>
      <form class="filters" action="\(page.root)/export/report"><fieldset><legend>\(page(.report))</legend>
      \([("from", Word.from), ("to", .to)].map { Field(page($1), $0).input("", type: "date", " required") })</fieldset><p class="actions"><button>\(page(.apply))</button></p></form></section>
      <section id="sources" data-live class="card" aria-labelledby="sources-title"><h2 id="sources-title">\(page(.sources))</h2>
      \(try sources)
      <h3>\(page("Live sources", "Laufende Quellen"))</h3>
      \(states.isEmpty ? "<p class=\"quiet\">\(page("None. A folder to watch or a local Nightscout is named on the command line.", "Keine. Ein Ordner oder ein lokales Nightscout wird auf der Befehlszeile genannt."))</p>" as HTML : nil)
      <ul>\(states.map { "<li>\($0.key): \(readable($0.value))</li>" as HTML })</ul></section>
      <section class="card" aria-labelledby="erase"><h2 id="erase">\(page(.erase))</h2>
      <form method="post" action="\(page.root)/do/erase"><input type="hidden" name="back" value="\(page.path)">
      <p class="field"><label for="confirm">\(page("Confirmation", "Bestätigung"))</label>
      <input id="confirm" name="confirm" autocomplete="off" required pattern="ERASE" aria-describedby="erase-hint"></p>
      <p id="erase-hint" class="hint">\(page("This cannot be undone. Type ERASE to confirm.", "Das ist nicht rückgängig zu machen. Zur Bestätigung ERASE eingeben."))</p>
      <p><button class="danger">\(page(.erase))</button></p></form></section>
      """)
  }

  /// The state of a live source; an instant is that of the last delivery.
  private func readable(_ state: String) -> String {
    guard let time = try? Date(state, strategy: .iso8601) else { return state }
    return "\(page.shortTitle(of: LocalDay(containing: time, in: page.zone))), \(page.clock(time))"
  }

  private var sources: HTML {
    get throws {
      let rows = try page.log.sources()
      return """
        \(Frame.table(page(.sources), [Word.source, .readings, .from, .to].map { page($0) } + [""], rows.map { source in
          let name = source.source.rawValue
          return """
            <tr><th scope="row" class="verbatim">\(name)</th><td>\(source.count)</td>
            <td>\(link(source.timeRange?.lowerBound))</td><td>\(link(source.timeRange?.upperBound))</td>
            <td><form class="inline" method="post" action="\(page.root)/do/source-rename">
            <input type="hidden" name="source" value="\(name)"><input type="hidden" name="back" value="\(Frame.back(page))">
            <input name="name" value="\(name)" required maxlength="100" aria-label="\(page(.name)): \(name)">
            <button aria-label="\(page(.rename)): \(name)">\(page(.rename))</button></form>
            \(Frame.button(page, "source-remove", page(.remove), ["source": name], describedAs: "\(page(.remove)): \(name)"))</td></tr>
            """
        }))
        <p class="hint">\(page("A source that takes the name of another becomes part of it. Every step can be undone.", "Eine Quelle, die den Namen einer anderen erhält, wird Teil von ihr. Jeder Schritt kann rückgängig gemacht werden."))</p>
        """
    }
  }

  /// A link to the day of an instant.
  private func link(_ time: Date?) -> HTML {
    guard let day = time.map({ LocalDay(containing: $0, in: page.zone).description }) else {
      return "–"
    }
    return "<a href=\"\(page.root)/day/\(day)\">\(day)</a>"
  }

  // MARK: Files in

  /// Reads the bytes of a file and returns the account of them.
  func upload(_ bytes: Data) async throws -> HTML {
    let name = String(page.query["name"].prefix(100))
    let reader = FileReader(
      "", name: name.isEmpty ? "file" : name, page.choices, at: page.now)
    return account(try await read(bytes, reader))
  }

  /// Reads a file again with what was asked for.
  func reread(_ form: Form) async throws -> Server.Answer {
    guard let waiting = await page.person.uploads.find(form["upload"]) else {
      return Actions.back(page.root + "/data", page, "gone")
    }
    await page.person.uploads.remove(waiting.id)
    var reader = waiting.reader
    if TimeZone(identifier: form["zone"]) != nil { reader.zone = form["zone"] }
    reader.unit = GlucoseUnit(rawValue: form["unit"])
    reader.dateOrder = DateOrder(rawValue: form["order"])
    let upload = try await read(waiting.bytes, reader)
    return .page(
      try await DataPage(page: page.moved(to: page.root + "/data")).html(of: upload))
  }

  private func read(_ bytes: Data, _ reader: FileReader) async throws -> Upload {
    let account = try await Intake.read(bytes, reader)
    let upload = Upload(bytes: bytes, reader: reader, account: account)
    await page.person.uploads.add(upload)
    return upload
  }

  func decide(_ form: Form, takes: Bool) async throws -> Server.Answer {
    guard let upload = await page.person.uploads.find(form["upload"]) else {
      return Actions.back(page.root + "/data", page, "gone")
    }
    let (index, account) = (Int(form["person"]) ?? 0, upload.account)
    guard takes, account.archives.indices.contains(index) else {
      await page.person.uploads.remove(upload.id)
      return Actions.back(page.root + "/data", page, "")
    }
    let added = try await Intake.take([account.archives[index]], into: page.person)
    await page.person.uploads.remove(upload.id)
    page.person.signals.send()
    var days = ""
    if let times = account.people[index].times {
      days = [("from", times.lowerBound), ("to", times.upperBound)].map { name, time in
        "&\(name)=\(LocalDay(containing: time, in: page.zone))"
      }.joined()
    }
    return Actions.back("\(page.root)/data?new=\(added)\(days)", page, "taken")
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
      \(Frame.button(page, "discard", page("Discard", "Verwerfen"), ["upload": upload.id]))
      </div></section>
      """
  }

  /// That readings lie ahead of the clock, as they do if the file was read in the wrong zone.
  private func future(of account: FileAccount) -> HTML? {
    let ahead = account.people.map(\.aheadCount).reduce(0, +)
    guard ahead > 0, let last = account.people.compactMap(\.times?.upperBound).max() else {
      return nil
    }
    let day = page.date(of: LocalDay(containing: last, in: page.zone))
    return """
      <p class="warning" role="alert">\(page("Ahead of the clock", "In der Zukunft")): \(ahead) \(page("readings, the last of", "Werte, der letzte von")) \(day), \(page.clock(last)).
      \(page("Is the time zone below that of the device?", "Ist die Zeitzone unten die des Geräts?"))</p>
      """
  }

  private func part(_ part: FileAccount.Part) -> HTML {
    let counts: [(Word, String)] = [
      (Word("Format", "Format"), part.format), (.readings, "\(part.readings)"),
      (.meter, "\(part.meter)"),
      (Word("Scans", "Scans"), part.scans == 0 ? "" : "\(part.scans)"),
      (Word("Events", "Ereignisse"), "\(part.events)"),
    ]
    let rows = zip(
      [
        Word("rows read", "Zeilen gelesen"), Word("skipped", "übergangen"),
        Word("rejected", "abgelehnt"),
      ], part.rows
    ).map { "\($1) \(page($0))" }
    return """
      \(part.name.map { "<h4>\($0)</h4>" as HTML })
      <dl>\(counts.filter { !$0.1.isEmpty }.map { "<div><dt>\(page($0.0))</dt><dd>\($0.1)</dd></div>" as HTML })</dl>
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
    let units = [("", page(.unknown))] + GlucoseUnit.allCases.map { ($0.rawValue, $0.rawValue) }
    let orders = [
      ("", page(.unknown)), ("dayFirst", page("day first", "Tag zuerst")),
      ("monthFirst", page("month first", "Monat zuerst")),
    ]
    func field(_ word: Word, _ name: String) -> Field { Field(page(word), name, prefix: "read-") }
    return """
      <form method="post" action="\(page.root)/do/reread"><input type="hidden" name="upload" value="\(upload.id)">
      \(field(.zone, "zone").input(upload.reader.zone ?? ""))
      \(field(.unit, "unit").select(units, upload.reader.unit?.rawValue ?? ""))
      \(field(Word("Order of dates", "Reihenfolge des Datums"), "order").select(orders, upload.reader.dateOrder?.rawValue ?? ""))
      <p><button>\(page("Read again", "Noch einmal lesen"))</button></p></form>
      """
  }
}

/// Everything that a person can take out.
enum Exports {
  fileprivate static let files = [
    ("archive.json", Word.archive),
    ("readings.csv", Word("Table of readings (CSV)", "Tabelle der Werte (CSV)")),
    ("events.csv", Word("Table of events (CSV)", "Tabelle der Ereignisse (CSV)")),
    (
      "nightscout.json",
      Word(
        "Readings and events for Nightscout (JSON)", "Werte und Ereignisse für Nightscout (JSON)")
    ),
    ("fhir.json", Word("Readings as HL7 FHIR (JSON)", "Werte als HL7 FHIR (JSON)")),
  ]

  static func answer(_ page: PageContext, _ name: String) async throws -> Server.Answer {
    switch name {
    case "archive.json":
      return .file(try page.log.archive(), type: "application/json", name: name)
    case "report":
      let period = Period(page, counts: [14, 90], until: try page.lastDay())
      if let error = period.error { return .page(Frame.message(error), .badRequest) }
      var options = ReportPageOptions(unit: page.unit, bands: page.bands)
      if page.choices.bands == .olderOrHighRisk { options.population = .olderOrHighRisk }
      options.now = page.now
      options.strings = page.chartStrings
      options.reportStrings = page.reportStrings
      let isSimulated = page.choices.simulatedFrom != nil
      let title = page.choices.name + (isSimulated ? " (\(page("simulated", "simuliert")))" : "")
      let report = try page.history.reportPage(of: period.days, title: title, options: options)
      return .response(
        HTTPResponse(
          statusCode: .ok,
          headers: HTTPHeaders([
            .contentType: "text/html; charset=utf-8",
            HTTPHeader("Content-Security-Policy"): ReportPage.contentSecurityPolicy,
          ]), body: Data(report.html.utf8)))
    default: break
    }
    let all = try page.log.recording(in: .distantPast..<Date.distantFuture)
    let subject = ImportedPerson(id: page.choices.name, recording: all)
    switch name {
    case "readings.csv":
      let text = CSVWriter(unit: page.unit, zone: page.zone).string(of: [subject])
      return .file(Data(text.utf8), type: "text/csv; charset=utf-8", name: name)
    case "events.csv":
      let text = table(of: try page.log.events(in: .distantPast..<Date.distantFuture), page)
      return .file(Data(text.utf8), type: "text/csv; charset=utf-8", name: name)
    case "nightscout.json":
      return .file(
        Data(NightscoutWriter().bytes(of: subject)), type: "application/json", name: name)
    case "fhir.json":
      let writer = FHIRWriter(contents: .all, unit: page.unit, zone: page.zone)
      return .file(
        Data(writer.bytes(of: [subject], at: page.now)), type: "application/fhir+json", name: name)
    default: return .page(Frame.message(Word.notFound), .notFound)
    }
  }

  /// A table of events: the columns that `glucose backtest --events` reads, and the rest in others.
  private static func table(of events: [DiaryEvent], _ page: PageContext) -> String {
    func cell(_ text: String) -> String {
      // A cell has one line, since a row is one.
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let isPlain = !line.contains { "\",#".contains($0) } && line.first != " " && line.last != " "
      return isPlain ? line : "\"\(line.replacing("\"", with: "\"\""))\""
    }
    func number(_ value: Double?) -> String { value.map(DecimalStyle.point.format) ?? "" }
    let times = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: page.zone)
    let rows = events.map { event in
      var (kind, value, unit) = (event.content.category.rawValue, Double?.none, "")
      var (protein, fat, name) = (Double?.none, Double?.none, event.content.name)
      let minutes = event.end.map { $0.timeIntervalSince(event.time) / 60 }
      switch event.content {
      case .meal(let meal): (value, unit, protein, fat) = (meal.carbs, "g", meal.protein, meal.fat)
      case .insulin(let dose):
        let isBasal = dose.action == .longActing || dose.action == .intermediateActing
        (kind, value, unit) = (isBasal ? "basal" : "bolus", dose.units, "U")
        name = dose.action?.rawValue
      case .exercise, .condition: break
      case .entry(let entry): (value, unit) = (entry.amount, entry.unit?.rawValue ?? "")
      }
      return [
        page.choices.name, event.time.formatted(times), kind, number(value), unit,
        number(minutes == 0 ? nil : minutes), number(protein), number(fat), name ?? "",
        event.note ?? "",
      ].map(cell).joined(separator: ",")
    }
    let heads = "subject,time,kind,value,unit,minutes,protein (g),fat (g),name,note"
    return ([heads] + rows).joined(separator: "\n") + "\n"
  }
}
