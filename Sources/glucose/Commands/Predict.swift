// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Predict: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Where glucose is expected to go in the 30 minutes after the last reading.",
      discussion: """
        The model is fitted to the readings of the file itself, in order of time, and its range is set \
        and measured on readings that the fit did not see. Where there are too few readings, or a gap \
        in the last hour, there is no forecast: the reason is told and the exit code is 1.
        """)

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Option(
      help: ArgumentHelp(
        "The present, for instance 2026-03-02T18:30:00Z. The last reading, unless given.",
        valueName: "instant"),
      transform: Predict.instant)
    var now: Date?
    @Option(help: "The share of outcomes that the range is to hold, from 0.5 to 0.95.")
    var coverage = 0.9
    @Flag(help: "JSON for machines: concentrations in mg/dL.")
    var json = false

    func validate() throws {
      guard (0.5...0.95).contains(coverage) else {
        throw ValidationError("--coverage lies between 0.5 and 0.95.")
      }
    }

    func run() throws {
      try orFail {
        let source = try input.readOne()
        let series = source.subject.recording.series
        guard let now = now ?? series.last?.time else {
          throw Failure(.data, "\(source.shownName) has no readings.")
        }
        let forecast: Forecast
        do {
          forecast = try Forecaster.ownOrShipped(
            of: series.prefix(through: now), in: input.zone, called: source.shownName
          )
          .forecast(after: series, at: now, coverage: coverage)
        } catch {
          throw Failure(.refused, "\(source.shownName): no forecast. \(error)")
        }
        let text = forecast.text(in: presentation.unit(for: source), zone: input.zone)
        try OutputOptions.print(json ? try jsonText(forecast) : text)
      }
    }

    static func instant(_ text: String) throws -> Date {
      guard let instant = try? Date(text, strategy: .iso8601) else {
        throw ValidationError("\(text) is no instant such as 2026-03-02T18:30:00Z.")
      }
      return instant
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
      return try? Forecaster.own(of: series, in: zone).forecast(after: series, at: last.time)
    }
  }
#endif
