import ArgumentParser
import Foundation
import GlucoseStudy

struct Compare: Command {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two recordings, or two periods of one, metric by metric.",
    discussion: """
      Prints the metrics of both, the difference (second minus first), its 95 % confidence \
      interval for mean, time in range, glucose management indicator, and coefficient of \
      variation, and whether there are enough days and readings for a comparison. If both \
      contain the same readings, because the periods overlap or are equal, the output states \
      this and contains no confidence interval.

      docs/json.md describes the output of --json: the schema swift-glucose/compare, version 1.

      Examples:
        glucose compare before.csv after.csv
        glucose compare export.csv --first 2026-02-01/2026-02-28 --second 2026-03-01/2026-03-31
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @Option(
    help: .value(
      "day/day", "The first period: its first and last day, such as 2026-02-01/2026-02-28."))
  var first: String?
  @Option(help: .value("day/day", "The second period, in the same form."))
  var second: String?
  @Option(help: "The convention: clinical or iglu.")
  var convention: ConventionName = .clinical
  @Flag(help: "Print JSON: every metric of both, in mg/dL.")
  var json = false

  func validate() throws {
    for period in [first, second].compactMap({ $0 }) { _ = try days(period, in: input.zone) }
  }

  func run(_: inout Failures) throws {
    let (before, after) = try pair(input.readAll())
    let bands = presentation.bands(for: after)
    let referenceBands = presentation.bands(for: before)
    guard
      let comparison = MetricComparison(
        of: try part(of: after, second), with: try part(of: before, first), bands: bands,
        referenceBands: referenceBands, convention: convention.convention)
    else { throw CommandFailure("there are no readings to compare.") }
    guard !json else {
      return try OutputOptions.print(
        jsonText(
          comparison.json(bands: bands, referenceBands: referenceBands, convention.convention)))
    }
    try OutputOptions.print(
      comparison.text(names: [before, after].map(\.file), in: presentation.units.unit(for: before)))
  }

  /// Returns the two recordings, or the only one twice if there are two periods.
  private func pair(
    _ sources: [InputOptions.Source]
  ) throws -> (InputOptions.Source, InputOptions.Source) {
    if sources.count == 2 { return (sources[0], sources[1]) }
    guard sources.count == 1 else {
      throw CommandFailure(
        "there are \(sources.count) people, but a comparison requires two recordings: "
          + "choose one with --subject.")
    }
    guard first != nil, second != nil else {
      throw CommandFailure("one recording requires two periods: use --first and --second.")
    }
    return (sources[0], sources[0])
  }

  private func part(of source: InputOptions.Source, _ period: String?) throws -> PeriodSeries {
    let record = try source.record
    let part =
      try period.map { record.period(of: try days($0, in: source.zone)) }
      ?? record.periods(by: .entireRecord, in: source.zone).first
    guard let part else {
      throw CommandFailure("\(source.name) has no readings\(period.map { " in " + $0 } ?? "").")
    }
    return part
  }

  private func days(_ text: String, in zone: TimeZone) throws -> ClosedRange<LocalDay> {
    try InputOptions.days(text, in: zone, or: "not")
  }
}
