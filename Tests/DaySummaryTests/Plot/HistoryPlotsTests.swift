import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import GlucoseSimulation
import Testing

struct HistoryPlotsTests {
  @Test func plotsOfManyDaysEqualThePlotsOfEachFromOneRead() throws {
    let first = try #require(LocalDay(year: 2025, month: 3, day: 28, in: Samples.oslo))
    let recording = VirtualPatient(seed: 35).simulate(days: 5, from: first)
    let counting = CountingHistory(recording)
    let days = first...first.advanced(by: 5)
    let plots = counting.plots(of: days, options: DayPlotOptions(unit: .mmolL))
    #expect(counting.seriesReads == 1 && counting.eventReads == 1)
    let single = days.map { recording.plot(of: $0, options: DayPlotOptions(unit: .mmolL)) }
    #expect(plots == single)
    #expect(counting.plots(of: [LocalDay](), options: DayPlotOptions(unit: .mmolL)).isEmpty)
  }
}
