import ArgumentParser
import Foundation
import GlucoseStudy

struct Episodes: Command {
  static let configuration = CommandConfiguration(
    commandName: "episodes",
    abstract: "List every episode of low and high glucose.",
    discussion: """
      An episode begins with 15 minutes beyond a threshold and ends with 15 minutes not beyond \
      it, or with a gap in the recording of more than 45 minutes; in shorter ones, glucose is taken \
      to change steadily. The thresholds of low and high are those of the bands. \
      The others are independent of the bands: very_low is below 54 mg/dL (3.0 mmol/L), \
      very_high above 250 (13.9), extended_low more than 120 minutes below 70 (3.9), and \
      extended_high 90 minutes above 250 within 120, until 15 minutes at or below 180 (10.0). A \
      period may be an episode of several levels. The convention iglu reproduces R, see glucose \
      metrics --help.

      Columns of --csv, and names of --json under "rows":
        file, id: the recording
        level: low, very_low, extended_low, high, very_high, or extended_high
        start, end: ISO 8601 with the offset from UTC
        minutes: the duration, including short recoveries
        mean_mgdl: the mean of the episode
        extreme_mgdl: the lowest or the highest concentration
        minutes_to_recovery: from the extreme to the recovery; empty if the recording ends before
        zone: the time zone of start and end
        part: night if the episode begins at night, otherwise day
        bands_unit: the unit of the file, in which the thresholds are exact
        extreme_is_device_limit: 1 if the device showed "Low" in a low episode or "High" in a high \
      one, so that the true extreme is beyond it, 0 otherwise
      """)

  enum LevelTwoEnd: String, ExpressibleByArgument, CaseIterable {
    case own, range
  }

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @Option(help: "The convention: clinical or iglu.")
  var convention: ConventionName = .clinical
  @Option(
    name: .customLong("level-2-ends"),
    help: ArgumentHelp(
      "Where very_low and very_high episodes end: own (15 minutes at or above 54, or at or "
        + "below 250 mg/dL; the consensus of 2023) or range (at or above 70, or at or below 180; "
        + "the consensus of 2017)."))
  var levelTwoEnd: LevelTwoEnd = .own
  @OptionGroup var night: NightOptions
  @OptionGroup var format: TableFormat

  func run(_ failures: inout Failures) throws {
    let sources = try input.read(&failures)
    guard sources.contains(where: { !$0.series.isEmpty }) else {
      throw CommandFailure("there are no readings.")
    }
    let rows = try sources.flatMap { source in try episodes(of: source).map { (source, $0) } }
    try format.print(rows.isEmpty ? "No episodes." : text(rows), or: table(rows, sources))
  }

  private func table(
    _ rows: [(InputOptions.Source, Row)], _ sources: [InputOptions.Source]
  ) -> DataTable {
    var table = DataTable(
      "episodes",
      JSONObject(
        choicesFor: sources, presentation, convention: convention.convention, night: night),
      columns: [
        "file", "id", "level", "start", "end", "minutes", "mean_mgdl", "extreme_mgdl",
        "minutes_to_recovery", "zone", "part", "bands_unit", "extreme_is_device_limit",
      ])
    for (source, row) in rows {
      table.add([
        source.file, source.subject.id, row.level.rawValue,
        Instant.iso(row.episode.start, in: source.zone),
        Instant.iso(row.episode.end, in: source.zone), row.episode.minutes,
        row.episode.mean.mgdL, row.episode.extreme.mgdL, row.episode.timeToRecovery?.inMinutes,
        source.zone.identifier, part(of: row.episode, source.zone),
        presentation.bands(for: source).unit.rawValue, row.episode.extremeFlags.isEmpty ? 0 : 1,
      ])
    }
    return table
  }

  private typealias Row = (level: EpisodeLevel, episode: GlucoseEpisode)

  private func episodes(of source: InputOptions.Source) throws -> [Row] {
    try source.record.series(convention.convention)
      .dayGrid(in: source.zone, convention: convention.convention)?
      .episodeLevels(
        bands: presentation.bands(for: source), endsLevelTwoInRange: levelTwoEnd == .range
      ).inOrder ?? []
  }

  private func text(_ rows: [(InputOptions.Source, Row)]) -> String {
    let cells = rows.map { source, row -> [String?] in
      let unit = presentation.units.unit(for: source)
      return [
        source.shownName, row.level.rawValue.inWords,
        Instant.minute(row.episode.start, in: source.zone),
        part(of: row.episode, source.zone), row.episode.minutes.formatted(places: 0),
        row.episode.mean.text(in: unit),
        row.episode.extreme.text(in: unit, row.episode.extremeFlags),
        unit.rawValue,
      ]
    }
    return TextTable(
      [
        ("id", .left), ("level", .left), ("start", .left), ("part", .left), ("minutes", .right),
        ("mean", .right), ("extreme", .right), ("unit", .left),
      ], cells
    ).text
  }

  private func part(of episode: GlucoseEpisode, _ zone: TimeZone) -> String {
    night.night.contains(episode.start, in: zone) ? "night" : "day"
  }
}
