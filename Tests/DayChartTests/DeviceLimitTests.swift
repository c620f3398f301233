import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct DeviceLimitTests {
  private static let day = ExampleDay.day
  private static let bands = RangeBands.consensus(in: .mmolL)

  /// Readings every five minutes from midnight, in mmol/L, with the flags of some.
  private static func series(
    _ values: [Double], _ flags: [Int: ReadingFlags] = [:]
  ) throws -> GlucoseSeries {
    try GlucoseSeries(
      values.enumerated().map { index, value in
        Reading(
          time: day.start.addingTimeInterval(Double(index) * 300), glucose: .mmolL(value),
          flags: flags[index] ?? [])
      })
  }

  private static let lowAndHigh = [2.2, 6, 27.8, 27.8, 6, 2.2]
  private static let flags: [Int: ReadingFlags] = [3: .aboveDeviceLimit, 5: .belowDeviceLimit]

  private func description(_ svg: String) throws -> String {
    let root = try #require(ParsedElement.parse(svg))
    return try #require(root.children.first { $0.name == "desc" }).text
  }

  /// An axis that ends below the limit of the device keeps its flag.
  @Test(arguments: [true, false])
  func descriptionsHaveTheSigns(extendsAxis: Bool) throws {
    let series = try Self.series(Self.lowAndHigh, Self.flags)
    var options = DayPlotOptions(unit: .mmolL)
    options.extendsAxis = extendsAxis
    let plot = DayPlot(Self.day, series: series, options: options)
    let text = "<2.2 to >27.8 mmol/L"
    #expect(try description(DayPicture(plot).svg) == "Glucose: \(text).")
    #expect(try description(SparklinePicture(plot).svg) == "\(text).")
    let calendar = try #require(ParsedElement.parse(CalendarPicture([plot]).svg))
    #expect(calendar.all.contains { $0.text == "Wed 2025-03-12: \(text)" })
  }

  @Test func aRangeBarHasTheSigns() throws {
    let series = try Self.series(Self.lowAndHigh, Self.flags)
    let next = Self.day.advanced(by: 1)
    let display = Recording(series: series).bifocalDay(
      of: next, options: DayPlotOptions(unit: .mmolL))
    let root = try #require(
      ParsedElement.parse(DayPicture(display.plot, display.surroundingDays).svg))
    let bar = try #require(root.all.first { $0.attributes["data-day"] == Self.day.description })
    let text = "Wed 2025-03-12: <2.2 to >27.8, mean 12.0 mmol/L"
    #expect(bar.children.first?.text == text)
    #expect(root.children.first { $0.name == "desc" }?.text.contains(text) == true)
  }

  @Test func aDayInATableHasTheSigns() throws {
    let page = Recording(series: try Self.series(Self.lowAndHigh, Self.flags)).reportPage(
      of: [Self.day], title: "", options: ReportPageOptions(unit: .mmolL))
    #expect(page.html.contains("<td>&lt;2.2</td>") && page.html.contains("<td>&gt;27.8</td>"))
  }

  @Test func aNightHasTheSigns() throws {
    let recording = Recording(series: try Self.series(Self.lowAndHigh, Self.flags))
    let nights = recording.nights(of: [Self.day], bands: Self.bands)
    #expect(
      try description(NightsPicture(nights, unit: .mmolL).svg)
        == "2025-03-12: <2.2 to >27.8 mmol/L.")
    let page = recording.reportPage(
      of: [Self.day], title: "", options: ReportPageOptions(unit: .mmolL))
    #expect(page.html.contains("<td>&lt;2.2 (00:00)</td>"))
  }

  @Test(arguments: [
    (2.2, ReadingFlags.belowDeviceLimit, "<2.2 mmol/L"), (2.2, ReadingFlags(), "2.2 mmol/L"),
    (22.2, .aboveDeviceLimit, ">22.2 mmol/L"), (2.2, .ambiguousLocalTime, "2.2 mmol/L"),
  ])
  func theCurrentValueHasItsSign(value: Double, flags: ReadingFlags, text: String) throws {
    let series = try Self.series([6, value], [1: flags])
    let plot = DayPlot(
      Self.day, series: series, now: Self.day.start.addingTimeInterval(360),
      options: DayPlotOptions(unit: .mmolL))
    let root = try #require(ParsedElement.parse(DayPicture(plot).svg))
    let header = try #require(root.children.first { $0.attributes["data-layer"] == "header" })
    #expect(header.all.contains { $0.text == text })
  }

  @Test func valuesWithoutLimitsHaveNoSign() throws {
    let plot = DayPlot(
      Self.day, series: try Self.series(Self.lowAndHigh), options: DayPlotOptions(unit: .mmolL))
    #expect(try description(DayPicture(plot).svg) == "Glucose: 2.2 to 27.8 mmol/L.")
  }

  @Test func theLowestOfHighReadingsIsHigh() throws {
    let all = try Self.series([22.2, 22.2], [0: .aboveDeviceLimit, 1: .aboveDeviceLimit])
    let some = try Self.series([22.2, 22.2], [1: .aboveDeviceLimit])
    let strings = ChartStrings()
    #expect(strings.range(of: Array(all), in: .mmolL) == ">22.2 to >22.2 mmol/L")
    #expect(strings.range(of: Array(some), in: .mmolL) == "22.2 to >22.2 mmol/L")
    #expect(strings.range(of: [], in: .mmolL) == nil)
  }
}
