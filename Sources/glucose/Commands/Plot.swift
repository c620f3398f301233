import ArgumentParser
import GlucoseStudy

struct Plot: Command {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a day or all days, as SVG.",
    discussion: """
      day: the glucose line, interrupted by gaps, over the range bands; meals at the height of \
      their carbohydrate, insulin at the top, exercise at the bottom. On the last day of the \
      file, the forecast follows the line if there is one.
      bifocal: the same, between the three days before and after.
      profile: the ambulatory glucose profile of all days, with the time in ranges and the goals.
      calendar: a small line for each day.
      hours: the mean of each hour of each weekday.
      """)

  @OptionGroup var input: InputOptions
  @OptionGroup var presentation: PresentationOptions
  @OptionGroup var output: OutputOptions
  @Option(help: "The picture: day, bifocal, profile, calendar, or hours.")
  var picture = RecordingPicture.Kind.day
  @Option(
    help: .value("day", "The day of a picture of a day, such as 2026-03-02 (default: the last)."))
  var day: String?
  @Option(help: "The width of the picture in points, from 320 to 10000.")
  var width = 800.0
  @OptionGroup var smoothing: SmoothingOptions
  @OptionGroup var format: PageLocale
  @Option(help: "The palette: arises, agp, color-blind-safe, or dark.")
  var palette: PaletteName = .arises
  @Option(
    help: .value(
      "layout",
      "The layout of events: separated (no overlap) or arises (unmoved) (default: separated)."),
    transform: Plot.layout)
  var layout: EventLayout.Style?

  private static func layout(_ text: String) throws -> EventLayout.Style {
    try require(
      EventLayout.Style(rawValue: text), "\(text) is not a layout: use separated or arises.")
  }

  func validate() throws {
    try require((320...10_000).contains(width), "--width must be from 320 to 10000.")
    _ = try InputOptions.day(day, in: input.zone)
    // An option without an effect on the picture is a mistake.
    try require(day == nil || picture.showsOneDay, "--day requires --picture day or bifocal.")
    try require(
      layout == nil || picture.showsOneDay || picture == .calendar,
      "--layout requires --picture day, bifocal, or calendar.")
    try require(
      smoothing.smoothing == nil || picture == .profile, "--smoothing requires --picture profile.")
  }

  func run(_ failures: inout Failures) throws {
    try OutputOptions.refuse([output.output], replacing: input.paths())
    let source = try input.readOne(&failures)
    try output.write(try svg(of: source))
  }

  private func svg(of source: InputOptions.Source) throws -> String {
    var options = RecordingPicture(
      picture, unit: presentation.units.unit(for: source), bands: presentation.bands(for: source))
    options.day = day.flatMap { LocalDay($0, in: source.zone) }
    options.width = width
    if presentation.bands == .older { options.population = .olderOrHighRisk }
    options.smoothingWindow = smoothing.window
    options.layout = layout ?? .separated
    options.palette = palette.palette
    options.strings = format.strings
    let recording = source.subject.recording
    if let svg = options.svg(of: recording, in: source.zone) { return svg }
    let days = recording.localDays(in: source.zone)
    guard picture.showsOneDay, let last = days.last else {
      throw CommandFailure(
        "\(source.shownName) has no readings \(picture.showsOneDay ? "and no events " : "")to plot."
      )
    }
    throw CommandFailure(
      "\(source.shownName) has no readings and no events on \(options.day ?? last); the last day with "
        + "data is \(last).")
  }
}
