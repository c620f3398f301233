import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct DayFilterTests {
  /// Four days from Monday: low; low and ill; ill; neither.
  private func history() throws -> (CountingHistory, ClosedRange<LocalDay>) {
    let monday = try #require(LocalDay(year: 2025, month: 3, day: 10, in: Samples.oslo))
    let lowest = [3.5, 3.6, 6, 6]
    let readings = lowest.enumerated().map { offset, value in
      Reading(time: monday.advanced(by: offset).time(hour: 9), glucose: .mmolL(value))
    }
    let illness = (1...2).map { offset in
      let day = monday.advanced(by: offset)
      return Samples.event(
        "ill \(offset)", at: day.time(hour: 8),
        .condition(DiaryCondition(.illness, until: day.time(hour: 20))))
    }
    let recording = Recording(series: try GlucoseSeries(readings), events: illness)
    return (CountingHistory(recording), monday...monday.advanced(by: 3))
  }

  private func offsets(where filter: DayFilter) throws -> [Int] {
    let (history, days) = try history()
    let reports = history.reports(of: days, where: filter, bands: .consensus(in: .mgdL))
    #expect(history.seriesReads == 1 && history.eventReads == 1)
    return reports.map { days.lowerBound.distance(to: $0.day) }
  }

  @Test func filtersCombineWithAndOrAndNot() throws {
    #expect(try offsets(where: .has(.low)) == [0, 1])
    #expect(try offsets(where: .has(.low) && !.has(.illness)) == [0])
    #expect(try offsets(where: .has(.low) || .has(.illness)) == [0, 1, 2])
    #expect(try offsets(where: !(.has(.low) || .has(.illness))) == [3])
    #expect(try offsets(where: !.has(.low) && !.has(.illness)) == [3])
    #expect(try offsets(where: .all([])) == [0, 1, 2, 3])
    #expect(try offsets(where: .any([])) == [])
  }

  @Test func filtersMatchWeekdaysDaysAndCoverage() throws {
    let (_, days) = try history()
    #expect(try offsets(where: .weekday([1, 4])) == [0, 3])
    #expect(try offsets(where: .days([days.upperBound])) == [3])
    #expect(try offsets(where: .coverage(atLeast: Percentage(50))) == [])
    #expect(
      try offsets(where: .coverage(atLeast: Percentage(fraction: 300.0 / 86_400))) == [0, 1, 2, 3])
  }

  @Test func filterIsUnchangedByCoding() throws {
    let filter = DayFilter.has(.low) && !.weekday([6, 7]) || .coverage(atLeast: Percentage(70))
    let data = try JSONEncoder().encode(filter)
    #expect(try JSONDecoder().decode(DayFilter.self, from: data) == filter)
  }

  @Test func aFilterIsStoredAsOneKeyForEachCase() throws {
    let filter = DayFilter.has(.low) && !.weekday([7, 6]) || .coverage(atLeast: Percentage(50))
    let stored = #"{"any":[{"all":[{"has":"low"},{"not":{"weekday":[6,7]}}]},{"coverage":0.5}]}"#
    #expect(String(decoding: try JSONEncoder().encode(filter), as: UTF8.self) == stored)
    #expect(try JSONDecoder().decode(DayFilter.self, from: Data(stored.utf8)) == filter)
    for damaged in ["{}", #"{"some":[]}"#, #"{"all":[],"any":[]}"#, #"{"has":{"_1":"low"}}"#] {
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(DayFilter.self, from: Data(damaged.utf8))
      }
    }
  }
}
