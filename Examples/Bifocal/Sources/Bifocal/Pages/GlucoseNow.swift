import Foundation
import GlucoseKit

/// The last reading with its trend and age, and the forecast, at an instant.
struct GlucoseNow {
  let page: PageContext
  let snapshot: LiveSnapshot
  let now: Date

  var html: HTML { "\(newest)\n\(snapshot.current == nil ? nil : forecast)" }

  private var newest: HTML {
    guard let reading = snapshot.current?.reading else { return "\(earlier)\(clocks)" }
    let current = snapshot.current
    let isStale = current?.isStale ?? true
    let age = now.timeIntervalSince(reading.time)
    let ago =
      age < 7200
      ? "\(Int(max(0, age) / 60)) \(page("min ago", "min alt"))"
      : "\(Int(age / 3600)) \(page("h ago", "h alt"))"
    let word: Word = isStale ? .lastReading : .glucoseNow
    return """
      <h2>\(page(word))</h2>
      <p class="value \(isStale ? "stale" : "")"><span class="big">\(page.glucose(reading.glucose, reading.flags))</span>
      <span class="unit">\(page.unitName)</span>
      \(isStale ? nil : current?.trend.map(arrow))</p>
      <p class="quiet">\(page.clock(reading.time)), \(ago)\(isStale ? " (\(page(.stale)))" : "")</p>
      \(clocks)
      """
  }

  /// The last reading if it is older than a snapshot has, or that there is none.
  private var earlier: HTML {
    guard let reading = try? page.latestReading() else {
      return "<p>\(page("No reading yet", "Noch kein Wert"))</p>"
    }
    let day = LocalDay(containing: reading.time, in: page.zone)
    return """
      <h2>\(page(.lastReading))</h2>
      <p>\(page.glucose(reading.glucose, reading.flags)) \(page.unitName), \(page.date(of: day)), \(page.clock(reading.time))</p>
      """
  }

  private var clocks: HTML? {
    guard !snapshot.futureReadings.isEmpty || snapshot.clockDifference != nil else { return nil }
    return
      "<p class=\"warning\">\(page("Readings are later than now: check the clocks.", "Werte liegen in der Zukunft: Uhren prüfen."))</p>"
  }

  private func arrow(_ trend: GlucoseTrend) -> HTML {
    // The angle is from the horizontal; a transformation of SVG needs no style.
    let path = "M3 12 H19 M13 6 L19 12 L13 18"
    return """
      <span class="trend"><svg class="arrow" viewBox="0 0 24 24" aria-hidden="true">\
      <g transform="rotate(\(Int(-trend.angle)) 12 12)"><path d="\(path)"/></g></svg>\
      \(trend.arrowCount > 1 ? "×\(trend.arrowCount)" : "") \(page.chartStrings.trends[trend] ?? trend.rawValue)</span>
      """
  }

  private var forecast: HTML {
    if let last = snapshot.forecast?.points.last, let forecast = snapshot.forecast {
      let coverage = forecast.empiricalCoverage ?? forecast.nominalCoverage
      return """
        <p class="forecast">\(page("in 30 min", "in 30 min")): <strong>\(page.glucose(last.glucose))</strong>
        (\(page.glucose(last.lower)) \(page(.to)) \(page.glucose(last.upper)), \(page.percent(Percentage(fraction: coverage))))</p>
        """
    }
    let reason =
      snapshot.forecastError?.word
      ?? Word("the model is being prepared", "das Modell wird vorbereitet")
    return "<p class=\"quiet\">\(page(.noForecast)): \(page(reason))</p>"
  }
}

extension ForecastUnavailable {
  var word: Word {
    switch reason {
    case .stale: Word("the last reading is too old", "der letzte Wert ist zu alt")
    case .gap: .gap
    case .cadence: .cadence
    case .noReadings, .historyTooShort: Word("too few readings yet", "noch zu wenige Werte")
    @unknown default: .noForecast
    }
  }
}
