import DayChart
import Foundation
import GlucoseMath
import GlucosePictureTestSupport
import Testing

struct ForecastDayPictureTests {
  /// Returns two hours of readings that rise by 1 mg/dL, and a forecast from the last.
  private func day() throws -> ForecastDay {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let readings = try GlucoseSeries(
      (0...24).map {
        Reading(time: start.addingTimeInterval(Double($0) * 300), glucose: .mgdL(Double(100 + $0)))
      })
    let origin = try #require(readings.last)
    let points = (1...6).map { step in
      let value = Double(124 + step)
      return GlucoseForecast.Point(
        time: origin.time.addingTimeInterval(Double(step) * 300), glucose: .mgdL(value),
        lower: .mgdL(value - 10), upper: .mgdL(value + 10))
    }
    let forecast = GlucoseForecast(origin: origin, points: points, nominalCoverage: 0.9)
    return ForecastDay(readings: readings, forecasts: [forecast], zone: .gmt)
  }

  @Test func theWordsAndNumbersAreThoseOfTheDay() throws {
    let picture = ForecastDayPicture(try day(), unit: .mgdL)
    let root = try #require(ParsedElement.parse(picture.svg))
    let texts = root.all.filter { ["text", "title", "desc"].contains($0.name) }.map(\.text)
    for text in [
      "Forecasts of the last day", "Readings", "Forecasts, 90 % range", "Glucose, mg/dL",
      "Time, UTC", "Readings: 25, 100 to 124 mg/dL. Forecasts: 1.",
    ] { #expect(texts.contains(text), "\(text) is not in \(texts)") }
  }

  @Test func aForecastIsALineFromItsOrigin() throws {
    let root = try #require(ParsedElement.parse(ForecastDayPicture(try day(), unit: .mmolL).svg))
    func lines(_ name: String) -> [ParsedElement] {
      root.all.filter { $0.attributes["data-series"] == name }
    }
    let reading = try #require(lines("readings").first?.attributes["d"])
    let forecast = try #require(lines("forecast").first?.attributes["d"])
    #expect(lines("readings").count == 1 && lines("forecast").count == 1)
    let last = try #require(reading.split(separator: "L").last)
    #expect(forecast.dropFirst().hasPrefix(last))
  }
}
