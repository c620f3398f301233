import Foundation
import GlucoseStudy

struct QualityText {
  typealias Result = (source: InputOptions.Source, quality: SignalQuality)

  let results: [Result]
  let least: Double
  let hours: Bool
  let faultsOnly: Bool
  let presentation: PresentationOptions

  var text: String {
    let table = faultsOnly ? faultLines : intervalLines
    // A table without rows has one empty line.
    let lines = table.count > 1 ? table + [""] : []
    return (lines + results.map(summary)).joined(separator: "\n")
  }

  private func faults(of quality: SignalQuality) -> [SignalFault] {
    quality.faults.filter { $0.score >= least }
  }

  private var intervalLines: [String] {
    let rows = results.flatMap { source, quality -> [[String?]] in
      let faults = faults(of: quality)
      return (hours ? quality.hours : quality.days).map { interval in
        let start = Instant.minute(interval.range.lowerBound, in: source.zone)
        return [
          source.shownName, String(start.prefix(hours ? 16 : 10)), interval.coverage.text,
          interval.score.text, Self.counts(faults.filter { $0.overlaps(interval.range) }),
        ]
      }
    }
    return TextTable(
      [
        ("id", .left), (hours ? "hour" : "day", .left), ("coverage", .right),
        ("score", .right), ("faults", .left),
      ], rows
    ).lines
  }

  private var faultLines: [String] {
    let rows = results.flatMap { source, quality -> [[String?]] in
      let unit = presentation.units.unit(for: source)
      return faults(of: quality).map { fault in
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
    let (source, quality) = result
    let series = source.subject.recording.series
    let faults = faults(of: quality)
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
    if !lows.isEmpty, let all = series.statistics(bands: bands)?.timeInRanges.belowRange,
      let rest = series.excluding(lows).statistics(bands: bands)?.timeInRanges.belowRange
    {
      text += " Time below range \(all.text), without suspected compression lows " + "\(rest.text)."
    }
    return text
  }

  func table(_ choices: JSONObject) -> DataTable {
    faultsOnly ? faultTable(choices) : intervalTable(choices)
  }

  private func faultTable(_ choices: JSONObject) -> DataTable {
    var table = DataTable(
      "faults", choices,
      columns: [
        "file", "id", "kind", "start", "end", "readings", "score", "evidence", "size_mgdl", "zone",
      ])
    for (source, quality) in results {
      for fault in faults(of: quality) {
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

  private func intervalTable(_ choices: JSONObject) -> DataTable {
    let kinds = SignalFault.Kind.allCases
    var table = DataTable(
      "quality", choices,
      columns: ["file", "id", "start", "end", "coverage", "score", "reliability"]
        + kinds.map(Self.column) + ["zone"])
    for (source, quality) in results {
      let faults = faults(of: quality)
      for interval in hours ? quality.hours : quality.days {
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
