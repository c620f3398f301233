import DaySummary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import GlucoseTestSupport
import Testing

@testable import DayChart

struct NightAheadPictureTests {
  private static let zone = ExampleDay.zone

  /// A night from 22:30 with probabilities that rise by `step` each hour.
  private func night(_ step: Double = 0.04, on day: LocalDay = ExampleDay.day) -> NightForecast {
    NightForecast(
      start: day.time(hour: 22, minute: 30),
      probabilitiesBelow70: (1...7).map { step * Double($0) },
      probabilitiesBelow54: (1...7).map { step / 4 * Double($0) })
  }

  private func root(_ night: NightForecast, _ size: PlotSize? = nil) throws -> ParsedElement {
    let picture = NightAheadPicture(
      night, in: Self.zone, unit: .mmolL, size: size ?? PlotSize(width: 640, height: 300))
    return try #require(ParsedElement.parse(picture.svg))
  }

  @Test func theLinesAreTheProbabilitiesOnTheAxis() throws {
    let root = try root(night())
    func points(_ name: String) throws -> [(x: Double, y: Double)] {
      let line = try #require(root.all.first { $0.attributes["data-series"] == name })
      return try #require(line.attributes["d"]).dropFirst().split(separator: "L").map { point in
        let numbers = point.split(separator: " ").compactMap { Double($0) }
        return (numbers[0], numbers[1])
      }
    }
    let (low, veryLow) = (try points("below-70"), try points("below-54"))
    #expect(low.count == 8 && veryLow.count == 8)
    let (foot, top) = (low[0], try points("likely-time")[1])
    // The axis ends at 50 %: 28 % are at 0.56 of its height.
    #expect(abs((foot.y - low[7].y) / (foot.y - top.y) - 0.56) < 0.005)
    #expect(abs((foot.y - veryLow[7].y) / (foot.y - top.y) - 0.14) < 0.005)
    // Half of the probability is reached after 3.5 hours, half of the night.
    #expect(abs((top.x - foot.x) / (low[7].x - foot.x) - 0.5) < 0.005)
  }

  @Test func theWordsAreThoseOfTheNight() throws {
    let texts = try root(night()).all.map(\.text)
    for text in [
      "The night ahead, 22:30–05:30", "Probability, %", "below 3.9 mmol/L: 28 %",
      "below 3.0 mmol/L: 7 %",
      "a first low about 02:00, if any", "23:00", "05:00", "23:30: below 3.9 mmol/L: 4 %",
    ] { #expect(texts.contains(text), "\(text) is not in \(texts)") }
    // Above one half, the axis ends at 100 %.
    #expect(try root(night(0.1)).all.map(\.text).contains("100"))
    #expect(!texts.contains("100"))
  }

  /// Neither the legend nor the description names a first low, and there is no line.
  @Test func aNightThatBeginsLowHasNoTimeOfAFirstLow() throws {
    let whole = [Double](repeating: 1, count: 7)
    let low = NightForecast(
      start: night().start, probabilitiesBelow70: whole,
      probabilitiesBelow54: night().probabilitiesBelow54)
    for (night, isNamed) in [(night(), true), (low, false)] {
      let root = try root(night)
      #expect(root.all.contains { $0.text.contains("a first low") && $0.name == "desc" } == isNamed)
      #expect(root.all.contains { $0.attributes["data-series"] == "likely-time" } == isNamed)
    }
  }

  @Test(arguments: [320.0, 640, 1200]) func textIsLegible(width: Double) throws {
    let size = PlotSize(width: width, height: max(240, width * 0.45))
    let svg = NightAheadPicture(night(), in: Self.zone, unit: .mmolL, size: size).svg
    try expectLegible(svg, size: size)
  }

  @Test func thePageHasTheNightAhead() throws {
    let (history, days) = try ExampleDay.weeks()
    var options = ReportPageOptions(unit: .mgdL)
    options.nightAhead = night(on: try #require(days.last))
    let html = history.reportPage(of: days, title: "", options: options).html
    #expect(html.contains("id=\"night-ahead\"") && html.contains(">The night ahead<"))
    #expect(html.contains("05:30") && html.contains("28.0\u{A0}%") || html.contains("28.0 %"))
    options.nightAhead = nil
    #expect(!history.reportPage(of: days, title: "", options: options).html.contains("night-ahead"))
  }
}
