import ArgumentParser
import Foundation
import GlucoseStudy

struct Import: Command {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read files of any supported format, and convert them to another.",
    discussion: """
      With --explain, prints the detected properties of each file with their evidence, the \
      numbers of rows accepted, skipped, and rejected, and the reasons; writes a file only with \
      --to or --out.

      csv is a plain table of readings: id, time, glucose, flags. nightscout is JSON with the \
      entries and treatments of one person. fhir is an HL7 FHIR R4 bundle by the guide for \
      continuous glucose monitoring: a summary of each person and, with --readings, the sensor \
      readings. Data that a format cannot represent is reported on standard error.

      These formats are read, besides logbooks and databases of xDrip: \
      \(Set(FileFormat.recognized.map(\.description)).sorted().joined(separator: ", ")).
      """)

  @OptionGroup var input: InputOptions
  @Option(help: "The format to write (default: csv).")
  var to: Target?
  @Option(
    name: [.customShort("o"), .customLong("out"), .customLong("output")],
    help: "The file to write, or - for standard output (default: -).")
  var out: String?
  @Option(
    help:
      "The unit in csv and fhir: mg/dL or mmol/L (default: the first file's, or mg/dL if unknown).",
    transform: InputOptions.unit)
  var unit: GlucoseUnit?
  @Flag(help: "Include the readings in fhir.")
  var readings = false
  @Flag(help: "Print the detected properties of each file, and the reasons for rejected rows.")
  var explain = false

  enum Target: String, ExpressibleByArgument, CaseIterable { case csv, nightscout, fhir }

  func validate() throws {
    try require(!readings || to == .fhir, "--readings requires --to fhir.")
    try require(unit != .mmolL || to != .nightscout, "--to nightscout is always in mg/dL.")
  }

  func run(_ failures: inout Failures) throws {
    let isWritten = to != nil || out != nil || !explain
    try OutputOptions.refuse([out], replacing: input.paths())
    var sources: [InputOptions.Source] = []
    if explain {
      for path in try input.paths() {
        guard let (found, lines) = try failures.attempt(path, { try explained(path) }) else {
          continue
        }
        for line in lines {
          // Standard output is reserved for the result.
          if isWritten, out == nil {
            StandardError.print(line)
          } else {
            try OutputOptions.print(line.safeOnTerminal)
          }
        }
        sources += found
      }
    } else {
      sources = try input.read(&failures, allowsScattered: true)
    }
    // Fails if nothing was accepted, also with --explain.
    let chosen = try input.chosen(sources, failures)
    if isWritten { try write(chosen) }
  }

  private func write(_ sources: [InputOptions.Source]) throws {
    // With several files, people without an id are identified by their file, and those of one id by a number.
    var ids = UniqueNames()
    let subjects = sources.map { source in
      var subject = source.subject
      if sources.count > 1 { subject.id = ids.unused(subject.id ?? source.file) }
      return subject
    }
    let target = to ?? .csv
    let zones = Set(sources.map(\.zone))
    let zone = zones.count == 1 ? sources[0].zone : input.zone
    let shown = unit ?? sources.first?.unit ?? .mgdL
    let bytes = try bytes(of: subjects, as: target, unit: shown, in: zone)
    try tellWhatIsLost(sources, target)
    noteConversion(of: sources, to: target == .nightscout ? .mgdL : shown)
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
          "there are \(subjects.count) people, but Nightscout supports only one: use --subject.")
      }
      return NightscoutWriter().bytes(of: subjects[0])
    case .fhir:
      return FHIRWriter(contents: readings ? .all : .summary, unit: unit, zone: zone)
        .bytes(of: subjects, at: Date())
    }
  }

  private func tellWhatIsLost(_ sources: [InputOptions.Source], _ target: Target) throws {
    var lost: [(count: Int, of: String)] = []
    func count(_ what: String, _ count: (InputOptions.Source) throws -> Int) rethrows {
      lost.append((try sources.reduce(0) { try $0 + count($1) }, what))
    }
    count("scan") { $0.subject.scans.count }
    if target != .nightscout {
      count("event") { $0.subject.recording.events.count }
      count("meter reading") { $0.subject.meter.count }
    }
    count("excluded reading") { $0.excludedCount }
    #if Logbook
      try count("marked day") { try $0.markedDayCount() }
    #endif
    let words = lost.filter { $0.count > 0 }.map { $0.count.counted($0.of, $0.of + "s") }
    guard !words.isEmpty else { return }
    StandardError.print(
      "\(target.rawValue) cannot represent \(words.joined(separator: " and ")): left out.")
  }

  private func noteConversion(of sources: [InputOptions.Source], to unit: GlucoseUnit) {
    guard let other = sources.compactMap(\.unit).first(where: { $0 != unit }) else { return }
    StandardError.print(
      "Readings in \(other.rawValue) are written in \(unit.rawValue), where a few may be in another "
        + "range: 10.0 mmol/L is above 180 mg/dL, and 70 mg/dL below 3.9 mmol/L.")
  }

  private func explained(_ path: String) throws -> ([InputOptions.Source], [String]) {
    #if Logbook
      if SQLiteFile.isSQLite(at: path) {
        let (source, file, notes) = try input.database(at: path)
        var lines = [path, "  A logbook"]
        if let format = source.format {
          lines[1] = "  Format: \(format) (an SQLite database)"
        }
        if let file {
          lines.append("  Rows: \(file.rowCount), of which \(file.acceptedCount) accepted")
        }
        lines += notes.map { "  " + $0 }
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
      lines += member.file.report.lines(rejectedLimit: 20).map { "  " + $0.safeOnTerminal }
      for subject in member.file.people { lines.append("  " + text(subject)) }
    }
    for line in ReadingConflict.summary(of: bundle.conflicts, in: bundle.unit) {
      lines.append("\(path), between its files: \(line.safeOnTerminal)")
    }
    for sensors in bundle.simultaneousSensors {
      lines.append("\(path), between its files: \(sensors.description.safeOnTerminal)")
    }
    for other in bundle.unread {
      lines.append("\(path), \(other.name.shownOnTerminal): not read. \(other.error)")
    }
    return lines
  }

  private func text(_ subject: ImportedPerson) -> String {
    let duplicates = subject.duplicateReadingCount - subject.conflictingReadingCount
    let counts = [
      (subject.recording.series.count, "reading", ""), (subject.scans.count, "scan", ""),
      (subject.meter.count, "meter reading", ""), (subject.recording.events.count, "event", ""),
      (duplicates, "duplicate reading", " left out"),
      (
        subject.conflictingReadingCount, "reading",
        " left out, for another value than that of the one kept at the same time"
      ),
      (
        subject.duplicateEventCount - subject.conflictingEventCount, "duplicate event", " left out"
      ),
      (
        subject.conflictingEventCount, "event",
        " left out, for a later one with the same identifier and another content"
      ),
    ].filter { $0.0 > 0 }.map { $0.counted($1, $1 + "s") + $2 }
    let name = subject.id.map { "Person \($0.shownOnTerminal)" } ?? "Person"
    return "\(name): \(counts.isEmpty ? "nothing" : counts.joined(separator: ", "))"
  }
}
