import Foundation
import GlucoseStudy

// The table of metrics is made file by file and several files at a time, so that the memory holds
// only the recordings of the files that are being read.
extension Metrics {
  private struct File: Sendable {
    var notes: [String] = []
    var sources: [InputOptions.Source] = []
    var rows: [MetricsTable.Row] = []
    var isEmpty = true
    var failures: [(name: String, failure: CommandFailure)] = []
    /// The first recording with readings, in a convention in which it concerns all rows.
    var first: Cohort.Member?
  }

  /// Reads all files. Prints notes and failures in the order of the files, and progress.
  func table(_ failures: inout Failures) async throws -> MetricsTable {
    let paths = try input.paths()
    var files = [File?](repeating: nil, count: paths.count)
    var table = MetricsTable()
    var progress = ProgressLine(of: paths.count)
    var isEmpty = true
    var printed = 0
    var finished = 0
    func finish(_ index: Int, _ file: File) {
      files[index] = file
      finished += 1
      progress.show(finished - 1, paths[index])
      while printed < paths.count, let file = files[printed] {
        if !file.failures.isEmpty || !file.notes.isEmpty { progress.end() }
        for note in file.notes { StandardError.print(note) }
        for (name, failure) in file.failures { failures.add(failure, of: name) }
        table.rows += file.rows
        table.sources += file.sources
        isEmpty = isEmpty && file.isEmpty
        files[printed] = File()
        printed += 1
      }
    }

    // The first recording with readings may concern all rows, so it is read before the others.
    var next = 0
    var first: Cohort.Member?
    while convention == .iglu, next < paths.count, first == nil {
      let file = try await file(paths[next], inTableOf: nil)
      first = file.first
      finish(next, file)
      next += 1
    }
    try await withThrowingTaskGroup(of: (Int, File).self) { [first] group in
      func add() {
        guard next < paths.count else { return }
        group.addTask { [next] in (next, try await file(paths[next], inTableOf: first)) }
        next += 1
      }
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { add() }
      for try await (index, file) in group {
        finish(index, file)
        add()
      }
    }
    progress.end()
    if table.sources.isEmpty, let code = failures.code { throw code }
    if isEmpty { throw input.nothingAccepted }
    if table.sources.isEmpty { throw input.noSuchSubject() }
    return table
  }

  private static func note(onAbsent source: InputOptions.Source) -> String {
    let others = [
      (source.subject.scans.count, "scan"), (source.subject.meter.count, "meter reading"),
    ].filter { $0.0 > 0 }.map { $0.counted($1, $1 + "s") }
    return "\(source.name): no readings"
      + (others.isEmpty ? "." : " of a sensor; \(others.joined(separator: " and ")) not included.")
  }

  /// Reads a file, in the table of the `first` recording, which may be in this file.
  private func file(_ path: String, inTableOf first: Cohort.Member?) async throws -> File {
    var file = File()
    do {
      let found = try input.recordings(in: path)
      file.notes = found.notes
      file.isEmpty = found.sources.allSatisfy(\.isEmpty)
      let all = found.sources.filter { input.subject == nil || $0.name == input.subject }
      file.failures = all.compactMap { source in source.fault.map { (source.place, $0) } }
      let chosen = all.filter { $0.fault == nil }
      let members = try chosen.map {
        Cohort.Member(try $0.record, in: $0.zone, bands: presentation.bands(for: $0))
      }
      if convention == .iglu, first == nil {
        file.first = members.first { !$0.record.series.isEmpty }
      }
      file.sources = chosen.map(\.withoutRecording)
      let rows = try await rows(of: members, inTableOf: first)
      for (index, source) in file.sources.enumerated() {
        let own = Self.interleaved(rows.map { $0[index] })
        if own.isEmpty { file.notes.append(Self.note(onAbsent: chosen[index])) }
        file.rows += own.map { part, row in
          MetricsTable.Row(
            source: source, part: parts[part].name, bands: members[index].bands, row: row)
        }
      }
    } catch {
      guard let failure = CommandFailure(error) else { throw error }
      return File(failures: [(path, failure)])
    }
    return file
  }

  private func rows(
    of members: [Cohort.Member], inTableOf first: Cohort.Member?
  ) async throws -> [[[MetricRow]]] {
    let cohort = Cohort(members)
    var byPart: [[[MetricRow]]] = []
    for part in parts {
      byPart.append(
        try await cohort.metricRows(
          by: by, convention: convention.convention, during: part.window, night: night.night,
          inTableOf: first))
    }
    return byPart
  }

  /// Returns the rows of a person by period, the whole day before the parts of the day.
  private static func interleaved(_ byPart: [[MetricRow]]) -> [(part: Int, row: MetricRow)] {
    byPart.enumerated().flatMap { part, rows in rows.map { (part: part, row: $0) } }
      .sorted { ($0.row.firstDay, $0.part) < ($1.row.firstDay, $1.part) }
  }
}
