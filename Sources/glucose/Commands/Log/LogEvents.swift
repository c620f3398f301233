#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogAdd: Command {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Log a meal, insulin, an exercise, or any other event.",
      discussion: """
        Prints the identifier of the event, or both identifiers for a meal with a bolus. An event \
        in the future is a plan.

        Categories: meal, insulin, exercise, condition, fingerstick, note, ketones, weight, \
        medication, alcohol, sensor-change, site-change, temporary-basal, hemoglobin-a1c.

        Examples:
          glucose log add meal --name Porridge --carbs 45 --at "2026-03-02 07:30"
          glucose log add meal --carbs 60 --units 5 --action rapid --at -10m
          glucose log add fingerstick --amount 5.6 --unit mmol/L --at 07:30
          glucose log add ketones --amount 0.6
          glucose log add hemoglobin-a1c --amount 6.5 --unit % --at 2026-03-02
          glucose log add medication --name Metformin --amount 500
          glucose log add note --note "New shoes"
          glucose log add sensor-change --name "Dexcom G7"
          glucose log add temporary-basal --amount 40 --unit % --minutes 90
          glucose log add insulin --units 4,5 --action rapid --locale nb_NO
          glucose log add exercise --name Run --minutes 45 --intensity medium
          glucose log add condition --name stress --at "2026-03-02 08:00" --until "2026-03-02 17:00"

        A condition without --until is ongoing, as after `begin`.
        """)

    @Argument(
      help: "The category: meal, insulin, note, … as listed above.", transform: InputOptions.choice)
    var category: DiaryEvent.Category
    @OptionGroup var log: LogbookOptions
    @OptionGroup var event: EventOptions

    func run(_: inout Failures) throws {
      if category == .meal {
        let events = try event.mealAndBolus(log)
        try log.file.openOrCreate { _ = try $0.add(events) }
        return try OutputOptions.print(events.map(\.id.rawValue).joined(separator: "\n"))
      }
      let event = try event.event(category, log)
      try log.file.openOrCreate { try $0.add(event) }
      try OutputOptions.print(event.id.rawValue)
    }
  }

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

  struct LogBegin: Command {
    static let configuration = CommandConfiguration(
      commandName: "begin", abstract: "Start an ongoing condition.",
      discussion: """
        Prints the identifier of the event. Only one condition of each kind can be ongoing.

        Examples:
          glucose log begin illness
          glucose log begin "night shift" --at "2026-03-02 22:00" --note "until Friday"
        """)

    @Argument(help: "The kind of the condition: illness, stress, or any other name.")
    var kind: String
    @OptionGroup var log: LogbookOptions
    @Option(
      parsing: .unconditional,
      help: .value("instant", "When: \(Instant.typedForms) (default: now)."))
    var at: String?
    @Option(help: "A note.")
    var note: String?

    func run(_: inout Failures) throws {
      guard kind.nonBlank != nil else {
        throw CommandFailure("kind: a value is required, such as illness or stress.")
      }
      let time = try at.map { try log.instant($0, "at") } ?? .thisSecond
      log.noteFuture(time)
      let event = try log.file.openOrCreate {
        try $0.begin(
          DiaryCondition.Kind(rawValue: kind), at: time, in: log.zone, note: note?.nonBlank)
      }
      try OutputOptions.print(event.id.rawValue)
    }
  }

  struct LogEnd: Command {
    static let configuration = CommandConfiguration(
      commandName: "end", abstract: "End an ongoing condition.",
      discussion: """
        Examples:
          glucose log end illness
          glucose log end 3F2A --at "2026-03-04 20:00"
        """)

    @Argument(help: "The kind of the condition, or a unique prefix of the identifier of its event.")
    var condition: String
    @OptionGroup var log: LogbookOptions
    @Option(
      parsing: .unconditional,
      help: .value("instant", "When: \(Instant.typedForms) (default: now)."))
    var at: String?

    func run(_: inout Failures) throws {
      let logbook = try log.file.open()
      let time = try at.map { try log.instant($0, "at") } ?? .thisSecond
      let ongoing = try logbook.ongoingConditions()
      let named = ongoing.filter { $0.content.name == condition }
      let exact = named.isEmpty ? ongoing.filter { $0.id.rawValue == condition } : named
      let found =
        exact.isEmpty && !condition.isEmpty
        ? ongoing.filter { $0.id.rawValue.hasPrefix(condition) } : exact
      guard found.count < 2 else {
        let ids = found.map(\.id.rawValue.shownOnTerminal).joined(separator: ", ")
        throw CommandFailure("several are ongoing; choose one by its identifier: \(ids).")
      }
      guard let event = found.first else {
        let names = ongoing.compactMap { $0.content.name?.shownOnTerminal }
        throw CommandFailure(
          "no condition \(condition.shownOnTerminal) is ongoing; "
            + (names.isEmpty ? "there is none." : "ongoing: \(names.joined(separator: ", "))."))
      }
      try OutputOptions.print(try logbook.end(event.id, at: time).id.rawValue)
    }
  }
#endif
