#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogReadings: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "readings",
      abstract: "Exclude, include, or remove readings of a range.",
      discussion: """
        An excluded reading, such as a compression low at night, stays in the file and is not used \
        in reports, pictures, or forecasts.

        Examples:
          glucose log readings exclude --from 2026-03-02T02:10 --to 2026-03-02T03:00
          glucose log readings include --from 2026-03-02 --to 2026-03-03
        """,
      subcommands: [Exclude.self, Include.self, Remove.self])

    struct Exclude: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Exclude readings without removing them. `undo` includes them again.")
      @OptionGroup var log: LogbookOptions
      @OptionGroup var range: RangeOptions

      func run() throws {
        try orFail {
          try range.change("excluded", log) { try $0.excludeReadings(in: $1, from: $2) }
        }
      }
    }

    struct Include: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Include excluded readings again. `undo` excludes them.")
      @OptionGroup var log: LogbookOptions
      @OptionGroup var range: RangeOptions

      func run() throws {
        try orFail {
          try range.change("included", log) { try $0.includeReadings(in: $1, from: $2) }
        }
      }
    }

    struct Remove: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Remove readings from the file. `undo` restores them.")
      @OptionGroup var log: LogbookOptions
      @OptionGroup var range: RangeOptions

      func run() throws {
        try orFail { try range.change("removed", log) { try $0.removeReadings(in: $1, from: $2) } }
      }
    }
  }

  struct RangeOptions: ParsableArguments {
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The start, such as \"2026-03-02 18:30\"; a day is its midnight.",
        valueName: "instant"))
    var from: String
    @Option(
      parsing: .unconditional,
      help: ArgumentHelp(
        "The end, which is not included; a day is its midnight.", valueName: "instant"))
    var to: String
    @Option(
      help:
        "The sensor or meter, as in `glucose log sources` (default: the only one)."
    )
    var source: String?

    /// Changes the readings in one step, and prints their number.
    func change(
      _ word: String, _ log: LogbookOptions,
      _ body: (LogbookTransaction, Range<Date>, ReadingSource) throws -> Int
    ) throws {
      let (start, end) = (try log.instant(from), try log.instant(to))
      guard start <= end else { throw CommandFailure(.data, "--to must not be before --from.") }
      let logbook = try log.file.open()
      let source = try source(in: logbook)
      let count = try logbook.write { try body($0, start..<end, source) }
      let readings = count.counted("reading", "readings")
      try OutputOptions.print("\(readings) of \(source.rawValue.shownOnTerminal) \(word)")
    }

    private func source(in logbook: Logbook) throws -> ReadingSource {
      if let source { return try logbook.source(named: source) }
      let all = try logbook.sources().map(\.source)
      guard let only = all.first, all.count == 1 else {
        let names = all.map(\.rawValue.shownOnTerminal).joined(separator: ", ")
        throw CommandFailure(
          .data, all.isEmpty ? "there are no readings." : "choose one with --source: \(names).")
      }
      return only
    }
  }
#endif
