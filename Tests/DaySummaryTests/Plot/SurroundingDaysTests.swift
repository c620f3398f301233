import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct SurroundingDaysTests {
  @Test func barsAreOfDaysWithReadingsFromOneRead() throws {
    let day = try Samples.shortDay()
    let readings = [-4, -3, -1, 0, 2].flatMap { offset in
      let start = day.advanced(by: offset).start
      return [5.0, 7, 12].enumerated().map { index, value in
        Reading(
          time: start.addingTimeInterval(Double(index) * 300),
          glucose: .mmolL(value + Double(offset)))
      }
    }
    let counting = CountingHistory(Recording(series: try GlucoseSeries(readings)))
    let window = counting.surroundingDays(around: day)
    #expect(counting.seriesReads == 1)
    #expect(window.bars.map(\.offset) == [-3, -1, 0, 2])
    #expect(window.bars.map(\.day) == [-3, -1, 0, 2].map { day.advanced(by: $0) })
    let bar = window.bars[2]
    #expect(bar.statistics.minimum == .mmolL(5) && bar.statistics.maximum == .mmolL(12))
    #expect(abs(bar.statistics.mean.mmolL - 8) < 1e-9)
    #expect(abs(bar.coverage.fraction - 0.25 / 23) < 1e-9)
  }

  @Test func aBarHasTheFlagsOfItsExtremes() throws {
    let day = try Samples.shortDay()
    var readings = [40.0, 100, 400].enumerated().map { index, value in
      Reading(time: day.start.addingTimeInterval(Double(index) * 300), glucose: .mgdL(value))
    }
    func bar() throws -> DayRangeBar {
      let history = Recording(series: try GlucoseSeries(readings))
      return try #require(history.surroundingDays(around: day).bars.first)
    }
    #expect(try bar().statistics.minimumFlags == [] && bar().statistics.maximumFlags == [])
    readings[0].flags = .belowDeviceLimit
    readings[2].flags = .aboveDeviceLimit
    #expect(
      try bar().statistics.minimumFlags == .belowDeviceLimit
        && bar().statistics.maximumFlags == .aboveDeviceLimit)
  }

  private func weeks() throws -> CountingHistory {
    let first = try Samples.shortDay().advanced(by: -10)
    let readings = try (0..<21).filter { $0 % 5 != 3 }.flatMap { offset in
      let day = first.advanced(by: offset)
      return Array(try Samples.series(day.interval, every: 15, .mmolL(5 + Double(offset) / 10)))
    }
    return CountingHistory(Recording(series: try GlucoseSeries(readings)))
  }

  @Test func windowReadsItsDays() throws {
    let history = try weeks()
    let day = try Samples.shortDay()
    _ = history.surroundingDays(around: day)
    let range = try #require(history.ranges.last)
    #expect(range.upperBound == day.advanced(by: 3).end)
    #expect(range.lowerBound == day.advanced(by: -3).start.addingTimeInterval(-900))
  }

  @Test func windowOfASeriesEqualsTheWindowOfTheHistory() throws {
    let history = try weeks()
    let day = try Samples.shortDay()
    #expect(
      SurroundingDays(around: day, in: history.recording.series)
        == (history.surroundingDays(around: day)))
    let empty = SurroundingDays(around: day, before: 0, after: 0, in: GlucoseSeries())
    #expect(empty.bars.isEmpty && empty.days == day...day)
  }

  @Test func plotAndWindowUseOneRead() throws {
    let history = try weeks()
    let day = try Samples.shortDay()
    let display = history.bifocalDay(of: day, options: DayPlotOptions(unit: .mmolL))
    #expect(history.seriesReads == 1 && history.eventReads == 1)
    #expect(display.plot == (history.plot(of: day, options: DayPlotOptions(unit: .mmolL))))
    #expect(display.surroundingDays == (history.surroundingDays(around: day)))
    #expect(display.plot.day == day)
  }
}
