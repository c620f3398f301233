// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser

  /// The commands that keep a logbook.
  struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log",
      abstract: "Keeps a logbook: events, favourites and readings in one file.",
      discussion: """
        The logbook is the file that --log or the environment variable GLUCOSE_LOG names. `report`, \
        `plot` and `predict` read a logbook as they read any file.

        Examples:
          glucose log import export.csv --log my.sqlite
          glucose log add meal --name Porridge --carbs 45 --at "2026-03-02 07:30"
          glucose log add condition --name illness       goes on until it is ended
          glucose log edit 3F2A --until "2026-03-04 20:00"
          glucose log favourites use Porridge
        """,
      subcommands: [
        LogAdd.self, LogEdit.self, LogRemove.self, LogUndo.self, LogList.self,
        LogFavourites.self, LogExport.self, LogImport.self,
      ])
  }
#endif
