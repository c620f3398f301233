import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct LegibilityTests {
  static let sizes: [PlotSize] = [
    PlotSize(width: 240, height: 180), PlotSize(width: 320, height: 260),
    PlotSize(width: 480, height: 300), PlotSize(width: 640, height: 400),
    PlotSize(width: 900, height: 300), PlotSize(width: 1200, height: 620),
  ]

  static func plots() throws -> [DayPlot] {
    let day = ExampleDay.day
    let recording = try ExampleDay.recording()
    var events = recording.events
    for index in 0..<14 {
      let grams = 50 + Double(index % 3) * 5
      events.append(ExampleDay.event("m\(index)", 13, 3 * index, .meal(Meal(carbs: grams))))
      events.append(ExampleDay.event("i\(index)", 13, index, .insulin(InsulinDose(units: 2.25))))
      events.append(
        ExampleDay.event("e\(index)", 6 + index, 0, .exercise(Exercise(duration: .seconds(5400)))))
      let kind = DiaryCondition.Kind(rawValue: "A condition of kind \(index % 6)")
      events.append(
        ExampleDay.event(
          "c\(index)", index, 0, .condition(DiaryCondition(kind, until: day.time(hour: index + 4))))
      )
    }
    events.append(ExampleDay.event("top", 20, 0, .meal(Meal(carbs: 300))))
    events.append(ExampleDay.event("bottom", 21, 0, .meal(Meal(carbs: 0))))
    return [
      try ExampleDay.plot(),
      try ExampleDay.plot(options: DayPlotOptions(unit: .mgdL, bands: .tight(in: .mgdL))),
      DayPlot(
        day, series: recording.series, events: events, forecast: ExampleDay.forecast,
        now: ExampleDay.now.addingTimeInterval(20_000), options: DayPlotOptions(unit: .mmolL)),
      DayPlot(day, series: GlucoseSeries(), options: DayPlotOptions(unit: .mmolL)),
    ]
  }

  @Test(arguments: sizes.indices, 0..<4)
  func textIsNeitherOverlappedNorCut(sizeIndex: Int, plotIndex: Int) throws {
    let size = Self.sizes[sizeIndex]
    let svg = DayPicture(try Self.plots()[plotIndex], size: size).svg
    try expectLegible(svg, size: size)
  }

  /// The hours of a locale may be wide, as in Spanish, Korean, or Bulgarian.
  @Test(arguments: ["h a|a.m.|p.m.", "a h시|오전|오후", "h a|пр.об.|сл.об."], [320.0, 390, 640])
  func hoursAreNeitherOverlappedNorCut(locale: String, width: Double) throws {
    let parts = locale.split(separator: "|").map(String.init)
    var strings = ChartStrings()
    strings.hourPattern = parts[0]
    strings.dayPeriods = Array(parts[1...])
    let size = PlotSize(width: width, height: 420)
    let plot = try ExampleDay.plot()
    let (history, days) = try ExampleDay.weeks()
    let nights = history.nights(
      of: days.prefix(3), during: ClockWindow(fromHour: 0, toHour: 12),
      bands: .consensus(in: .mmolL))
    let pictures = [
      DayPicture(plot, size: size, strings: strings).svg,
      DayPicture(plot, try ExampleDay.window(), size: size, strings: strings).svg,
      NightsPicture(nights, unit: .mmolL, size: size, strings: strings).svg,
      ProfilePicture(
        try ProfilePictureTests.profile(), unit: .mmolL, size: size, strings: strings
      ).svg,
      HeatMapPicture(
        try ExampleDay.hoursOfTheWeek(), unit: .mmolL, size: size, strings: strings
      ).svg,
    ]
    for svg in pictures {
      try expectLegible(svg, size: size)
      // Midnight remains.
      #expect(svg.contains(">\(strings.hour(0))</text>"))
    }
  }

  @Test(arguments: sizes.indices, 0..<4)
  func dotsAreNotCut(sizeIndex: Int, plotIndex: Int) throws {
    let size = Self.sizes[sizeIndex]
    let svg = DayPicture(try Self.plots()[plotIndex], size: size).svg
    let root = try #require(ParsedElement.parse(svg))
    for circle in root.all where circle.name == "circle" && circle.attributes["data-role"] != nil {
      let radius = try #require(circle.number("r"))
      let x = try #require(circle.number("cx"))
      let y = try #require(circle.number("cy"))
      #expect(x >= radius && x <= size.width - radius)
      #expect(y >= radius && y <= size.height - radius)
    }
  }
}
