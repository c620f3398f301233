// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser

  @main
  struct GlucoseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "glucose",
      abstract: "Reads what a glucose sensor recorded, says what it was like and what comes next.",
      discussion: """
        It informs and never doses: no number of it is advice on treatment.

        Examples:
          glucose demo                                   all of it, on a virtual patient
          glucose report export.csv --zone Europe/Oslo   a table, a day to a line
          glucose metrics export.csv --csv > metrics.csv
          glucose metrics export.csv --split day-night   the day and the night in rows of their own
          glucose episodes export.csv                    each low and high, with its start and length
          glucose compare before.csv after.csv
          glucose plot export.csv --day 2026-03-02 > day.svg
          glucose predict export.csv                     30 minutes ahead, with a range
          glucose backtest export.csv                    how good such forecasts were
          glucose import export.zip --explain            what is in a file, and what each row became
          glucose import export.csv --to csv -o mine.csv one format into another
          glucose log import export.csv --log my.sqlite  keep it, with what you log yourself

        Exit codes: 0 done, 1 no forecast to give, 64 wrong usage, 65 wrong data, 66 no such file, \
        73 cannot write.
        """,
      version: "0.1.0",
      subcommands: [
        Report.self, Metrics.self, Episodes.self, Profile.self, Compare.self, Import.self,
        Plot.self, Predict.self, BacktestCommand.self, Train.self,
        Simulate.self, Demo.self,
      ] + logbookCommands)

    private static var logbookCommands: [any ParsableCommand.Type] {
      #if Logbook
        [LogCommand.self]
      #else
        []
      #endif
    }
  }
#else
  import Foundation

  @main
  struct GlucoseCommand {
    static func main() {
      StandardError.print(
        "This command was built without the trait 'CommandLine' of swift-glucose; enable it, or leave "
          + "the traits out for the default ones.")
      exit(64)
    }
  }
#endif
