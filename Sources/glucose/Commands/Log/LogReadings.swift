// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct LogReadings: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "readings",
      abstract: "Where readings come from, and which of them do not count.",
      discussion: """
        An excluded reading stays in the file and is in no report, picture or forecast: one of a sensor \
        that was pressed on at night, say.

        Examples:
          glucose log readings
          glucose log readings exclude --from 2026-03-02T02:10 --to 2026-03-02T03:00
          glucose log readings include --from 2026-03-02 --to 2026-03-03
        """,
      subcommands: [List.self, Exclude.self, Include.self, Remove.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "The sensors and meters, and how many readings each gave.")
      @OptionGroup var log: LogbookOptions

      func run() throws {
        try orFail {
          let logbook = try log.open()
          let lines = try logbook.sources().map { try log.line($0, of: logbook) }
          try OutputOptions.print(lines.isEmpty ? "no readings" : lines.joined(separator: "\n"))
        }
      }
    }

    struct Exclude: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Leaves readings out of everything but the file. `undo` takes it back.")
      @OptionGroup var log: LogbookOptions
      @OptionGroup var range: RangeOptions

      func run() throws {
        try orFail { try range.change("excluded", log) { try $0.exclude($1, from: $2) } }
      }
    }

    struct Include: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Lets excluded readings count again. `undo` takes it back.")
      @OptionGroup var log: LogbookOptions
      @OptionGroup var range: RangeOptions

      func run() throws {
        try orFail { try range.change("included", log) { try $0.include($1, from: $2) } }
      }
    }

    struct Remove: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Removes readings from the file. `undo` brings them back.")
      @OptionGroup var log: LogbookOptions
      @OptionGroup var range: RangeOptions

      func run() throws {
        try orFail { try range.change("removed", log) { try $0.removeReadings($1, from: $2) } }
      }
    }
  }

  /// Which readings a command is about.
  struct RangeOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The first instant, such as \"2026-03-02 18:30\"; of a day, its start.",
        valueName: "instant"))
    var from: String
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The instant before which it ends; of a day, its start.", valueName: "instant"))
    var to: String
    @Option(
      help:
        "The sensor or meter, as `glucose log readings` names it. Need not be given if there is one."
    )
    var source: String?

    /// Changes the readings in one step, and tells how many they were.
    func change(
      _ word: String, _ log: LogbookOptions,
      _ body: (LogbookTransaction, Range<Date>, ReadingSource) throws -> Int
    ) throws {
      let (start, end) = (try log.instant(from), try log.instant(to))
      guard start <= end else { throw CommandFailure(.data, "--to lies before --from.") }
      let logbook = try log.open()
      let source = try source(in: logbook)
      let count = try logbook.write { try body($0, start..<end, source) }
      try OutputOptions.print("\(count) readings of \(source.rawValue.shownOnTerminal) \(word)")
    }

    private func source(in logbook: Logbook) throws -> ReadingSource {
      let all = try logbook.sources().map(\.source)
      let names = all.map(\.rawValue.shownOnTerminal).joined(separator: ", ")
      guard let source else {
        guard let only = all.first, all.count == 1 else {
          throw CommandFailure(
            .data, all.isEmpty ? "there are no readings." : "say which with --source: \(names).")
        }
        return only
      }
      let named = ReadingSource(rawValue: source)
      guard all.contains(named) else {
        throw CommandFailure(
          .data, "nothing is called \(source.shownOnTerminal); there are: \(names).")
      }
      return named
    }
  }
#endif
