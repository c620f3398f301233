#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

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
      guard !kind.isEmpty else {
        throw CommandFailure("kind: a value is required, such as illness or stress.")
      }
      let time = try at.map(log.instant) ?? .thisSecond
      log.noteFuture(time)
      let event = try log.file.openOrCreate().begin(
        DiaryCondition.Kind(rawValue: kind), at: time, in: log.zone, note: note)
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
      let time = try at.map(log.instant) ?? .thisSecond
      let ongoing = try logbook.ongoingConditions()
      let event = ongoing.first {
        $0.content.name == condition || !condition.isEmpty && $0.id.rawValue.hasPrefix(condition)
      }
      guard let event else {
        let names = ongoing.compactMap { $0.content.name?.shownOnTerminal }
        throw CommandFailure(
          "no condition \(condition.shownOnTerminal) is ongoing; "
            + (names.isEmpty ? "there is none." : "ongoing: \(names.joined(separator: ", "))."))
      }
      try OutputOptions.print(try logbook.end(event.id, at: time).id.rawValue)
    }
  }
#endif
