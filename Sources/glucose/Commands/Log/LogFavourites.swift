// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct LogFavourites: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "favourites",
      abstract: "Templates of events: lists, makes, logs, renames, moves and removes them.",
      discussion: """
        Examples:
          glucose log favourites add 3F2A --name Porridge
          glucose log favourites use Porridge --at "2026-03-05 07:30" --carbs 50
          glucose log favourites move Porridge 1
        """,
      subcommands: [List.self, Add.self, Use.self, Rename.self, Move.self, Remove.self],
      defaultSubcommand: List.self)

    struct List: ParsableCommand {
      static let configuration = CommandConfiguration(abstract: "The favourites in their order.")
      @OptionGroup var log: LogbookOptions

      func run() throws {
        try orFail {
          let favourites = try log.open().favourites()
          var table = TextTable([
            ("name", .left), ("category", .left), ("what", .left), ("used", .right),
            ("last", .left), ("id", .left),
          ])
          for favourite in favourites {
            let line = EventLine(favourite.event(at: .distantPast, in: log.zone))
            table.add([
              favourite.name.shownOnTerminal, line.category.rawValue,
              line.what(log).shownOnTerminal, "\(favourite.useCount)×",
              favourite.lastUse.map(log.text), favourite.id.rawValue.shownOnTerminal,
            ])
          }
          try OutputOptions.print(
            favourites.isEmpty ? "no favourites" : table.lines.joined(separator: "\n"))
        }
      }
    }

    struct Add: ParsableCommand {
      static let configuration = CommandConfiguration(abstract: "Makes a favourite of an event.")
      @Argument(help: "The event's identifier, or enough of its beginning.")
      var id: String
      @Option(help: "What to call it. As the event is called, unless given.")
      var name: String?
      @OptionGroup var log: LogbookOptions

      func run() throws {
        try orFail {
          let logbook = try log.open()
          let favourite = Favourite(named: name, from: try logbook.event(calledBy: id))
          try logbook.add(favourite)
          try OutputOptions.print(favourite.id.rawValue)
        }
      }
    }

    struct Use: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Logs a favourite and prints the new event's identifier.",
        discussion: "What is given is logged in place of what the favourite says.")
      @Argument(help: "The favourite's name or identifier.")
      var favourite: String
      @OptionGroup var log: LogbookOptions
      @OptionGroup var changes: EventOptions

      func run() throws {
        try orFail {
          let logbook = try log.open()
          let favourite = try logbook.favourite(calledBy: favourite)
          let event = try changes.applied(
            to: favourite.event(at: .thisSecond, in: log.zone), log)
          try logbook.use(favourite.id, for: event)
          try OutputOptions.print(event.id.rawValue)
        }
      }
    }

    struct Rename: ParsableCommand {
      static let configuration = CommandConfiguration(abstract: "Gives a favourite another name.")
      @Argument(help: "The favourite's name or identifier.")
      var favourite: String
      @Argument(help: "The new name.")
      var name: String
      @OptionGroup var log: LogbookOptions

      func run() throws {
        try orFail {
          let logbook = try log.open()
          var favourite = try logbook.favourite(calledBy: favourite)
          favourite.name = name
          try logbook.update(favourite)
        }
      }
    }

    struct Move: ParsableCommand {
      static let configuration = CommandConfiguration(abstract: "Moves a favourite in the order.")
      @Argument(help: "The favourite's name or identifier.")
      var favourite: String
      @Argument(help: "Its new place, from 1.")
      var place: Int
      @OptionGroup var log: LogbookOptions

      func validate() throws {
        guard place >= 1 else { throw ValidationError("A place is at least 1.") }
      }

      func run() throws {
        try orFail {
          let logbook = try log.open()
          try logbook.move(logbook.favourite(calledBy: favourite).id, to: place - 1)
        }
      }
    }

    struct Remove: ParsableCommand {
      static let configuration = CommandConfiguration(
        abstract: "Removes a favourite; what was logged from it stays.")
      @Argument(help: "The favourite's name or identifier.")
      var favourite: String
      @OptionGroup var log: LogbookOptions

      func run() throws {
        try orFail {
          let logbook = try log.open()
          try logbook.remove(logbook.favourite(calledBy: favourite).id)
        }
      }
    }
  }
#endif
