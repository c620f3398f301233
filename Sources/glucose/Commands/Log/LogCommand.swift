#if Logbook
  import ArgumentParser

  struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: "Keep a logbook: events, favorites, and readings in one file.",
      discussion: """
        The logbook is the file in --log or in the environment variable GLUCOSE_LOG. `report`, \
        `plot`, and `predict` accept a logbook as input.

        Examples:
          export GLUCOSE_LOG=my.sqlite
          glucose log import export.csv
          glucose log add meal --name Porridge --carbs 45 --at "2026-03-02 07:30"
          glucose log begin illness                      ongoing until `glucose log end illness`
          glucose log edit 3F2A --carbs 52.5
          glucose log undo
          glucose log favorites use Porridge
          glucose log day 2026-03-02 --star --note "The long hike"
          glucose report my.sqlite
        """,
      subcommands: [
        LogAdd.self, LogEdit.self, LogRemove.self, LogUndo.self, LogRedo.self, LogList.self,
        LogBegin.self, LogEnd.self, LogFavorites.self, LogDay.self, LogReadings.self,
        LogSources.self, LogExport.self,
        LogImport.self, LogCheck.self, LogRestore.self, LogRecover.self, LogErase.self,
      ])
  }
#endif
