import ArgumentParser
import Foundation
import GlucoseStudy

struct InputOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The files or folders to read, or - for standard input (at most 1 GiB).",
      discussion: "Exports of Dexcom Clarity, LibreView, CareLink, Nightscout, Tidepool, xDrip, "
        + "Apple Health, and others, workbooks (.xlsx), plain CSV (id,time,gl), and logbooks are "
        + "detected by content, not by name; zip and gzip are decompressed."))
  var files: [String]

  @Option(
    help:
      "The time zone of local times in the file, such as Europe/Oslo (default: the system's).",
    transform: InputOptions.zone)
  var zone: TimeZone = .current

  @Option(
    help: .value("unit", "The unit of a file that does not state its unit."),
    transform: InputOptions.unit)
  var fileUnit: GlucoseUnit?

  @Option(
    help: .value("order", "The date order of a file with ambiguous dates: ymd, dmy, or mdy."),
    transform: InputOptions.dateOrder)
  var dateOrder: DateOrder?

  @Option(
    help: ArgumentHelp(
      "The columns of a table of unknown format, as a comma-separated list of role=column.",
      discussion: "Roles are time, clock, glucose, meter, unit, type, person, carbs, insulin, and "
        + "note. A column is a header or a number from 1; the column of type contains words such "
        + "as cgm and manual. Times that count from a start have the role days, hours, minutes, or "
        + "seconds instead of time. Examples: time=Date,clock=Time,glucose=Value,unit=Unit and "
        + "minutes=Elapsed,glucose=3.", valueName: "roles"),
    transform: { Shared(try InputOptions.mapping($0)) })
  var columns: Shared<ColumnMapping>?

  @Option(help: "The id of the person to select, or the file name for a person without an id.")
  var subject: String?

  @Option(
    help: .value(
      "days",
      "The last so many days of each recording, or its days in a period such as "
        + "2026-02-01/2026-02-28 (default: all)."),
    transform: InputOptions.period)
  var days: Period?

  struct Source {
    let file: String
    private(set) var subject: ImportedPerson
    let unit: GlucoseUnit?
    /// The format of the file, or `nil` for a logbook.
    var format: FileFormat?
    /// The number of readings that are excluded in a logbook.
    var excludedCount = 0
    /// The time zone of the days: the zone stated in the file, or the --zone of the command.
    var zone: TimeZone

    var series: GlucoseSeries { subject.recording.series }

    var isEmpty: Bool {
      series.isEmpty && subject.recording.events.isEmpty && subject.scans.isEmpty
        && subject.meter.isEmpty
    }

    /// The readings, including duplicates of an instant and those of a feed beside another.
    var record: RawRecord {
      get throws { try RawRecord(series, leavingOut: subject.leftOutReadings) }
    }

    var study: String { URL(filePath: file).deletingPathExtension().lastPathComponent }
    var name: String { subject.id ?? file }
    var withoutRecording: Source {
      var source = self
      source.subject = ImportedPerson(id: subject.id, recording: Recording(series: GlucoseSeries()))
      return source
    }
    /// The measurements of a meter, and the finger-sticks among the events.
    var meter: GlucoseSeries {
      let sticks = subject.recording.events.compactMap { event in
        event.fingerstick.map { Reading(time: event.time, glucose: $0) }
      }
      let times = Set(subject.meter.times)
      let others = sticks.filter { !times.contains($0.time.timeIntervalSinceReferenceDate) }
      return (try? GlucoseSeries(Array(subject.meter) + others)) ?? subject.meter
    }

    /// Returns the measurements of a meter up to `now`, none if there are readings of a sensor.
    func meterWithoutSensor(until now: Date) -> GlucoseSeries {
      series.isEmpty ? meter.prefix(through: now) : GlucoseSeries()
    }

    func limited(to period: Period?) -> Source {
      guard let range = period?.range(of: subject, in: zone) else { return self }
      var source = self
      source.subject.recording = Recording(
        series: series[range], events: subject.recording.events(in: range))
      source.subject.scans = subject.scans[range]
      source.subject.meter = subject.meter[range]
      source.subject.leftOutReadings.removeAll { !range.contains($0.time) }
      return source
    }

    func logging(_ events: [DiaryEvent]) -> Source {
      var source = self
      source.subject.recording = Recording(series: series, events: events)
      return source
    }

    var shownName: String { name.shownOnTerminal }

    /// The file and, if it has an id, the person, safe for display on a terminal.
    var place: String { file + (subject.id.map { ", \($0.shownOnTerminal)" } ?? "") }

    /// The failure if the readings are too far apart for the metrics that depend on time.
    var fault: CommandFailure? {
      series.scatteredReadings.map { CommandFailure("\(place): \($0)") }
    }
  }

  /// Reads the recordings of all files, in order. Prints rejected rows to standard error.
  ///
  /// A file that cannot be read is added to `failures` and does not affect the others, as is, unless
  /// `allowsScattered`, a person whose readings are too far apart for metrics that depend on time.
  func read(_ failures: inout Failures, allowsScattered: Bool = false) throws -> [Source] {
    var sources: [Source] = []
    let paths = try paths()
    var progress = ProgressLine(of: paths.count)
    for (index, path) in paths.enumerated() {
      progress.show(index, path)
      let found = try failures.attempt(path) {
        defer { progress.end() }
        return try recordings(in: path)
      }
      for note in found?.notes ?? [] { StandardError.print(note) }
      sources += found?.sources ?? []
    }
    let chosen = try chosen(sources, failures)
    guard !allowsScattered else { return chosen }
    for source in chosen {
      if let fault = source.fault { failures.add(fault, of: source.place) }
    }
    let usable = chosen.filter { $0.fault == nil }
    if usable.isEmpty, let code = failures.code { throw code }
    return usable
  }

  func readAll() throws -> [Source] {
    var failures = Failures()
    let sources = try read(&failures)
    if let code = failures.code { throw code }
    return sources
  }

  func chosen(_ sources: [Source], _ failures: Failures = Failures()) throws -> [Source] {
    if sources.isEmpty, let code = failures.code { throw code }
    guard !sources.allSatisfy(\.isEmpty) else { throw nothingAccepted }
    guard let subject else { return sources }
    let chosen = sources.filter { $0.name == subject }
    guard !chosen.isEmpty else { throw noSuchSubject(among: sources) }
    return chosen
  }

  var ofAllDays: InputOptions {
    var options = self
    options.days = nil
    return options
  }

  var nothingAccepted: CommandFailure {
    if days != nil {
      return CommandFailure(
        "\(files.joined(separator: ", ")): there are no readings or events in the days of --days.")
    }
    return CommandFailure(
      "\(files.joined(separator: ", ")): no reading or event was accepted; "
        + "glucose import --explain prints the reasons.")
  }

  func noSuchSubject(among sources: [Source] = []) -> CommandFailure {
    let names = sources.prefix(10).map(\.shownName).joined(separator: ", ")
    return CommandFailure(
      "no file contains a person named \((subject ?? "").shownOnTerminal)"
        + (names.isEmpty ? "." : "; there is \(names)\(sources.count > 10 ? ", …" : "")."))
  }

  func readOne(_ failures: inout Failures) throws -> Source { try only(read(&failures)) }

  func only(_ sources: [Source]) throws -> Source {
    guard let source = sources.first else {
      throw CommandFailure("\(files.joined(separator: ", ")): no person in the file.")
    }
    guard sources.count == 1 else {
      let ids = sources.prefix(5).map(\.shownName).joined(separator: ", ")
      if Set(sources.map(\.name)).count == 1 {
        throw CommandFailure(
          "\(sources[0].shownName) is in \(sources.count) files, which \"glucose log import\" brings "
            + "into one logbook, to be read instead of them.")
      }
      throw CommandFailure(
        "there are \(sources.count) people (\(ids)\(sources.count > 5 ? ", …" : "")): "
          + "choose one with --subject.")
    }
    return source
  }

  /// Reads the readings of a second sensor, which must have some at the times of `others`.
  func secondSensor(_ path: String, besides others: [GlucoseSeries]) throws -> GlucoseSeries {
    let found = try ofAllDays.recordings(in: path)
    for note in found.notes { StandardError.print(note) }
    guard let only = found.sources.first, found.sources.count == 1 else {
      throw CommandFailure("\(path): the file must contain one person.")
    }
    guard !only.series.isEmpty else {
      throw CommandFailure(
        "\(path): there are no readings of a sensor; \"glucose agreement\" compares with a meter.")
    }
    guard others.contains(where: { !SensorComparison.pairs(of: $0, with: only.series).isEmpty })
    else {
      throw CommandFailure("\(path): there are no readings at the times of the other sensor.")
    }
    return only.series
  }

  func recordings(in path: String) throws -> (sources: [Source], notes: [String]) {
    #if Logbook
      if SQLiteFile.isSQLite(at: path) {
        let found = try database(at: path)
        return ([found.source], found.notes.map { "\(path): \($0)." })
      }
    #endif
    let bundle = try bundle(path)
    return (self.sources(bundle, path), notes(on: bundle, of: path))
  }

  func sources(_ bundle: FileBundle, _ path: String) -> [Source] {
    // Files of alarms or doses have no unit.
    let detected = bundle.members.lazy.map(\.file.report.detected)
    let unit = detected.compactMap(\.unit?.value).first
    let found = detected.compactMap(\.zone?.value).first
    let format = bundle.members.first?.file.format
    return bundle.people.map {
      Source(
        file: path, subject: $0, unit: bundle.unit(of: $0) ?? unit, format: format,
        zone: bundle.zone(of: $0) ?? found ?? zone
      ).limited(to: days)
    }
  }

  /// Returns whether a file begins with a JSON object. `false` if it cannot be opened.
  static func startsObject(_ path: String) -> Bool {
    guard let file = try? FileHandle(forReadingFrom: URL(filePath: path)) else { return false }
    defer { try? file.close() }
    return (try? file.read(upToCount: 64))?.first { $0 > 0x20 } == UInt8(ascii: "{")
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    let name = path == "-" ? "standard input" : path
    let file: FileHandle
    do {
      file =
        path == "-" ? FileHandle.standardInput : try FileHandle(forReadingFrom: URL(filePath: path))
    } catch { throw CommandFailure(.noInput, "\(name) cannot be opened: \(reason(error))") }
    var bytes: [UInt8] = []
    while true {
      let piece: Data?
      do {
        piece = try file.read(upToCount: 1 << 18)
      } catch {
        throw CommandFailure(.noInput, "\(name) cannot be read: \(reason(error))")
      }
      guard let piece, !piece.isEmpty else { return bytes }
      bytes += piece
      if bytes.count > limit {
        throw CommandFailure("\(name) is larger than \(limit >> 20) MiB, the maximum.")
      }
    }
  }

  /// The maximum size in bytes of an input other than a recording.
  private static let limit = 1 << 30

  func bundle(_ path: String) throws -> FileBundle {
    do throws(ReadError) {
      return path == "-"
        ? try FileBundle(descriptor: STDIN_FILENO, options: readOptions)
        : try FileBundle(contentsOf: path, options: readOptions)
    } catch { throw failure(error, path) }
  }

  var readOptions: ReadOptions {
    ReadOptions(
      zone: zone, fileUnit: fileUnit, dateOrder: dateOrder, columns: columns?.value, now: Date())
  }

  func failure(_ error: ReadError, _ path: String) -> CommandFailure {
    let name = path == "-" ? "standard input" : path
    switch error.reason {
    case .cannotOpen(let reason):
      return CommandFailure(.noInput, "\(name) cannot be opened: \(reason)")
    case .cannotRead(let reason):
      return CommandFailure(.noInput, "\(name) cannot be read: \(reason)")
    default: return CommandFailure("\(name): \(error.description.asClause)\(remedy(error))")
    }
  }

  private func remedy(_ error: ReadError) -> String {
    switch error.reason {
    case .ambiguousDates:
      " Choose one with --date-order dmy or mdy, or ymd if a year of two digits is first."
    case .unitUnknown(let values) where values.upperBound < 4.2:
      " They may be in g/L, which is not read: multiply them by 100 for mg/dL. If they are in "
        + "mmol/L, choose it with --file-unit mmol/L."
    case .unitUnknown: " Choose one with --file-unit mg/dL or mmol/L."
    #if !Logbook
      case .notText(let look) where look.contains("SQLite"):
        " This command was built without the trait Logbook, which databases require."
    #endif
    case .unknownFormat:
      " If it is a table, describe its columns with --columns, also "
        + "those of times that count from a start."
    default: ""
    }
  }

  func notes(on bundle: FileBundle, of path: String) -> [String] {
    var notes: [String] = []
    for member in bundle.members {
      let name = member.name.map { "\(path), \($0.shownOnTerminal)" } ?? path
      notes += self.notes(on: member.file.report, of: name)
    }
    for line in ReadingConflict.summary(of: bundle.conflicts, in: bundle.unit, pairLimit: 1) {
      notes.append("\(path), between its files: \(line.safeOnTerminal).")
    }
    for sensors in bundle.simultaneousSensors {
      notes.append("\(path), between its files: \(sensors.description.safeOnTerminal).")
    }
    for other in bundle.unread where !other.isNotARecording {
      notes.append(
        "\(path), \(other.name.shownOnTerminal): not read: \(other.error.description.asClause)")
    }
    let others = bundle.unread.count { $0.isNotARecording }
    if others > 0 {
      let files = others.counted("file that is not a recording", "files that are not recordings")
      notes.append("\(path): left out \(files); glucose import --explain lists all files.")
    }
    return notes
  }

  private func notes(on report: ImportReport, of path: String) -> [String] {
    var notes = report.rejected.prefix(5).map { "\(path): rejected. \($0)" }
    if report.rejected.count > 5 {
      let rows = (report.rejected.count - 5).counted("more row", "more rows")
      notes.append("\(path): \(rows) rejected.")
    }
    if !report.errorCodes.isEmpty {
      let first = report.errorCodes.prefix(5).map { "\($0.code) on line \($0.line)" }
      let rest = report.errorCodes.count > 5 ? ", …" : ""
      notes.append(
        "\(path): skipped \(report.errorCodes.count.counted("error code", "error codes")) "
          + (report.errorCodes.count == 1 ? "instead of a reading: " : "instead of readings: ")
          + first.joined(separator: ", ") + rest + ".")
    }
    let unit = report.detected.unit?.value
    for line in ReadingConflict.summary(of: report.conflicts, in: unit, pairLimit: 1) {
      notes.append("\(path): \(line.safeOnTerminal).")
    }
    notes += report.warnings.map { "\(path): \($0.safeOnTerminal)." }
    if !report.ambiguousTimeLines.isEmpty {
      notes.append("\(path): \(Self.ambiguity(of: report.ambiguousTimeLines.count))")
    }
    return notes
  }

  static func ambiguity(of rows: Int) -> String {
    rows.counted("row is", "rows are") + " in an hour that occurred twice, and "
      + (rows == 1 ? "was" : "were") + " assigned to its first occurrence."
  }
}

extension FileBundle {
  /// The unit of conflicts between the files: the unit of the first file that has one.
  var unit: GlucoseUnit? { members.lazy.compactMap(\.file.report.detected.unit?.value).first }
}
