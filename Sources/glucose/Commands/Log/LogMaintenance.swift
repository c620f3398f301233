#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogUndo: Command {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Undo or redo the latest change.",
      discussion: """
        Prints the changes. An import is one change, with its readings.

        Examples:
          glucose log undo
          glucose log undo --redo
        """)

    @OptionGroup var log: LogbookOptions
    @Flag(help: "Redo the change that was last undone.")
    var redo = false

    func run(_: inout Failures) throws { try Self.change(log, redo: redo) }

    fileprivate static func change(_ log: LogbookOptions, redo: Bool) throws {
      let logbook = try log.file.open()
      guard let change = try redo ? logbook.redo() : logbook.undo() else {
        throw CommandFailure("there is nothing to \(redo ? "redo" : "undo").")
      }
      for item in change.items { try OutputOptions.print(item.sentence(log)) }
    }
  }

  struct LogRedo: Command {
    static let configuration = CommandConfiguration(
      commandName: "redo", abstract: "Redo the change that was last undone.")

    @OptionGroup var log: LogbookOptions

    func run(_: inout Failures) throws { try LogUndo.change(log, redo: true) }
  }

  struct LogRestore: Command {
    static let configuration = CommandConfiguration(
      commandName: "restore", abstract: "Replace all data with those of a backup.",
      discussion: """
        The backup is a logbook file, which is not changed. Other processes may have the logbook \
        open. Asks for confirmation; without a terminal, --yes is required. A lost file is created \
        without confirmation. Move a damaged file and those beside it (-wal and -shm) aside first.

        Example:
          glucose log restore backup.sqlite --yes
        """)

    @Argument(help: "The file of the backup.")
    var backup: String
    @OptionGroup var log: LogbookFileOptions
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run(_: inout Failures) throws {
      let content = try Logbook(at: backup, options: Logbook.Options(isReadOnly: true))
      try content.check()
      do {
        try log.openOrCreate { logbook in
          try confirm(
            yes || logbook.isNew, "All data in \(logbook.path ?? "it") will be replaced. Type yes:")
          try logbook.replaceContent(with: content)
        }
      } catch let error as LogbookError where [.damaged, .notALogbook].contains(error.reason) {
        throw CommandFailure(
          "move the file and those beside it (-wal and -shm) aside, and restore again: "
            + error.description.asClause)
      }
    }
  }

  private func confirm(_ isGiven: Bool, _ question: String) throws {
    if isGiven { return }
    guard isatty(0) == 1 else {
      throw CommandFailure("nothing was changed: input is not a terminal; pass --yes.")
    }
    StandardError.print(question)
    guard readLine() == "yes" else { throw CommandFailure("nothing was changed.") }
  }

  struct LogCheck: Command {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Check the whole file for damage.",
      discussion: """
        Example:
          glucose log check --log my.sqlite

        The exit code is 65 if the file is damaged. The file is not changed.
        """)

    @OptionGroup var log: LogbookFileOptions

    func run(_: inout Failures) throws {
      let logbook = try log.open(isReadOnly: true)
      try logbook.check()
      let readings = try logbook.sources().map(\.count).reduce(0, +)
      let events = try logbook.events(in: .distantPast ..< .distantFuture).count
      try OutputOptions.print(
        "sound: \(readings.counted("reading", "readings")), \(events.counted("event", "events"))")
    }
  }

  struct LogErase: Command {
    static let configuration = CommandConfiguration(
      commandName: "erase", abstract: "Remove all data permanently, including the undo history.",
      discussion: """
        Asks for confirmation; without a terminal, --yes is required. The file remains, without \
        content.

        Examples:
          glucose log export -o everything.json
          glucose log erase --yes
        """)

    @OptionGroup var log: LogbookFileOptions
    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    func run(_: inout Failures) throws {
      let logbook = try log.open()
      try confirm(yes, "All data in \(logbook.path ?? "it") will be removed permanently. Type yes:")
      try logbook.erase()
    }
  }

  extension LogbookChange.Item {
    fileprivate func sentence(_ log: LogbookOptions) -> String {
      func change<T>(_ before: T?, _ after: T?, _ name: (T) -> String) -> String {
        switch (before, after) {
        case (nil, let after?): "added: \(name(after))"
        case (let before?, nil): "removed: \(name(before))"
        case (_, let after?): "changed: \(name(after))"
        case (nil, nil): "nothing"
        }
      }
      return switch self {
      case .readings(let source, let times):
        "readings of \(source.rawValue.shownOnTerminal) from \(log.text(times.lowerBound)) to "
          + log.text(times.upperBound)
      case .event(let before, let after): change(before, after, log.text)
      case .favorite(let before, let after):
        "favorite " + change(before, after) { $0.name.shownOnTerminal }
      case .day(let before, let after): "day mark " + change(before, after) { "\($0.day)" }
      case .source(let before, let after):
        "source " + change(before, after) { $0.rawValue.shownOnTerminal }
      case .everything: "everything"
      }
    }
  }

  struct LogRecover: Command {
    static let configuration = CommandConfiguration(
      commandName: "recover", abstract: "Add what can be read of a damaged logbook.",
      discussion: """
        The damaged file is not changed. Prints what was added and what is missing. The undo history \
        is not read.

        Example:
          glucose log recover damaged.sqlite --log recovered.sqlite
        """)

    @Argument(help: "The damaged file.")
    var damaged: String
    @OptionGroup var log: LogbookOptions

    func run(_: inout Failures) throws {
      guard FileManager.default.fileExists(atPath: damaged) else {
        throw CommandFailure(.noInput, "\(damaged) cannot be opened: no such file.")
      }
      let result = try log.file.openOrCreate { try $0.merge(recovering: damaged) }
      try LogImport.printResult(damaged, result.merged)
      for line in missing(result) { try OutputOptions.print(line) }
    }

    private func missing(_ result: RecoveryResult) -> [String] {
      var lines: [String] = []
      let kinds = [
        (result.missingEventCount, "event", "events"),
        (result.missingFavoriteCount, "favorite", "favorites"),
        (result.missingDayCount, "day mark", "day marks"),
      ]
      for (count, one, several) in kinds where count != 0 {
        lines.append("missing: \(count.map { $0.counted(one, several) } ?? "\(several)")")
      }
      for gap in result.readingGaps {
        let (start, end) = (gap.interval.lowerBound, gap.interval.upperBound)
        lines.append(
          "missing: readings of \(gap.source.rawValue.shownOnTerminal)"
            + (start == .distantPast ? "" : " after \(log.text(start))")
            + (end == .distantFuture ? "" : " before \(log.text(end))"))
      }
      let invalid = result.invalidReadingCount
      if invalid > 0 {
        lines.append("missing: \(invalid.counted("invalid reading", "invalid readings"))")
      }
      for source in result.namelessSources {
        lines.append("missing: the name of \(source.rawValue.shownOnTerminal)")
      }
      if lines.isEmpty, let finding = result.finding {
        lines.append("perhaps missing: rows of damaged pages (\(finding.shownOnTerminal))")
      }
      return lines
    }
  }
#endif
