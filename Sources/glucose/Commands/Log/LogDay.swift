// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import GlucoseKit

  struct LogDay: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "day", abstract: "Stars a day, attaches a note to it, or shows what days bear.",
      discussion: """
        Without a day all days are listed that bear something. `undo` takes a change back.

        Examples:
          glucose log day 2026-03-02 --star --note "The long hike"
          glucose log day 2026-03-02 --no-star
          glucose log day 2026-03-02 --note ""        takes the note away
          glucose log day
        """)

    @Argument(help: "The day, for instance 2026-03-02.")
    var day: String?
    @Flag(inversion: .prefixedNo, help: "Give the day a star, or take it.")
    var star: Bool?
    @Option(help: "Free text about the day, in place of what is there.")
    var note: String?
    @Flag(help: "JSON for machines.")
    var json = false
    @OptionGroup var log: LogbookOptions

    func validate() throws {
      if let day, LocalDay(day, in: log.zone) == nil {
        throw ValidationError("\(day) is no day such as 2026-03-02.")
      }
      if day == nil, star != nil || note != nil {
        throw ValidationError("Say which day, for instance 2026-03-02.")
      }
    }

    func run() throws {
      try orFail {
        let changes = star != nil || note != nil
        let logbook = try changes ? log.openOrMake() : log.open()
        let day = day.flatMap { LocalDay($0, in: log.zone) }
        if let day, changes {
          try logbook.write { batch in
            if let star { try batch.star(day, star) }
            if let note { try batch.note(note.isEmpty ? nil : note, on: day) }
          }
        }
        let marks =
          if let day {
            try [logbook.mark(of: day) ?? DayMark(day)]
          } else {
            try logbook.marks()
          }
        if json { return try OutputOptions.print(try jsonText(marks.map(MarkLine.init))) }
        for mark in marks {
          let text = mark.note.map { "  " + $0.shownOnTerminal } ?? ""
          try OutputOptions.print("\(mark.day)  \(mark.isStarred ? "★" : "·")\(text)")
        }
        if marks.isEmpty { try OutputOptions.print("no stars or notes") }
      }
    }
  }

  /// The mark of a day as JSON shows it.
  private struct MarkLine: Encodable {
    let day: String
    let isStarred: Bool
    let note: String?

    init(_ mark: DayMark) {
      day = mark.day.description
      isStarred = mark.isStarred
      note = mark.note
    }
  }
#endif
