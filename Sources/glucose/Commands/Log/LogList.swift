#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogList: Command {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the events of a logbook and the sources of its readings.",
      discussion: """
        Examples:
          glucose log list --from 2026-03-01 --to 2026-03-07
          glucose log list --category meal --json
          glucose log list --search "new shoes"
        """)

    @OptionGroup var log: LogbookOptions
    @Option(
      help: .value("day", "The first day, such as 2026-03-02 (default: the first in the logbook)."))
    var from: String?
    @Option(help: .value("day", "The last day (default: the last in the logbook)."))
    var to: String?
    @Option(
      help: "Only events of one category, as in `add`: meal, insulin, note, …",
      transform: InputOptions.choice)
    var category: DiaryEvent.Category?
    @Option(help: "Only events whose note or name contains this text, ignoring case and accents.")
    var search: String?
    @Flag(help: "Print JSON: the events only.")
    var json = false

    func validate() throws {
      for day in [from, to] { _ = try InputOptions.day(day, in: log.zone) }
      try require(range != nil, "--to must not be before --from.")
    }

    private var range: Range<Date>? {
      let start = from.flatMap { LocalDay($0, in: log.zone)?.start } ?? .distantPast
      let end = to.flatMap { LocalDay($0, in: log.zone)?.end } ?? .distantFuture
      return start <= end ? start..<end : nil
    }

    func run(_: inout Failures) throws {
      guard let range else { return }
      let logbook = try log.file.open(isReadOnly: true)
      var events =
        if let search {
          try logbook.events(in: range, mentioning: search)
        } else {
          try logbook.events(in: range)
        }
      if let category { events.removeAll { $0.content.category != category } }
      let lines = events.map(EventLine.init)
      if json { return try OutputOptions.print(try jsonText(lines, keys: .useDefaultKeys)) }
      for source in try logbook.sources() {
        try OutputOptions.print(log.line(source))
      }
      let rows = lines.map { line -> [String?] in
        [
          log.text(line.time), line.category.rawValue, line.what(log).shownOnTerminal,
          line.note?.shownOnTerminal ?? "", line.id.shownOnTerminal,
        ]
      }
      let table = TextTable(
        [("time", .left), ("category", .left), ("what", .left), ("note", .left), ("id", .left)],
        rows)
      try OutputOptions.print(lines.isEmpty ? "no events" : table.text)
    }
  }
#endif
