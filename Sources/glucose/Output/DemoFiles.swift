import Foundation
import GlucoseStudy

struct DemoFiles {
  let contents: [(String, String)]
  private let period: PersonReport
  private let forecast: String
  private let backtests: [BacktestReport]
  /// The reason that there is no back-test, or an empty string if there is one.
  private let refusal: String
  private let unit: GlucoseUnit

  private static let meanings = [
    ("report.html", "the report as a page, with the events of each day"),
    ("backtest.html", "the back-test as a page, with all tables and pictures"),
    ("day.svg", "a day as a picture"),
    ("today.svg", "the last day, with the forecast after its last reading"),
    ("bifocal.svg", "the last day between the days before it"),
    ("profile.svg", "the profile of all days, with the time in ranges"),
    ("calendar.svg", "a small line for each day"),
    ("hours.svg", "the mean of each hour of each weekday"),
    ("errors.svg", "forecasts and readings on the Parkes error grid"),
    ("report.txt", "the report as a table"), ("report.json", "the report as JSON"),
    ("forecast.json", "the forecast as JSON"),
    ("readings.csv", "the readings, for example for glucose report readings.csv"),
  ]

  static let names = meanings.map(\.0)

  func summary(in folder: String) -> String {
    let names = Self.names.dropFirst().joined(separator: ", ")
    return [
      period.summary(in: unit), "The next 30 minutes:\n" + forecast,
      backtests.map { $0.summaryText(in: unit) }.joined(separator: "\n\n") + refusal,
      "Files in \(folder):\n" + "report.html, the whole report; \(names).".wrapped()
        + "\nMore: --full.",
    ].joined(separator: "\n\n")
  }

  func fullText(in folder: String) -> String {
    var names = TextTable([("file", .left), ("contents", .left)])
    for (name, meaning) in Self.meanings { names.add([name, meaning]) }
    return [
      period.text(in: unit), "The next 30 minutes:\n" + forecast,
      backtests.map { $0.fullText(in: unit, listsPeople: false) }.joined(separator: "\n\n")
        + refusal, "Files in \(folder):\n" + names.lines.joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  init(seed: UInt64, days: Int, unit: GlucoseUnit) async throws {
    let zone = TimeZone.gmt
    let recording = Self.recording(seed: seed, days: days, in: zone)
    let subject = ImportedPerson(id: "Virtual person \(seed)", recording: recording)
    let source = InputOptions.Source(file: "demo", subject: subject, unit: unit, zone: zone)
    guard let now = recording.series.last?.time else {
      throw CommandFailure("the virtual person wore no sensor.")
    }
    let today = LocalDay(containing: now, in: zone)

    self.unit = unit
    period = PersonReport(source, bands: .consensus(in: unit), targetsFor: .adults, now: now)
    var prediction: (forecast: GlucoseForecast, json: JSONObject)?
    let progress = Lock(ProgressLine(of: 1))
    let name = source.shownName
    do {
      let model = try await Forecaster.best(for: recording, in: zone) { fraction in
        progress.withLock { $0.show(fraction: fraction, "choosing a model for \(name)") }
      }
      let made = try model.forecast(after: recording, at: now)
      forecast =
        made.text(in: unit, thresholdsIn: unit, zone: zone, now: now) + "\n"
        + model.evidence(in: unit, isFull: false)
      prediction = (made, made.json(by: model, of: source.name, in: zone, thresholdsIn: unit))
    } catch { forecast = "No forecast. \(error)" }
    progress.withLock { $0.end() }
    do {
      // The tested model is the model of the forecast: the best model for the person.
      backtests = try await BacktestRuns(design: .best, drawsPictures: true)
        .reports(on: [source], in: zone)
      refusal = ""
    } catch let failure as CommandFailure {
      backtests = []
      refusal = failure.sentence
    }

    var options = DayPlotOptions(unit: unit)
    let month = recording.plots(of: recording.localDays(in: zone), options: options)
    options.extendsAxis = true
    let yesterday = DayPicture(recording.plot(of: today.advanced(by: -1), options: options))
    let display = recording.bifocalDay(
      of: today, forecast: prediction?.forecast, now: now, options: options)
    var pageOptions = ReportPageOptions(unit: unit)
    pageOptions.forecast = prediction?.forecast
    pageOptions.now = now
    pageOptions.errorGrid = backtests.first?.errorGrid(unit: unit)
    let page = recording.reportPage(
      of: recording.allDays(in: zone, until: now), title: source.name, options: pageOptions)
    let profile = page.profile.map {
      ProfilePicture(
        $0, timeInRanges: page.report.period.statistics?.timeInRanges,
        targets: page.targets.map(\.target), unit: unit)
    }
    contents = [
      ("report.html", page.html), ("backtest.html", BacktestPage(backtests, unit: unit).html),
      ("day.svg", yesterday.svg), ("today.svg", DayPicture(display.plot).svg),
      ("bifocal.svg", DayPicture(display.plot, display.surroundingDays).svg),
      ("profile.svg", profile?.svg ?? ""), ("calendar.svg", CalendarPicture(month).svg),
      ("hours.svg", HeatMapPicture(page.hours, unit: unit).svg),
      ("errors.svg", page.options.errorGrid?.svg ?? ""),
      ("report.txt", period.text(in: unit) + "\n"),
      ("report.json", try jsonText(JSONObject(schema: "report", ["people": [period.json]])) + "\n"),
      ("forecast.json", try jsonText(prediction?.json) + "\n"),
      (
        "readings.csv",
        String(decoding: CSVWriter(unit: unit, zone: .gmt).bytes(of: [subject]), as: UTF8.self)
      ),
    ]
  }

  private static func recording(seed: UInt64, days: Int, in zone: TimeZone) -> Recording {
    let first = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 794_102_400), in: zone)
    let whole = VirtualPatient(seed: seed).simulate(days: days, from: first)
    let now = first.advanced(by: days - 1).time(hour: 19, minute: 40)
    return Recording(
      series: whole.series.prefix(through: now), events: whole.events.filter { $0.time <= now })
  }
}
