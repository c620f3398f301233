import ArgumentParser
import Foundation
import GlucoseStudy

struct BacktestCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backtest",
    abstract: "Test forecasts on the last part of each recording, compared with baselines.",
    discussion: """
      The models are fitted to the first 70 percent of each person's readings, one for all \
      people and one for each person, and tested on the last 30 percent. Models and baselines \
      are tested at the same origins and use no later data. Recordings of different cadence have \
      separate models and tables.

      The output is a summary: the last value, the best other baseline, the personal model, and \
      one line per alarm. The best baseline is the one with the smallest error on the test \
      itself.

      The prior of a fit to few readings is the pretrained model, unless --without-pretrained is \
      given. It was trained on five public studies; errors on their people are too small with it.

      Designs: chronological, as above; leave-one-person-out, in which the model for all people \
      is fitted without the person that is tested, once for each person; rolling, in which the \
      personal model is updated every day of the test; best, in which the model is the one that \
      glucose predict chooses for each person from the earlier part of the record; \
      glucofm-bench, in which models are fitted to the first 80 percent and have 12 hours of \
      readings as input, with errors 15, 30, 60, and 90 minutes ahead; metabonet-bench, with \
      errors 30, 60, 90, and 120 minutes ahead; glucobench, with 12 hours of readings as input \
      and the medians of errors over the path of the next hour.

      If the files or --events contain meals, insulin, or exercise, models with and without them \
      are tested. Predictors whose names end in "learning" are personal models that are updated \
      every day of the test, in addition to those that are not updated.

      Alarms are compared at the same rate of false alarms. An alarm is true if a reading beyond \
      the threshold follows within the horizon. An episode begins with such a reading after a \
      horizon without one, and is caught if an alarm precedes it within the horizon.

      docs/json.md describes the output of --json: the schema swift-glucose/backtest, version 1.
      """)

  @OptionGroup var input: InputOptions
  @Option(
    help: ArgumentHelp(
      "Time ahead in minutes: a multiple of the sensor's cadence up to 120 (default: 30).",
      discussion:
        "Can be repeated, or be a list such as 30,60,90,120; the model is fitted to the last.",
      valueName: "minutes"),
    transform: BacktestCommand.minutes)
  var minutes: [[Int]] = []
  @Option(
    help: ArgumentHelp(
      "The design of the test: "
        + BacktestDesign.allCases.map(\.rawValue).joined(separator: ", ")
        + " (default: chronological)."),
    transform: InputOptions.choice)
  var design = BacktestDesign.chronological
  @Option(help: "The unit of the output (default: the first file's).", transform: InputOptions.unit)
  var unit: GlucoseUnit?
  @Option(
    help: ArgumentHelp(
      "A file of events, which replace the events of the input files.",
      discussion: "Any file with events of the same people, or a table whose first columns are "
        + "subject,time,kind,value,unit; kinds are meal (g), bolus, basal (U), and exercise. "
        + "The file can be compressed with gzip.",
      valueName: "file"))
  var events: String?
  @Option(
    help: "Updates of personal models during the test, as additional predictors: daily or never.")
  var learning = Learning.daily
  @Flag(help: "Fit to the recordings alone, also if they are few, without the pretrained model.")
  var withoutPretrained = false
  @Option(
    help: ArgumentHelp(
      "The file of pretrained models to test, instead of models fitted to the recordings.",
      discussion:
        "glucose train --output writes it. The models do not use events. The output states the "
        + "studies that they were trained on, and whether one of them, by the name of its file, is "
        + "tested.",
      valueName: "file"))
  var models: String?
  @Flag(help: "Print all tables: predictors, error grids, intervals, and alarms at each rate.")
  var full = false
  @Flag(help: "Print tables by person too. Implies --full.")
  var people = false
  @Flag(help: "Print JSON: every lead, person, and predictor, in mg/dL.")
  var json = false
  @Option(help: .value("file", "The HTML file to write, with all tables and pictures."))
  var html: String?
  @Flag(help: "Print the processor time of each fit to standard error, on one core.")
  var timing = false

  func validate() throws {
    try require(!(json && (full || people)), "Choose one of --json and --full.")
    guard minutes.isEmpty || design.reportedLeads == nil else {
      throw ValidationError("--design \(design.rawValue) does not allow --minutes.")
    }
    guard models == nil || design != .leaveOnePersonOut else {
      throw ValidationError("--design \(design.rawValue) does not allow --models.")
    }
    try require(
      models == nil || !withoutPretrained, "Choose one of --models and --without-pretrained.")
  }

  enum Learning: String, ExpressibleByArgument {
    case daily, never

    var interval: Duration? { self == .daily ? .seconds(86_400) : nil }
  }

  static func minutes(_ text: String) throws -> [Int] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
      guard let minutes = Int(part.trimmingCharacters(in: .whitespaces)),
        (5...120).contains(minutes), minutes % 5 == 0
      else { throw ValidationError("--minutes must be multiples of 5 from 5 to 120, not \(text).") }
      return minutes
    }
  }

  static func models(_ path: String) throws -> PretrainedModels {
    let name = path.shownOnTerminal
    guard let bytes = FileManager.default.contents(atPath: path) else {
      throw CommandFailure(.noInput, "\(name) cannot be read.")
    }
    do {
      return try PretrainedModels(bytes: Array(bytes))
    } catch {
      throw CommandFailure("\(name) is not a file of glucose train: \(error.description.asClause)")
    }
  }

  func run(_ failures: inout Failures) async throws {
    try OutputOptions.refuse([html], replacing: input.paths() + [events, models])
    let models = try models.map(Self.models)
    var sources = try input.read(&failures)
    if let events { sources = try input.adding(eventsOf: events, to: sources) }
    let minutes = minutes.isEmpty ? [30] : minutes.flatMap { $0 }
    let runs = BacktestRuns(
      horizons: minutes.map { .seconds(60 * $0) }, design: design,
      updateInterval: learning.interval, usesPretrainedModel: !withoutPretrained,
      printsTiming: timing, models: models, drawsPictures: html != nil, unit: self.unit)
    let zones = Set(sources.map(\.zone))
    let zone = zones.count == 1 ? sources[0].zone : input.zone
    let reports = try await runs.reports(on: sources, in: zone)
    let unit = unit ?? sources.lazy.compactMap(\.unit).first ?? .mgdL
    if let html {
      try OutputOptions.write(Array(BacktestPage(reports, unit: unit).html.utf8), to: html)
    }
    guard !json else {
      return try OutputOptions.print(
        jsonText(
          JSONObject(schema: "backtest", ["runs": reports.map(\.json)]), isIndented: false))
    }
    guard !full, !people else {
      let blocks = reports.map { $0.fullText(in: unit, listsPeople: people) }
      return try OutputOptions.print(blocks.joined(separator: "\n\n"))
    }
    let blocks = reports.map { $0.summaryText(in: unit) }
    try OutputOptions.print(
      (blocks + ["All tables: --full. A page with pictures: --html FILE. JSON: --json."])
        .joined(separator: "\n\n"))
  }
}
