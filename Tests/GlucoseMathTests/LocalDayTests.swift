import Foundation
import GlucoseTestSupport
import Testing

@testable import GlucoseMath

@Suite struct LocalDayTests {
  private func zone(_ identifier: String) throws -> TimeZone {
    try #require(TimeZone(identifier: identifier))
  }

  private func day(_ text: String, _ identifier: String) throws -> LocalDay {
    try #require(LocalDay(text, in: zone(identifier)))
  }

  private func utc(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// Day, zone, its length in hours and its start.
  @Test(arguments: [
    ("2025-03-30", "Europe/Oslo", 23.0, "2025-03-29T23:00:00Z"),
    ("2025-10-26", "Europe/Oslo", 25, "2025-10-25T22:00:00Z"),
    ("2025-06-01", "Europe/Oslo", 24, "2025-05-31T22:00:00Z"),
    ("2025-03-09", "America/New_York", 23, "2025-03-09T05:00:00Z"),
    ("2025-11-02", "America/New_York", 25, "2025-11-02T04:00:00Z"),
    ("2025-10-05", "Australia/Lord_Howe", 23.5, "2025-10-04T13:30:00Z"),
    ("2025-04-06", "Australia/Lord_Howe", 24.5, "2025-04-05T13:00:00Z"),
    ("2018-11-04", "America/Sao_Paulo", 23, "2018-11-04T03:00:00Z"),
    ("2018-02-17", "America/Sao_Paulo", 25, "2018-02-17T02:00:00Z"),
    ("2011-12-31", "Pacific/Apia", 24, "2011-12-30T10:00:00Z"),
    ("2025-05-05", "Asia/Kolkata", 24, "2025-05-04T18:30:00Z"),
    ("1988-04-03", "America/St_Johns", 22, "1988-04-03T03:30:00Z"),
    ("2025-05-05", "GMT", 24, "2025-05-05T00:00:00Z"),
    ("2025-05-05", "GMT+0530", 24, "2025-05-04T18:30:00Z"),
  ])
  func dayStartsAndLastsAsClocksSay(
    text: String, identifier: String, hours: Double, start: String
  ) throws {
    let day = try day(text, identifier)
    #expect(day.start == (try utc(start)))
    #expect(day.hours == hours)
    #expect(day.end == day.advanced(by: 1).start)
    #expect(day.interval == day.start..<day.end)
    #expect(LocalDay(containing: day.start, in: day.zone) == day)
    #expect(LocalDay(containing: day.end.addingTimeInterval(-0.001), in: day.zone) == day)
    #expect(LocalDay(containing: day.end, in: day.zone) == day.advanced(by: 1))
    #expect(day.contains(day.start) && !day.contains(day.end))
    #expect(day.fraction(of: day.start) == 0 && day.fraction(of: day.end) == 1)
    #expect(abs(day.fraction(of: day.start.addingTimeInterval(6 * 3600)) - 6 / hours) < 1e-12)
  }

  /// Samoa went from the 29th to the 31st: the 30th has a date and no time.
  @Test func aDateThatWasSkippedIsADayOfNoLength() throws {
    let day = try day("2011-12-30", "Pacific/Apia")
    #expect(day.hours == 0)
    #expect(day.start == (try utc("2011-12-30T10:00:00Z")))
    #expect(!day.contains(day.start))
    #expect(LocalDay(containing: day.start, in: day.zone).description == "2011-12-31")
    #expect(day.time(hour: 12) == day.start)
    #expect(day.fraction(of: day.start) == 0)
    let before = day.advanced(by: -1)
    #expect(before.hours == 24 && before.end == day.start && day.end == day.start)
  }

  /// In St John's clocks went back at 00:01, by an hour or two: midnight struck twice, and the day
  /// begins with the first.
  @Test func aDayBeginsWithTheFirstOfTwoMidnights() throws {
    let day = try day("1988-10-30", "America/St_Johns")
    #expect(day.start == (try utc("1988-10-30T01:30:00Z")))
    #expect(day.hours == 26)
    #expect(day.advanced(by: -1).hours == 24)
    #expect(day.time(hour: 0) == day.start)
  }

  @Test(arguments: [
    "Europe/Oslo", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "Asia/Kolkata",
    "Pacific/Apia", "Africa/Casablanca", "America/Havana", "Asia/Kathmandu", "Pacific/Chatham",
    "Asia/Tehran", "Africa/Cairo",
  ])
  func daysAgreeWithTheCalendar(identifier: String) throws {
    let zone = try zone(identifier)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    var random = SeededGenerator(seed: 99)
    for _ in 0..<400 {
      let time = instant(Double.random(in: -800_000_000...1_200_000_000, using: &random).rounded())
      let day = LocalDay(containing: time, in: zone)
      let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: time)
      #expect(day.year == parts.year && day.month == parts.month && day.day == parts.day)
      #expect(day.weekday % 7 + 1 == parts.weekday)
      #expect(day.contains(time))
      #expect(day.start == calendar.startOfDay(for: time), "\(identifier) \(day)")
    }
  }

  @Test(arguments: ["Europe/Oslo", "America/St_Johns", "Pacific/Apia", "America/Havana"])
  func daysFollowEachOtherWithoutGapOrOverlap(identifier: String) throws {
    var day = try day("1985-01-01", identifier)
    for _ in 0..<12_000 {
      let next = day.advanced(by: 1)
      #expect(day.end == next.start && day.start <= day.end)
      day = next
    }
  }

  @Test func aSkippedHourGivesTheInstantOfTheChange() throws {
    let change = try utc("2025-03-30T01:00:00Z")
    let day = try day("2025-03-30", "Europe/Oslo")
    for minute in [0, 1, 30, 59] { #expect(day.time(hour: 2, minute: minute) == change) }
    #expect(day.time(hour: 3) == change)
    #expect(day.time(hour: 1, minute: 59) == change.addingTimeInterval(-60))
    #expect(day.time(hour: 3, minute: 1) == change.addingTimeInterval(60))
    let halfHour = try self.day("2025-10-05", "Australia/Lord_Howe")
    #expect(halfHour.time(hour: 2, minute: 15) == (try utc("2025-10-04T15:30:00Z")))
    #expect(halfHour.time(hour: 2, minute: 30) == (try utc("2025-10-04T15:30:00Z")))
  }

  @Test func aSkippedMidnightIsTheStartOfTheDay() throws {
    let day = try day("2018-11-04", "America/Sao_Paulo")
    for minute in [0, 30, 59] { #expect(day.time(hour: 0, minute: minute) == day.start) }
    #expect(day.time(hour: 1) == day.start)
    #expect(day.time(hour: 2) == day.start.addingTimeInterval(3600))
  }

  @Test func ofARepeatedHourTheFirstCounts() throws {
    let day = try day("2025-10-26", "Europe/Oslo")
    #expect(day.time(hour: 2, minute: 30) == (try utc("2025-10-26T00:30:00Z")))
    #expect(day.time(hour: 3) == (try utc("2025-10-26T02:00:00Z")))
    let evening = try self.day("2018-02-17", "America/Sao_Paulo")
    #expect(evening.time(hour: 23, minute: 30) == (try utc("2018-02-18T01:30:00Z")))
  }

  @Test(arguments: ["Europe/Oslo", "America/Sao_Paulo", "Australia/Lord_Howe", "Pacific/Apia"])
  func timesOfADayAscendAndLieInIt(identifier: String) throws {
    let zone = try zone(identifier)
    for text in [
      "2025-03-30", "2025-10-26", "2018-11-04", "2018-02-17", "2025-04-06", "2025-10-05",
      "2011-12-31",
    ] {
      let day = try #require(LocalDay(text, in: zone))
      var last = day.start
      for minutes in stride(from: 0, to: 1440, by: 15) {
        let time = day.time(hour: minutes / 60, minute: minutes % 60)
        #expect(time >= last && day.contains(time), "\(identifier) \(text) \(minutes)")
        last = time
      }
    }
  }

  @Test(arguments: [
    ("2024-02-29", true), ("2025-02-29", false), ("1900-02-29", false), ("2000-02-29", true),
    ("2025-13-01", false), ("2025-00-10", false), ("2025-04-31", false), ("2025-4-3", false),
    ("2025-04-03 ", false), ("25-04-03", false), ("2025-04", false), ("", false),
    ("٢٠٢٥-04-03", false),
    ("+025-04-03", false), ("2025-04-03-", false), ("0001-01-01", true),
  ])
  func textIsADayOnlyIfTheCalendarHasIt(text: String, exists: Bool) {
    let day = LocalDay(text, in: .gmt)
    #expect((day != nil) == exists)
    if let day { #expect(day.description == text) }
  }

  @Test func weekdaysCountFromMonday() throws {
    let monday = try day("2025-03-31", "Europe/Oslo")
    #expect((0..<7).map { monday.advanced(by: $0).weekday } == [1, 2, 3, 4, 5, 6, 7])
    #expect(try day("1969-12-31", "GMT").weekday == 3)
    #expect(try day("1970-01-01", "GMT").weekday == 4)
    #expect(try day("1582-10-15", "GMT").weekday == 5)
  }

  @Test func daysAreStridden() throws {
    let first = try day("2025-02-27", "Europe/Oslo")
    let last = try day("2025-03-02", "Europe/Oslo")
    #expect(first.distance(to: last) == 3 && last.advanced(by: -3) == first)
    #expect(
      (first...last).map(\.description) == ["2025-02-27", "2025-02-28", "2025-03-01", "2025-03-02"])
    #expect(first < last && !(last < first))
  }

  /// Of any two days exactly one holds: equal, earlier, later.
  @Test func orderIsTotalAcrossZones() throws {
    let days = try ["Europe/Oslo", "Europe/Berlin", "Asia/Tokyo"].map { try day("2025-05-05", $0) }
    for first in days {
      for second in days {
        #expect([first == second, first < second, second < first].count { $0 } == 1)
      }
    }
    #expect(days.sorted().first?.zone.identifier == "Asia/Tokyo")
  }

  @Test func codesAsDateAndZone() throws {
    let day = try day("2025-03-30", "Europe/Oslo")
    let data = try JSONEncoder().encode(day)
    #expect(try JSONDecoder().decode(LocalDay.self, from: data) == day)
    let broken = String(decoding: data, as: UTF8.self).replacing("03-30", with: "02-30")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(LocalDay.self, from: Data(broken.utf8))
    }
  }

  @Test(arguments: [
    (-100_000, "-100000-01-01"), (-5, "-000005-01-01"), (-1, "-000001-01-01"), (0, "0000-01-01"),
    (7, "0007-01-01"), (9999, "9999-01-01"), (10_000, "+010000-01-01"),
    (100_000, "+100000-01-01"),
  ])
  func everyYearIsReadAsItIsWritten(year: Int, text: String) throws {
    let day = try #require(LocalDay(year: year, month: 1, day: 1, in: .gmt))
    #expect(day.description == text)
    #expect(LocalDay(text, in: .gmt) == day)
    #expect(try JSONDecoder().decode(LocalDay.self, from: JSONEncoder().encode(day)) == day)
    #expect(LocalDay(containing: day.start, in: .gmt) == day)
  }

  @Test(arguments: [
    "-000000-01-01", "+002025-03-30", "-0005-01-01", "10000-01-01", "+10000-01-01", "−000005-01-01",
    "+100001-01-01", "-100001-12-31", "+-00005-01-01", "--00005-01-01", "2025-03-30-", "", "-", "+",
  ])
  func noOtherTextIsAYear(text: String) { #expect(LocalDay(text, in: .gmt) == nil) }

  @Test(arguments: [(-100_000, 1, 1, -1), (100_000, 12, 31, 1)])
  func daysEndWhereYearsDo(year: Int, month: Int, day: Int, step: Int) async throws {
    let last = try #require(CivilDate(year: year, month: month, day: day)).ordinal
    #expect(LocalDay(year: year, month: month, day: day, in: .gmt) != nil)
    #expect(CivilDate(ordinal: last + step).year == year + step)
  }

  @Test func civilDatesCountEveryDayOfFourCenturies() throws {
    var ordinal = try #require(CivilDate(year: 1800, month: 1, day: 1)).ordinal
    for year in 1800..<2200 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, days) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        for day in 1...days {
          let date = CivilDate(ordinal: ordinal)
          #expect(date.year == year && date.month == month + 1 && date.day == day)
          #expect(date.ordinal == ordinal)
          ordinal += 1
        }
      }
    }
  }

  @Test func aTimeThatNoClockShowsIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = LocalDay(containing: Date(timeIntervalSince1970: 0), in: .gmt).time(hour: 24)
    }
  }

  @Test func aDayBeyondAllYearsIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = LocalDay(containing: Date(timeIntervalSinceReferenceDate: 1e300), in: .gmt)
    }
    await #expect(processExitsWith: .failure) {
      _ = LocalDay(containing: Date(timeIntervalSinceReferenceDate: .infinity), in: .gmt)
    }
    await #expect(processExitsWith: .failure) {
      _ = LocalDay(containing: Date(timeIntervalSince1970: 0), in: .gmt).advanced(by: .max)
    }
  }

  @Test(arguments: [-99_999, 99_999])
  func daysReachAHundredThousandYears(year: Int) throws {
    let day = try #require(LocalDay(year: year, month: 12, day: 31, in: .gmt))
    #expect(LocalDay(containing: day.start, in: .gmt) == day)
    #expect(day.year == year)
  }

  @Test func aDayAfterTheLastIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      _ = LocalDay(year: 100_000, month: 12, day: 31, in: .gmt)?.advanced(by: 1)
    }
    await #expect(processExitsWith: .failure) {
      guard let first = LocalDay(year: -100_000, month: 1, day: 1, in: .gmt) else { return }
      _ = LocalDay(containing: first.start.addingTimeInterval(-1), in: .gmt)
    }
  }
}
