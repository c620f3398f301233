import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

struct CaptionTests {
  private static let finger = ExampleDay.event(
    "finger", 6, 30, .entry(DiaryEntry(.fingerstick, amount: 6.4, unit: .mmolL)))

  private func plot() throws -> DayPlot {
    let recording = try ExampleDay.recording()
    return Recording(series: recording.series, events: recording.events + [Self.finger]).plot(
      of: ExampleDay.day, options: DayPlotOptions(unit: .mmolL))
  }

  private func expectTitles(_ svg: String, _ caption: (DiaryEvent.ID) -> String?) throws {
    let titles = try #require(ParsedElement.parse(svg)).all.compactMap { element in
      element.attributes["data-event"].flatMap { id in
        element.children.first { $0.name == "title" }.map { (id: id, text: $0.text) }
      }
    }
    #expect(Set(titles.map(\.id)).count == 13)
    for title in titles {
      #expect(caption(DiaryEvent.ID(rawValue: title.id)) == title.text)
    }
    #expect(titles.contains { $0.text.hasSuffix(", planned") })
    #expect(caption(DiaryEvent.ID(rawValue: "another")) == nil)
  }

  @Test func captionsAreTheTitlesOfMarks() throws {
    var day = DayPicture(try plot())
    day.now = ExampleDay.day.time(hour: 12)
    try expectTitles(day.svg, day.places.caption)
    var bifocal = DayPicture(try plot(), try ExampleDay.window())
    bifocal.now = ExampleDay.day.time(hour: 12)
    try expectTitles(bifocal.svg, bifocal.places.caption)
  }

  @Test func captionsHaveTheWordsAndFormatsOfTheStrings() throws {
    var strings = ChartStrings.german
    strings.timePattern = "h:mm a"
    let picture = DayPicture(try plot(), strings: strings)
    #expect(
      picture.places.caption(of: DiaryEvent.ID(rawValue: "finger"))
        == "6:30 AM Blutzucker: 6,4 mmol/L")
    #expect(
      picture.places.caption(of: DiaryEvent.ID(rawValue: "dinner dose"))
        == "6:18 PM Insulin: 7,5 Einheiten, schnell")
    #expect(
      picture.places.caption(of: DiaryEvent.ID(rawValue: "stress"))?.contains("9:00 AM – 11:40 AM")
        == true)
  }
}
