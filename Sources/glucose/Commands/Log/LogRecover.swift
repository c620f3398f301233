#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

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
      let result = try log.file.openOrCreate().merge(recovering: damaged)
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
      return lines
    }
  }
#endif
