import DaySummary
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct StringsLocaleTests {
  static let zone = TimeZone(identifier: "Europe/Oslo") ?? .gmt

  @Test(arguments: [
    ("en_US", "Glucose", "Mar 12, 2025", "5:05\u{202F}PM", "5.6", "7%", 7),
    ("en_GB", "Glucose", "12 Mar 2025", "17:05", "5.6", "7%", 1),
    ("de_DE", "Glukose", "12. März 2025", "17:05", "5,6", "7\u{A0}%", 1),
    ("nb_NO", "Glucose", "12. mars 2025", "17:05", "5,6", "7\u{A0}%", 1),
    ("ar_EG", "Glucose", "12 مارس، 2025", "5:05 م", "5.6", "7\u{200E}%\u{200E}", 6),
    ("fa_IR", "Glucose", "12 مارس 2025", "17:05", "5.6", "7%", 6),
  ])
  func formatsAreThoseOfTheLocale(
    name: String, word: String, date: String, clock: String, number: String, percent: String,
    weekday: Int
  ) throws {
    let strings = ChartStrings(locale: Locale(identifier: name))
    let day = try #require(LocalDay(year: 2025, month: 3, day: 12, in: Self.zone))
    #expect(strings[.glucose] == word)
    #expect(strings.firstWeekday == weekday)
    #expect(strings.date(day) == date)
    #expect(spaced(strings.clock(try #require(ClockTime("17:05")))) == spaced(clock))
    #expect(strings.number(.mmolL(5.6), in: .mmolL) == number)
    #expect(spaced(strings.percent(Percentage(7))) == spaced(percent))
  }

  /// A person may choose another clock than that of the locale.
  @Test(arguments: [
    (Locale.HourCycle.zeroToEleven, "3"), (.oneToTwelve, "3"), (.zeroToTwentyThree, "15"),
    (.oneToTwentyFour, "15"),
  ])
  func everyClockHasTheHour(cycle: Locale.HourCycle, hour: String) throws {
    var components = Locale.Components(identifier: "ja_JP")
    components.hourCycle = cycle
    let strings = ChartStrings(locale: Locale(components: components))
    let digits = strings.clock(try #require(ClockTime("15:20"))).filter(\.isNumber)
    #expect(digits == hour + "20")
  }

  /// Versions of the locale data differ in their spaces.
  private func spaced(_ text: String) -> String {
    String(text.map { $0.isWhitespace ? " " : $0 })
  }

  @Test func textIsGermanOrEnglish() {
    let (swiss, french) = (
      ChartStrings(locale: Locale(identifier: "de_CH")),
      ChartStrings(locale: Locale(identifier: "fr_FR"))
    )
    #expect(swiss.texts == ChartStrings.german.texts && swiss.language == "de")
    #expect(french.texts == ChartStrings().texts && french.language == "en")
  }

  @Test func weeksOfPicturesStartOnTheWeekdayOfTheLocale() throws {
    let strings = ChartStrings(locale: Locale(identifier: "en_US"))
    let (history, days) = try ExampleDay.weeks()
    let plots = history.plots(of: Array(days.prefix(14)), options: DayPlotOptions(unit: .mmolL))
    #expect(CalendarPicture(plots, strings: strings).firstWeekday == 7)
    let root = try #require(
      ParsedElement.parse(
        HeatMapPicture(try ExampleDay.hoursOfTheWeek(), unit: .mmolL, strings: strings).svg))
    func top(_ weekday: Int) throws -> Double {
      let cell = root.all.first { $0.attributes["data-weekday"] == "\(weekday)" }
      return try #require(cell?.number("y"))
    }
    #expect(try top(7) < top(1) && top(1) < top(6))
    let labels = root.all.filter { $0.name == "text" && strings.weekdays.contains($0.text) }
    #expect(labels.min { ($0.number("y") ?? 0) < ($1.number("y") ?? 0) }?.text == "Sun")
  }
}
