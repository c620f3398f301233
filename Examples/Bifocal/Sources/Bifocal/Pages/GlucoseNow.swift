import Foundation
import GlucoseKit

/// The last reading with its trend and age, and the forecast, at an instant.
struct GlucoseNow {
  let page: PageContext
  let snapshot: LiveSnapshot
  let now: Date

  var html: HTML {
    guard let current = snapshot.current else { return "\(earlier)\(clocks)" }
    let reading = current.reading
    let age = now.timeIntervalSince(reading.time)
    let ago =
      age < 7200
      ? "\(Int(max(0, age) / 60)) \(page.strings["minutesAgo"])"
      : "\(Int(age / 3600)) \(page("h ago", "h alt"))"
    return """
      <h2>\(page(current.isStale ? .lastReading : .glucoseNow))</h2>
      <p class="value \(current.isStale ? "stale" : "")"><span class="big">\(page.glucose(reading))</span>
      <span class="unit">\(page.unitName)</span>
      \(current.isStale ? nil : current.trend.map(arrow))</p>
      <p class="quiet">\(page.clock(reading.time)), \(ago)\(current.isStale ? " (\(page("old", "veraltet")))" : "")</p>
      \(clocks)
      \(forecast)
      """
  }

  /// The last reading if it is older than a snapshot has, or that there is none.
  private var earlier: HTML {
    guard let reading = try? page.latestReading() else {
      return "<p>\(page("No reading yet", "Noch kein Wert"))</p>"
    }
    return """
      <h2>\(page(.lastReading))</h2>
      <p>\(page.glucose(reading)) \(page.unitName), \(page.date(of: page.day(of: reading.time))), \(page.clock(reading.time))</p>
      """
  }

  private var clocks: HTML? {
    guard !snapshot.futureReadings.isEmpty || snapshot.clockDifference != nil else { return nil }
    return
      "<p class=\"warning\">\(page("Readings are later than now: check the clocks.", "Werte liegen in der Zukunft: Uhren prüfen."))</p>"
  }

  private func arrow(_ trend: GlucoseTrend) -> HTML {
    // The angle is from the horizontal; a transformation of SVG needs no style.
    """
    <span class="trend"><svg class="arrow" viewBox="0 0 24 24" aria-hidden="true">\
    <g transform="rotate(\(Int(-trend.angle)) 12 12)"><path d="M3 12 H19 M13 6 L19 12 L13 18"/></g></svg>\
    \(trend.arrowCount > 1 ? "×\(trend.arrowCount)" : "") \(page.strings["trend.\(trend.rawValue)"])</span>
    """
  }

  private var forecast: HTML {
    if let forecast = snapshot.forecast, let last = forecast.points.last {
      let coverage = Percentage(fraction: forecast.empiricalCoverage ?? forecast.nominalCoverage)
      return """
        <p class="forecast">in 30 min: <strong>\(page.glucose(last.glucose))</strong>
        (\(page.glucose(last.lower)) \(page.strings["to"]) \(page.glucose(last.upper)), \(page.percent(coverage)))</p>
        """
    }
    let reason =
      switch snapshot.forecastError?.reason {
      case .stale: page("the last reading is too old", "der letzte Wert ist zu alt")
      case .gap: page("readings are missing", "es fehlen Werte")
      case .cadence: page("the readings are too far apart", "die Werte liegen zu weit auseinander")
      case .noReadings, .historyTooShort: page("too few readings yet", "noch zu wenige Werte")
      default: page("the model is being prepared", "das Modell wird vorbereitet")
      }
    return "<p class=\"quiet\">\(page("No forecast", "Keine Vorhersage")): \(reason)</p>"
  }
}
