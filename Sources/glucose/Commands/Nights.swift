import ArgumentParser
import Foundation
import GlucoseStudy

struct Nights: Command {
  static let configuration = CommandConfiguration(
    commandName: "nights",
    abstract: "Summarize each night: its lowest glucose, lows, steadiness, and suspected faults.",
    discussion: """
      A row is a night with a reading or an event, named by the day of its morning, also one that \
      is not over. Every reading counts: a suspected fault is named and not removed. With \
      --compression-lows, a fall and return as of a sensor that its wearer lies on is such a fault.

      Columns of --csv, and names of --json under "rows":
        file, id: the recording
        day: the day of the morning
        start, end: the night, ISO 8601 with the offset from UTC; the end is excluded
        ongoing: 1 if the night is not over at the time of the command, 0 otherwise
        coverage: the fraction of the night with readings; of an ongoing night, up to the present
        lowest_mgdl, lowest_time: the lowest reading
        mean_mgdl, highest_mgdl, change_mgdl: the mean, the highest, and the last minus the first
        in_range: the fraction of the readings in the target range
        minutes_below: the time below the target range
        steady: the fraction of readings with a smoothed rate of at most 1 mg/dL per minute; only \
      readings at most 20 minutes from another have a rate
        low_episodes, high_episodes: the number of episodes that touch the night
        compression_lows: with --compression-lows, the number of suspected ones with a score of at \
      least 0.5, the fraction of the four pieces of evidence that "quality" names
        compression_score: the greatest score of one; it is not a probability
        zone: the time zone
        lowest_is_device_limit, highest_is_device_limit: 1 if the device showed "Low" or "High" \
      for it, so that only a bound of the true value is known, 0 otherwise
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @OptionGroup var night: NightOptions
  @Option(
    help: .value(
      "instant",
      "The present, after which readings are left out: \(Instant.forms) (default: now, or the "
        + "last reading if it is later)."))
  var now: String?
  @Flag(help: "Search for compression lows. A true low can look like one.")
  var compressionLows = false
  @OptionGroup var format: TableFormat

  func validate() throws { _ = try InputOptions.instant(now, in: input.zone) }

  private typealias Person = (source: InputOptions.Source, nights: [NightSummary])

  func run(_ failures: inout Failures) throws {
    let sources = try input.ofAllDays.read(&failures)
    let present = Date()
    var options = SignalQualityOptions()
    options.findsCompressionLows = compressionLows
    let people = try sources.map { source -> Person in
      let all = source.subject.recording
      // Without --now, the present is not before a reading, as where dates are shifted.
      let now =
        try InputOptions.instant(now, in: source.zone)
        ?? max(present, all.series.last?.time ?? present)
      // Later events are plans.
      let recording = all.prefix(through: now)
      let nights = recording.nights(
        of: recording.nightDays(during: night.night, in: source.zone), during: night.night,
        bands: presentation.bands(for: source), now: now, options: options)
      let days = input.days?.range(of: source.subject, in: source.zone)
      return (source, nights.filter { days?.contains($0.day.start) ?? true })
    }
    guard people.contains(where: { !$0.nights.isEmpty }) else {
      throw CommandFailure("there are no readings and no events at night, \(night.text).")
    }
    try format.print(text(people), or: table(people))
  }

  private static func rows(
    of people: [Person]
  ) -> [(source: InputOptions.Source, night: NightSummary)] {
    people.flatMap { source, nights in nights.map { (source, $0) } }
  }

  private func table(_ people: [Person]) -> DataTable {
    var table = DataTable(
      "nights", JSONObject(choicesFor: people.map(\.source), presentation, night: night),
      columns: [
        "file", "id", "day", "start", "end", "ongoing", "coverage", "lowest_mgdl", "lowest_time",
        "mean_mgdl", "highest_mgdl", "change_mgdl", "in_range", "minutes_below", "steady",
        "low_episodes", "high_episodes", "compression_lows", "compression_score", "zone",
        "lowest_is_device_limit", "highest_is_device_limit",
      ])
    for (source, night) in Self.rows(of: people) {
      let statistics = night.statistics
      let lows = night.compressionLows
      table.add([
        source.file, source.subject.id, night.day.description,
        Instant.iso(night.range.lowerBound, in: source.zone),
        Instant.iso(night.range.upperBound, in: source.zone), night.isOngoing ? 1 : 0,
        night.coverage.fraction, statistics?.minimum.mgdL,
        night.lowestTime.map { Instant.iso($0, in: source.zone) }, statistics?.mean.mgdL,
        statistics?.maximum.mgdL, night.change?.mgdL, night.statistics?.timeInRange.fraction,
        night.durationBelowRange.map { $0 / .seconds(60) }, night.steadyPercentage?.fraction,
        night.episodes.count { $0.isLow }, night.episodes.count { !$0.isLow },
        compressionLows ? lows.count : nil, lows.map(\.score).max(), source.zone.identifier,
        statistics.map { $0.minimumFlags.isEmpty ? 0 : 1 },
        statistics.map { $0.maximumFlags.isEmpty ? 0 : 1 },
      ])
    }
    return table
  }

  private func text(_ people: [Person]) -> String {
    let cells = Self.rows(of: people).map { source, night -> [String?] in
      let unit = presentation.units.unit(for: source)
      let statistics = night.statistics
      let faults = night.faults.map { fault in
        let time = ClockTime(fault.start, in: source.zone)
        return Quality.name(fault.kind) + " \(time)"
      }
      return [
        source.shownName, night.day.description + (night.isOngoing ? ", ongoing" : ""),
        night.coverage.text, statistics.map { $0.minimum.text(in: unit, $0.minimumFlags) },
        night.lowestTime.map { ClockTime($0, in: source.zone).description },
        statistics?.mean.text(in: unit), unit.rawValue, night.statistics?.timeInRange.text,
        night.durationBelowRange.map { ($0 / .seconds(60)).formatted(places: 0) + " min" },
        night.steadyPercentage?.text, "\(night.episodes.count { $0.isLow })",
        "\(night.episodes.count { !$0.isLow })", faults.joined(separator: ", "),
      ]
    }
    let sums = people.compactMap { source, nights -> String? in
      let recorded = nights.filter { $0.statistics != nil }
      guard !recorded.isEmpty else { return nil }
      let lows = recorded.count { $0.episodes.contains { $0.isLow } }
      return "\(source.shownName): a low in \(lows) of "
        + recorded.count.counted("night", "nights") + " with readings"
    }
    let table = TextTable(
      [
        ("id", .left), ("night to", .left), ("coverage", .right), ("lowest", .right),
        ("at", .right), ("mean", .right), ("unit", .left), ("in range", .right), ("below", .right),
        ("steady", .right), ("lows", .right), ("highs", .right), ("suspected faults", .left),
      ], cells
    ).text
    return ([table] + (sums.isEmpty ? [] : [""]) + sums).joined(separator: "\n")
  }
}
