#if Logbook
  import ArgumentParser
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
        try log.file.openOrCreate().add(events)
        return try OutputOptions.print(events.map(\.id.rawValue).joined(separator: "\n"))
      }
      let event = try event.event(category, log)
      let logbook = try log.file.openOrCreate()
      if case .condition(let condition) = event.content, condition.end == nil {
        try logbook.begin(
          condition.kind, id: event.id, at: event.time, in: event.zone, note: event.note)
      } else {
        try logbook.add(event)
      }
      try OutputOptions.print(event.id.rawValue)
    }
  }
#endif
