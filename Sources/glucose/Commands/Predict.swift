import ArgumentParser
import Foundation
import GlucoseStudy

struct Predict: Command {
  static let configuration = CommandConfiguration(
    commandName: "predict",
    abstract: "Forecast glucose after the last reading, by default 30 minutes ahead.",
    discussion: """
      The model is the pretrained one, personalized with the readings. If the file or --events has \
      meals, insulin, or exercise, it is compared with a fit with them: both are fitted to the \
      first 70 percent of the readings and tested on the rest, and the fit is used if its error is \
      lower by more than chance. The output contains the model and the errors on the rest. With less \
      than an hour of readings, after a gap of more than 30 minutes in the last hour, or if the \
      last reading is more than 15 minutes old (20 if there is one every 15 minutes), there is no \
      forecast: the reason is printed, and the exit code is 1. After an older reading, the \
      forecast continues to about --minutes after the present.

      With --night, the output is the probabilities of a reading below 70 and 54 mg/dL in the \
      seven hours after --now, a bedtime from 21:00 to 02:00. They need 70 percent of the last 24 \
      hours.

      docs/json.md describes the output of --json: the schema swift-glucose/forecast, version 1.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var units: UnitOptions
  @Option(
    help: .value(
      "instant", "The present: \(Instant.forms) (default: the time of the last reading)."))
  var now: String?
  @Option(
    help: .value("minutes", "The minutes ahead: a multiple of the sensor's interval, up to 120."))
  var minutes = 30
  @Option(
    help: ArgumentHelp(
      "The person's type of diabetes: type-1, type-2, or none (default: unknown).",
      discussion: "It has an effect with less than a day of readings.", valueName: "type"),
    transform: InputOptions.choice)
  var type: TypeOfDiabetes?
  @Option(
    help: .value(
      "file",
      "A file of events, which replace the events of the input file; see glucose backtest --help."))
  var events: String?
  @Option(help: "The nominal coverage of the prediction interval, from 0.5 to 0.95.")
  var coverage = 0.9
  @Flag(help: "Forecast the lows of the seven hours after a bedtime.")
  var night = false
  @Flag(help: "Print JSON: concentrations in mg/dL, and the model.")
  var json = false

  func validate() throws {
    try require(!(night && json), "Choose one of --night and --json.")
    try require((0.5...0.95).contains(coverage), "--coverage must be from 0.5 to 0.95.")
    guard (5...120).contains(minutes), minutes % 5 == 0 else {
      throw ValidationError("--minutes must be a multiple of 5 from 5 to 120, not \(minutes).")
    }
    _ = try InputOptions.instant(now, in: input.zone)
  }

  func run(_ failures: inout Failures) async throws {
    var source = try input.readOne(&failures)
    if let events {
      source = try input.adding(eventsOf: events, to: [source]).first ?? source
    }
    let recording = source.subject.recording
    let series = recording.series
    let asked = try InputOptions.instant(now, in: source.zone)
    guard let now = asked ?? series.last?.time else {
      throw CommandFailure("\(source.shownName) has no readings.")
    }
    if let first = series.first?.time, now < first {
      let shown = [first, now].map { Instant.iso($0, in: source.zone) }
      throw CommandFailure(
        "\(source.shownName): the first reading, at \(shown[0]), is after --now, \(shown[1]).")
    }
    if night { return try printNight(of: source, at: now) }
    let forecast: GlucoseForecast
    let model: Forecaster
    let progress = Lock(ProgressLine(of: 1))
    let name = source.shownName
    defer { progress.withLock { $0.end() } }
    do {
      let past = Recording(
        series: series.prefix(through: now), events: recording.events.filter { $0.time <= now })
      model = try await Forecaster.best(
        for: past, in: source.zone, type: type, horizon: .seconds(60 * minutes)
      ) { fraction in
        progress.withLock { $0.show(fraction: fraction, "choosing a model for \(name)") }
      }
      forecast = try model.forecast(after: past, at: now, coverage: coverage)
    } catch {
      var text = "\(source.shownName): no forecast: \("\(error)".asClause)"
      if asked == nil, case .gap(_, let end)? = (error as? ForecastUnavailable)?.reason,
        let before = series.prefix(before: end).last?.time
      {
        let wrong =
          end == now
          ? "the last reading has a wrong date" : "the readings from then on have wrong dates"
        text +=
          " If \(wrong), give the present, such as --now "
          + "\(Instant.iso(before, in: source.zone))."
      }
      throw CommandFailure(.refused, text)
    }
    progress.withLock { $0.end() }
    let exactUnit = units.thresholdUnit(for: source)
    guard !json else {
      return try OutputOptions.print(
        jsonText(
          forecast.json(by: model, of: source.name, in: source.zone, thresholdsIn: exactUnit)))
    }
    let unit = units.unit(for: source)
    try OutputOptions.print(
      forecast.text(in: unit, thresholdsIn: exactUnit, zone: source.zone, now: now) + "\n"
        + model.evidence(in: unit))
  }

  private func printNight(of source: InputOptions.Source, at now: Date) throws {
    guard NightForecast.bedtimes.contains(now, in: source.zone) else {
      throw CommandFailure(
        .refused,
        "\(source.shownName): no forecast of the night: \(Instant.minute(now, in: source.zone)) is not "
          + "from 21:00 to 02:00.")
    }
    do {
      let night = try NightForecast(after: source.series, at: now)
      try OutputOptions.print(night.text(in: units.unit(for: source), zone: source.zone))
    } catch let error as ForecastUnavailable {
      throw CommandFailure(.refused, "\(source.shownName): no forecast: \("\(error)".asClause)")
    }
  }
}
