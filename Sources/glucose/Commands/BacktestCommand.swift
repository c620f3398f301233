// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct BacktestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backtest",
      abstract: "How good forecasts were on the last part of each recording, beside simple rules.",
      discussion: """
        The first 70 percent of each person's readings fit the model, for all people together and then \
        for each; the last 30 percent test it. Model and rules are tested at the same moments, and see \
        nothing after them. Recordings of different cadence have a model and a table of their own.

        With leave-one-person-out, the model for everyone is fitted to all but the person it is tested on: \
        a fit to each person. With rolling, the personal model learns every day of the test.

        Where the files or --events hold meals, insulin or exercise, a model with them is tested beside one \
        without. Lines that end in "learning" are personal models that learn every day of the test from what \
        came, beside those that stay as they were at its beginning.

        Alarms are compared at the same number of false ones per week. An alarm is true if a reading \
        beyond the threshold comes within the minutes ahead; an episode begins with such a reading after \
        as many minutes without one, and is caught if an alarm came within those before it.
        """)

    @OptionGroup var input: InputOptions
    @Option(help: "How far ahead, in minutes: a multiple of the sensor's cadence up to 120.")
    var minutes = 30
    @Option(
      name: .customLong("protocol"),
      help: "What the model may have learned from: chronological, leave-one-person-out or rolling.",
      transform: BacktestCommand.design)
    var design = BacktestDesign.chronological
    @Option(
      help: ArgumentHelp(
        "What the people logged, instead of the events of the files themselves.",
        discussion:
          "Any file with events of the same people, or a table that begins with the columns "
          + "subject,time,kind,value,unit; kinds are meal (g), bolus, basal (U or U/h) and exercise.",
        valueName: "file"))
    var events: String?
    @Option(
      help: "How often personal models learn in lines of their own: daily or never.")
    var learning = Learning.daily
    @Option(
      help: "Which errors the model makes small: squared, for means, or absolute, for medians.",
      transform: BacktestCommand.loss)
    var loss = Loss.squared
    @Flag(help: "A line for each person too.")
    var people = false
    @Flag(help: "JSON for machines: every lead, person and predictor, in mg/dL.")
    var json = false
    @Option(help: ArgumentHelp("A page with tables and pictures to write.", valueName: "file"))
    var html: String?

    @Flag(
      help:
        "Tells on standard error how many seconds each fit took on one core, which then does all the work."
    )
    var timing = false

    func validate() throws {
      guard (5...120).contains(minutes) else {
        throw ValidationError("--minutes lies between 5 and 120.")
      }
    }

    /// How often personal models learn during the test.
    enum Learning: String, ExpressibleByArgument {
      case daily, never

      var interval: Duration? { self == .daily ? .seconds(86_400) : nil }
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
        let runs = try await BacktestRun.all(
          sources, in: input.zone, horizon: .seconds(60 * minutes), by: design,
          learningEvery: learning.interval, loss: loss, timing: timing, drawing: html != nil)
        if let html {
          try OutputOptions.write(Array(BacktestPage(runs).html.utf8), to: html)
        }
        let text = runs.map { $0.text(byPerson: people) }.joined(separator: "\n\n")
        try OutputOptions.print(json ? try jsonText(runs) : text)
      }
    }
  }
#endif
