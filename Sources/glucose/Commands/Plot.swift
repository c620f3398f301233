// SPDX-License-Identifier: Apache-2.0

#if CommandLine
  import ArgumentParser
  import Foundation
  import GlucoseKit

  struct Plot: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "The picture of one day, as SVG.",
      discussion: """
        The glucose line, broken where readings are missing, over the range bands; meals at the height \
        of their carbohydrate, insulin at the top, exercise at the bottom. On the last day of the file \
        the forecast follows the line, if the readings allow one.
        """)

    @OptionGroup var input: InputOptions
    @OptionGroup var presentation: PresentationOptions
    @OptionGroup var output: OutputOptions
    @Option(
      help: ArgumentHelp(
        "The day, for instance 2026-03-02. The last one, unless given.", valueName: "day"))
    var day: String?
    @Option(help: "The width of the picture in points, from 320.")
    var width = 800.0
    @Option(help: "arises, colour-blind-safe or dark.")
    var palette: PaletteName = .arises
    @Option(
      help: "separated (no dot covers another) or arises (nothing is moved).",
      transform: Plot.layout)
    var layout: EventLayout.Style = .separated

    /// A palette a user can choose.
    enum PaletteName: String, ExpressibleByArgument, CaseIterable {
      case arises, dark
      case colourBlindSafe = "colour-blind-safe"

      var palette: Palette {
        switch self {
        case .arises: .arises
        case .dark: .dark
        case .colourBlindSafe: .colourBlindSafe
        }
      }
    }

    private static func layout(_ text: String) throws -> EventLayout.Style {
      guard let style = EventLayout.Style(rawValue: text) else {
        throw ValidationError("\(text) is no layout: use separated or arises.")
      }
      return style
    }

    func validate() throws {
      guard (320...10_000).contains(width) else {
        throw ValidationError("--width lies between 320 and 10000.")
      }
      if let day, LocalDay(day, in: input.zone) == nil {
        throw ValidationError("\(day) is no day such as 2026-03-02.")
      }
    }

    func run() throws {
      try orFail {
        let source = try input.readOne()
        let recording = source.subject.recording
        guard let last = recording.series.last else {
          throw Failure(.data, "\(source.shownName) has no readings to plot.")
        }
        let lastDay = LocalDay(containing: last.time, in: input.zone)
        let day = day.flatMap { LocalDay($0, in: input.zone) } ?? lastDay
        guard !recording.series[day.interval].isEmpty else {
          throw Failure(
            .data, "\(source.shownName) has no readings on \(day); the last are of \(lastDay).")
        }
        let picture = DayPicture(
          try recording.plot(
            of: day, forecast: day == lastDay ? recording.ownForecast(in: input.zone) : nil,
            now: day == lastDay ? last.time : nil,
            options: DayPlotOptions(
              unit: presentation.unit(for: source), bands: presentation.bands(for: source),
              style: layout, extendsAxis: true)),
          size: PlotSize(width: width, height: (width * 0.625).rounded()), palette: palette.palette)
        try output.write(picture.svg)
      }
    }
  }
#endif
