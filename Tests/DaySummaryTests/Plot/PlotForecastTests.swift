import DaySummary
import GlucoseDiary
import Foundation
import GlucoseMath
import Testing

struct PlotForecastTests {
  let day: LocalDay
  init() throws { day = try Samples.plainDay() }

  /// A forecast from `minute` that rises by 1 mmol/L every 10 minutes for half an hour, ± 1 mmol/L.
  private func forecast(from minute: Double) -> GlucoseForecast {
    let origin = Reading(time: day.start.addingTimeInterval(minute * 60), glucose: .mmolL(6))
    return GlucoseForecast(
      origin: origin,
      points: (1...3).map { step in
        GlucoseForecast.Point(
          time: origin.time.addingTimeInterval(Double(step) * 600),
          glucose: .mmolL(6 + Double(step)), lower: .mmolL(5 + Double(step)),
          upper: .mmolL(7 + Double(step)))
      }, nominalCoverage: 0.9)
  }

  private func part(of forecast: GlucoseForecast, on day: LocalDay) -> PlotForecast? {
    DayPlot(day, series: GlucoseSeries(), forecast: forecast, options: DayPlotOptions(unit: .mmolL))
      .forecast
  }

  @Test func pathStartsAtTheReadingAndTheIntervalContainsIt() throws {
    let shown = try #require(part(of: forecast(from: 720), on: day))
    #expect(shown.path.count == 4)
    #expect(shown.path.first == PlotPoint(x: 0.5, y: 0.3))
    #expect(shown.lower.first == shown.path.first && shown.upper.first == shown.path.first)
    #expect(shown.range.count == 8)
    #expect(shown.last.glucose == .mmolL(9))
    for (path, ends) in zip(shown.path, zip(shown.lower, shown.upper)) {
      #expect(ends.0.y <= path.y && path.y <= ends.1.y)
    }
  }

  @Test func forecastIsCutAtMidnight() throws {
    let forecast = forecast(from: 1435)
    let before = try #require(part(of: forecast, on: day))
    #expect(before.path.count == 2)
    #expect(before.path.last?.x == 1)
    #expect(abs(before.last.glucose.mmolL - 6.5) < 1e-9)
    let after = try #require(part(of: forecast, on: day.advanced(by: 1)))
    #expect(after.path.count == 4)
    #expect(after.path.first?.x == 0)
    #expect(after.path.first?.y == before.path.last?.y)
  }

  @Test func forecastOfAnotherDayIsOmitted() {
    #expect(part(of: forecast(from: -600), on: day) == nil)
    #expect(part(of: forecast(from: 2000), on: day) == nil)
    // It ends exactly at midnight, so no interval of it is on the next day.
    #expect(part(of: forecast(from: -30), on: day) == nil)
  }
}
