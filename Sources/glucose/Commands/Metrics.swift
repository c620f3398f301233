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
        is an empty field, which R and pandas read as missing; in JSON it is null.

        The convention iglu reproduces R iglu 4.3.0, its known faults included; the default is what \
        the definitions and the international consensus say. Where rows of a file repeat an instant, \
        the last counts; in the convention iglu they count as they do in R, which takes both, the last \
        or their mean, metric by metric. All people and files of one command are one table: in the \
        convention iglu, wear time and the six standard deviations of all rows use the intervals of \
        the first, as R does.

        Columns of the CSV, after file, id, period_start and period_end (the first and last local day \
        of the row; a week runs from Monday to Sunday):

        \(MetricsTable.columnHelp)
        """)

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Option(help: "clinical or iglu.")
    var convention: ConventionName = .clinical
    @Option(
      help: "What a row is of: day, week or period, which is the whole recording.",
      transform: Metrics.period)
    var by: MetricPeriod = .period
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
        let cohort = Cohort(
          try sources.map {
            Cohort.Member(try $0.record, in: input.zone, bands: presentation.bands(for: $0))
          })
        let rows = try await cohort.metricRows(by: by, convention: convention.convention)
        var table = MetricsTable()
        for (source, rows) in zip(sources, rows) {
          if rows.isEmpty { StandardError.print("\(source.name): no readings.") }
          for row in rows { table.add(row, of: source) }
        }
        guard !table.isEmpty else { throw Failure(.data, "There are no readings to measure.") }
        if json {
          print(try jsonText(table))
        } else if csv {
          print(table.csv)
        } else {
          print(table.text { presentation.unit(for: $0) })
        }
      }
    }
  }

  extension Metrics {
    private static func period(_ text: String) throws -> MetricPeriod {
      guard let period = MetricPeriod(rawValue: text) else {
        throw ValidationError("\(text) is no period: use day, week or period.")
      }
      return period
    }
  }

  /// A convention a user can choose.
  enum ConventionName: String, ExpressibleByArgument, CaseIterable {
    case clinical, iglu

    var convention: MetricConvention {
      switch self {
      case .clinical: .clinical
      case .iglu: .iglu
      }
    }
  }
#endif
