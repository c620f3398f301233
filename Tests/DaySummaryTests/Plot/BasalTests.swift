import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct BasalTests {
  @Test(arguments: 0..<3)
  func segmentsAreClippedToTheDayAndScaledToTheHighest(index: Int) throws {
    let day = try [Samples.plainDay, Samples.shortDay, Samples.longDay][index]()
    let noon = day.time(hour: 12)
    let segments = [
      BasalSegment(from: noon, to: day.end.addingTimeInterval(7200), unitsPerHour: 0.5),
      BasalSegment(from: day.start.addingTimeInterval(-7200), to: noon, unitsPerHour: 1),
      BasalSegment(from: day.end, to: day.end.addingTimeInterval(60), unitsPerHour: 9),
      BasalSegment(from: noon, to: day.start, unitsPerHour: 2),
      BasalSegment(from: day.start, to: noon, unitsPerHour: .nan),
      BasalSegment(from: day.start, to: noon, unitsPerHour: -1),
    ]
    let plot = DayPlot(
      day, series: GlucoseSeries(), basal: segments, options: DayPlotOptions(unit: .mmolL))
    let middle = day.fraction(of: noon)
    #expect(plot.basal.map(\.span) == [0...middle, middle...1])
    #expect(plot.basal.map(\.heightFraction) == [1, 0.5])
  }

  @Test func zeroRatesHaveSpansWithoutHeight() throws {
    let day = try Samples.plainDay()
    let plot = DayPlot(
      day, series: GlucoseSeries(),
      basal: [BasalSegment(from: day.start, to: day.end, unitsPerHour: 0)],
      options: DayPlotOptions(unit: .mmolL))
    #expect(plot.basal.map(\.heightFraction) == [0])
  }
}
