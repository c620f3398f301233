#if CommandLine
  import Foundation
  import GlucoseStudy

  struct QualityText {
    typealias Result = (source: InputOptions.Source, quality: SignalQuality)

    let results: [Result]
    /// The least score of a listed fault.
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

    private var intervalLines: [String] {
      var table = TextTable([
        ("id", .left), (hours ? "hour" : "day", .left), ("coverage", .right), ("score", .right),
        ("faults", .left),
      ])
      for (source, quality) in results {
        let faults = quality.faults.filter { $0.score >= least }
        for interval in hours ? quality.hours : quality.days {
          table.add([
            source.shownName,
            String(
              Instant.minute(interval.range.lowerBound, in: source.zone).prefix(hours ? 16 : 10)),
            interval.coverage.text, interval.score.text,
            Self.counts(faults.filter { $0.overlaps(interval.range) }),
          ])
        }
      }
      return table.lines
    }

    private var faultLines: [String] {
      var table = TextTable([
        ("id", .left), ("fault", .left), ("from", .left), ("to", .left), ("readings", .right),
        ("score", .right), ("size", .right), ("unit", .left), ("evidence", .left),
      ])
      for (source, quality) in results {
        let unit = presentation.units.unit(for: source)
        for fault in quality.faults where fault.score >= least {
          table.add([
            source.shownName, Self.name(fault.kind),
            Instant.minute(fault.start, in: source.zone),
            Instant.minute(fault.end, in: source.zone),
            String(fault.readingCount),
            fault.score.formatted(places: 2), fault.size?.text(in: unit), unit.rawValue,
            Self.evidence(fault).joined(separator: ", ").replacing("_", with: " "),
          ])
        }
      }
      return table.lines
    }

    /// Returns the faults per day, and the time below range with and without compression lows.
    private func summary(_ result: Result) -> String {
      let (source, quality) = result
      let series = source.subject.recording.series
      let faults = quality.faults.filter { $0.score >= least }
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
        text +=
          " Time below range \(all.text), without suspected compression lows "
          + "\(rest.text)."
      }
      return text
    }

    func table(_ choices: DataTable.Choices) -> DataTable {
      faultsOnly ? faultTable(choices) : intervalTable(choices)
    }

    private func faultTable(_ choices: DataTable.Choices) -> DataTable {
      var table = DataTable(
        "faults", version: 1, choices,
        columns: [
          "file", "id", "kind", "start", "end", "readings", "score", "evidence", "size_mgdl",
          "zone",
        ])
      for (source, quality) in results {
        for fault in quality.faults where fault.score >= least {
          table.add([
            .text(source.file), DataTable.Cell(source.subject.id), .text(Self.column(fault.kind)),
            .text(Instant.iso(fault.start, in: source.zone)),
            .text(Instant.iso(fault.end, in: source.zone)),
            .number(Double(fault.readingCount)), .number(fault.score),
            .text(Self.evidence(fault).joined(separator: ";")),
            DataTable.Cell(fault.size?.mgdL), .text(source.zone.identifier),
          ])
        }
      }
      return table
    }

    private func intervalTable(_ choices: DataTable.Choices) -> DataTable {
      let kinds = SignalFault.Kind.allCases
      var table = DataTable(
        "quality", version: 1, choices,
        columns: ["file", "id", "start", "end", "coverage", "score", "reliability"]
          + kinds.map(Self.column) + ["zone"])
      for (source, quality) in results {
        let faults = quality.faults.filter { $0.score >= least }
        for interval in hours ? quality.hours : quality.days {
          let inside = faults.filter { $0.overlaps(interval.range) }
          table.add(
            [
              .text(source.file), DataTable.Cell(source.subject.id),
              .text(Instant.iso(interval.range.lowerBound, in: source.zone)),
              .text(Instant.iso(interval.range.upperBound, in: source.zone)),
              .number(interval.coverage.fraction),
              .number(interval.score.fraction), DataTable.Cell(interval.reliability?.fraction),
            ]
              + kinds.map { kind in .number(Double(inside.count { $0.kind == kind })) }
              + [.text(source.zone.identifier)])
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
      fault.evidence.map { $0.rawValue.replacing(/[A-Z]/) { "_" + $0.output.lowercased() } }
    }

    static func name(_ kind: SignalFault.Kind) -> String {
      switch kind {
      case .compressionLow: "compression low"
      case .noise: "noise"
      case .jump: "jump"
      case .stuck: "stuck"
      case .warmUp: "warm-up"
      case .drift: "drift"
      default: kind.rawValue
      }
    }

    /// Returns the name of a kind in a table for other programs.
    private static func column(_ kind: SignalFault.Kind) -> String {
      name(kind).replacing(" ", with: "_").replacing("-", with: "_")
    }
  }
#endif
