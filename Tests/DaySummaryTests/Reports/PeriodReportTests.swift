import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct PeriodReportTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func recording() throws -> Recording {
    let half = day.start..<day.start.addingTimeInterval(43_200)
    let whole = day.advanced(by: 2).interval
    let readings = try [Samples.series(half, .mmolL(4)), Samples.series(whole, .mmolL(10))].joined()
    return Recording(
      series: try GlucoseSeries(readings),
      events: [Samples.meal("m", at: day.advanced(by: 1).time(hour: 8), carbs: 30)])
  }

  @Test func daysWithOnlyEventsAreIncluded() throws {
    let counting = CountingHistory(try recording())
    let report = counting.periodReport(of: day...day.advanced(by: 4), bands: .consensus(in: .mgdL))
    #expect(report.days.map { day.distance(to: $0.day) } == [0, 1, 2])
    #expect(report.days[1].statistics == nil && report.days[1].nutrition.carbs == 30)
    #expect(report.period.dayCount == 5 && report.period.recordedDayCount == 2)
    #expect(abs(report.period.coverage.fraction - 0.3) < 1e-9)
    #expect(abs(try #require(report.period.statistics).mean.mmolL - 8) < 1e-9)
    #expect(report.median == .mmolL(10))
    #expect(counting.seriesReads == 1 && counting.eventReads == 1)
  }

  @Test func daysEqualTheIndividualReports() throws {
    let recording = try recording()
    let days = [day.advanced(by: 2), day]
    let report = recording.periodReport(of: days, bands: .consensus(in: .mgdL))
    #expect(
      report.days
        == (recording.reports(of: [day, day.advanced(by: 2)], bands: .consensus(in: .mgdL))))
    // The day between isn't in the query, so its readings don't count.
    let without = recording.excluding(days: [day.advanced(by: 1)])
      .periodReport(of: days, bands: .consensus(in: .mgdL))
    #expect(without == report)
    #expect(report.period.statistics == recording.series.statistics(bands: .consensus(in: .mgdL)))
    #expect(recording.periodReport(of: days + days, bands: .consensus(in: .mgdL)) == report)
  }

  @Test func localDaysHaveReadingsOrEvents() throws {
    let recording = try recording()
    #expect(recording.localDays(in: Samples.oslo).map { day.distance(to: $0) } == [0, 1, 2])
    let broken = Samples.meal("x", at: Date(timeIntervalSinceReferenceDate: .nan), carbs: 1)
    let none = Recording(series: GlucoseSeries(), events: [broken])
    #expect(none.localDays(in: Samples.oslo).isEmpty)
  }

  @Test func emptyHistoryHasAnEmptyReport() throws {
    let none = Recording(series: GlucoseSeries())
    for report in [
      none.periodReport(of: day...day, bands: .consensus(in: .mgdL)),
      none.periodReport(of: [], bands: .consensus(in: .mgdL)),
    ] {
      #expect(report.days.isEmpty && report.median == nil)
      #expect(report.period.statistics == nil && report.period.coverage.fraction == 0)
      #expect(!report.period.sufficiency.isSufficient)
    }
  }
}
