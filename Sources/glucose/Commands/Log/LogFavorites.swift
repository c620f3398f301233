#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogFavorites: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "favorites",
      abstract: "List, add, use, rename, move, and remove templates of events.",
      discussion: """
        Examples:
          glucose log favorites add 3F2A --name Porridge
          glucose log favorites use Porridge --at "2026-03-05 07:30" --carbs 50
          glucose log favorites move Porridge 1
        """,
      subcommands: [List.self, Add.self, Use.self, Rename.self, Move.self, Remove.self],
      defaultSubcommand: List.self)

    struct List: Command {
      static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the favorites in their order.")
      @OptionGroup var log: LogbookOptions

      func run(_: inout Failures) throws {
        let favorites = try log.file.open(isReadOnly: true).favorites()
        let rows = favorites.map { favorite -> [String?] in
          let line = EventLine(favorite.event(at: .distantPast, in: log.zone))
          return [
            favorite.name.shownOnTerminal, line.category.rawValue, line.what(log).shownOnTerminal,
            "\(favorite.useCount)×", favorite.lastUsed.map(log.text),
            favorite.id.rawValue.shownOnTerminal,
          ]
        }
        let table = TextTable(
          [
            ("name", .left), ("category", .left), ("what", .left), ("used", .right),
            ("last", .left), ("id", .left),
          ], rows)
        try OutputOptions.print(favorites.isEmpty ? "no favorites" : table.text)
      }
    }

    struct Add: Command {
      static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Create a favorite from an event.")
      @Argument(help: "The identifier of the event, or a unique prefix of it.")
      var id: String
      @Option(help: "The name of the favorite (default: the event's).")
      var name: String?
      @OptionGroup var log: LogbookOptions

      func validate() throws {
        try require(name == nil || name?.nonBlank != nil, "--name must not be empty.")
      }

      func run(_: inout Failures) throws {
        let logbook = try log.file.open()
        let favorite = Favorite(named: name, from: try logbook.event(identifiedBy: id))
        try logbook.add(favorite)
        try OutputOptions.print(favorite.id.rawValue)
      }
    }

    struct Use: Command {
      static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Log a favorite, and print the identifier of the new event.",
        discussion: "The options replace fields of the favorite.")
      @Argument(help: "The name or identifier of the favorite.")
      var favorite: String
      @OptionGroup var log: LogbookOptions
      @OptionGroup var changes: EventOptions

      func run(_: inout Failures) throws {
        let logbook = try log.file.open()
        let favorite = try logbook.favorite(identifiedBy: favorite)
        let event = try changes.applied(to: favorite.event(at: .thisSecond, in: log.zone), log)
        try logbook.recordUse(of: favorite.id, for: event)
        try OutputOptions.print(event.id.rawValue)
      }
    }

    struct Rename: Command {
      static let configuration = CommandConfiguration(
        commandName: "rename", abstract: "Rename a favorite.")
      @Argument(help: "The name or identifier of the favorite.")
      var favorite: String
      @Argument(help: "The new name.")
      var name: String
      @OptionGroup var log: LogbookOptions

      func run(_: inout Failures) throws {
        guard name.nonBlank != nil else { throw CommandFailure("the new name is empty.") }
        let logbook = try log.file.open()
        var favorite = try logbook.favorite(identifiedBy: favorite)
        favorite.name = name
        try logbook.update(favorite)
      }
    }

    struct Move: Command {
      static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Move a favorite in the order.")
      @Argument(help: "The name or identifier of the favorite.")
      var favorite: String
      @Argument(help: "The new position, from 1.")
      var place: Int
      @OptionGroup var log: LogbookOptions

      func validate() throws { try require(place >= 1, "The position must be at least 1.") }

      func run(_: inout Failures) throws {
        let logbook = try log.file.open()
        try logbook.move(logbook.favorite(identifiedBy: favorite).id, to: place - 1)
      }
    }

    struct Remove: Command {
      static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a favorite, but not the events logged with it.")
      @Argument(help: "The name or identifier of the favorite.")
      var favorite: String
      @OptionGroup var log: LogbookOptions

      func run(_: inout Failures) throws {
        let logbook = try log.file.open()
        try logbook.remove(logbook.favorite(identifiedBy: favorite).id)
      }
    }
  }
#endif
