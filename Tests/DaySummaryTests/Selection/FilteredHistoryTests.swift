import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseTestSupport
import Testing

struct FilteredHistoryTests {
  @Test func excludedReadingsAndEventsCountNowhere() throws {
    let day = try Samples.shortDay()
    let range = day.advanced(by: -1).start..<day.advanced(by: 1).end
    let series = try Samples.series(range)
    let meals = (-1...1).map { offset in
      Samples.meal("\(offset)", at: day.advanced(by: offset).time(hour: 12), carbs: 40)
    }
    let noon = day.advanced(by: 1).time(hour: 12)
    let history = Recording(series: series, events: meals)
      .excluding(days: [day], readings: [noon, day.time(hour: 3), noon.addingTimeInterval(1)])

    let reports = history.reports(
      of: day.advanced(by: -1)...day.advanced(by: 1), bands: .consensus(in: .mgdL))
    #expect(reports.map { $0.statistics?.count ?? 0 } == [288, 0, 287])
    #expect(reports.map(\.nutrition.mealCount) == [1, 0, 1])
    #expect(history.plot(of: day, options: DayPlotOptions(unit: .mmolL)).segments.isEmpty)
    let rest = history.series(in: range)
    #expect(rest.count == 575)
    #expect(Set(rest.map(\.time)).isDisjoint(with: [noon, day.start]))
    #expect(rest.map(\.time) == rest.map(\.time).sorted())
  }

  @Test(arguments: 0..<40)
  func remainderIsTheWholeWithoutTheExcluded(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let day = try Samples.plainDay()
    let series = try Samples.series(
      day.start..<day.advanced(by: 3).end, every: Double.random(in: 5...90, using: &random))
    let readings = Set(series.map(\.time).filter { _ in Bool.random(using: &random) })
    let days = Set((0...3).map(day.advanced).filter { _ in Bool.random(using: &random) })
    let history = series.recording.excluding(days: days, readings: readings)
    let expected = series.filter { reading in
      !readings.contains(reading.time) && !days.contains { $0.contains(reading.time) }
    }
    let rest = history.series(in: day.start..<day.advanced(by: 3).end)
    #expect(Array(rest) == expected)
  }

  @Test func nothingExcludedIsTheWholeHistory() throws {
    let day = try Samples.plainDay()
    let recording = try Samples.series(day.interval).recording
    let history = recording.excluding()
    #expect(history.series(in: day.interval) == recording.series)
    #expect(
      history.report(of: day, bands: .consensus(in: .mgdL))
        == recording.report(of: day, bands: .consensus(in: .mgdL)))
  }
}
