// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Quality: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Score the signal of the sensor, and list its probable faults.",
      discussion: """
        The score of a day or an hour is the expected percentage of its time with readings that \
        show glucose: missing readings and probable faults lower it. Faults are compression lows \
        (a fall at night as of a sensor that its wearer lies on), noise, jumps, stuck values, the \
        warm-up of sensors inserted at --sensor-start, and differences from a second sensor. They \
        are found from glucose alone and have a probability; no reading is removed.

        Below the table are the time below range with and without the readings of likely \
        compression lows. If a fault is glucose after all, the second hides a true low.

        --csv and --json contain a row for each day or hour: file, id, start, end (exclusive), \
        coverage and score (fractions of the interval), reliability (score divided by coverage), \
        compression_low, noise, jump, stuck, warm_up, and drift (the number of likely faults that \
        overlap the interval), and zone. With --faults, they contain a row for each fault: file, \
        id, kind, start, end (the times of the first and last reading), readings (their number), \
        probability, size_mgdl (the depth of a compression low, the median distance of noise, the \
        height of a jump, or the difference from the second sensor), and zone.
        """)

    /// The length of a row's interval.
    enum Interval: String, ExpressibleByArgument, CaseIterable {
      case day, hour
    }

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @Option(help: "The interval of a row: day or hour (default: day).")
    var by: Interval?
    @Flag(help: "List the faults instead of days or hours.")
    var faults = false
    @Option(
      help: ArgumentHelp(
        "The least probability of a listed fault, from 0 to 1.", valueName: "number"))
    var probability = 0.5
    @Option(
      help: ArgumentHelp(
        "A time at which a sensor was inserted, such as 2026-03-02T18:30Z; may be repeated.",
        valueName: "time"))
    var sensorStart: [String] = []
    @Option(
      help: ArgumentHelp(
        "A file with the readings of a second sensor worn at the same time.", valueName: "file"))
    var secondSensor: String?
    @Flag(help: "Print CSV.")
    var csv = false
    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
      guard !(csv && json) else { throw ValidationError("Choose one of --csv and --json.") }
      guard !faults || by == nil else { throw ValidationError("Choose one of --by and --faults.") }
      guard (0...1).contains(probability) else {
        throw ValidationError("--probability must be from 0 to 1.")
      }
      for start in sensorStart where Instant.instants(start, in: input.zone) == nil {
        throw ValidationError(
          "\(start) is not a valid time. Accepted forms are \(Instant.forms).")
      }
    }

    func run() throws {
      try orFail { failures in
        let sources = try input.read(&failures)
        guard sources.contains(where: { !$0.subject.recording.series.isEmpty }) else {
          throw CommandFailure(.data, "there are no readings.")
        }
        let other = try secondSensor.map { try input.readings(of: $0) }
        let results = try sources.filter { !$0.subject.recording.series.isEmpty }.map { source in
          (source: source, quality: try quality(of: source, other))
        }
        guard csv || json else {
          return try OutputOptions.print(
            QualityText(
              results, least: probability, hours: by == .hour, faultsOnly: faults, presentation
            ).text)
        }
        let choices = DataTable.Choices(presentation, sources)
        let table =
          faults
          ? QualityText.faultTable(results, least: probability, choices)
          : QualityText.intervalTable(results, least: probability, hours: by == .hour, choices)
        try OutputOptions.print(csv ? table.csv : try jsonText(table))
      }
    }

    private func quality(
      of source: InputOptions.Source, _ second: GlucoseSeries?
    ) throws -> SignalQuality {
      var options = SignalQualityOptions()
      options.minimumProbability = min(probability, options.minimumProbability)
      options.sensorStarts = try sensorStart.compactMap {
        try Instant.unique($0, in: source.zone)
      }
      options.secondSensor = second
      let series = source.subject.recording.series
      return SignalQuality(
        of: series, in: source.zone, now: series.last?.time, options: options)
    }
  }
#endif
