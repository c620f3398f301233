// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import GlucoseKit

  struct LogEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Edit an event.",
      discussion: """
        Fields without an option are unchanged; an empty value removes a field. `undo` undoes the \
        edit.

        Examples:
          glucose log edit 3F2A --carbs 52.5 --note "second helping"
          glucose log edit 3F2A --at "2026-03-02 07:45" --protein ""
        """)

    @Argument(help: "The identifier of the event, or a unique prefix of it.")
    var id: String
    @OptionGroup var log: LogbookOptions
    @OptionGroup var event: EventOptions

    func run() throws {
      try orFail {
        let logbook = try log.open()
        try logbook.update(event.applied(to: logbook.event(calledBy: id), log))
      }
    }
  }

  struct LogRemove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove events. `undo` restores them.",
      discussion: """
        Removes all of them in one step, or none if one is not found.

        Example:
          glucose log remove 3F2A 77C0
        """)

    @Argument(help: "The identifiers of the events, or unique prefixes of them.")
    var ids: [String]
    @OptionGroup var log: LogbookOptions

    func run() throws {
      try orFail {
        let logbook = try log.open()
        let events = try ids.map { try logbook.event(calledBy: $0).id }
        try logbook.write { batch in
          for id in Set(events) { try batch.remove(id) }
        }
      }
    }
  }
#endif
