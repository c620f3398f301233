import ArgumentParser
import GlucoseStudy

struct Agreement: Command {
  static let configuration = CommandConfiguration(
    commandName: "agreement",
    abstract: "Compare two sensors worn together, or a sensor with a meter, reading by reading.",
    discussion: """
      The first recording is compared with the second as the reference: its sensor or, if it has \
      none, its meter. A single file or logbook is compared with its measurements of a meter and its \
      finger-sticks. Each reading of the sparser \
      recording is paired with the other, interpolated between readings at most 20 minutes apart.

      With --study, the first is a sensor and the second the comparator of a study of accuracy. The \
      people of three or more recordings are studied together, each with measurements of a meter in \
      the same file. A new sensor in the events begins another sensor. The ranges are below 70, to 180, \
      and above 180 mg/dL. --comparator states the method of the comparator. --html writes the study \
      as a page with pictures, for a screen and for paper.

      Examples:
        glucose agreement arm.csv belly.csv
        glucose agreement export.csv --plot differences.svg
        glucose agreement export.csv meter.csv
        glucose agreement sensor.csv laboratory.csv --study --comparator laboratory
        glucose agreement people/ --study --html accuracy.html

      Columns of --csv, and names of --json under "rows":
        band: all, or a band of the reference, with edges exact in the unit of its file: \
      very_low, low, target, high, or very_high
        pairs: the number of pairs
        mean_difference_mgdl: the mean of the first minus the reference
        lower_limit_mgdl, upper_limit_mgdl: the limits of agreement, the mean ± 1.96 standard \
      deviations (all only)
        bias_percent, mard_percent: the mean and the mean absolute relative difference
        pard_percent: the mean absolute difference relative to the mean of both (all only)
        within_15_percent, within_20_percent, within_40_percent: the percentage of pairs within \
      15, 20, or 40 mg/dL of a reference below 100 mg/dL, or within as many percent
        lag_minutes: the time by which the first follows the second (all only); empty if unknown
        drift_percent_per_day, drift_error_percent_per_day: the change of the relative difference and its \
      standard error (all only)

      Columns of --csv, and names of --json under "rows", with --study; empty where a row has no such \
      number:
        part: accuracy, criterion, grid, trend, alarm, deviation, or precision
        name: a group of pairs (all, reference_low by the range of the reference, sensor_low by that \
      of the reading, comparator_meter or another if it is stated, day_1 of wear, of_NAME), the letter \
      of a criterion, a zone (clarke_a, zone_a of rates of change, dts_1 of their categories), \
      low_true_alarms, low_detections, or a range (low, target, high, all)
        meaning: the pairs that agree with a criterion of 21 CFR 862.1355, special controls for \
      integrated continuous glucose monitoring, for comparisons with a laboratory method
        pairs, count, percent: the number of pairs, and of those that agree, are in the zone, or are \
      confirmed within 15 minutes
        lower_bound_percent: the lower one-sided 95 % confidence bound, with people as the sample
        required_percent, met: what the bound must exceed (A to G) or the percentage reach (H to K), \
      and 1 if it does or 0
        bias_percent, mard_percent, mad_mgdl: the mean relative, mean absolute relative, and mean \
      absolute difference
        within_15_percent to within_40_percent, with _lower_bound_: the percentage of pairs within as \
      many mg/dL below 70 mg/dL (of the reference; of the reading in groups sensor_), or percent
        median, inner_low to outer_high: deviations in mg/dL in the low range, otherwise in percent, \
      of two sensors or more in ranges with 100 pairs (CG-DIVA)
        people, pard_percent, cv_percent: where a person wears several sensors at once, the people, \
      the mean absolute difference of two sensors relative to the mean of both, and the coefficient of \
      variation within a pair
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @Option(
    help: .value(
      "file", "The SVG file to write: the differences against the means (Bland and Altman)."))
  var plot: String?
  @Flag(
    help: ArgumentHelp(
      "Print a study of accuracy: agreement by range, regulatory criteria, error grids, rates of "
        + "change, and alarms."))
  var study = false
  @Option(
    help: .value(
      "method", "The method of the comparator, with --study: laboratory, meter, or sensor."),
    transform: InputOptions.choice)
  var comparator: AccuracyStudy.Comparator?
  @Option(
    help: .value(
      "file", "The HTML file to write, with --study: its tables, differences, and error grid."))
  var html: String?
  @OptionGroup var format: TableFormat

  func validate() throws {
    try require(html == nil || study, "--html requires --study.")
    try require(comparator == nil || study, "--comparator requires --study.")
    try require(html == nil || html != plot, "Choose different files for --html and --plot.")
  }

  func run(_: inout Failures) throws {
    try OutputOptions.refuse([plot, html], replacing: input.paths())
    var sources = try input.ofAllDays.readAll()
    // The reference of two is as long as its comparison.
    for index in sources.indices where index == 0 || sources.count > 2 {
      sources[index] = sources[index].limited(to: input.days)
    }
    guard let first = sources.first, sources.count < 3 || study else {
      throw CommandFailure(
        "a comparison requires two recordings: choose one in each file with --subject.")
    }
    guard sources.count < 3 else { return try printStudy(of: sources) }
    // The bands are those of the reference, so they are exact in the unit of its file.
    let source = sources.last ?? first
    let sensor = source.series
    let reference = sources.count == 1 || sensor.isEmpty ? source.meter : sensor
    guard !reference.isEmpty else {
      throw CommandFailure(
        sources.count == 2
          ? "\(source.shownName) contains no readings of a sensor and no measurements of a meter."
          : "\(first.shownName) contains no measurements of a meter: name a second file.")
    }
    guard !first.series.isEmpty else {
      throw CommandFailure(
        "\(first.shownName) contains no readings of a sensor"
          + (sources.count == 2 ? ": name the file of the sensor first." : "."))
    }
    guard sources.count == 1 || reference != first.series else {
      throw CommandFailure(
        "\(first.place) and \(source.place) have the same readings of one sensor.")
    }
    guard let comparison = SensorComparison(of: first.series, with: reference)
    else { throw CommandFailure("the two recordings have no readings at the same time.") }
    if let difference = SensorComparison.clockDifference(of: first.series, with: reference) {
      let minutes = Int(difference / .seconds(60))
      let length = "\(minutes.magnitude / 60) h" + (minutes % 60 == 0 ? "" : " 30 min")
      StandardError.print(
        "The recordings agree best with the first set \(minutes > 0 ? "back" : "forward") by "
          + "\(length): the time zone or the clock of one may be wrong, and these "
          + "numbers compare different times.")
    }
    if let plot {
      let drawing = DifferencePicture(
        comparison.pairs.map(\.glucose), unit: presentation.units.unit(for: first))
      try OutputOptions.write(Array(drawing.svg.utf8), to: plot)
    }
    if study { return try printStudy([(first, comparison)], reference: source) }
    try format.print(
      text(comparison, source, in: presentation.units.unit(for: first)),
      or: table(comparison, source))
  }

  private func printStudy(of sources: [InputOptions.Source]) throws {
    try require(plot == nil, "--plot is of one comparison: choose a person with --subject.")
    let comparisons = sources.compactMap { source in
      SensorComparison(of: source.series, with: source.meter).map { (source, $0) }
    }
    guard let (reference, _) = comparisons.first else {
      throw CommandFailure("no person has readings and measurements of a meter.")
    }
    try printStudy(comparisons, reference: reference)
  }

  private func printStudy(
    _ comparisons: [(InputOptions.Source, SensorComparison)], reference: InputOptions.Source
  ) throws {
    let hasUniqueNames = Set(comparisons.map(\.0.name)).count == comparisons.count
    let pairs = comparisons.flatMap { source, comparison in
      comparison.studyPairs(
        sensor: hasUniqueNames ? source.name : source.place, person: source.subject.id,
        insertions: source.subject.recording.events.filter { $0.content.category == .sensorChange }
          .map(\.time), comparator: comparator)
    }
    guard let study = AccuracyStudy(pairs, unit: presentation.units.thresholdUnit(for: reference))
    else { throw CommandFailure("no readings are at the same time.") }
    if let html {
      let unit = presentation.units.unit(for: reference)
      let names = comparisons.map(\.0.name).prefix(1) + [reference.name]
      let page =
        comparisons.count == 1
        ? study.page(
          in: unit,
          title: "Accuracy: "
            + (names[0] == names[1] ? names[0] : names.joined(separator: ", ")))
        : study.page(in: unit)
      try OutputOptions.write(Array(page.utf8), to: html)
    }
    try format.print(
      study.text(in: presentation.units.unit(for: reference)),
      or: study.table(JSONObject(choicesFor: comparisons.map(\.0))))
  }

  private func table(
    _ comparison: SensorComparison, _ reference: InputOptions.Source
  ) -> DataTable {
    var table = DataTable(
      "agreement", JSONObject(choicesFor: [reference], presentation),
      columns: [
        "band", "pairs", "mean_difference_mgdl", "lower_limit_mgdl", "upper_limit_mgdl",
        "bias_percent", "mard_percent", "pard_percent", "within_15_percent", "within_20_percent",
        "within_40_percent", "lag_minutes", "drift_percent_per_day", "drift_error_percent_per_day",
      ])
    func add(
      _ band: String, _ agreement: DeviceAgreement, _ difference: Glucose, of all: SensorComparison?
    ) {
      table.add([
        band, agreement.count, difference.mgdL, all?.limitsOfAgreement?.lowerBound.mgdL,
        all?.limitsOfAgreement?.upperBound.mgdL, agreement.meanRelativeDifference,
        agreement.meanAbsoluteRelativeDifference, all?.precisionAbsoluteRelativeDifference,
        agreement.percentageWithin15.percent, agreement.percentageWithin20.percent,
        agreement.percentageWithin40.percent, all?.lag.map { $0 / .seconds(60) },
        all?.drift?.driftPerDay, all?.drift?.driftError,
      ])
    }
    add("all", comparison.agreement, comparison.meanDifference, of: comparison)
    for row in comparison.rows(in: presentation.bands(for: reference)) {
      add(row.band.columnName, row.agreement, row.meanDifference, of: nil)
    }
    return table
  }

  private func text(
    _ comparison: SensorComparison, _ reference: InputOptions.Source, in unit: GlucoseUnit
  ) -> String {
    let all = comparison.agreement
    func number(_ glucose: Glucose) -> String { glucose.text(in: unit) }
    func percent(_ value: Double) -> String { value.formatted(places: 1) + " %" }
    var lines = [
      "Pairs: \(all.count)",
      "Mean difference: \(number(comparison.meanDifference)) \(unit.rawValue)"
        + (comparison.limitsOfAgreement.map {
          ", 95 % limits of agreement \(number($0.lowerBound)) to \(number($0.upperBound))"
        } ?? ""),
      "MARD with the second as the reference: \(percent(all.meanAbsoluteRelativeDifference)), "
        + "bias \(percent(all.meanRelativeDifference))",
      "PARD, relative to the mean of both: "
        + percent(comparison.precisionAbsoluteRelativeDifference),
      "Within 15/15: \(all.percentageWithin15.text), within 20/20: "
        + "\(all.percentageWithin20.text), within 40/40: \(all.percentageWithin40.text)",
      "Lag of the first: "
        + (comparison.lag.map { ($0 / .seconds(60)).formatted(places: 1) + " min" } ?? "unknown"),
    ]
    if let drift = comparison.drift?.driftPerDay {
      lines.append("Change of the difference per day: \(percent(drift))")
    }
    var table = TextTable([
      ("reference", .left), ("pairs", .right), ("difference", .right), ("bias", .right),
      ("MARD", .right), ("within 20/20", .right),
    ])
    for row in comparison.rows(in: presentation.bands(for: reference)) {
      let agreement = row.agreement
      table.add([
        row.band.columnName.inWords, "\(agreement.count)",
        number(row.meanDifference), percent(agreement.meanRelativeDifference),
        percent(agreement.meanAbsoluteRelativeDifference), agreement.percentageWithin20.text,
      ])
    }
    return (lines + [""] + table.lines).joined(separator: "\n")
  }
}
