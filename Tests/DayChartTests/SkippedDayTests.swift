import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

/// Samoa had no December 30, 2011: the day has no length.
struct SkippedDayTests {
  @Test func aSkippedDayCanBeDrawn() throws {
    let zone = try #require(TimeZone(identifier: "Pacific/Apia"))
    let day = try #require(LocalDay(year: 2011, month: 12, day: 30, in: zone))
    let readings = (-12...12).map {
      Reading(time: day.start.addingTimeInterval(Double($0) * 300), glucose: .mgdL(120))
    }
    let history = Recording(series: try GlucoseSeries(readings))
    let display = history.bifocalDay(of: day, options: DayPlotOptions(unit: .mgdL))
    #expect(display.plot.timeTicks.allSatisfy { $0.x == 0 })
    let root = try #require(ParsedElement.parse(DayPicture(display.plot).svg))
    #expect(root.all.contains { $0.text == "No readings" })
    // One of five labels at one place.
    #expect(root.all.count { $0.text.hasSuffix(":00") } == 1)
    let svg = DayPicture(display.plot, display.surroundingDays).svg
    #expect(ParsedElement.parse(svg) != nil)
  }
}
