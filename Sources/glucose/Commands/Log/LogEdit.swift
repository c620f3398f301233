#if Logbook
  import ArgumentParser
  import GlucoseStudy

  struct LogEdit: Command {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Edit an event.",
      discussion: """
        Fields without an option are unchanged; an empty text removes the value of a field. Prints \
        the event before and after the change. `undo` reverts it.

        Examples:
          glucose log edit 3F2A --carbs 52.5 --note "second helping"
          glucose log edit 3F2A --at "2026-03-02 07:45" --protein ""
        """)

    @Argument(help: "The identifier of the event, or a unique prefix of it.")
    var id: String
    @OptionGroup var log: LogbookOptions
    @OptionGroup var event: EventOptions

    func run(_: inout Failures) throws {
      let logbook = try log.file.open()
      let before = try logbook.event(identifiedBy: id)
      let after = try event.applied(to: before, log)
      guard after != before else {
        return try OutputOptions.print("unchanged: \(log.text(before))")
      }
      try logbook.update(after)
      try OutputOptions.print("was: \(log.text(before))\nis:  \(log.text(after))")
    }
  }

  struct LogRemove: Command {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove events. `undo` restores them.",
      discussion: """
        All events are removed in one step; if one does not exist, none is removed. Prints the \
        removed events.

        Example:
          glucose log remove 3F2A 77C0
        """)

    @Argument(help: "The identifiers of the events, or unique prefixes of them.")
    var ids: [String]
    @OptionGroup var log: LogbookOptions

    func run(_: inout Failures) throws {
      let logbook = try log.file.open()
      let events = try ids.map { try logbook.event(identifiedBy: $0).id }
      var removed: [DiaryEvent] = []
      try logbook.write { batch in
        for id in events where try batch.event(id) != nil { removed.append(try batch.remove(id)) }
      }
      for event in removed { try OutputOptions.print("removed: \(log.text(event))") }
    }
  }
#endif
