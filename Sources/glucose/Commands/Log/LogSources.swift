#if Logbook
  import ArgumentParser
  import GlucoseStudy

  struct LogSources: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sources",
      abstract: "List the sensors and meters, and rename, merge, or remove them.",
      discussion: """
        Every change can be undone. A conflicting reading is one that was added at the instant of \
        another; it is kept, and is not used in reports, pictures, or forecasts.

        Examples:
          glucose log sources
          glucose log sources rename "Dexcom Clarity" "Dexcom G7"
          glucose log sources merge "xDrip" "Dexcom G7"
          glucose log sources remove "old meter"
        """,
      subcommands: [List.self, Rename.self, Merge.self, Remove.self],
      defaultSubcommand: List.self)

    struct List: Command {
      static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the sensors and meters with the numbers and times of their readings.")
      @OptionGroup var log: LogbookOptions

      func run(_: inout Failures) throws {
        let lines = try log.file.open(isReadOnly: true).sources().map(log.line)
        try OutputOptions.print(lines.isEmpty ? "no readings" : lines.joined(separator: "\n"))
      }
    }

    struct Rename: Command {
      static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a sensor or meter.")
      @OptionGroup var log: LogbookOptions
      @Argument(help: "The name of the sensor or meter.")
      var source: String
      @Argument(help: "The new name.")
      var name: String

      func run(_: inout Failures) throws {
        guard name.nonBlank != nil else { throw CommandFailure("the new name is empty.") }
        let logbook = try log.file.open()
        let source = try logbook.source(named: source)
        try logbook.renameSource(source, to: ReadingSource(rawValue: name))
        try OutputOptions.print("\(source.rawValue.shownOnTerminal) is now \(name.shownOnTerminal)")
      }
    }

    struct Merge: Command {
      static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Move all readings of a sensor or meter to another, and remove the first.")
      @OptionGroup var log: LogbookOptions
      @Argument(help: "The name of the sensor or meter that is removed.")
      var source: String
      @Argument(help: "The name of the one that gets its readings.")
      var target: String

      func run(_: inout Failures) throws {
        let logbook = try log.file.open()
        let (source, target) = (
          try logbook.source(named: source), try logbook.source(named: target)
        )
        guard !source.rawValue.utf8.elementsEqual(target.rawValue.utf8) else {
          throw CommandFailure("both names are \(target.rawValue.shownOnTerminal).")
        }
        let result = try logbook.mergeSource(source, into: target)
        let added = result.added.counted("reading", "readings")
        try OutputOptions.print(
          "\(target.rawValue.shownOnTerminal): \(added) of \(source.rawValue.shownOnTerminal)"
            + ", \(result.unchanged) known"
            + (result.conflicting > 0 ? ", \(result.conflicting) conflicting" : ""))
      }
    }

    struct Remove: Command {
      static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a sensor or meter with all of its readings.")
      @OptionGroup var log: LogbookOptions
      @Argument(help: "The name of the sensor or meter.")
      var source: String

      func run(_: inout Failures) throws {
        let logbook = try log.file.open()
        let source = try logbook.source(named: source)
        let readings = try logbook.removeSource(source).counted("reading", "readings")
        try OutputOptions.print("\(readings) of \(source.rawValue.shownOnTerminal) removed")
      }
    }
  }

  extension Logbook {
    /// Returns the source of a name, or the only one if `name` is `nil`.
    func source(named name: String?) throws -> ReadingSource {
      let all = try sources().map(\.source)
      let found = all.filter { name == nil || $0.rawValue == name }
      // Names that look alike may differ in their bytes.
      let exact = found.first { Array($0.rawValue.utf8) == name.map { Array($0.utf8) } }
      if let source = exact ?? found.first, name != nil || found.count == 1 { return source }
      let names = all.map(\.rawValue.shownOnTerminal).joined(separator: ", ")
      throw CommandFailure(
        all.isEmpty
          ? "there are no readings."
          : name.map { "no source is named \($0.shownOnTerminal); choose one of \(names)." }
            ?? "choose one with --source: \(names).")
    }
  }

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
      let (start, end) = (try log.instant(from, "from"), try log.instant(to, "to"))
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
