// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backtest",
      abstract: "Test forecasts on the last part of each recording, beside simple baselines.",
      discussion: """
        The first 70 percent of each person's readings fit the model, for all people together and then \
        for each; the last 30 percent test it. Model and baselines are tested at the same origins and see \
        nothing after them. Recordings of different cadence have a model and tables of their own.

        The output is a screen: the last value, the best other baseline and the personal model, and a line \
        to each alarm. The best baseline is the one with the least error on the test itself.

        Designs: chronological, as above; leave-one-person-out, in which the model for all is fitted without \
        the person it is tested on, a fit to each person; rolling, in which the personal model is updated every \
        day of the test; best, in which the model is the one that glucose predict chooses for each person from \
        the earlier part of the record; glucofm-bench, which fits the first 80 percent and sees 12 hours; metabonet-bench, \
        with errors 30, 60, 90 and 120 minutes ahead.

        Where the files or --events hold meals, insulin or exercise, a model with them is tested beside one \
        without. Predictors whose names end in "learning" are personal models that are updated every day of the \
        test, beside those that stay as they are at its beginning.

        Alarms are compared at the same rate of false ones. An alarm is true if a reading beyond the threshold \
        follows within the horizon; an episode begins with such a reading after as long without one, and \
        is caught if an alarm precedes it within the horizon.

        The JSON of --json is described in docs/json.md: the schema swift-glucose/backtest, version 1.
        """)

    @OptionGroup var input: InputOptions
    @Option(
      help: ArgumentHelp(
        "Time ahead in minutes: a multiple of the sensor's cadence up to 120 (default: 30).",
        discussion:
          "May be repeated, or be a list such as 30,60,90,120; the model is fitted to the last.",
        valueName: "minutes"),
      transform: BacktestCommand.minutes)
    var minutes: [[Int]] = []
    @Option(
      help: ArgumentHelp(
        "What the model is fitted to: "
          + BacktestDesign.allCases.map(\.rawValue).joined(separator: ", ") + "."),
      transform: BacktestCommand.design)
    var design = BacktestDesign.chronological
    @Option(help: "Unit of the output (default: the first file's).", transform: InputOptions.unit)
    var unit: GlucoseUnit?
    @Option(
      help: ArgumentHelp(
        "What the people logged, instead of the events of the files themselves.",
        discussion:
          "Any file with events of the same people, or a table that begins with the columns "
          + "subject,time,kind,value,unit; kinds are meal (g), bolus, basal (U or U/h) and exercise. "
          + "Files may be compressed with gzip.",
        valueName: "file"))
    var events: String?
    @Option(help: "Update personal models during the test, as further predictors: daily or never.")
    var learning = Learning.daily
    @Option(
      help:
        "Loss of the fit: squared, which forecasts means, or absolute (Huber), which forecasts medians.",
      transform: BacktestCommand.loss)
    var loss = Loss.squared
    @Flag(help: "Print all tables: each predictor, error grids, intervals, alarms at each rate.")
    var full = false
    @Flag(help: "Print tables by person too; implies --full.")
    var people = false
    @Flag(help: "Print JSON: every lead, person and predictor, in mg/dL.")
    var json = false
    @Option(help: ArgumentHelp("Write a page with all tables and pictures.", valueName: "file"))
    var html: String?
    @Flag(help: "Print the processor seconds of each fit on standard error; uses one core.")
    var timing = false

    func validate() throws {
      guard !(json && (full || people)) else {
        throw ValidationError("Choose one of --json and --full.")
      }
      guard minutes.isEmpty || design.reportedLeads == nil else {
        throw ValidationError("--design \(design.rawValue) has times ahead of its own.")
      }
    }

    /// How often personal models are updated during the test.
    enum Learning: String, ExpressibleByArgument {
      case daily, never

      var interval: Duration? { self == .daily ? .seconds(86_400) : nil }
    }

    static func minutes(_ text: String) throws -> [Int] {
      try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        guard let minutes = Int(part.trimmingCharacters(in: .whitespaces)),
          (5...120).contains(minutes), minutes % 5 == 0
        else {
          throw ValidationError("--minutes must be multiples of 5 from 5 to 120, not \(text).")
        }
        return minutes
      }
    }

    static func design(_ text: String) throws -> BacktestDesign {
      guard let design = BacktestDesign(rawValue: text) else {
        let names = BacktestDesign.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(text) is none of \(names).")
      }
      return design
    }

    static func loss(_ text: String) throws -> Loss {
      guard let loss = Loss(rawValue: text) else {
        let names = Loss.allCases.map(\.rawValue).joined(separator: ", ")
        throw ValidationError("\(text) is none of \(names).")
      }
      return loss
    }

    func run() async throws {
      try await orFail {
        var sources = try input.read()
        if let events { sources = try input.adding(eventsOf: events, to: sources) }
        let minutes = minutes.isEmpty ? [30] : minutes.flatMap { $0 }
        let runs = BacktestRuns(
          horizons: minutes.map { .seconds(60 * $0) }, design: design,
          updateInterval: learning.interval, loss: loss, printsTiming: timing,
          drawsPictures: html != nil)
        let reports = try await runs.reports(on: sources, in: input.zone)
        let unit = unit ?? sources.lazy.compactMap(\.unit).first ?? .mgdL
        if let html {
          try OutputOptions.write(Array(BacktestPage(reports, unit: unit).html.utf8), to: html)
        }
        guard !json else {
          let text = try jsonText(BacktestJSON(reports), keys: .convertToSnakeCase)
          return try OutputOptions.print(text)
        }
        guard !full, !people else {
          let blocks = reports.map { $0.fullText(in: unit, listsPeople: people) }
          return try OutputOptions.print(blocks.joined(separator: "\n\n"))
        }
        let blocks = reports.map { $0.summaryText(in: unit) }
        try OutputOptions.print(
          (blocks + ["All tables: --full. A page with pictures: --html FILE. For machines: --json."])
            .joined(separator: "\n\n"))
      }
    }
  }
#endif
