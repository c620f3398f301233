import ArgumentParser

#if !CommandLine
  #error(
    "The command requires the trait 'CommandLine' of swift-glucose, one of the default traits.")
#endif

@main
struct GlucoseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "glucose", abstract: "Analyze and forecast the readings of a glucose sensor.",
    discussion: """
      It informs and never doses: its output is not advice on treatment.

      Examples:
        glucose demo                                   all analyses of a simulation
        glucose report export.csv --zone Europe/Oslo   a table, one line per day
        glucose metrics export.csv --csv > metrics.csv
        glucose metrics export.csv --split day-night   rows for day and night
        glucose episodes export.csv                    lows and highs, with durations
        glucose quality export.csv                     suspected faults of the sensor
        glucose nights export.csv                      a summary of each night
        glucose compare before.csv after.csv
        glucose agreement arm.csv belly.csv            two sensors worn together
        glucose plot export.csv --day 2026-03-02 > day.svg
        glucose predict export.csv                     30 minutes ahead
        glucose backtest export.csv                    the errors of such forecasts
        glucose import export.zip --explain            content and rejected rows
        glucose import export.csv --to csv -o mine.csv convert between formats
        glucose log import export.csv --log my.sqlite  store it in a logbook

      Exit codes: 0 success, 1 no forecast or model, 64 invalid usage, 65 invalid data, \
      66 unreadable input, 69 no browser for a PDF file, 73 unwritable output. A file or a person \
      that cannot be used does not affect the others: the output is of these, the reason is on \
      standard error, and the exit code is that of the first.
      """,
    version: "0.1.0",
    subcommands: [Train.self],
    groupedSubcommands: [
      CommandGroup(
        name: "Look",
        subcommands: [
          Report.self, Plot.self, Metrics.self, Episodes.self, Nights.self, Profile.self,
          Quality.self,
        ]),
      CommandGroup(name: "Compare", subcommands: [Compare.self, Agreement.self]),
      CommandGroup(name: "Forecast", subcommands: [Predict.self, BacktestCommand.self]),
      CommandGroup(name: "Keep and convert", subcommands: [Import.self] + logbookCommands),
      CommandGroup(name: "Try", subcommands: [Demo.self, Simulate.self]),
    ])

  private static var logbookCommands: [any ParsableCommand.Type] {
    #if Logbook
      [LogCommand.self]
    #else
      []
    #endif
  }
}
