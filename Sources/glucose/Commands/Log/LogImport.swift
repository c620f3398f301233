// SPDX-License-Identifier: Apache-2.0

#if CommandLine && Logbook
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct LogImport: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import", abstract: "Stores what a file holds; what is there already stays.",
      discussion: """
        Takes every file that `report` takes, the database that xDrip exports, and the archive that \
        `export` writes, which needs an empty logbook. Each file is stored whole or not at all.

        Readings are stored under the name of the program that wrote the file, so that exports that \
        overlap add each reading once. Drops of blood and scans are kept apart from the series.
        """)

    @OptionGroup var log: LogbookFileOptions
    @OptionGroup var input: InputOptions
    @Option(help: "What to call the sensor, if not as the program that wrote the file.")
    var source: String?

    func run() throws {
      try orFail {
        let logbook = try log.openOrMake()
        for path in input.files {
          let start = try InputOptions.start(of: path)
          if SQLiteFile.isOne(start) {
            let (readings, events) = try logbook.add(xDripFile(path))
            tell(path, readings, events)
          } else if start.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") || path == "-" {
            try storeDocument(path, in: logbook)
          } else {
            var one = input
            one.files = [path]
            try store(one.readOne(), in: logbook)
          }
        }
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
        try logbook.restore(Data(bytes))
        return print("\(path): restored")
      }
      let sources = try input.chosen(InputOptions.sources(bundle, path))
      guard sources.count == 1 else {
        throw Failure(.data, "There are \(sources.count) people: choose one with --subject.")
      }
      try store(sources[0], in: logbook)
    }

    private func xDripFile(_ path: String) throws -> XDripFile {
      do throws(LogbookError) {
        return try XDripFile(at: path, in: input.zone)
      } catch {
        guard error.reason == .notALogbook else { throw error }
        throw Failure(
          .data,
          "\(path) is no database of xDrip. Of a logbook, import what `glucose log export` writes.")
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
      tell(source.file, readings, events)
    }

    private func tell(_ path: String, _ readings: LogbookIntake, _ events: LogbookIntake) {
      tell(path, readings.counts, events.counts)
    }

    /// A line about what became of a file.
    private func tell(_ path: String, _ readings: [Int], _ events: [Int]) {
      print(
        "\(path): \(text(readings, "readings")); \(text(events, "events"))")
    }

    private func text(_ counts: [Int], _ what: String) -> String {
      "\(counts[0]) new \(what), \(counts[1]) known"
        + (counts[2] == 0 ? "" : ", \(counts[2]) left out because another is in their place")
    }
  }

  extension LogbookIntake {
    /// How many were added, unchanged, and left out for another.
    fileprivate var counts: [Int] { [added, unchanged, kept] }
  }
#endif
