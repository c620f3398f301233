// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseStudy

  struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
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

    /// The content of a picture.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
      case day, bifocal, profile, calendar, hours
    }

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @OptionGroup var output: OutputOptions
    @Option(help: "The picture: day, bifocal, profile, calendar, or hours.")
    var picture = Kind.day
    @Option(
      help: ArgumentHelp(
        "The day of a picture of a day, such as 2026-03-02 (default: the last).", valueName: "day"))
    var day: String?
    @Option(help: "The width of the picture in points, from 320 to 10000.")
    var width = 800.0
    @OptionGroup var smoothing: SmoothingOptions
    @OptionGroup var format: PageLocale
    @Option(help: "The palette: arises, agp, color-blind-safe, or dark.")
    var palette: PaletteName = .arises
    @Option(
      help: ArgumentHelp(
        "The layout of events: separated (no overlap) or arises (unmoved) (default: separated).",
        valueName: "layout"),
      transform: Plot.layout)
    var layout: EventLayout.Style?

    private static func layout(_ text: String) throws -> EventLayout.Style {
      guard let style = EventLayout.Style(rawValue: text) else {
        throw ValidationError("\(text) is not a layout: use separated or arises.")
      }
      return style
    }

    func validate() throws {
      guard (320...10_000).contains(width) else {
        throw ValidationError("--width must be from 320 to 10000.")
      }
      if let day, LocalDay(day, in: input.zone) == nil {
        throw ValidationError("\(day) is not a day such as 2026-03-02.")
      }
      // An option without an effect on the picture is a mistake.
      let showsOneDay = picture == .day || picture == .bifocal
      if day != nil, !showsOneDay {
        throw ValidationError("--day requires --picture day or bifocal.")
      }
      if layout != nil, !showsOneDay, picture != .calendar {
        throw ValidationError("--layout requires --picture day, bifocal, or calendar.")
      }
      if smoothing.smoothing != nil, picture != .profile {
        throw ValidationError("--smoothing requires --picture profile.")
      }
    }

    func run() throws {
      try orFail { failures in
        try OutputOptions.refuse([output.output], replacing: input.paths())
        let source = try input.readOne(&failures)
        try output.write(
          try picture == .day || picture == .bifocal ? dayPicture(of: source) : overview(of: source)
        )
      }
    }

    private var size: PlotSize { PlotSize(width: width, height: (width * 0.625).rounded()) }

    private func options(for source: InputOptions.Source) -> DayPlotOptions {
      DayPlotOptions(
        unit: presentation.unit(for: source), bands: presentation.bands(for: source),
        style: layout ?? .separated,
        extendsAxis: picture != .calendar)
    }

    private func dayPicture(of source: InputOptions.Source) throws -> String {
      let recording = source.subject.recording
      let days = recording.localDays(in: source.zone)
      let lastReading = recording.series.last?.time
      let lastDay = lastReading.map { LocalDay(containing: $0, in: source.zone) }
      guard let last = lastDay ?? days.last else {
        throw CommandFailure(.data, "\(source.shownName) has no readings and no events to plot.")
      }
      let day = day.flatMap { LocalDay($0, in: source.zone) } ?? last
      let isLast = day == lastDay
      let display = recording.bifocalDay(
        of: day, forecast: isLast ? recording.forecastAtEnd(in: source.zone) : nil,
        now: isLast ? lastReading : nil, options: options(for: source))
      let plot = display.plot
      guard
        !plot.segments.isEmpty || !plot.marks.isEmpty || !plot.conditions.isEmpty
          || !plot.measurements.isEmpty
          || picture == .bifocal && !display.surroundingDays.bars.isEmpty
      else {
        throw CommandFailure(
          .data,
          "\(source.shownName) has no readings and no events on \(day); the last day with data is "
            + "\(days.last ?? last).")
      }
      if picture == .bifocal {
        var drawn = BifocalPicture(
          plot, display.surroundingDays, size: size, palette: palette.palette,
          strings: format.strings)
        drawn.now = Date()
        return drawn.svg
      }
      var drawn = DayPicture(plot, size: size, palette: palette.palette, strings: format.strings)
      drawn.now = Date()
      return drawn.svg
    }

    private func overview(of source: InputOptions.Source) throws -> String {
      let recording = source.subject.recording
      let series = recording.series
      let unit = presentation.unit(for: source)
      let bands = presentation.bands(for: source)
      guard let profile = series.ambulatoryGlucoseProfile(in: source.zone) else {
        throw CommandFailure(.data, "\(source.shownName) has no readings to plot.")
      }
      switch picture {
      case .calendar:
        let days = recording.localDays(in: source.zone)
        return CalendarPicture(
          recording.plots(of: days, options: options(for: source)), width: width,
          palette: palette.palette, strings: format.strings
        ).svg
      case .hours:
        return HeatMapPicture(
          series.grouped(by: .weekdayAndHour, in: source.zone), unit: unit, bands: bands,
          size: size,
          palette: palette.palette, strings: format.strings
        ).svg
      case .day, .bifocal, .profile:
        let population =
          presentation.bands == .older ? .olderOrHighRisk : TargetPopulation(bands: bands)
        return ProfilePicture(
          profile.smoothed(over: smoothing.window),
          timeInRanges: series.statistics(bands: bands)?.timeInRanges,
          targets: population?.targets ?? [], unit: unit, bands: bands,
          size: PlotSize(width: width, height: max(size.height, 400)), palette: palette.palette,
          strings: format.strings
        ).svg
      }
    }
  }
#endif
