import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

struct BasalScheduleTests {
  private static let oslo = TimeZone(identifier: "Europe/Oslo") ?? .gmt
  private let day = LocalDay(containing: Date(timeIntervalSince1970: 1_741_780_800), in: oslo)

  private func schedule(_ rates: [(String, Double)]) throws -> BasalSchedule {
    BasalSchedule(try rates.map { .init(from: try #require(ClockTime($0.0)), unitsPerHour: $0.1) })
  }

  private func temporary(
    _ hour: Int, minutes: Double, _ amount: Double, _ unit: DiaryEntry.Unit
  ) -> DiaryEvent {
    DiaryEvent(
      at: day.time(hour: hour), in: Self.oslo,
      .entry(
        DiaryEntry(.temporaryBasal, amount: amount, unit: unit, duration: .seconds(minutes * 60))))
  }

  private func segments(_ schedule: BasalSchedule, _ events: [DiaryEvent]) -> [[Double]] {
    schedule.segments(on: day, events: events).map { segment in
      [segment.start, segment.end].map { $0.timeIntervalSince(day.start) / 3600 }
        + [segment.unitsPerHour]
    }
  }

  @Test func aScheduleIsReadAndWrittenAsText() throws {
    let schedule = try schedule([("00:00", 0.7), ("06:00", 1.1)])
    #expect(BasalSchedule(" 06:00 1.1;00:00  0,7; ", style: .comma) == schedule)
    #expect(schedule.text(style: .comma) == "00:00 0,7; 06:00 1,1")
    #expect(BasalSchedule(" ", style: .point)?.rates == [])
    for text in ["06:00", "1.1", "06:00 1.1 2", "25:00 1", "06:00 x", "06:00 36", "06:00 -1"] {
      #expect(BasalSchedule(text, style: .point) == nil, "\(text)")
    }
  }

  @Test func theLastRateOfADayLastsUntilTheFirstOfTheNext() throws {
    let schedule = try schedule([("22:30", 0.8), ("06:00", 1.1)])
    #expect(segments(schedule, []) == [[0, 6, 0.8], [6, 22.5, 1.1], [22.5, 24, 0.8]])
    #expect(schedule.rate(at: day.time(hour: 5), in: Self.oslo) == 0.8)
    #expect(schedule.rate(at: day.time(hour: 6), in: Self.oslo) == 1.1)
    #expect(BasalSchedule().segments(on: day).isEmpty)
    #expect(try self.schedule([("06:00", -1), ("07:00", .infinity)]).rates.isEmpty)
    #expect(try self.schedule([("06:00", 1), ("06:00", 2)]).rates.map(\.unitsPerHour) == [2])
  }

  @Test func temporaryRatesReplaceTheUsualOnes() throws {
    let schedule = try schedule([("00:00", 1), ("12:00", 2)])
    let half = temporary(11, minutes: 120, 50, .percent)
    #expect(
      segments(schedule, [half]) == [[0, 11, 1], [11, 12, 0.5], [12, 13, 1], [13, 24, 2]])
    // The next one ends the one before, which does not resume.
    let off = temporary(12, minutes: 30, 0, .unitsPerHour)
    #expect(
      segments(schedule, [off, half]) == [
        [0, 11, 1], [11, 12, 0.5], [12, 12.5, 0], [12.5, 24, 2],
      ])
  }

  @Test func withoutAUsualRateAPercentageIsUnknown() {
    let events = [
      temporary(3, minutes: 60, 80, .percent), temporary(6, minutes: 60, 0.4, .unitsPerHour),
      temporary(9, minutes: 0, 1, .unitsPerHour),
    ]
    #expect(segments(BasalSchedule(), events) == [[6, 7, 0.4]])
  }

  /// A rate that lasts from the day before begins at midnight.
  @Test func aTemporaryRateIsClippedToTheDay() {
    let event = DiaryEvent(
      at: day.start - 3600, in: Self.oslo,
      .entry(
        DiaryEntry(.temporaryBasal, amount: 0.4, unit: .unitsPerHour, duration: .seconds(7200))))
    #expect(segments(BasalSchedule(), [event]) == [[0, 1, 0.4]])
  }

  /// The second rate ended the first one before midnight, and itself ended before midnight.
  @Test func aTemporaryRateThatWasReplacedOnTheDayBeforeDoesNotResume() throws {
    let before = day.advanced(by: -1)
    func rate(_ hour: Int, minutes: Double, _ amount: Double) -> DiaryEvent {
      DiaryEvent(
        at: before.time(hour: hour), in: Self.oslo,
        .entry(
          DiaryEntry(
            .temporaryBasal, amount: amount, unit: .unitsPerHour,
            duration: .seconds(minutes * 60))))
    }
    let schedule = try schedule([("00:00", 1)])
    func rates(_ events: [DiaryEvent], on day: LocalDay) -> [Double] {
      Recording(series: GlucoseSeries(), events: events)
        .basalSegments(on: day, schedule: schedule).map(\.unitsPerHour)
    }
    let long = rate(22, minutes: 240, 0.2)
    #expect(rates([long, rate(23, minutes: 30, 2)], on: before) == [1, 0.2, 2, 1])
    #expect(rates([long, rate(23, minutes: 30, 2)], on: day) == [1])
    #expect(rates([long, rate(23, minutes: 120, 2)], on: day) == [2, 1])
    #expect(rates([long], on: day) == [0.2, 1])
    #expect(rates([], on: day) == [1])
  }

  @Test func ratesFollowTheClocks() throws {
    let spring = try #require(LocalDay("2025-03-30", in: Self.oslo))
    let autumn = try #require(LocalDay("2025-10-26", in: Self.oslo))
    // 02:30 does not exist in spring and occurs twice in autumn.
    let schedule = try schedule([("00:00", 1), ("02:30", 2)])
    let hours = { (day: LocalDay) in
      schedule.segments(on: day).map { $0.end.timeIntervalSince($0.start) / 3600 }
    }
    #expect(hours(spring) == [2, 21])
    #expect(hours(autumn) == [2.5, 0.5, 0.5, 21.5])
    let copy = try JSONDecoder().decode(BasalSchedule.self, from: JSONEncoder().encode(schedule))
    #expect(copy == schedule)
  }

  @Test func aStoredScheduleIsOrderedAndWithoutNegativeRates() throws {
    let text = String(
      decoding: try JSONEncoder().encode(try schedule([("00:00", 0.7), ("12:00", 1.1)])),
      as: UTF8.self)
    let rates = text.split(separator: "},{").map(String.init)
    #expect(rates.count == 2)
    let negative = Data(text.replacing("1.1", with: "-1").utf8)
    let decoded = try JSONDecoder().decode(BasalSchedule.self, from: negative)
    #expect(decoded == (try schedule([("00:00", 0.7)])))
    // The same rates in the other order.
    let swapped = Data(
      text.replacing("0.7", with: "2.5").replacing("1.1", with: "0.7").replacing("2.5", with: "1.1")
        .utf8)
    #expect(
      try JSONDecoder().decode(BasalSchedule.self, from: swapped)
        == schedule([("12:00", 0.7), ("00:00", 1.1)]))
  }
}
