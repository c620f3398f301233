#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogDay: Command {
    static let configuration = CommandConfiguration(
      commandName: "day", abstract: "Add a star or a note to a day, or list the marks of days.",
      discussion: """
        Without a day, lists all days with a mark. `undo` undoes a change.

        Examples:
          glucose log day 2026-03-02 --star --note "The long hike"
          glucose log day 2026-03-02 --no-star
          glucose log day 2026-03-02 --note ""        removes the note
          glucose log day
        """)

    @Argument(help: "The day, such as 2026-03-02.")
    var day: String?
    @Flag(inversion: .prefixedNo, help: "Add a star to the day, or remove it.")
    var star: Bool?
    @Option(help: "A note, which replaces the note of the day.")
    var note: String?
    @Flag(help: "Print JSON.")
    var json = false
    @OptionGroup var log: LogbookOptions

    func validate() throws {
      _ = try InputOptions.day(day, in: log.zone)
      try require(
        day != nil || star == nil && note == nil,
        "--star and --note require a day, such as 2026-03-02.")
    }

    func run(_: inout Failures) throws {
      let day = try InputOptions.day(day, in: log.zone)
      guard let day, star != nil || note != nil else {
        return try show(day, in: log.file.open(isReadOnly: true))
      }
      try log.file.openOrCreate { logbook in
        try logbook.write { batch in
          if let star { try batch.setStarred(star, on: day) }
          if let note { try batch.setNote(note.isEmpty ? nil : note, on: day) }
        }
        try show(day, in: logbook)
      }
    }

    private func show(_ day: LocalDay?, in logbook: Logbook) throws {
      let marks =
        if let day {
          try [logbook.mark(of: day) ?? DayMark(day)]
        } else {
          try logbook.marks()
        }
      if json {
        let objects = marks.map { mark -> JSONObject in
          ["day": mark.day.description, "isStarred": mark.isStarred, "note": mark.note]
        }
        return try OutputOptions.print(try jsonText(objects, keys: .useDefaultKeys))
      }
      for mark in marks {
        let text = mark.note.map { "  " + $0.shownOnTerminal } ?? ""
        try OutputOptions.print("\(mark.day)  \(mark.isStarred ? "★" : "·")\(text)")
      }
      if marks.isEmpty { try OutputOptions.print("no stars or notes") }
    }
  }
#endif
