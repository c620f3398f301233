// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Predict: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Where glucose is expected to go in the 30 minutes after the last reading.",
      discussion: """
        The model is fitted to the readings of the file itself, in order of time, and to meals, insulin and \
        exercise if it holds any; its range is set and measured on readings that the fit did not see. Where there are too few readings, or a gap \
        in the last hour, there is no forecast: the reason is told and the exit code is 1.
        """)

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Option(
      help: ArgumentHelp(
        "The present: \(Instant.forms). The last reading, unless given.", valueName: "instant"))
    var now: String?
    @Option(help: "The share of outcomes that the range is to hold, from 0.5 to 0.95.")
    var coverage = 0.9
    @Flag(help: "JSON for machines: concentrations in mg/dL.")
    var json = false

    func validate() throws {
      guard (0.5...0.95).contains(coverage) else {
        throw ValidationError("--coverage lies between 0.5 and 0.95.")
      }
      if let now, Instant.read(now, in: input.zone) == nil {
        throw ValidationError("\(now) is no instant such as \(Instant.forms).")
      }
    }

    func run() throws {
      try orFail {
        let source = try input.readOne()
        let recording = source.subject.recording
        let series = recording.series
        let asked = now.flatMap { Instant.read($0, in: input.zone) }
        guard let now = asked ?? series.last?.time else {
          throw Failure(.data, "\(source.shownName) has no readings.")
        }
        let forecast: Forecast
        var progress = Progress(of: 1)
        defer { progress.end() }
        progress.show(0, "fitting to \(source.shownName)", isLong: true)
        do {
          let past = Recording(
            series: series.prefix(through: now), events: recording.events.filter { $0.time <= now })
          forecast = try Forecaster.ownOrShipped(
            of: past, in: input.zone, called: source.shownName
          )
          .forecast(after: series, at: now, coverage: coverage)
        } catch {
          throw Failure(.refused, "\(source.shownName): no forecast. \(error)")
        }
        progress.end()
        let text = forecast.text(in: presentation.unit(for: source), zone: input.zone)
        try OutputOptions.print(json ? try jsonText(forecast) : text)
      }
    }
  }

  extension Forecaster {
    /// The model of one person, fitted to nobody else.
    static func own(of series: GlucoseSeries, in zone: TimeZone) throws(FitError) -> Forecaster {
      var options = FitOptions()
      options.zone = zone
      return try Forecaster.fit([series], options).personalised(to: series)
    }
  }

  extension Recording {
    /// The forecast of the person's own model after the last reading, or `nil` if there is none.
    func ownForecast(in zone: TimeZone) -> Forecast? {
      guard let last = series.last else { return nil }
      return try? Forecaster.own(of: self, in: zone).forecast(after: series, at: last.time)
    }
  }
#endif
