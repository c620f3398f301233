import DaySummary
import Foundation
import GlucoseDiary
import GlucoseMath
import GlucoseTestSupport
import Testing

struct MeasurementMarkTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  private func entry(
    _ id: String, _ hour: Int, _ category: DiaryEvent.Category, _ amount: Double?,
    _ unit: DiaryEntry.Unit?
  ) -> DiaryEvent {
    Samples.event(
      id, at: day.time(hour: hour), .entry(DiaryEntry(category, amount: amount, unit: unit)))
  }

  @Test func fingersticksAreAtTheirConcentrationsAndKetonesHaveNone() throws {
    let events = [
      entry("ketones", 18, .ketones, 0.6, .mmolL),
      entry("high", 12, .fingerstick, 24, .mmolL),
      entry("low", 6, .fingerstick, 90, .mgdL),
    ]
    let marks = DayPlot(
      day, series: GlucoseSeries(), events: events, options: DayPlotOptions(unit: .mmolL)
    ).measurements
    #expect(marks.map(\.id.rawValue) == ["low", "high", "ketones"])
    #expect(marks.map(\.role) == [.fingerstick, .fingerstick, .ketones])
    #expect(marks.map(\.x) == [0.25, 0.5, 0.75])
    // The axis ends at 20 mmol/L.
    let height = try #require(marks[0].y)
    #expect(abs(height - Glucose.mgdL(90).mmolL / 20) < 1e-12)
    #expect(marks[1].y == 1)
    #expect(marks[2].y == nil)
    #expect(marks.map(\.isClipped) == [false, true, false])
    #expect(marks[0].entry?.amount == 90)
    #expect(marks[0].clock.description == "06:00")
  }

  @Test func whatHasNoKnownUnitOrIsOfAnotherDayHasNoMark() throws {
    let yesterday = Samples.event(
      "yesterday", at: day.start - 1, .entry(DiaryEntry(.fingerstick, amount: 6, unit: .mmolL)))
    let events = [
      entry("no unit", 6, .fingerstick, 6, nil), entry("no amount", 7, .fingerstick, nil, .mmolL),
      entry("zero", 8, .fingerstick, 0, .mmolL), entry("kg", 9, .fingerstick, 6, .kilograms),
      entry("weight", 10, .weight, 70, .kilograms), entry("ketones", 11, .ketones, 10, .mgdL),
      yesterday,
    ]
    #expect(
      DayPlot(day, series: GlucoseSeries(), events: events, options: DayPlotOptions(unit: .mmolL))
        .measurements.isEmpty)
  }

  @Test func aMeasurementOfAJourneyStaysBesideTheReadings() throws {
    var event = entry("abroad", 0, .fingerstick, 6, .mmolL)
    event.time = day.time(hour: 2)
    event.zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    let plot = DayPlot(
      day, series: GlucoseSeries(), events: [event],
      options: DayPlotOptions(unit: .mmolL, eventClock: .entry))
    let mark = try #require(plot.measurements.first)
    #expect(mark.x == 2.0 / 24)
    #expect(mark.clock.description == "02:00")
    #expect(mark.event == event)
  }

  @Test func anExtendedAxisIncludesFingersticks() throws {
    var options = DayPlotOptions(unit: .mmolL)
    options.extendsAxis = true
    let plot = DayPlot(
      day, series: GlucoseSeries(), events: [entry("high", 12, .fingerstick, 25, .mmolL)],
      options: options)
    #expect(plot.axis.maximum >= .mmolL(25))
    #expect(plot.measurements.first?.isClipped == false)
  }
}
