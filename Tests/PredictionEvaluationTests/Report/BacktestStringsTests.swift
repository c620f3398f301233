import DayChart
import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import GlucoseSimulation
import Prediction
import Testing

@testable import PredictionEvaluation

struct BacktestStringsTests {
  /// The names of fields of a text.
  private func fields(_ text: String) -> Set<Substring> {
    Set(text.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } })
  }

  @Test(arguments: BacktestText.allCases)
  func eachGermanTextDiffersFromTheEnglishOneAndHasItsFields(text: BacktestText) throws {
    let english = try #require(BacktestText.english[text])
    let german = try #require(BacktestText.german[text])
    #expect(english != german && fields(english) == fields(german))
  }

  /// Words and decimal points of the English text do not occur in any part of a German picture.
  @Test(arguments: GlucoseUnit.allCases)
  func germanPicturesHaveNoEnglishText(unit: GlucoseUnit) async throws {
    let report = try await ExampleReport.report
    let strings = ChartStrings.german
    let landscape = try #require(
      report.result.landscape(of: report.personalModel, lead: report.horizon))
    let size = PlotSize(width: 328, height: 360)
    let svgs = try PictureTests.pictures(report, size, unit, .arises, strings)
    for svg in svgs { try expectLegible(svg, size: size) }
    let others = [
      try #require(report.errorGrid(unit: unit, strings: strings)).svg,
      BacktestPicture(landscape, unit: unit, minimumCount: .max, strings: strings).svg,
    ]
    let english = try Regex(
      "(?i)error|forecast|reading|ahead|coverage|predict|observ|glucose|slope|clock|below|above"
        + "|value|second|personal|model\\b"
        + "|interval\\b|outcome|cells|origin|most|diagonal\\b.*from|[0-9]\\.[0-9]")
    for svg in svgs + others {
      let root = try #require(ParsedElement.parse(svg))
      let texts = root.all.filter { ["text", "title", "desc", "tspan"].contains($0.name) }.map(
        \.text)
      #expect(texts.count > 5)
      for text in texts {
        let isEnglish = text.firstMatch(of: english) != nil
        #expect(!isEnglish, "\(text)")
        #expect(!text.contains { "{}…".contains($0) }, "\(text)")
      }
    }
  }

  @Test func twelveHoursAndTitlesAreThoseOfTheStrings() async throws {
    let day = try #require(try await ExampleReport.report.day)
    var strings = ChartStrings()
    strings.hourPattern = "h a"
    strings["forecastDay"] = "Yesterday"
    let svg = ForecastDayPicture(day, unit: .mmolL, strings: strings).svg
    #expect(svg.contains("12 AM") && svg.contains("4 PM") && !svg.contains(":00<"))
    #expect(svg.contains("Yesterday"))
    #expect(ForecastDayPicture(day, unit: .mmolL, strings: strings, title: "T").title == "T")
  }

  @Test func theTextIsThatOfTheLocaleOrOfItsName() {
    #expect(ChartStrings(locale: Locale(identifier: "de_CH")).text(.reading) == "Messwert")
    var norwegian = ChartStrings(locale: Locale(identifier: "nb_NO"))
    #expect(norwegian.text(.reading) == "Reading")
    norwegian["backtest.noCells"] = "Ingen felter med {count} varsler."
    #expect(norwegian.text(.noCells, ["count": "3"]) == "Ingen felter med 3 varsler.")
  }

  /// In Oslo, the clock is set from 2 to 3 on 2026-03-29, and from 3 to 2 on 2026-10-25.
  @Test(arguments: [("2026-03-29", 3.0), ("2026-10-25", 5.0)])
  func hoursOfADayOnWhichTheClockChangesAreThoseOfTheClock(date: String, hours: Double) throws {
    let labels = try labels(of: date, in: "Europe/Oslo")
    let (evening, midnight, morning) = (
      try #require(labels["20:00"]), try #require(labels["00:00"]), try #require(labels["04:00"])
    )
    #expect(abs((morning - midnight) / (midnight - evening) - hours / 4) < 0.01)
  }

  /// In Pyongyang, the clock was set from 23:30 to midnight on 2018-05-04. There was no hour from
  /// 23 to midnight.
  @Test func hoursOfADayOnWhichTheClockChangesByHalfAnHourAreWhole() throws {
    let labels = try labels(of: "2018-05-05", in: "Asia/Pyongyang")
    let (afternoon, evening, morning) = (
      try #require(labels["16:00"]), try #require(labels["20:00"]), try #require(labels["04:00"])
    )
    #expect(abs((morning - evening) / (evening - afternoon) - 7.5 / 4) < 0.01)
    #expect(labels["00:00"] == nil)
  }

  /// Returns the places of the first label of each hour, of a picture that ends at noon of a day.
  private func labels(of date: String, in identifier: String) throws -> [String: Double] {
    let zone = try #require(TimeZone(identifier: identifier))
    let day = try #require(LocalDay(date, in: zone))
    let recording = VirtualPatient(seed: 5).simulate(days: 4, from: day.advanced(by: -3))
    let noon = Recording(
      series: recording.series.prefix(before: day.time(hour: 12, minute: 0)), events: [])
    let model = try Forecaster.pretrained(for: noon.series, zone: zone)
    let shown = try #require(ForecastDay(of: noon, by: model, in: zone))
    let size = PlotSize(width: 700, height: 400)
    let root = try #require(
      ParsedElement.parse(ForecastDayPicture(shown, unit: .mgdL, size: size).svg))
    let texts = root.all.filter { $0.name == "text" && $0.text.contains(":") }
    return Dictionary(
      texts.compactMap { text in text.number("x").map { (text.text, $0) } },
      uniquingKeysWith: { first, _ in first })
  }
}
