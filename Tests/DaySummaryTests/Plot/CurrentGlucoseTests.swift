import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct CurrentGlucoseTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func current(
    _ points: [(minute: Double, mgdL: Double)], at minute: Double
  ) throws -> CurrentGlucose? {
    let series = try GlucoseSeries(
      points.map {
        Reading(time: day.start.addingTimeInterval($0.minute * 60), glucose: .mgdL($0.mgdL))
      })
    return CurrentGlucose(series, at: day.start.addingTimeInterval(minute * 60))
  }

  @Test func lastReadingAtOrBeforeNowIsCurrent() throws {
    let current = try #require(try current([(0, 100), (5, 110), (10, 120)], at: 5))
    #expect(current.reading.glucose == .mgdL(110))
    #expect(current.age == .zero)
    #expect(try self.current([(10, 100)], at: 9) == nil)
  }

  @Test func readingIsStaleAboveFifteenMinutes() throws {
    #expect(try current([(0, 100)], at: 15)?.isStale == false)
    #expect(try current([(0, 100), (1, 100)], at: 16.1)?.isStale == true)
    #expect(try current([(0, 100), (1, 100)], at: 16.1)?.trend == nil)
  }

  @Test func readingOfASlowerSensorIsNotStaleBeforeTheNextIsDue() throws {
    let quarters = (0...9).map { (minute: 15 * Double($0), mgdL: 100.0) }
    #expect(try current(quarters, at: 135 + 20)?.isStale == false)
    #expect(try current(quarters, at: 135 + 20.1)?.isStale == true)
    // The last nine readings count, and a gap among them has no effect.
    let faster = quarters + (1...8).map { (minute: 200 + 5 * Double($0), mgdL: 100.0) }
    #expect(try current(faster, at: 240 + 15)?.isStale == false)
    #expect(try current(faster, at: 240 + 15.1)?.isStale == true)
    let twelve = (0...9).map { (minute: 12 * Double($0), mgdL: 100.0) }
    #expect(try current(twelve, at: 108 + 17)?.isStale == false)
    #expect(try current(twelve, at: 108 + 17.1)?.isStale == true)
    // Readings an hour apart are of no sensor.
    let hours = (0...9).map { (minute: 60 * Double($0), mgdL: 100.0) }
    #expect(try current(hours, at: 540 + 20.1)?.isStale == true)
  }

  @Test func rateIsTheSlopeOfTheLastFifteenMinutes() throws {
    let steady = try current([(-20, 300), (0, 100), (5, 110), (10, 120), (15, 130)], at: 15)
    #expect(abs(try #require(steady?.mgdLPerMinute) - 2) < 1e-9)
    #expect(steady?.trend == .risingSlowly)
    // Least squares by hand: times 0, 5, 10 and values 100, 100, 130 have the slope 3.
    let bent = try current([(0, 100), (5, 100), (10, 130)], at: 10)
    #expect(abs(try #require(bent?.mgdLPerMinute) - 3) < 1e-9)
  }

  @Test func rateIsUnknownForReadingsOfAFewMinutes() throws {
    // A scan 20 seconds after the value that a sensor stores every quarter of an hour.
    let scan = try current([(0, 104), (15, 108), (15.333, 114)], at: 16)
    #expect(scan?.mgdLPerMinute == nil && scan?.trend == nil)
    // A sensor that reads every minute, after a gap.
    let minutes: [(minute: Double, mgdL: Double)] = [
      (30, 100), (31, 102), (32, 104), (33, 106), (34, 108),
    ]
    #expect(try current([(0, 100)] + minutes.prefix(4), at: 33)?.mgdLPerMinute == nil)
    let known = try current([(0, 100)] + minutes, at: 34)
    #expect(abs(try #require(known?.mgdLPerMinute) - 2) < 1e-9)
  }

  @Test func rateIsUnknownForOneReadingOrBeyondADeviceLimit() throws {
    #expect(try current([(0, 100), (16, 120)], at: 16)?.mgdLPerMinute == nil)
    let series = try GlucoseSeries([
      Reading(time: day.start, glucose: .mgdL(390)),
      Reading(
        time: day.start.addingTimeInterval(300), glucose: .mgdL(400), flags: .aboveDeviceLimit),
    ])
    let current = CurrentGlucose(series, at: day.start.addingTimeInterval(300))
    #expect(current?.mgdLPerMinute == nil)
    #expect(current?.trend == nil)
  }

  @Test(arguments: [
    (-3.01, GlucoseTrend.fallingRapidly), (-3, .falling), (-2.01, .falling), (-2, .fallingSlowly),
    (-1.01, .fallingSlowly), (-1, .steady), (0, .steady), (1, .steady), (1.01, .risingSlowly),
    (2, .risingSlowly), (2.01, .rising), (3, .rising), (3.01, .risingRapidly),
  ])
  func rateOnALimitBelongsToTheSlowerStep(rate: Double, trend: GlucoseTrend) {
    #expect(GlucoseTrend(mgdLPerMinute: rate) == trend)
  }

  @Test func plotHasACurrentValueOnTheDayThatContainsNow() throws {
    let series = try Samples.series(from: day.start, [(-5, 6), (1430, 7)])
    let recording = Recording(series: series)
    #expect(recording.plot(of: day, options: DayPlotOptions(unit: .mmolL)).current == nil)
    #expect(
      recording.plot(of: day, now: day.end, options: DayPlotOptions(unit: .mmolL)).current == nil)
    let now = day.start.addingTimeInterval(60)
    #expect(
      recording.plot(of: day, now: now, options: DayPlotOptions(unit: .mmolL)).current?.reading
        .glucose == .mmolL(6))
  }
}
