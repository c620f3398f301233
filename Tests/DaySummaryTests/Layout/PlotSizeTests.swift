import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

struct PlotSizeTests {
  static let lengths: [(given: Double, kept: Double)] = [
    (0, 1), (-5, 1), (1, 1), (.nan, 1), (1e-300, 1), (0.5, 1), (-.infinity, 1), (320, 320),
    (1e6, 1e6), (.infinity, 1e6), (1e300, 1e6),
  ]

  @Test(arguments: lengths.indices)
  func lengthsAreClamped(index: Int) {
    let (given, kept) = Self.lengths[index]
    #expect(PlotSize(width: given, height: 100) == PlotSize(width: kept, height: 100))
    #expect(PlotSize(width: given, height: 100).width == kept)
    #expect(PlotSize(width: 100, height: given).height == kept)
  }

  @Test(arguments: lengths.indices, EventLayout.Style.allCases)
  func layoutsOfAnySizeKeepAllMarksInThePlot(index: Int, style: EventLayout.Style) throws {
    let day = try Samples.plainDay()
    let events = (0..<12).flatMap { number -> [DiaryEvent] in
      let time = day.time(hour: 12, minute: number % 3)
      return [
        Samples.meal("m\(number)", at: time, carbs: 50),
        Samples.event("i\(number)", at: time, .insulin(InsulinDose(units: 2))),
      ]
    }
    let given = Self.lengths[index].given
    for size in [
      PlotSize(width: given, height: 240), PlotSize(width: 320, height: given),
      PlotSize(width: given, height: given),
    ] {
      let layout = EventLayout(events, on: day, size: size, style: style)
      #expect(layout.marks.count == events.count)
      #expect(layout.dotRadius > 0 && layout.dotRadius <= 6)
      for mark in layout.marks {
        #expect((0...1).contains(mark.position.x) && (0...1).contains(mark.position.y))
      }
    }
  }

  @Test(arguments: [0, -1, 0.001, .nan, .infinity, 1e9])
  func radiiAndSpacingsAreClamped(length: Double) throws {
    let day = try Samples.plainDay()
    let events = [Samples.meal("m", at: day.time(hour: 12), carbs: 50)]
    let size = PlotSize(width: 320, height: 240)
    let layout = EventLayout(events, on: day, size: size, dotRadius: length, spacing: length)
    #expect(layout.dotRadius > 0 && layout.dotRadius.isFinite)
    let largest = EventLayout(
      events, on: day, size: size, dotRadius: length > 1 ? 1000 : 0.1,
      spacing: length > 1 ? 1000 : length > 0 ? length : 0)
    #expect(layout == largest)
  }
}
