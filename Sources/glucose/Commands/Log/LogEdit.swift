// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import GlucoseKit

  struct LogEdit: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "edit", abstract: "Changes what is said about an event.",
      discussion: "What is not given stays as it is.")

    @Argument(help: "The event's identifier, or enough of its beginning.")
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
      commandName: "remove", abstract: "Removes events. `undo` brings them back.")

    @Argument(help: "The events' identifiers, or enough of their beginnings.")
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

  struct LogUndo: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "undo", abstract: "Takes back the latest change, or makes it again.")

    @OptionGroup var log: LogbookOptions
    @Flag(help: "Make the change again that was taken back last.")
    var redo = false

    func run() throws {
      try orFail {
        let logbook = try log.open()
        guard try (redo ? logbook.redo() : logbook.undo()) != nil else {
          throw Failure(.data, "there is nothing to \(redo ? "make again" : "take back").")
        }
      }
    }
  }
#endif
