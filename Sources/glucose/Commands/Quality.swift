import ArgumentParser
import GlucoseStudy

struct Quality: Command {
  static let configuration = CommandConfiguration(
    commandName: "quality",
    abstract: "Score the signal of the sensor, and list its suspected faults.",
    discussion: """
      The score of a day or an hour is the percentage of its time with readings, of which those \
      in suspected faults count less. Faults are noise, jumps, stuck values, the warm-up of \
      sensors inserted at --sensor-start or as logged, differences from a second sensor, and, with \
      --compression-lows, compression lows (a fall and return at night as of a sensor that its \
      wearer lies on). They are found from glucose alone; no reading is removed. A fault has a \
      score from 0 to 1, which is not a probability: that of a compression low is the fraction of \
      four pieces of evidence.

      With --compression-lows, the time below range with and without the readings of those that \
      are listed is below the table. If one is glucose after all, the second hides a true low.

      --csv and --json contain a row for each day or hour: file, id, start, end (exclusive), \
      coverage and score (fractions of the interval), reliability (score divided by coverage), \
      compression_low, noise, jump, stuck, warm_up, and drift (the number of listed faults that \
      overlap the interval), and zone. With --faults, they contain a row for each fault: file, \
      id, kind, start, end (the times of the first and last reading), readings (their number), \
      score, evidence (of a compression low, separated by ";": steady_before, sudden_fall, \
      sudden_return, and restored_level), size_mgdl (the depth of a compression low, the median \
      distance of noise, the height of a jump, or the difference from the second sensor), and zone.
      """)

  enum Interval: String, ExpressibleByArgument, CaseIterable { case day, hour }

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @Option(help: "The interval of a row: day or hour (default: day).")
  var by: Interval?
  @Flag(help: "List the faults instead of days or hours.")
  var faults = false
  @Option(help: .value("number", "The least score of a listed fault, from 0 to 1."))
  var score = 0.5
  @Flag(help: "Search for compression lows. A true low can look like one.")
  var compressionLows = false
  @Option(
    help: .value(
      "time", "A time at which a sensor was inserted, such as 2026-03-02T18:30Z; may be repeated."))
  var sensorStart: [String] = []
  @Option(
    help: .value("file", "A file with the readings of a second sensor worn at the same time."))
  var secondSensor: String?
  @OptionGroup var format: TableFormat

  func validate() throws {
    try require(!faults || by == nil, "Choose one of --by and --faults.")
    try require((0...1).contains(score), "--score must be from 0 to 1.")
    for start in sensorStart where Instant.instants(start, in: input.zone) == nil {
      throw ValidationError("\(start) is not a valid time. Accepted forms are \(Instant.forms).")
    }
  }

  func run(_ failures: inout Failures) throws {
    let sources = try input.read(&failures)
    guard sources.contains(where: { !$0.series.isEmpty }) else {
      throw CommandFailure("there are no readings.")
    }
    let other = try secondSensor.map {
      try input.secondSensor($0, besides: sources.map(\.series))
    }
    let results = try sources.filter { !$0.series.isEmpty }.map { source -> Result in
      let quality = try quality(of: source, other)
      return (source, quality, quality.faults.filter { $0.score >= score })
    }
    let choices = JSONObject(choicesFor: sources, presentation)
    try format.print(
      text(results),
      or: faults ? table(of: results, choices) : table(ofIntervals: results, choices))
  }

  private func quality(
    of source: InputOptions.Source, _ second: GlucoseSeries?
  ) throws -> SignalQuality {
    var options = SignalQualityOptions()
    options.minimumScore = min(score, options.minimumScore)
    options.findsCompressionLows = compressionLows
    options.sensorStarts = try sensorStart.compactMap { try Instant.unique($0, in: source.zone) }
    options.sensorStarts += source.subject.recording.events.sensorStarts
    options.secondSensor = second
    return SignalQuality(
      of: source.series, in: source.zone, now: source.series.last?.time, options: options)
  }
}
