// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Metrics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Every metric of the field, a row to each person and period.",
      discussion: """
        The table on the terminal shows the usual metrics; --csv and --json have all of them, with \
        every digit, in mg/dL, and the same names from version to version. In CSV an undefined number \
        is an empty field, which R and pandas read as missing; in JSON it is null. JSON has the same \
        names in an object for each row, under "rows", and names its schema and version, the \
        convention, the bands and their edges, the zone, the night and the unit.

        The convention iglu reproduces R iglu 4.3.0, its known faults included; the default is what \
        the definitions and the international consensus specify. Where rows of a file repeat an instant, \
        the last counts; in the convention iglu they count as they do in R, which takes both, the last \
        or their mean, metric by metric. All people and files of one command are one table: in the \
        convention iglu, wear time and the six standard deviations of all rows use the intervals of \
        the first, as R does.

        With --split day-night each period has three rows: all hours, the hours that are not night, \
        and the night. An episode belongs to the part in which it begins.

        Columns of the CSV, after file, id, period_start and period_end (the first and last local day \
        of the row; a week runs from Monday to Sunday), zone (whose midnights divide days), part (all, \
        day or night) and bands_unit (the unit in which the edges of the bands are exact, which is \
        the file's):

        \(MetricsTable.columnHelp)
        """)

    /// How a day is divided into rows.
    enum Split: String, ExpressibleByArgument, CaseIterable {
      case none
      case dayNight = "day-night"
    }

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Option(help: "clinical or iglu.")
    var convention: ConventionName = .clinical
    @Option(
      help: "What a row is of: day, week or period, which is the whole recording.",
      transform: Metrics.period)
    var by: ReportingPeriod = .entireRecord
    @Option(help: "Rows of their own for parts of the day: none or day-night.")
    var split = Split.none
    @OptionGroup var night: NightOptions
    @Flag(help: "CSV for machines: every metric.")
    var csv = false
    @Flag(help: "JSON for machines: every metric.")
    var json = false

    func validate() throws {
      guard !(csv && json) else { throw ValidationError("Choose one of --csv and --json.") }
    }

    func run() async throws {
      try await orFail {
        let sources = try input.read()
        let table = try await table(of: sources)
        guard !table.rows.isEmpty else {
          throw CommandFailure(.data, "There are no readings to measure.")
        }
        guard csv || json else {
          return try OutputOptions.print(table.text { presentation.unit(for: $0) })
        }
        var choices = DataTable.Choices(presentation, sources)
        choices.convention = convention.convention.description
        choices.night = night.text
        let data = table.data(choices)
        try OutputOptions.print(csv ? data.csv : try jsonText(data))
      }
    }

    private func table(of sources: [InputOptions.Source]) async throws -> MetricsTable {
      let cohort = Cohort(
        try sources.map {
          Cohort.Member(try $0.record, in: $0.zone, bands: presentation.bands(for: $0))
        })
      var parts: [(name: String, rows: [[MetricRow]])] = []
      for (name, part) in self.parts {
        parts.append(
          (
            name,
            try await cohort.metricRows(
              by: by, convention: convention.convention, during: part, night: night.night)
          ))
      }
      var table = MetricsTable()
      for (index, source) in sources.enumerated() {
        if parts[0].rows[index].isEmpty { StandardError.print("\(source.name): no readings.") }
        // The rows of a part are some of those of the whole, in the same order.
        var next = Array(repeating: 0, count: parts.count)
        for whole in parts[0].rows[index] {
          for (number, part) in parts.enumerated() {
            let rows = part.rows[index]
            guard next[number] < rows.count, rows[next[number]].firstDay == whole.firstDay else {
              continue
            }
            table.rows.append(
              MetricsTable.Row(
                source: source, part: part.name, bands: presentation.bands(for: source),
                row: rows[next[number]]))
            next[number] += 1
          }
        }
      }
      return table
    }

    /// The parts of the day that have rows; the first is the whole day.
    private var parts: [(name: String, part: ClockWindow?)] {
      let all: (String, ClockWindow?) = ("all", nil)
      return split == .none
        ? [all] : [all, ("day", night.night.complement), ("night", night.night)]
    }
  }

  extension Metrics {
    private static func period(_ text: String) throws -> ReportingPeriod {
      guard let period = ReportingPeriod(rawValue: text) else {
        throw ValidationError("\(text) is no period: use day, week or period.")
      }
      return period
    }
  }
#endif
