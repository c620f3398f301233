import ArgumentParser
import GlucoseStudy

struct Metrics: Command {
  static let configuration = CommandConfiguration(
    commandName: "metrics",
    abstract: "Compute all metrics, one row per person and period.",
    discussion: """
      The table on the terminal contains the usual metrics; --csv and --json contain all of \
      them, with all digits, in mg/dL, and with the same names in every version. An undefined \
      number is an empty field in CSV, which R and pandas read as missing, and null in JSON. \
      JSON contains an object with the same names for each row, under "rows", and its schema and \
      version, the convention, the bands and their edges, the time zone, the night, and the \
      unit.

      The convention iglu reproduces R iglu 4.3.0, including its known faults; the default \
      follows the definitions and the international consensus. If rows of a file have the same \
      instant, the last is used; the convention iglu uses both, the last, or their mean, metric \
      by metric, as R does. Where two programs forward one sensor, or a person wears two, for \
      an hour or more, the readings of one feed are used, and a note has the number of the \
      others (for four hours or more if a file does not name the devices); the convention iglu \
      uses both. All people and files of a command form one table: in the convention \
      iglu, active percent and the six standard deviations of all rows use the interval of the \
      first, as R does.

      Means, percentages, and minutes per day count every reading the same. Where the interval \
      of a recording changes, or scans are among the readings of a sensor, the time with more \
      readings counts more.

      A folder is read as the files in it. Files are read several at a time, and their readings \
      are kept in memory only while their rows are computed.

      With --split day-night, each period has three rows: all hours, the hours outside the \
      night, and the night. An episode belongs to the day, week, and part in which it begins, \
      with its whole duration.

      Columns of the CSV, after file, id, period_start and period_end (the first and last local \
      day of the row; a week is from Monday to Sunday), zone (the time zone of the days), part \
      (all, day, or night), and bands_unit (the unit of the file, in which the edges of the \
      bands are exact):

      \(MetricsTable.columnHelp)
      """)

  enum Split: String, ExpressibleByArgument, CaseIterable {
    case none
    case dayNight = "day-night"
  }

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @Option(help: "The convention: clinical or iglu.")
  var convention: ConventionName = .clinical
  @Option(
    help: "The rows: day, week, or record, the whole recording (default: record).",
    transform: Metrics.period)
  var by: ReportingPeriod = .entireRecord
  @Option(help: "The split into rows for parts of the day: none or day-night.")
  var split = Split.none
  @OptionGroup var night: NightOptions
  @Flag(help: "Print CSV: every metric.")
  var csv = false
  @Flag(help: "Print JSON: every metric.")
  var json = false

  private static func period(_ text: String) throws -> ReportingPeriod {
    try require(ReportingPeriod(rawValue: text), "\(text) is not one of day, week, and record.")
  }

  func validate() throws { try require(!(csv && json), "Choose one of --csv and --json.") }

  func run(_ failures: inout Failures) async throws {
    let table = try await table(&failures)
    guard !table.rows.isEmpty else { throw CommandFailure("there are no readings.") }
    if csv || json {
      let data = table.data(
        JSONObject(
          choicesFor: table.sources, presentation, convention: convention.convention, night: night))
      try OutputOptions.print(csv ? data.csv : try jsonText(data.json))
    } else {
      try OutputOptions.print(table.text { presentation.units.unit(for: $0) })
    }
  }

  /// The parts of the day, each with its own rows. The first is the whole day, without a window.
  var parts: [(name: String, window: ClockWindow?)] {
    split == .none
      ? [("all", nil)] : [("all", nil), ("day", night.night.complement), ("night", night.night)]
  }
}
