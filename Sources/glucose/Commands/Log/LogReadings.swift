#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogReadings: Command {
    static let configuration = CommandConfiguration(
      commandName: "readings", abstract: "Exclude, include, or remove readings of a range.",
      discussion: """
        An excluded reading, such as a compression low at night, stays in the file and is not used \
        in reports, pictures, or forecasts. `undo` takes the change back.

        Examples:
          glucose log readings exclude --from 2026-03-02T02:10 --to 2026-03-02T03:00
          glucose log readings include --from 2026-03-02 --to 2026-03-03
        """)

    enum Change: String, ExpressibleByArgument, CaseIterable { case exclude, include, remove }

    @Argument(help: "The change: exclude, include, or remove.")
    var change: Change
    @OptionGroup var log: LogbookOptions
    @Option(
      parsing: .unconditional,
      help: .value("instant", "The start, such as \"2026-03-02 18:30\"; a day is its midnight."))
    var from: String
    @Option(
      parsing: .unconditional,
      help: .value("instant", "The end, which is not included; a day is its midnight."))
    var to: String
    @Option(help: "The sensor or meter, as in `glucose log sources` (default: the only one).")
    var source: String?

    func run(_: inout Failures) throws {
      let (start, end) = (try log.instant(from), try log.instant(to))
      guard start <= end else { throw CommandFailure("--to must not be before --from.") }
      let range = start..<end
      let logbook = try log.file.open()
      let source = try logbook.source(named: source)
      let count =
        switch change {
        case .exclude: try logbook.excludeReadings(in: range, from: source)
        case .include: try logbook.includeReadings(in: range, from: source)
        case .remove: try logbook.removeReadings(in: range, from: source)
        }
      let readings = count.counted("reading", "readings")
      try OutputOptions.print(
        "\(readings) of \(source.rawValue.shownOnTerminal) \(change.rawValue)d")
    }
  }
#endif
