// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Predict: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Forecast glucose for the 30 minutes after the last reading.",
      discussion: """
        The candidates are the pretrained model, personalized with the readings of the file, and, \
        if there are enough readings, a model fitted to them alone, with meals, insulin, and \
        exercise if there are any. The candidate with the smallest error on the last 30 percent of \
        the readings, after training on the others, is used. With less than an hour of readings, \
        or after a gap in the last hour, there is no forecast: the reason is printed and the exit \
        code is 1.

        docs/json.md describes the output of --json: the schema swift-glucose/forecast, version 1.
        """)

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Option(
      help: ArgumentHelp(
        "The present: \(Instant.forms) (default: the time of the last reading).",
        valueName: "instant"))
    var now: String?
    @Option(help: "The nominal coverage of the prediction interval, from 0.5 to 0.95.")
    var coverage = 0.9
    @Flag(help: "Print JSON: concentrations in mg/dL, and the model.")
    var json = false

    func validate() throws {
      guard (0.5...0.95).contains(coverage) else {
        throw ValidationError("--coverage must be from 0.5 to 0.95.")
      }
      if let now, Instant.read(now, in: input.zone) == nil {
        throw ValidationError("\(now) is not an instant such as \(Instant.forms).")
      }
    }

    func run() throws {
      try orFail {
        let source = try input.readOne()
        let recording = source.subject.recording
        let series = recording.series
        let asked = now.flatMap { Instant.read($0, in: input.zone) }
        guard let now = asked ?? series.last?.time else {
          throw CommandFailure(.data, "\(source.shownName) has no readings.")
        }
        let forecast: GlucoseForecast
        let model: Forecaster
        var progress = ProgressLine(of: 1)
        defer { progress.end() }
        progress.show(0, "fitting to \(source.shownName)", isLong: true)
        do {
          let past = Recording(
            series: series.prefix(through: now), events: recording.events.filter { $0.time <= now })
          model = try Forecaster.best(for: past, in: source.zone)
          forecast = try model.forecast(after: past, at: now, coverage: coverage)
        } catch {
          throw CommandFailure(.refused, "\(source.shownName): no forecast. \(error)")
        }
        progress.end()
        guard !json else {
          let value = ForecastJSON(forecast, by: model, of: source.name, in: source.zone)
          return try OutputOptions.print(try jsonText(value, keys: .convertToSnakeCase))
        }
        try OutputOptions.print(
          forecast.text(in: presentation.unit(for: source), zone: source.zone)
            + "\nForecast by \(model.sourceName).")
      }
    }
  }

  extension Recording {
    /// Returns the forecast of the best model after the last reading, or `nil` if there is none.
    func ownForecast(in zone: TimeZone) -> GlucoseForecast? {
      guard let last = series.last else { return nil }
      return try? Forecaster.best(for: self, in: zone).forecast(after: self, at: last.time)
    }
  }
#endif
