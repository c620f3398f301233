// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Reads files of any known format, and writes what they hold in another.",
      discussion: """
        With --explain it says what was found out about each file and on what evidence, how many rows \
        were accepted, skipped and rejected, and why; then it writes only if --to is given.

        csv is a plain table of readings: id, time, glucose, flags. nightscout is JSON with the entries \
        and treatments of one person. fhir is a bundle of HL7 FHIR R4 after the guide for continuous \
        glucose monitoring: a summary of each person, and the sensor's readings with --readings. What a \
        format cannot carry is told on standard error.
        """)

    @OptionGroup var input: InputOptions
    @Option(
      help: "The format to write: \(Target.allCases.map(\.rawValue).joined(separator: ", ")).")
    var to: Target?
    @Option(
      name: [.customShort("o"), .customLong("out"), .customLong("output")],
      help: "A file to write instead of standard output.")
    var out: String?
    @Option(
      help: "mg/dL or mmol/L in csv and fhir. The file's unit, unless given.", transform: unit)
    var unit: GlucoseUnit?
    @Flag(help: "Write the readings into fhir, too.")
    var readings = false
    @Flag(help: "Tell what was found in each file, and why rows were rejected.")
    var explain = false

    /// A format that can be written.
    enum Target: String, ExpressibleByArgument, CaseIterable {
      case csv, nightscout, fhir
    }

    func run() throws {
      try orFail {
        let isWritten = to != nil || out != nil || !explain
        var sources: [InputOptions.Source] = []
        if explain {
          for path in input.files {
            let (found, lines) = try explained(path)
            for line in lines {
              // The explanation makes way for a result.
              if isWritten, out == nil { StandardError.print(line) } else { print(line) }
            }
            sources += found
          }
        } else {
          sources = try input.read()
        }
        // An explanation of nothing is no success either.
        let chosen = try input.chosen(sources)
        if isWritten { try write(chosen) }
      }
    }

    private func write(_ sources: [InputOptions.Source]) throws {
      // People of several files are told apart by the files where these name nobody.
      let subjects = sources.map { source in
        var subject = source.subject
        if sources.count > 1, subject.id == nil { subject.id = source.file }
        return subject
      }
      let target = to ?? .csv
      let zones = Set(sources.map(\.zone))
      let zone = zones.count == 1 ? sources[0].zone : input.zone
      let bytes = try bytes(
        of: subjects, as: target, unit: unit ?? sources.first?.unit ?? .mgdL, in: zone)
      tellWhatIsLost(subjects, target)
      guard let out else { return try OutputOptions.write(bytes) }
      try OutputOptions.write(bytes, to: out)
    }

    private func bytes(
      of subjects: [ImportedPerson], as target: Target, unit: GlucoseUnit, in zone: TimeZone
    ) throws -> [UInt8] {
      switch target {
      case .csv: return CSVWriter(unit: unit, zone: zone).bytes(of: subjects)
      case .nightscout:
        guard subjects.count == 1 else {
          throw CommandFailure(
            .data, "There are \(subjects.count) people, and Nightscout holds one: use --subject.")
        }
        return NightscoutWriter().bytes(of: subjects[0])
      case .fhir:
        return FHIRWriter(contents: readings ? .all : .summary, unit: unit, zone: zone)
          .bytes(of: subjects, at: Date())
      }
    }

    /// Says how much of what was read the format has no place for.
    private func tellWhatIsLost(_ subjects: [ImportedPerson], _ target: Target) {
      var lost: [(count: Int, of: String)] = []
      func count(_ what: String, _ count: (ImportedPerson) -> Int) {
        lost.append((subjects.reduce(0) { $0 + count($1) }, what))
      }
      count("scans") { $0.scans.count }
      if target != .nightscout {
        count("events") { $0.recording.events.count }
        count("drops of blood") { $0.meter.count }
      }
      let words = lost.filter { $0.count > 0 }.map { "\($0.count) \($0.of)" }
      guard !words.isEmpty else { return }
      StandardError.print(
        "\(target.rawValue) has no place for \(words.joined(separator: " and ")): left out.")
    }

    /// What a file holds, and an explanation of it.
    private func explained(_ path: String) throws -> ([InputOptions.Source], [String]) {
      #if Logbook
        if SQLiteFile.isSQLite(at: path) {
          let (source, file) = try input.database(at: path)
          var lines = [path, "  A logbook"]
          if let format = source.format {
            lines[1] = "  Format: \(format.rawValue) (an SQLite database)"
          }
          for line in file?.account ?? [] { lines.append("  " + line) }
          lines.append("  " + text(source.subject))
          return ([source], lines)
        }
      #endif
      let bundle = try input.bundle(path)
      return (input.sources(bundle, path), explanation(of: bundle, path))
    }

    private func explanation(of bundle: FileBundle, _ path: String) -> [String] {
      var lines: [String] = []
      for member in bundle.members {
        lines.append(member.name.map { "\(path), \($0.shownOnTerminal)" } ?? path)
        lines += member.file.report.lines(rejected: 20).map { "  " + $0.safeOnTerminal }
        for subject in member.file.people { lines.append("  " + text(subject)) }
      }
      for line in ReadingConflict.summary(of: bundle.conflicts, in: bundle.unit) {
        lines.append("\(path), between its files: \(line.safeOnTerminal)")
      }
      for other in bundle.unread {
        lines.append("\(path), \(other.name.shownOnTerminal): not read. \(other.error)")
      }
      return lines
    }

    private func text(_ subject: ImportedPerson) -> String {
      let counts = [
        (subject.recording.series.count, "readings"), (subject.scans.count, "scans"),
        (subject.meter.count, "drops of blood"), (subject.recording.events.count, "events"),
        (
          subject.duplicateReadingCount - subject.conflictingReadingCount,
          "readings left out as repetitions of an instant"
        ),
        (
          subject.conflictingReadingCount,
          "readings left out that differ from the one kept at their instant"
        ),
        (subject.duplicateEventCount, "events left out as repetitions"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      let name = subject.id.map { "Person \($0.shownOnTerminal)" } ?? "Person"
      return "\(name): \(counts.isEmpty ? "nothing" : counts.joined(separator: ", "))"
    }

    private static func unit(_ text: String) throws -> GlucoseUnit { try InputOptions.unit(text) }
  }
#endif
