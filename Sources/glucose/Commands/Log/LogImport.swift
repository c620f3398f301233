// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct LogImport: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Stores what a file holds; what is there already stays.",
      discussion: """
        Takes every file that `report` takes, other logbooks among them, the database that xDrip \
        exports, and the archive that `export` writes. Each file is stored whole or not at all.

        Readings are stored under the name of the program that wrote the file, so that exports that \
        overlap add each reading once. Drops of blood and scans are kept apart from the series. Of an \
        archive or a logbook, events, favorites, stars and notes are told by what identifies them; \
        where both hold one with other content, the one here stays.

        Examples:
          glucose log import clarity.csv --zone Europe/Oslo
          glucose log import everything.json --log new.sqlite
          glucose log import the-other-phone.sqlite
        """)

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var input: InputOptions
    @Option(help: "What to call the sensor, if not as the program that wrote the file.")
    var source: String?

    func run() throws {
      try orFail {
        let logbook = try log.openOrMake()
        for path in input.files {
          if SQLiteFile.isSQLite(at: path) {
            try storeDatabase(path, in: logbook)
          } else if path == "-" || InputOptions.startsObject(path) {
            try storeDocument(path, in: logbook)
          } else {
            var one = input
            one.files = [path]
            try store(one.readOne(), in: logbook)
          }
        }
      }
    }

    /// Stores what a database of xDrip or another logbook holds.
    private func storeDatabase(_ path: String, in logbook: Logbook) throws {
      do {
        let (readings, events) = try logbook.add(XDripFile(at: path, in: input.zone))
        try tell(path, readings.counts, events.counts)
      } catch let error as LogbookError where error.reason == .notALogbook {
        try storeLogbook(path, in: logbook)
      }
    }

    private func storeLogbook(_ path: String, in logbook: Logbook) throws {
      do {
        try tell(path, logbook.merge(Logbook(at: path)))
      } catch let error as LogbookError where error.reason == .notALogbook {
        throw CommandFailure(.data, "\(path) is neither a logbook nor a database of xDrip.")
      }
    }

    /// Stores what may be the archive of a logbook, which no reader of recordings knows.
    private func storeDocument(_ path: String, in logbook: Logbook) throws {
      let bytes = try InputOptions.bytes(path)
      let bundle: FileBundle
      do throws(ReadError) {
        bundle = try FileBundle(reading: bytes, options: input.readOptions)
      } catch {
        guard error.reason == .unknownFormat, bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{")
        else { throw input.failure(error, path) }
        return try storeArchive(Data(bytes), path, in: logbook)
      }
      let sources = try input.chosen(input.sources(bundle, path))
      guard sources.count == 1 else {
        throw CommandFailure(.data, "There are \(sources.count) people: choose one with --subject.")
      }
      try store(sources[0], in: logbook)
    }

    /// Stores what an archive holds: as it is in an empty logbook, else beside what is there.
    private func storeArchive(_ archive: Data, _ path: String, in logbook: Logbook) throws {
      do {
        try logbook.restore(archive)
        try OutputOptions.print("\(path): restored")
      } catch let error as LogbookError where error.reason == .notEmpty {
        try tell(path, logbook.merge(archive))
      }
    }

    private func store(_ source: InputOptions.Source, in logbook: Logbook) throws {
      let name = self.source ?? source.format?.rawValue ?? FileFormat.plain.rawValue
      let subject = source.subject
      let (readings, events) = try logbook.write { batch in
        var readings = try batch.add(
          subject.recording.series, from: ReadingSource(rawValue: name)
        ).counts
        for (series, suffix) in [(subject.meter, " meter"), (subject.scans, " scans")]
        where !series.isEmpty {
          let more = try batch.add(
            series, from: ReadingSource(rawValue: name + suffix), kind: .meter)
          readings = zip(readings, more.counts).map(+)
        }
        return (readings, try batch.add(subject.recording.events).counts)
      }
      try tell(source.file, readings, events)
    }

    private func tell(_ path: String, _ intake: MergeResult) throws {
      try tell(path, intake.readings.counts, intake.events.counts)
      for (counts, what) in [
        (intake.favorites.counts, "favourites"), (intake.days.counts, "marks of days"),
      ] where counts != [0, 0, 0] {
        try OutputOptions.print("\(path): \(text(counts, what))")
      }
      if intake.newlyExcluded > 0 {
        try OutputOptions.print("\(path): \(intake.newlyExcluded) readings excluded as there")
      }
    }

    /// A line about what became of a file.
    private func tell(_ path: String, _ readings: [Int], _ events: [Int]) throws {
      try OutputOptions.print(
        "\(path): \(text(readings, "readings")); \(text(events, "events"))")
    }

    private func text(_ counts: [Int], _ what: String) -> String {
      "\(counts[0]) new \(what), \(counts[1]) known"
        + (counts[2] == 0 ? "" : ", \(counts[2]) left out because another is in their place")
    }
  }

  extension StoreResult {
    /// How many came or were added to, were unchanged, and were left out for another.
    fileprivate var counts: [Int] { [added + replaced, unchanged, conflicting] }
  }
#endif
