// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import GlucoseKit

  struct LogAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Logs a meal, insulin, an exercise or a condition.",
      discussion: "Prints the event's identifier. A condition without --until goes on.")

    @Argument(help: "meal, insulin, exercise or condition.", transform: EventOptions.choice)
    var category: EventCategory
    @OptionGroup var log: LogbookOptions
    @OptionGroup var event: EventOptions

    func run() throws {
      try orFail {
        let event = try event.event(category, log)
        let logbook = try log.openOrMake()
        if case .condition(let condition) = event.kind, condition.end == nil {
          try logbook.begin(
            condition.kind, id: event.id, at: event.time, in: event.zone, note: event.note)
        } else {
          try logbook.add(event)
        }
        print(event.id)
      }
    }
  }
#endif
