// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  /// Which logbook a command works on.
  struct LogbookFileOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "The logbook. The file that GLUCOSE_LOG names, unless given.", valueName: "file"))
    var log: String?

    /// The path of the logbook; there is no place where one would lie unasked.
    private func path() throws -> String {
      let named = log ?? ProcessInfo.processInfo.environment["GLUCOSE_LOG"]
      guard let named, !named.isEmpty else {
        throw ValidationError("Say which logbook with --log FILE, or in GLUCOSE_LOG.")
      }
      return named
    }

    func validate() throws { _ = try path() }

    /// Opens the logbook, which must be there.
    ///
    /// - Parameter isReadOnly: Whether nothing is written to it, so that it opens on a full disk too.
    func open(isReadOnly: Bool = false) throws -> Logbook {
      let path = try path()
      guard FileManager.default.fileExists(atPath: path) else {
        throw CommandFailure(
          .noInput, "\(path) cannot be opened: there is no such file. `add` and `import` make one.")
      }
      return try Logbook(at: path, options: Logbook.Options(isReadOnly: isReadOnly))
    }

    /// The logbook, which is made if there is none.
    func openOrMake() throws -> Logbook { try Logbook(at: path()) }
  }

  /// Which logbook a command works on, and how it shows and takes times and numbers.
  struct LogbookOptions: ParsableArguments {
    @OptionGroup var file: LogbookFileOptions

    @Option(
      help: "The time zone whose clock is shown and taken. This machine's, unless given.",
      transform: InputOptions.zone)
    var zone: TimeZone = .current

    @Option(
      help: ArgumentHelp(
        "Take and show decimals as in this locale: 1,5 with nb_NO. 1.5, unless given.",
        valueName: "locale"),
      transform: LogbookOptions.numbers)
    var locale: DecimalStyle?

    /// How decimals are written.
    var numbers: DecimalStyle { locale ?? .point }

    private static func numbers(_ name: String) throws -> DecimalStyle {
      let locale = Locale(identifier: name)
      guard let language = locale.language.languageCode, language.isISOLanguage else {
        throw ValidationError("\(name) is no locale such as nb_NO or en_GB.")
      }
      return DecimalStyle(locale)
    }

    /// The logbook, which must be there.
    func open() throws -> Logbook { try file.open() }

    /// The logbook, which is made if there is none.
    func openOrMake() throws -> Logbook { try file.openOrMake() }

    /// The instant that a person typed, as ``Instant/typed(_:in:now:)`` reads it.
    func instant(_ text: String) throws -> Date {
      try Instant.typed(text, in: zone, now: .thisSecond)
    }

    /// An instant as the zone's clock shows it, to the minute.
    func text(_ instant: Date) -> String {
      let clock = Date.ISO8601FormatStyle(timeZone: zone).year().month().day()
        .dateTimeSeparator(.space).time(includingFractionalSeconds: false)
      return String(instant.formatted(clock).dropLast(3))
    }

    /// An event as a line: when, what, and the beginning of its identifier.
    func text(_ event: DiaryEvent) -> String {
      let line = EventLine(event)
      return [text(event.time), line.category.rawValue, line.what(self), event.note ?? ""]
        .filter { !$0.isEmpty }.joined(separator: " ").shownOnTerminal
    }

    /// What a logbook holds of a source, as a line.
    func line(_ source: SourceSummary, of logbook: Logbook) throws -> String {
      let everything = Date.distantPast..<Date.distantFuture
      let excluded = try logbook.excludedSeries(everything, from: source.source).count
      let times = source.timeRange.map { ", \(text($0.lowerBound)) to \(text($0.upperBound))" }
      return "\(source.source.rawValue.shownOnTerminal): \(source.count) readings of a "
        + source.kind.rawValue + (times ?? "") + (excluded > 0 ? ", \(excluded) excluded" : "")
    }
  }

  extension Date {
    /// Now, without the part of a second that nobody who logs by hand means.
    static var thisSecond: Date {
      Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }
  }

  extension Logbook {
    /// The event whose identifier is `text`, or the only one whose identifier begins so.
    func event(calledBy text: String) throws -> DiaryEvent {
      if let event = try event(DiaryEvent.ID(rawValue: text)) { return event }
      let found = try events(in: .distantPast ..< .distantFuture).filter {
        $0.id.rawValue.hasPrefix(text)
      }
      guard let event = found.first, found.count == 1 else {
        throw CommandFailure(
          .data,
          found.isEmpty
            ? "No event has the identifier \(text.shownOnTerminal)."
            : "The identifiers of \(found.count) events begin with \(text.shownOnTerminal).")
      }
      return event
    }

    /// The favorite of this name or identifier.
    func favorite(calledBy text: String) throws -> Favorite {
      let all = try favorites()
      let found = all.filter { $0.id.rawValue == text || $0.name == text }
      guard let favorite = found.first, found.count == 1 else {
        throw CommandFailure(
          .data,
          found.isEmpty
            ? "There is no favorite \(text.shownOnTerminal)."
            : "\(found.count) favorites are called \(text.shownOnTerminal); use an identifier.")
      }
      return favorite
    }
  }
#endif
