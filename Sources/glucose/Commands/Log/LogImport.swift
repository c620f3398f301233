#if Logbook
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct LogImport: Command {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Add the content of files to a logbook, without replacing existing data.",
      discussion: """
        Accepts every file that `report` accepts, including other logbooks and xDrip databases, \
        and the archives of `export`. Each file is stored completely or not at all, as one step that \
        `glucose log undo` takes back.

        The source of readings is the program that wrote the file, so that overlapping exports add \
        each reading once. Meter readings, scans, and the readings of a second sensor or program at the same \
        time are stored, and not part of the series. The events, \
        favorites, stars, and notes of an archive or a logbook are matched by their identity; if \
        the content differs, the existing one is kept. Events that were removed are not added again.

        Examples:
          glucose log import clarity.csv --zone Europe/Oslo
          glucose log import everything.json --log new.sqlite
          glucose log import the-other-phone.sqlite
        """)

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var input: InputOptions
    @Option(help: "The name of the source (default: the program that wrote the file).")
    var source: String?

    func validate() throws {
      try require(source == nil || source?.nonBlank != nil, "--source must not be empty.")
      try require(input.days == nil, "A file is brought in as a whole, without --days.")
    }

    func run(_ failures: inout Failures) throws {
      let paths = try input.paths()
      do {
        try log.openOrCreate { logbook in
          for path in paths {
            _ = try failures.attempt(path) { try store(contentOf: path, in: logbook) }
          }
          if let code = failures.code { throw code }
        }
      } catch is ExitCode {}
    }

    private func store(contentOf path: String, in logbook: Logbook) throws {
      if SQLiteFile.isSQLite(at: path) {
        try storeDatabase(path, in: logbook)
      } else if path == "-" || InputOptions.startsObject(path) {
        try storeDocument(path, in: logbook)
      } else {
        let found = try input.recordings(in: path)
        try store(found.sources, found.notes, of: path, in: logbook)
      }
    }

    private func store(
      _ sources: [InputOptions.Source], _ notes: [String], of path: String, in logbook: Logbook
    ) throws {
      for note in notes { StandardError.print(note) }
      var one = input
      one.files = [path]
      try store(one.only(one.chosen(sources)), in: logbook)
    }

    private func storeDatabase(_ path: String, in logbook: Logbook) throws {
      switch try SQLiteFile(at: path, in: input.zone) {
      case .xDrip(let file):
        let (readings, events) = try logbook.add(file)
        try Self.printResult(path, readings.counts, events.counts)
      case .logbook(let other): try Self.printResult(path, logbook.merge(other))
      }
    }

    /// Stores the content of a document that may be the archive of a logbook.
    private func storeDocument(_ path: String, in logbook: Logbook) throws {
      let bytes = try InputOptions.bytes(path)
      let bundle: FileBundle
      do throws(ReadError) {
        bundle = try FileBundle(reading: bytes, options: input.readOptions)
      } catch {
        guard error.reason == .unknownFormat, bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
        else { throw input.failure(error, path) }
        return try Self.printResult(path, logbook.merge(Data(bytes)))
      }
      try store(
        input.sources(bundle, path), input.notes(on: bundle, of: path), of: path, in: logbook)
    }

    private func store(_ source: InputOptions.Source, in logbook: Logbook) throws {
      let name = self.source ?? (source.format ?? .plain).description
      let subject = source.subject
      let (readings, events) = try logbook.add(
        subject.recording, meter: subject.meter, scans: subject.scans,
        parallel: subject.leftOutReadings, from: ReadingSource(rawValue: name))
      try Self.printResult(source.file, readings.counts, events.counts)
    }

    static func printResult(_ path: String, _ result: MergeResult) throws {
      try printResult(path, result.readings.counts, result.events.counts)
      for (counts, what) in [
        (result.favorites.counts, "favorite"), (result.days.counts, "day mark"),
      ] where counts != [0, 0, 0] {
        try OutputOptions.print("\(path): \(text(counts, what))")
      }
      if result.newlyExcluded > 0 {
        let readings = result.newlyExcluded.counted("reading", "readings")
        try OutputOptions.print("\(path): \(readings) excluded as in the file")
      }
    }

    private static func printResult(_ path: String, _ readings: [Int], _ events: [Int]) throws {
      try OutputOptions.print("\(path): \(text(readings, "reading")); \(text(events, "event"))")
    }

    private static func text(_ counts: [Int], _ what: String) -> String {
      counts[0].counted("new \(what)", "new \(what)s") + ", \(counts[1]) known"
        + (counts[2] == 0
          ? "" : ", \(counts[2]) left out because existing ones differ or were removed")
    }
  }

  extension StoreResult {
    fileprivate var counts: [Int] { [added + replaced, unchanged, conflicting] }
  }

  struct LogExport: Command {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Export the content of a logbook as one JSON document.",
      discussion: """
        `import` restores the document to an empty logbook, or merges it into another. The \
        document is not encrypted; a file created by --output is readable by its owner only.

        Examples:
          glucose log export -o everything.json
          glucose log export | gpg --symmetric > everything.json.gpg
        """)

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var output: OutputOptions

    func run(_: inout Failures) throws {
      let logbook = try log.open(isReadOnly: true)
      // SQLite keeps changes in files beside the logbook.
      let files = logbook.path.map { [$0, $0 + "-wal", $0 + "-shm"] } ?? []
      try OutputOptions.refuse([output.output], replacing: files)
      guard let path = output.output, path != "-" else {
        try logbook.archive { try OutputOptions.write(Array($0)) }
        return try OutputOptions.write([UInt8(ascii: "\n")])
      }
      if !FileManager.default.fileExists(atPath: path) {
        // Created with owner permissions before it has content; an error is reported by the write.
        _ = FileManager.default.createFile(
          atPath: path, contents: nil, attributes: [.posixPermissions: 0o600])
      }
      try OutputOptions.write(Array(logbook.archive()), to: path)
    }
  }
#endif
