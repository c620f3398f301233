// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct BacktestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "backtest",
      abstract: "How good forecasts were on the last part of each recording, beside simple rules.",
      discussion: """
        The first 70 percent of each person's readings fit the model, for all people together and then \
        for each; the last 30 percent test it. Model and rules are tested at the same moments, and see \
        nothing after them. Recordings of different cadence have a model and a table of their own.
        """)

    @OptionGroup var input: InputOptions
    @Option(help: "How far ahead, in minutes: a multiple of the sensor's cadence up to 60.")
    var minutes = 30
    @Flag(help: "A line for each person too.")
    var people = false
    @Flag(help: "JSON for machines: every lead, person and predictor, in mg/dL.")
    var json = false

    func validate() throws {
      guard (5...60).contains(minutes) else {
        throw ValidationError("--minutes lies between 5 and 60.")
      }
    }

    func run() throws {
      try orFail {
        let sources = try input.read()
        let runs = try BacktestRun.all(sources, in: input.zone, horizon: .seconds(60 * minutes))
        let text = runs.map { $0.text(byPerson: people) }.joined(separator: "\n\n")
        try OutputOptions.print(json ? try jsonText(runs) : text)
      }
    }
  }
#endif
