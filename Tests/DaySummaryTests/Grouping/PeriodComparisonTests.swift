import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct PeriodComparisonTests {
  private func history(_ days: [(offset: Int, hours: Double, mmolL: Double)]) throws -> Recording {
    let first = try Samples.plainDay()
    let readings = try days.flatMap { offset, hours, value in
      let start = first.advanced(by: offset).start
      return Array(
        try Samples.series(start..<start.addingTimeInterval(hours * 3600), .mmolL(value)))
    }
    return Recording(series: try GlucoseSeries(readings))
  }

  @Test func differencesAreThePeriodMinusTheReference() throws {
    let day = try Samples.plainDay()
    let history = try history([(0, 24, 8), (1, 24, 12), (2, 24, 6), (3, 12, 6)])
    let change = history.comparison(
      of: day.advanced(by: 2)...day.advanced(by: 3), with: day...day.advanced(by: 1),
      bands: .consensus(in: .mmolL))
    #expect(abs(try #require(change.difference(\.mean)).mmolL + 4) < 1e-9)
    #expect(abs(try #require(change.difference { $0.timeInRanges.inRange }).fraction - 0.5) < 1e-12)
    #expect(abs(change.current.coverage.fraction - 0.75) < 1e-9)
    #expect(change.current.recordedDayCount == 2 && change.current.dayCount == 2)
    #expect(!change.isSufficient)
    #expect(change.current.sufficiency.dayCount == 2)
  }

  /// A comparison requires enough data of both periods.
  @Test(arguments: [(14, 18.0, true), (13, 24, false), (14, 15, false), (30, 24, true)])
  func bothPeriodsMustBeSufficient(days: Int, hours: Double, isEnough: Bool) throws {
    let day = try Samples.plainDay()
    let history = try history((0..<days).map { ($0, hours, 7) } + [(60, 24, 7)])
    let period = day...day.advanced(by: days - 1)
    let alike = history.comparison(of: period, with: period, bands: .consensus(in: .mgdL))
    let thin = history.comparison(
      of: period, with: day.advanced(by: 60)...day.advanced(by: 60), bands: .consensus(in: .mgdL))
    #expect(alike.isSufficient == isEnough && !thin.isSufficient)
    #expect(thin.current.sufficiency.isSufficient == isEnough)
  }

  /// Fourteen days with ten recorded at either end: 71 %; with nine recorded: 64 %.
  @Test(arguments: [(10, 0, true), (10, 4, true), (9, 0, false), (9, 5, false)])
  func daysWithoutReadingsCount(recorded: Int, from: Int, isComplete: Bool) throws {
    let day = try Samples.plainDay()
    let history = try history((0..<recorded).map { ($0 + from, 24, 7) })
    let period = history.period(of: day...day.advanced(by: 13), bands: .consensus(in: .mgdL))
    let share = Double(recorded) / 14
    #expect(abs(period.coverage.fraction - share) < 1e-9)
    #expect(abs((period.sufficiency.activePercentage?.percent ?? 0) - 100 * share) < 1e-7)
    #expect(period.dayCount == 14 && period.recordedDayCount == recorded)
    #expect((period.coverage.fraction >= 0.7) == isComplete)
  }

  @Test func noReadingsAreExpectedAfterNow() throws {
    let day = try Samples.plainDay()
    let history = try history([(0, 24, 7), (1, 12, 7)])
    let now = day.advanced(by: 1).start.addingTimeInterval(12 * 3600)
    let days = day...day.advanced(by: 3)
    #expect(
      abs(history.period(of: days, bands: .consensus(in: .mgdL)).coverage.fraction - 0.375) < 1e-9)
    #expect(
      abs(history.period(of: days, bands: .consensus(in: .mgdL), now: now).coverage.fraction - 1)
        < 1e-9
    )
    let reports = history.reports(of: days, bands: .consensus(in: .mgdL), now: now)
    #expect(reports.map(\.coverage.fraction) == [1, 1, 0, 0])
    #expect(
      abs(
        history.periodReport(of: days, bands: .consensus(in: .mgdL), now: now).period.coverage
          .fraction
          - 1)
        < 1e-9)
    let later = now.addingTimeInterval(6 * 3600)
    #expect(
      abs(
        history.report(of: day.advanced(by: 1), bands: .consensus(in: .mgdL), now: later).coverage
          .fraction
          - 2 / 3.0) < 1e-9)
  }

  /// A sensor of 5 minutes, then one of 15: both cover their time.
  @Test func periodsFollowTheIntervalOfTheSensor() throws {
    let day = try Samples.plainDay()
    let readings = try (0..<4).flatMap { offset in
      Array(try Samples.series(day.advanced(by: offset).interval, every: offset < 2 ? 5 : 15))
    }
    let history = Recording(series: try GlucoseSeries(readings))
    #expect(
      history.period(of: day...day.advanced(by: 3), bands: .consensus(in: .mgdL)).coverage.fraction
        == 1
    )
    #expect(
      history.reports(of: day...day.advanced(by: 3), bands: .consensus(in: .mgdL)).allSatisfy {
        $0.coverage.fraction == 1
      })
    #expect(
      abs(
        history.period(of: day...day.advanced(by: 4), bands: .consensus(in: .mgdL)).coverage
          .fraction
          - 0.8)
        < 1e-9)
  }

  @Test func differenceFromAnEmptyPeriodIsUndefined() throws {
    let day = try Samples.plainDay()
    let change = try history([(0, 24, 8)])
      .comparison(
        of: day...day, with: day.advanced(by: 5)...day.advanced(by: 6), bands: .consensus(in: .mgdL)
      )
    #expect(change.difference(\.mean) == nil)
    #expect(change.reference.statistics == nil && change.reference.coverage.fraction == 0)
  }
}
