import ArgumentParser
import Foundation
import GlucoseStudy

struct Report: Command {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Summarize each day, and all days together.",
    discussion: """
      Prints a line for each local day with readings or events: the number of readings, their \
      coverage of the day, the lowest, mean, and highest, standard deviation, coefficient of \
      variation, the percentage of readings in each range band, and the events up to --now. The \
      last line is for all readings. Readings are expected from the first reading to the last, \
      days without readings included. Below \
      it are the time per day in each band, time in tight range, and the targets of the \
      consensus: for adults with the bands consensus and tight, for older or high-risk people \
      with older, for pregnancy with pregnancy. A record of a meter alone has the number of its \
      measurements, the lowest, the mean, and the highest.

      If the present is a bedtime, from 21:00 to 02:00, and the recording ends in the 15 minutes \
      before it (20 if there is a reading every 15 minutes), the report has the probability of low \
      glucose in the seven hours after it, as "predict --night".

      With --html, writes a page for any browser, without network access, that adds pictures of \
      the profile, the week, the calendar, and the last days, and an error grid of forecasts for \
      the last 30 % of the time by a model of the first 70 %. The page also contains the nights, \
      the quality of the signal, logged results of hemoglobin A1c beside the glucose management \
      indicator, and, with --second-sensor, the comparison with a second sensor. With --pdf, prints the same page to \
      a PDF file with Chromium or Chrome, which must be installed. The first page of paper is that \
      of an AGP report.

      docs/json.md describes the output of --json: the schema swift-glucose/report, version 1.

      Rejected rows are reported on standard error. A file with several people has a table for \
      each; a page is for one person.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @Flag(help: "Print JSON: concentrations in mg/dL, fractions from 0 to 1.")
  var json = false
  @Option(help: .value("file", "The HTML file to write instead of a table."))
  var html: String?
  @Option(help: .value("file", "The PDF file to write instead of a table."))
  var pdf: String?
  @Option(help: "The size of the paper: a4 or letter (default: a4 in a PDF file).")
  var paper: ReportPage.Paper?
  @Option(
    help: .value(
      "instant",
      "The present, after which events are plans, which do not count: \(Instant.forms) "
        + "(default: now)."))
  var now: String?
  @OptionGroup var smoothing: SmoothingOptions
  @OptionGroup var format: PageLocale
  @Option(
    help: ArgumentHelp(
      "The palette of the page: arises, agp, color-blind-safe, or dark (default: arises, dark on a "
        + "dark screen, and agp on paper)."))
  var palette: PaletteName?

  @Option(
    help: .value(
      "file",
      "A file with the readings of a second sensor worn at the same time, to compare on the page."))
  var secondSensor: String?
  @Flag(help: "Search for compression lows on the page. A true low can look like one.")
  var compressionLows = false

  func validate() throws {
    try require(!json || html == nil && pdf == nil, "Choose one of --json and --html or --pdf.")
    let ofPages = [
      ("--paper", paper != nil), ("--locale", format.locale != nil),
      ("--palette", palette != nil), ("--smoothing", smoothing.smoothing != nil),
      ("--second-sensor", secondSensor != nil), ("--compression-lows", compressionLows),
    ]
    if html == nil, pdf == nil, let option = ofPages.first(where: \.1)?.0 {
      throw ValidationError("\(option) requires --html or --pdf.")
    }
    try require(html == nil || html != pdf, "Choose different files for --html and --pdf.")
    _ = try InputOptions.instant(now, in: input.zone)
  }

  func run(_ failures: inout Failures) throws {
    let present = Date()
    if html != nil || pdf != nil {
      try OutputOptions.refuse([html, pdf], replacing: input.paths() + [secondSensor])
      let printer = try pdf.map { _ in try PagePrinter() }
      let source = try input.readOne(&failures)
      let page = try page(
        of: source, now: try InputOptions.instant(now, in: source.zone) ?? present)
      if let html { try OutputOptions.write(Array(page.html.utf8), to: html) }
      if let pdf, let printer {
        var page = page
        page.options.paper = paper ?? .a4
        try OutputOptions.write(Array(try printer.pdf(of: page.html)), to: pdf)
      }
      return
    }
    let sources = try input.read(&failures)
    let reports = try sources.map {
      PersonReport(
        $0, bands: presentation.bands(for: $0), targetsFor: presentation.bands.population,
        now: try InputOptions.instant(now, in: $0.zone) ?? present)
    }
    guard reports.contains(where: { !$0.report.days.isEmpty || !$0.meter.isEmpty }) else {
      throw nothing
    }
    if json {
      return try OutputOptions.print(
        jsonText(JSONObject(schema: "report", ["people": reports.map(\.json)])))
    }
    for (index, (source, report)) in zip(sources, reports).enumerated() {
      let text = report.text(in: presentation.units.unit(for: source))
      try OutputOptions.print(index > 0 ? "\n" + text : text)
    }
  }

  private func page(of source: InputOptions.Source, now: Date) throws -> ReportPage {
    var options = ReportPageOptions(
      unit: presentation.units.unit(for: source), bands: presentation.bands(for: source))
    if presentation.bands == .older { options.population = .olderOrHighRisk }
    options.smoothingWindow = smoothing.window
    options.paper = paper
    options.strings = format.strings
    if let palette { options.setPalette(palette.palette) }
    options.quality?.findsCompressionLows = compressionLows
    options.secondSensor = try secondSensor.map {
      try input.secondSensor($0, besides: [source.series])
    }
    // The page takes the measurements of a meter from the events, which cannot be a device's limits.
    let events = source.subject.recording.events
    let logged = Set(events.filter { $0.fingerstick != nil }.map(\.time))
    let unit = options.unit
    let meter = source.meterWithoutSensor(until: now)
    let others = meter.filter { !logged.contains($0.time) }.map {
      DiaryEvent(
        id: DiaryEvent.ID(rawValue: "meter " + $0.time.ISO8601Format()), at: $0.time,
        in: source.zone,
        .entry(
          DiaryEntry(
            .fingerstick, amount: $0.glucose.value(in: unit),
            unit: DiaryEntry.Unit(rawValue: unit.rawValue))))
    }
    let page = source.logging(events + others).subject.recording.reportPage(
      in: source.zone, title: source.subject.id ?? URL(filePath: source.file).lastPathComponent,
      now: now, options: options)
    guard var page else { throw nothing }
    if let measured = meter.statistics(bands: options.bands) { page.fingersticks = measured }
    return page
  }

  private var nothing: CommandFailure {
    CommandFailure("\(input.files.joined(separator: ", ")): there are no readings and no events.")
  }
}
