import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import Testing

struct DayPlotPartTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func time(_ hour: Double) -> Date { day.start.addingTimeInterval(hour * 3600) }

  private func plot(_ events: [DiaryEvent] = []) throws -> DayPlot {
    let readings = (0...288).map { (place: Int) -> (minute: Double, mmolL: Double) in
      (Double(place) * 5, 4 + Double(place) / 48)
    }
    let origin = Reading(time: time(13), glucose: .mmolL(8))
    let forecast = GlucoseForecast(
      origin: origin,
      points: [5.0, 10, 15, 20, 25, 30].map { minutes in
        let value = 8 + minutes / 10
        return .init(
          time: origin.time.addingTimeInterval(minutes * 60), glucose: .mmolL(value),
          lower: .mmolL(value - 1), upper: .mmolL(value + 1))
      }, nominalCoverage: 0.9)
    return DayPlot(
      day, series: try Samples.series(from: day.start, readings), events: events,
      forecast: forecast,
      basal: [BasalSegment(from: time(0), to: time(10), unitsPerHour: 1)],
      options: DayPlotOptions(unit: .mmolL))
  }

  @Test func lineIsCutAndInterpolatedAtTheEdges() throws {
    // Six minutes past a reading: a fifth of the way to the next.
    let part = try plot().part(time(6 + 1.0 / 60)...time(12))
    let points = try #require(part.segments.first)
    #expect(part.segments.count == 1)
    #expect(points.first?.position.x == 0)
    #expect(points.first?.isReading == false)
    #expect(abs(try #require(points.first).glucose.mmolL - (4 + 72.2 / 48)) < 1e-9)
    #expect(points.last?.position.x == 1)
    #expect(points.last?.isReading == true)
    #expect(points.count(where: \.isReading) == 72)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.position.x < $1.position.x })
  }

  @Test(
    arguments: [
      (3.0, [9, 10, 11, 12]), (6.0, [9, 10, 11, 12, 13, 14, 15]), (12.0, [10, 12, 14, 16, 18, 20]),
    ] as [(Double, [Int])])
  func ticksAreAtHoursThatFit(hours: Double, expected: [Int]) throws {
    let part = try plot().part(time(9)...time(9 + hours))
    #expect(part.timeTicks.map(\.hour) == expected)
    #expect(part.timeTicks.allSatisfy { abs($0.x - (Double($0.hour) - 9) / hours) < 1e-12 })
  }

  @Test func eventsOutsideAreLeftOutAndSpansCut() throws {
    let events = [
      Samples.meal("before", at: time(5.9), carbs: 10),
      Samples.meal("within", at: time(9), carbs: 40),
      Samples.meal("after", at: time(12.1), carbs: 10),
      Samples.event("run", at: time(5), .exercise(Exercise(duration: .seconds(3 * 3600)))),
      Samples.event("walk", at: time(3), .exercise(Exercise(duration: .seconds(3600)))),
      Samples.event("illness", at: time(9), .condition(DiaryCondition(.illness, until: time(20)))),
    ]
    let part = try plot(events).part(time(6)...time(12))
    #expect(part.marks.map(\.id.rawValue).sorted() == ["run", "within"])
    let run = try #require(part.marks.first { $0.id.rawValue == "run" })
    #expect(run.span?.lowerBound == 0)
    #expect(abs(try #require(run.span).upperBound - 1.0 / 3) < 1e-12)
    #expect(run.truePosition.x == 0)
    let meal = try #require(part.marks.first { $0.id.rawValue == "within" })
    #expect(meal.truePosition == PlotPoint(x: 0.5, y: 0.2))
    #expect(part.conditions.map(\.span) == [0.5...1])
    #expect(abs(try #require(part.basal.first).span.upperBound - 2.0 / 3) < 1e-12)
    let layout = part.layout(in: PlotSize(width: 300, height: 200))
    #expect(layout.marks.first { $0.id.rawValue == "within" }?.position == meal.truePosition)
  }

  @Test func forecastIsCutWithItsLastPoint() throws {
    let part = try plot().part(time(10)...time(13.25))
    let forecast = try #require(part.forecast)
    #expect(forecast.last.time == time(13.25))
    #expect(abs(forecast.last.glucose.mmolL - 9.5) < 1e-9)
    #expect(forecast.path.last?.x == 1)
    #expect(try plot().part(time(2)...time(8)).forecast == nil)
  }

  @Test func partOfTheWholeDayDiffersInItsTicksOnly() throws {
    var whole = try plot([Samples.meal("meal", at: time(9), carbs: 40)])
    var part = whole.part(.distantPast...(.distantFuture))
    #expect(part.timeTicks.map(\.hour) == [0, 4, 8, 12, 16, 20, 24])
    #expect(part.segments == whole.segments && part.marks == whole.marks)
    #expect(part.basal == whole.basal && part.forecast == whole.forecast)
    (whole, part) = (part, part.part(whole.day.start...whole.day.end))
    #expect(whole == part)
  }
}
