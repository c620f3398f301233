import Foundation
import GlucoseStudy

extension Quality {
  /// A recording, the quality of its signal, and the faults that are listed.
  typealias Result = (source: InputOptions.Source, quality: SignalQuality, faults: [SignalFault])

  func text(_ results: [Result]) -> String {
    let table = faults ? faultLines(results) : intervalLines(results)
    // A table without rows has one empty line.
    let lines = table.count > 1 ? table + [""] : []
    return (lines + results.map(summary)).joined(separator: "\n")
  }

  private func intervals(_ quality: SignalQuality) -> [QualityInterval] {
    by == .hour ? quality.hours : quality.days
  }

  private func intervalLines(_ results: [Result]) -> [String] {
    let rows = results.flatMap { source, quality, faults in
      intervals(quality).map { interval -> [String?] in
        let start = Instant.minute(interval.range.lowerBound, in: source.zone)
        return [
          source.shownName, String(start.prefix(by == .hour ? 16 : 10)), interval.coverage.text,
          interval.score.text, Self.counts(faults.filter { $0.overlaps(interval.range) }),
        ]
      }
    }
    return TextTable(
      [
        ("id", .left), (by == .hour ? "hour" : "day", .left), ("coverage", .right),
        ("score", .right), ("faults", .left),
      ], rows
    ).lines
  }

  private func faultLines(_ results: [Result]) -> [String] {
    let rows = results.flatMap { source, _, faults -> [[String?]] in
      let unit = presentation.units.unit(for: source)
      return faults.map { fault in
        [
          source.shownName, Self.name(fault.kind), Instant.minute(fault.start, in: source.zone),
          Instant.minute(fault.end, in: source.zone), String(fault.readingCount),
          fault.score.formatted(places: 2), fault.size?.text(in: unit), unit.rawValue,
          Self.evidence(fault).joined(separator: ", ").inWords,
        ]
      }
    }
    return TextTable(
      [
        ("id", .left), ("fault", .left), ("from", .left), ("to", .left), ("readings", .right),
        ("score", .right), ("size", .right), ("unit", .left), ("evidence", .left),
      ], rows
    ).lines
  }

  private func summary(_ result: Result) -> String {
    let (source, quality, faults) = result
    let days =
      quality.days.reduce(0) {
        $0 + $1.coverage.fraction * $1.range.upperBound.timeIntervalSince($1.range.lowerBound)
      } / 86_400
    let rates = SignalFault.Kind.allCases.compactMap { kind -> String? in
      let count = faults.count { $0.kind == kind }
      guard count > 0 else { return nil }
      return "\(Self.name(kind)) \((Double(count) / max(days, 1 / 288.0)).formatted(places: 2))"
    }
    var text = "\(source.shownName): "
    text +=
      rates.isEmpty
      ? "no suspected fault." : "faults per recorded day: \(rates.joined(separator: ", "))."
    let lows = faults.filter { $0.kind == .compressionLow }
    let bands = presentation.bands(for: source)
    if !lows.isEmpty, let all = source.series.statistics(bands: bands)?.timeInRanges.belowRange,
      let rest = source.series.excluding(lows).statistics(bands: bands)?.timeInRanges.belowRange
    {
      text += " Time below range \(all.text), without suspected compression lows " + "\(rest.text)."
    }
    return text
  }

  func table(of faults: [Result], _ choices: JSONObject) -> DataTable {
    var table = DataTable(
      "faults", choices,
      columns: [
        "file", "id", "kind", "start", "end", "readings", "score", "evidence", "size_mgdl", "zone",
      ])
    for (source, _, faults) in faults {
      for fault in faults {
        table.add([
          source.file, source.subject.id, Self.column(fault.kind),
          Instant.iso(fault.start, in: source.zone), Instant.iso(fault.end, in: source.zone),
          fault.readingCount, fault.score, Self.evidence(fault).joined(separator: ";"),
          fault.size?.mgdL, source.zone.identifier,
        ])
      }
    }
    return table
  }

  func table(ofIntervals results: [Result], _ choices: JSONObject) -> DataTable {
    let kinds = SignalFault.Kind.allCases
    var table = DataTable(
      "quality", choices,
      columns: ["file", "id", "start", "end", "coverage", "score", "reliability"]
        + kinds.map(Self.column) + ["zone"])
    for (source, quality, faults) in results {
      for interval in intervals(quality) {
        let inside = faults.filter { $0.overlaps(interval.range) }
        table.add(
          [
            source.file, source.subject.id, Instant.iso(interval.range.lowerBound, in: source.zone),
            Instant.iso(interval.range.upperBound, in: source.zone), interval.coverage.fraction,
            interval.score.fraction, interval.reliability?.fraction,
          ] + kinds.map { kind in inside.count { $0.kind == kind } } + [source.zone.identifier])
      }
    }
    return table
  }

  private static func counts(_ faults: [SignalFault]) -> String {
    SignalFault.Kind.allCases.compactMap { kind in
      let count = faults.count { $0.kind == kind }
      return count == 0 ? nil : name(kind) + (count > 1 ? " ×\(count)" : "")
    }.joined(separator: ", ")
  }

  private static func evidence(_ fault: SignalFault) -> [String] {
    fault.evidence.map(\.rawValue.inSnakeCase)
  }

  static func name(_ kind: SignalFault.Kind) -> String {
    kind == .warmUp ? "warm-up" : column(kind).inWords
  }

  private static func column(_ kind: SignalFault.Kind) -> String {
    kind.rawValue.inSnakeCase
  }
}
