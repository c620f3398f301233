// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  /// The files a command reads, and what it must be told about them.
  struct InputOptions: ParsableArguments {
    @Argument(
      help: ArgumentHelp(
        "The files to read, or - for standard input.",
        discussion: "Plain CSV (id,time,gl), Dexcom Clarity, LibreView and logbooks are told apart "
          + "by what is in them, not by their names."))
    var files: [String]

    @Option(
      help: ArgumentHelp(
        "The time zone whose clock the file shows, for instance Europe/Oslo.",
        discussion: "This machine's zone, unless given."),
      transform: InputOptions.zone)
    var zone: TimeZone = .current

    @Option(
      help: ArgumentHelp("The unit of the file if the file does not say.", valueName: "unit"),
      transform: InputOptions.unit)
    var fileUnit: GlucoseUnit?

    @Option(
      help: ArgumentHelp(
        "The order of dates if the file leaves it open: ymd, dmy or mdy.", valueName: "order"),
      transform: InputOptions.dateOrder)
    var dateOrder: DateOrder?

    @Option(help: "Only the person of this id, or of this file where the file names nobody.")
    var subject: String?

    /// A recording of one person in one file.
    struct Source {
      let file: String
      let subject: Subject
      /// The unit the file writes, as far as it is known.
      let unit: GlucoseUnit?
      /// What wrote the file; `nil` for a logbook.
      var format: FileFormat?

      /// The readings with those that repeat an instant.
      var record: RawRecord {
        get throws {
          try RawRecord(subject.recording.series, repeating: subject.repeatedReadings)
        }
      }

      /// What to call the recording where there are several: the id, or the file where it has none.
      var name: String { subject.id ?? file }
      /// The name as a terminal may show it.
      var shownName: String { name.shownOnTerminal }
    }

    /// The recordings of all files, in order; rejected rows are told on standard error.
    ///
    /// - Parameter bytes: The bytes of the only file, if they were read already.
    func read(_ bytes: [UInt8]? = nil) throws -> [Source] {
      var sources: [Source] = []
      var progress = Progress(of: files.count)
      for (index, path) in files.enumerated() {
        progress.show(index, path)
        let found = try recordings(in: bytes ?? Self.bytes(path), of: path)
        progress.end()
        for note in found.notes { StandardError.print(note) }
        sources += found.sources
      }
      if sources.isEmpty {
        throw Failure(.data, "\(files.joined(separator: ", ")): there is no reading or event.")
      }
      if let subject {
        sources = sources.filter { $0.name == subject }
        if sources.isEmpty {
          throw Failure(.data, "no file has a person called \(subject.shownOnTerminal).")
        }
      }
      return sources
    }

    /// The recording, where a command can handle only one.
    func readOne(_ bytes: [UInt8]? = nil) throws -> Source {
      let sources = try read(bytes)
      guard let source = sources.first else {
        throw Failure(.data, "\(files.joined(separator: ", ")): no person in the file.")
      }
      guard sources.count == 1 else {
        let ids = sources.prefix(5).map(\.shownName).joined(separator: ", ")
        throw Failure(
          .data,
          "There are \(sources.count) people (\(ids)\(sources.count > 5 ? ", …" : "")): "
            + "choose one with --subject.")
      }
      return source
    }

    private func recordings(
      in bytes: [UInt8], of path: String
    ) throws -> (sources: [Source], notes: [String]) {
      #if Logbook
        if SQLiteFile.isOne(bytes) { return ([try Source(logbookAt: path)], []) }
      #endif
      let file = try table(bytes, path)
      let sources = file.subjects.map {
        Source(
          file: path, subject: $0, unit: file.account.detected.unit?.value, format: file.format)
      }
      return (sources, notes(on: file.account, of: path))
    }

    /// The bytes of a file, or of standard input for "-".
    static func bytes(_ path: String) throws -> [UInt8] {
      do {
        let data =
          path == "-"
          ? try FileHandle.standardInput.readToEnd() : try Data(contentsOf: URL(filePath: path))
        return Array(data ?? Data())
      } catch {
        throw Failure(.noInput, "\(path) cannot be opened: \(reason(error))")
      }
    }

    private func table(_ bytes: [UInt8], _ path: String) throws -> GlucoseFile {
      let options = ReadOptions(zone: zone, unit: fileUnit, dateOrder: dateOrder)
      do throws(ReadError) {
        return try GlucoseFile(reading: bytes, options: options)
      } catch {
        throw Failure(.data, "\(path): \(error)\(remedy(error))")
      }
    }

    /// The option that answers what a file leaves open.
    private func remedy(_ error: ReadError) -> String {
      switch error.reason {
      case .ambiguousDates: " Say which with --date-order dmy or mdy."
      case .unitUnknown: " Say which with --file-unit mg/dL or mmol/L."
      default: ""
      }
    }

    private func notes(on account: RowAccount, of path: String) -> [String] {
      var notes = account.rejected.prefix(5).map { "\(path): rejected. \($0)" }
      if account.rejectedCount > 5 {
        notes.append("\(path): \(account.rejectedCount - 5) more rows rejected.")
      }
      if !account.undecidedLines.isEmpty {
        notes.append(
          "\(path): \(account.undecidedLines.count) rows lie in an hour that clocks showed twice, "
            + "and were taken for its first occurrence.")
      }
      return notes
    }
  }

  extension InputOptions {
    static func zone(_ text: String) throws -> TimeZone {
      guard let zone = TimeZone(identifier: text) else {
        throw ValidationError("\(text) is no time zone such as Europe/Oslo or UTC.")
      }
      return zone
    }

    static func unit(_ text: String) throws -> GlucoseUnit {
      let letters = text.lowercased().filter(\.isLetter)
      guard let unit = ["mgdl": GlucoseUnit.mgdL, "mmoll": .mmolL, "mmol": .mmolL][letters] else {
        throw ValidationError("\(text) is no unit: use mg/dL or mmol/L.")
      }
      return unit
    }

    static func dateOrder(_ text: String) throws -> DateOrder {
      guard let order = ["ymd": DateOrder.yearFirst, "dmy": .dayFirst, "mdy": .monthFirst][text]
      else { throw ValidationError("\(text) is no order of dates: use ymd, dmy or mdy.") }
      return order
    }
  }
#endif
