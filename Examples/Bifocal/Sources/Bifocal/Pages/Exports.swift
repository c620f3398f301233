import FlyingFox
import Foundation
import GlucoseKit

/// Everything that a person can take out.
enum Exports {
  static let files = [
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
    let always = Date.distantPast..<Date.distantFuture
    func person() throws -> ImportedPerson {
      ImportedPerson(id: page.choices.name, recording: try page.log.recording(in: always))
    }
    switch name {
    case "report": return try report(page)
    case "archive.json":
      return .export(name, type: "application/json") { try page.log.archive(to: $0) }
    case "readings.csv":
      let (writer, person) = (CSVWriter(unit: page.unit, zone: page.zone), try person())
      return .export(name, type: "text/csv; charset=utf-8") { sink in
        try writer.write([person]) { try sink(Data($0)) }
      }
    case "events.csv":
      let events = try page.log.events(in: always)
      let heads = "subject,time,kind,value,unit,minutes,protein (g),fat (g),name,note"
      return .export(name, type: "text/csv; charset=utf-8") { sink in
        try sink(Data("\(heads)\n".utf8))
        for event in events { try sink(Data("\(row(of: event, page))\n".utf8)) }
      }
    case "nightscout.json":
      let person = try person()
      return .export(name, type: "application/json") { sink in
        try NightscoutWriter().write(person) { try sink(Data($0)) }
      }
    case "fhir.json":
      let writer = FHIRWriter(contents: .all, unit: page.unit, zone: page.zone)
      let person = try person()
      return .export(name, type: "application/fhir+json") { sink in
        try writer.write([person], at: page.now) { try sink(Data($0)) }
      }
    default: return .notFound
    }
  }

  private static func report(_ page: PageContext) throws -> Server.Answer {
    let period = Period(page, counts: [14, 90], until: try page.lastDay())
    if let error = period.error { return .page(Frame.message(error), .badRequest) }
    var options = ReportPageOptions(unit: page.unit, bands: page.bands)
    if page.choices.bands == .olderOrHighRisk { options.population = .olderOrHighRisk }
    options.now = page.now
    options.strings = page.strings
    let isSimulated = page.choices.simulatedFrom != nil
    let title = page.choices.name + (isSimulated ? " (\(page("simulated", "simuliert")))" : "")
    let report = try page.history.reportPage(of: period.days, title: title, options: options)
    return .page(HTML(trusting: report.html), policy: ReportPage.contentSecurityPolicy)
  }

  /// A row of the table of events: the columns that `glucose backtest --events` reads, and the rest in
  /// others.
  private static func row(of event: DiaryEvent, _ page: PageContext) -> String {
    func cell(_ text: String) -> String {
      // A cell has one line, since a row is one.
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      let isPlain = !line.contains { "\",#".contains($0) } && line.first != " " && line.last != " "
      return isPlain ? line : "\"\(line.replacing("\"", with: "\"\""))\""
    }
    func number(_ value: Double?) -> String { value.map(DecimalStyle.point.format) ?? "" }
    let times = Date.ISO8601FormatStyle(timeZoneSeparator: .colon, timeZone: page.zone)
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
}
