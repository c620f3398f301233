import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucosePictureTestSupport
import Testing

@testable import DayChart

struct ChartStringsTests {
  static let american: ChartStrings = {
    var strings = ChartStrings()
    strings.datePattern = "MMM d, y"
    strings.weekdayDatePattern = "EEE, MMM d, y"
    strings.timePattern = "h:mm a"
    strings.hourPattern = "h a"
    strings.percentPattern = "#%"
    return strings
  }()

  static let german: ChartStrings = {
    var strings = ChartStrings()
    strings.datePattern = "d. MMM yyyy"
    strings.weekdayDatePattern = "EEEE, dd.MM.yy"
    strings.timePattern = "HH:mm 'Uhr'"
    strings.decimalSeparator = ","
    strings.weekdays = ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"]
    strings.months = Array(repeating: "März", count: 12)
    strings[.forecastRange] = "{percent}-Bereich"
    strings[.goal] = "Ziel {goal}"
    strings[.grams] = "Gramm"
    strings["unit.mmol/L"] = "mmol pro l"
    strings["category.ketones"] = "Ketone"
    return strings
  }()

  @Test func datesFollowTheirPatterns() {
    let day = ExampleDay.day
    #expect(ChartStrings().weekdayDate(day) == "Wed 2025-03-12")
    #expect(Self.american.date(day) == "Mar 12, 2025")
    #expect(Self.american.weekdayDate(day) == "Wed, Mar 12, 2025")
    #expect(Self.german.date(day) == "12. März 2025")
    #expect(Self.german.weekdayDate(day) == "Mi, 12.03.25")
    #expect(ChartStrings().dates(day, day) == "2025-03-12")
    #expect(ChartStrings().dates(day, day.advanced(by: 1)) == "2025-03-12 – 2025-03-13")
    #expect(ChartStrings().dates(nil, nil) == "")
    var plain = Self.american
    plain.weekdays = []
    plain.months = []
    #expect(plain.weekdayDate(day) == "3 12, 2025")
  }

  @Test(arguments: [
    (0, "12 AM", "00:00"), (1, "1 AM", "01:00"), (12, "12 PM", "12:00"), (13, "1 PM", "13:00"),
    (24, "12 AM", "24:00"),
  ])
  func hoursFollowTheirPattern(hour: Int, american: String, plain: String) {
    #expect(Self.american.hour(hour) == american)
    #expect(ChartStrings().hour(hour) == plain)
  }

  @Test func clockTimesFollowTheirPattern() {
    func time(_ hour: Int, _ minute: Int) -> ClockTime {
      ClockTime(ExampleDay.day.time(hour: hour, minute: minute), in: ExampleDay.zone)
    }
    #expect(Self.american.clock(time(0, 5)) == "12:05 AM")
    #expect(Self.american.clock(time(15, 50)) == "3:50 PM")
    #expect(Self.german.clock(time(7, 5)) == "07:05 Uhr")
    var strings = ChartStrings()
    strings.timePattern = "H''m"
    #expect(strings.clock(time(7, 5)) == "7'5")
  }

  /// The clocks of 12 hours from 0 to 11, as in Japan, and of 24 hours from 1 to 24.
  @Test(arguments: [(0, "AM0", "24"), (9, "AM9", "09"), (12, "PM0", "12"), (21, "PM9", "21")])
  func hoursFromZeroOrToTwentyFourAreWritten(hour: Int, half: String, whole: String) {
    var strings = ChartStrings()
    let time = ClockTime(ExampleDay.day.time(hour: hour, minute: 5), in: ExampleDay.zone)
    strings.timePattern = "aK:mm"
    strings.hourPattern = "aK"
    #expect(strings.clock(time) == half + ":05" && strings.hour(hour) == half)
    strings.timePattern = "kk:mm"
    #expect(strings.clock(time) == whole + ":05")
  }

  @Test func numbersHaveTheSeparatorOfTheLocale() {
    #expect(Self.german.number(.mmolL(7.25), in: .mmolL) == "7,3")
    #expect(Self.german.amount(2.5) == "2,5" && Self.german.amount(18) == "18")
    #expect(Self.german.percent(Percentage(12.5), places: 1) == "12,5 %")
    #expect(Self.american.percent(Percentage(12.5)) == "13%")
  }

  @Test(arguments: [
    (0.0, "0 %"), (0.0049, "<1 %"), (0.005, "1 %"), (0.614, "61 %"), (0.9951, ">99 %"),
    (1.0, "100 %"),
  ])
  func percentagesAreWholeButNeverSayNoneOrAllWrongly(fraction: Double, text: String) {
    #expect(ChartStrings().percent(Percentage(fraction: fraction)) == text)
  }

  @Test(arguments: [
    (70.04, 0, "70.04 %"), (69.7, 0, "69.7 %"), (70, 0, "70 %"), (70.00001, 0, "70.00001 %"),
    (71.2, 0, "71 %"), (70.04, 1, "70.04 %"), (70.1, 1, "70.1 %"), (70, 1, "70.0 %"),
  ])
  func aPercentageIsOnItsSideOfALimit(percent: Double, places: Int, text: String) {
    let limit = Percentage(70)
    #expect(ChartStrings().percent(Percentage(percent), places: places, beside: limit) == text)
  }

  @Test func everyWordOfADayIsTranslated() throws {
    let plot = try ExampleDay.plot()
    let texts = try #require(
      ParsedElement.parse(DayPicture(plot, try ExampleDay.window(), strings: Self.german).svg)
    ).all.filter { ["text", "title", "desc"].contains($0.name) }.map(\.text)
    #expect(texts.contains("90 %-Bereich"))
    #expect(texts.contains("07:25 Uhr Porridge: 55 Gramm carbs, 14 Gramm protein, 9 Gramm fat"))
    #expect(texts.contains("55 Gramm") && texts.contains { $0.contains(": 5,5 units") })
    #expect(texts.contains { $0.hasPrefix("Di, 11.03.25: 3,2 to 10,0") })
    #expect(!texts.contains { $0.contains("mmol/L") })
    let entry = DiaryEntry(
      DiaryEvent.Category(rawValue: "ketones"), amount: 0.6,
      unit: DiaryEntry.Unit(rawValue: "mmol/L"))
    #expect(Self.german.amount(of: entry) == "0,6 mmol/L")
  }

  @Test func tagsHaveNames() {
    var strings = ChartStrings()
    #expect(strings.name(of: .low as DayTag) == "low")
    #expect(strings.name(of: .stress as DayTag) == "stress")
    let travel = DayTag(DiaryCondition.Kind(rawValue: "travel"))
    #expect(strings.name(of: travel) == "travel")
    strings["condition.travel"] = "Reise"
    #expect(strings.name(of: travel) == "Reise")
    strings["tag.low"] = "Unterzucker"
    #expect(strings.name(of: .low as DayTag) == "Unterzucker")
  }

  @Test func everyTextHasAName() {
    #expect(
      Set(ChartStrings.Name.allCases.map(\.rawValue))
        == Set(ChartStrings().texts.keys.filter { !$0.contains(".") }))
    #expect(ChartStrings()["condition.long.journey"] == "long.journey")
  }

  @Test func eachCopyHasItsOwnText() throws {
    let picture = DayPicture(try ExampleDay.plot())
    var copy = picture
    copy.strings[.glucose] = "Glukose"
    #expect(copy != picture)
    #expect(copy.svg.contains("Glukose Wed 2025-03-12"))
    #expect(picture.strings == ChartStrings())
    copy.strings[.glucose] = "Glucose"
    #expect(copy == picture)

    var options = ReportPageOptions(unit: .mmolL)
    options.strings[.days] = "Tage"
    options.strings[.dayTable] = "Tage"
    #expect(options.strings[.days] == "Tage")
    #expect(options.strings[.dayTable] == "Tage")
    #expect(options != ReportPageOptions(unit: .mmolL))
  }
}
