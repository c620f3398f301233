// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import GlucoseKit

  struct LogAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Log a meal, insulin, an exercise, or a condition.",
      discussion: """
        Prints the identifier of the event. An event in the future is a plan.

        Examples:
          glucose log add meal --name Porridge --carbs 45 --at "2026-03-02 07:30"
          glucose log add insulin --units 4,5 --action rapid --locale nb_NO
          glucose log add exercise --name Run --minutes 45 --intensity medium
          glucose log add condition --name stress --at "2026-03-02 08:00" --until "2026-03-02 17:00"

        A condition without --until is ongoing, as after `begin`.
        """)

    @Argument(
      help: "The category: meal, insulin, exercise, or condition.", transform: EventOptions.choice)
    var category: DiaryEvent.Category
    @OptionGroup var log: LogbookOptions
    @OptionGroup var event: EventOptions

    func run() throws {
      try orFail {
        let event = try event.event(category, log)
        let logbook = try log.openOrMake()
        if case .condition(let condition) = event.content, condition.end == nil {
          try logbook.begin(
            condition.kind, id: event.id, at: event.time, in: event.zone, note: event.note)
        } else {
          try logbook.add(event)
        }
        try OutputOptions.print(event.id.rawValue)
      }
    }
  }
#endif
