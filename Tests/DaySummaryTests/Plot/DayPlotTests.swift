import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct DayPlotTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func plot(
    _ points: [(minute: Double, mmolL: Double)],
    options: DayPlotOptions = DayPlotOptions(unit: .mmolL),
    now: Date? = nil
  ) throws -> DayPlot {
    DayPlot(day, series: try Samples.series(from: day.start, points), now: now, options: options)
  }

  @Test func ticksAreAtLocalHours() throws {
    let expected: [(LocalDay, [Double])] = [
      (try Samples.plainDay(), [0, 6, 12, 18, 24]), (try Samples.shortDay(), [0, 5, 11, 17, 23]),
      (try Samples.longDay(), [0, 7, 13, 19, 25]),
    ]
    for (day, hours) in expected {
      let ticks = day.ticks()
      #expect(ticks.map(\.hour) == [0, 6, 12, 18, 24])
      #expect(ticks.map { $0.time.timeIntervalSince(day.start) / 3600 } == hours)
      #expect(ticks.map(\.x) == hours.map { $0 / day.hours })
    }
  }

  @Test func lineBreaksAtGapsAboveTheLimitOnly() throws {
    let line = try plot([(0, 5), (5, 5), (10, 5), (25, 5), (41, 5), (46, 5)]).segments
    #expect(line.map(\.count) == [4, 2])
    let apart = try plot(
      [(0, 5), (5, 5), (20, 5)], options: DayPlotOptions(unit: .mmolL, maximumGap: .seconds(600))
    ).segments
    #expect(apart.map(\.count) == [2, 1])
  }

  @Test func fifteenMinuteReadingsAreConnectedAndFingerSticksAreNot() throws {
    let slow = try plot(stride(from: 0.0, through: 300, by: 15.3).map { ($0, 6) })
    #expect(slow.segments.count == 1)
    let sticks = try plot([(420, 6), (720, 6), (1080, 6), (1320, 6)])
    #expect(sticks.segments.map(\.count) == [1, 1, 1, 1])
  }

  @Test func lineExtendsToMidnightBetweenReadingsOfTwoDays() throws {
    let line = try plot([(-4, 5), (6, 6), (1436, 8), (1446, 9)]).segments
    #expect(line.count == 2)
    let first = try #require(line.first?.first)
    #expect(first.position.x == 0)
    #expect(!first.isReading)
    #expect(abs(first.glucose.mmolL - 5.4) < 1e-9)
    let last = try #require(line.last?.last)
    #expect(last.position.x == 1)
    #expect(abs(last.glucose.mmolL - 8.4) < 1e-9)
  }

  @Test func lineExtendsToAReadingAtMidnight() throws {
    let line = try plot([(1435, 8), (1440, 9), (1445, 9)]).segments
    #expect(line.map(\.count) == [2])
    #expect(line.first?.last?.glucose == .mmolL(9))
  }

  @Test func gapAcrossMidnightIsNotBridged() throws {
    let line = try plot([(-40, 5), (6, 6), (11, 6)]).segments
    #expect(line.map(\.count) == [2])
    #expect(line.first?.first?.isReading == true)
  }

  @Test func readingsBeyondTheAxisAreClippedAndMarked() throws {
    let points = try plot([(0, 20), (5, 25)]).segments.joined()
    #expect(points.map(\.position.y) == [1, 1])
    #expect(points.map(\.clipping) == [nil, .aboveAxis])
    #expect(points.map(\.glucose.mmolL) == [20, 25])
  }

  @Test func axisIsExtendedByWholeStepsOnRequest() throws {
    let plot = try plot(
      [(0, 20), (5, 25)], options: DayPlotOptions(unit: .mmolL, extendsAxis: true))
    #expect(plot.axis.top == 28)
    #expect(plot.axis.ticks.map(\.value) == [0, 4, 8, 12, 16, 20, 24, 28])
    #expect(plot.segments.joined().allSatisfy { $0.clipping == nil })
    #expect(GlucoseAxis(.mmolL, including: .mmolL(1e9)).top == 40)
    #expect(GlucoseAxis(.mmolL, including: .mmolL(3)).top == 20)
  }

  @Test func valuesAtTheLimitOfTheDeviceAreMarked() throws {
    let series = try GlucoseSeries([
      Reading(time: day.start, glucose: .mgdL(40), flags: .belowDeviceLimit),
      Reading(
        time: day.start.addingTimeInterval(300), glucose: .mgdL(400), flags: .aboveDeviceLimit),
    ])
    let plot = DayPlot(day, series: series, options: DayPlotOptions(unit: .mgdL))
    #expect(
      plot.segments.joined().map(\.clipping) == [.belowDeviceLimit, .aboveDeviceLimit])
    #expect(plot.axis.ticks.map(\.value) == [0, 100, 200, 300, 400])
  }

  @Test func aLimitOfTheDeviceAboveTheAxisIsMarkedAsSuch() throws {
    let readings = [nil, ReadingFlags.aboveDeviceLimit].enumerated().map { index, flags in
      Reading(
        time: day.start.addingTimeInterval(Double(index) * 300), glucose: .mgdL(500),
        flags: flags ?? [])
    }
    let plot = DayPlot(
      day, series: try GlucoseSeries(readings), options: DayPlotOptions(unit: .mgdL))
    let points = plot.segments.joined()
    #expect(points.map(\.clipping) == [.aboveAxis, .aboveDeviceLimit])
    #expect(points.map(\.position.y) == [1, 1])
  }

  @Test(arguments: GlucoseUnit.allCases)
  func bandsPartitionTheAxis(unit: GlucoseUnit) throws {
    let bands = try plot([], options: DayPlotOptions(unit: unit)).bands
    #expect(bands.map(\.band) == RangeBand.allCases)
    #expect(bands.first?.heights.lowerBound == 0)
    #expect(bands.last?.heights.upperBound == 1)
    for (lower, upper) in zip(bands, bands.dropFirst()) {
      #expect(lower.heights.upperBound == upper.heights.lowerBound)
    }
  }

  @Test func bandAboveTheAxisIsOmitted() throws {
    let bands = RangeBands(low: .mmolL(4), high: .mmolL(10), veryHigh: .mmolL(30), unit: .mmolL)
    let plot = try plot([], options: DayPlotOptions(unit: .mmolL, bands: bands))
    #expect(plot.bands.map(\.band) == [.low, .target, .high])
    #expect(plot.bands.map(\.upper) == [.mmolL(4), .mmolL(10), .mmolL(20)])
  }

  @Test func conditionsAreClippedToTheDayAndEndNow() throws {
    let events = [
      Samples.event(
        "a", at: day.start.addingTimeInterval(-3600),
        .condition(DiaryCondition(.illness, until: day.time(hour: 6)))),
      Samples.event("b", at: day.time(hour: 12), .condition(DiaryCondition(.stress))),
    ]
    let spans = DayPlot(
      day, series: GlucoseSeries(), events: events, now: day.time(hour: 18),
      options: DayPlotOptions(unit: .mmolL)
    ).conditions
    #expect(spans.map(\.span) == [0...0.25, 0.5...0.75])
    #expect(spans.map(\.startsBeforeDay) == [true, false])
    #expect(spans.map(\.continuesAfterDay) == [false, true])
  }

  @Test func eventsArePlacedForTheSizeOfTheDrawing() throws {
    let events = (0..<60).map { Samples.meal("\($0)", at: day.time(hour: 12), carbs: 50) }
    let plot = DayPlot(
      day, series: GlucoseSeries(), events: events, options: DayPlotOptions(unit: .mmolL))
    #expect(Set(plot.marks.map { [$0.position.x, $0.position.y] }).count == 1)
    for size in [PlotSize(width: 200, height: 100), PlotSize(width: 20_000, height: 400)] {
      let layout = plot.layout(in: size, dotRadius: 9)
      #expect(Set(layout.marks.map { [$0.position.x, $0.position.y] }).count == 60)
      #expect((layout.dotRadius == 9) == (size.width > 200))
      #expect(layout.marks.map(\.truePosition) == plot.marks.map(\.position))
    }
  }

  @Test func equalInputsProduceEqualPlots() throws {
    let series = try Samples.series(day.interval)
    let events = [Samples.meal("m", at: day.time(hour: 8), carbs: 30)]
    let recording = Recording(series: series, events: events)
    let plot = recording.plot(
      of: day, now: day.time(hour: 12), options: DayPlotOptions(unit: .mmolL))
    #expect(
      plot
        == (recording.plot(of: day, now: day.time(hour: 12), options: DayPlotOptions(unit: .mmolL)))
    )
  }

  @Test func plotReadsTheHistoryOnce() throws {
    let counting = CountingHistory(Recording(series: try Samples.series(day.interval)))
    _ = counting.plot(of: day, now: day.time(hour: 12), options: DayPlotOptions(unit: .mmolL))
    #expect(counting.seriesReads == 1)
    #expect(counting.eventReads == 1)
  }
}
