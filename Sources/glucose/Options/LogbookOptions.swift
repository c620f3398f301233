#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogbookFileOptions: ParsableArguments {
    @Option(help: .value("file", "The file of the logbook (default: GLUCOSE_LOG)."))
    var log: String?

    /// Returns the path of the logbook. There is no default location.
    private func path() throws -> String {
      let named = log ?? ProcessInfo.processInfo.environment["GLUCOSE_LOG"]
      guard let named, !named.isEmpty else {
        throw ValidationError("Choose a logbook with --log FILE or GLUCOSE_LOG.")
      }
      return named
    }

    func validate() throws { _ = try path() }

    /// Opens the logbook, whose file must exist. For reading only, also on a full disk and on read-only
    /// media.
    func open(isReadOnly: Bool = false) throws -> Logbook {
      let path = try path()
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          .noInput,
          "\(path) cannot be opened: no such file. `add`, `begin`, `day`, `import`, `recover`, and "
            + "`restore` create one.")
      }
      do {
        return try Logbook(at: path, options: Logbook.Options(isReadOnly: isReadOnly))
      } catch {
        guard error.reason == .full else { throw error }
        throw CommandFailure(
          .noOutput,
          error.description.asClause + " To remove data, first free 120 KiB on the disk.")
      }
    }

    /// Calls `body` with the logbook, which is created if there is no file. A file that was created is
    /// removed again if `body` throws and has stored nothing.
    func openOrCreate<T>(_ body: (Logbook) throws -> T) throws -> T {
      let path = try path()
      let logbook = try Logbook(at: path)
      guard logbook.isNew else { return try body(logbook) }
      let result = Result { try body(logbook) }
      if case .failure = result, logbook.removeFileIfEmpty() { return try result.get() }
      StandardError.print("created the logbook \(path.shownOnTerminal)")
      return try result.get()
    }
  }

  struct LogbookOptions: ParsableArguments {
    @OptionGroup var file: LogbookFileOptions

    @Option(
      help: "The time zone of local times (default: the system's).", transform: InputOptions.zone)
    var zone: TimeZone = .current

    @Option(
      help: .value(
        "locale", "The locale of decimal numbers, such as nb_NO for 1,5 (default: 1.5)."),
      transform: { DecimalStyle(try PageLocale.named($0)) })
    var locale: DecimalStyle?

    var numbers: DecimalStyle { locale ?? .point }

    /// Returns the instant in the text of an option.
    func instant(_ text: String, _ option: String) throws -> Date {
      guard !text.isEmpty else { throw CommandFailure("\(option): a value is required.") }
      return try Instant.typed(text, in: zone, now: .thisSecond)
    }

    /// Prints that an event is a plan if its time is in the future, as just after midnight.
    func noteFuture(_ time: Date) {
      guard time > Date() else { return }
      StandardError.print("at: \(text(time)): \(DraftReason.inTheFuture.description.asClause)")
    }

    func text(_ instant: Date) -> String { Instant.minute(instant, in: zone) }

    func text(_ event: DiaryEvent) -> String {
      let line = EventLine(event)
      return [text(event.time), line.category.rawValue, line.what(self), event.note ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " ").shownOnTerminal
    }

    func line(_ source: SourceSummary) -> String {
      let times = source.timeRange.map { ", \(text($0.lowerBound)) to \(text($0.upperBound))" }
      let readings = source.count.counted("reading", "readings")
      let kind = source.kind == .parallel ? "beside a sensor" : "of a \(source.kind.rawValue)"
      return "\(source.source.rawValue.shownOnTerminal): \(readings) \(kind)"
        + (times ?? "") + (source.excludedCount > 0 ? ", \(source.excludedCount) excluded" : "")
        + (source.conflictingCount > 0 ? ", \(source.conflictingCount) conflicting" : "")
    }
  }

  extension Date {
    static var thisSecond: Date {
      Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }
  }

  extension Logbook {
    /// Removes the file unless it has content, in a transaction, so that another process stores nothing
    /// in it meanwhile: its next call throws. Returns whether the file was removed.
    fileprivate func removeFileIfEmpty() -> Bool {
      guard let path else { return false }
      try? write { _ in
        guard try sources().isEmpty, try marks().isEmpty, try favorites().isEmpty,
          try events(in: .distantPast ..< .distantFuture).isEmpty, try !canUndo(), try !canRedo()
        else { return }
        try FileManager.default.removeItem(atPath: path)
        for file in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + file) }
      }
      guard !FileManager.default.fileExists(atPath: path) else { return false }
      // Now, so that files which another process creates are not those of this connection.
      try? close()
      return true
    }

    /// Returns the only event whose identifier is or begins with `text`.
    func event(identifiedBy text: String) throws -> DiaryEvent {
      guard !text.isEmpty else { throw CommandFailure("the identifier of an event is empty.") }
      if let event = try event(DiaryEvent.ID(rawValue: text)) { return event }
      let found = try events(in: .distantPast ..< .distantFuture).filter {
        $0.id.rawValue.hasPrefix(text)
      }
      guard let event = found.first, found.count == 1 else {
        throw CommandFailure(
          found.isEmpty
            ? "no event has the identifier \(text.shownOnTerminal)."
            : "The identifiers of \(found.count) events begin with \(text.shownOnTerminal).")
      }
      return event
    }

    func favorite(identifiedBy text: String) throws -> Favorite {
      let all = try favorites()
      let found = all.filter { $0.id.rawValue == text || $0.name == text }
      guard let favorite = found.first, found.count == 1 else {
        throw CommandFailure(
          found.isEmpty
            ? "there is no favorite \(text.shownOnTerminal)."
            : "\(found.count) favorites are named \(text.shownOnTerminal); use an identifier.")
      }
      return favorite
    }
  }
#endif
