import Foundation
import GlucoseKit

extension PageContext {
  /// A calendar of a month, whose days are links with their time below, in, and above the range.
  func monthPage() async throws -> HTML {
    let named = day("day") ?? today
    let first = named.advanced(by: 1 - named.day)
    let next = first.advanced(by: 31)
    let days = first...next.advanced(by: -next.day)
    let reports = try history.reports(of: days, bands: bands, now: now)
    let cells = Array(repeating: "<td></td>", count: first.weekday - 1) + reports.map(cell)
    let weeks = stride(from: 0, to: cells.count, by: 7).map { start in
      "<tr>\(Array(cells[start..<min(start + 7, cells.count)]))</tr>" as HTML
    }
    let title = text(of: first) { $0.month(.wide).year() }
    func link(_ name: String, _ day: LocalDay, _ label: String, _ sign: String) -> HTML {
      "<a rel=\"\(name)\" href=\"\(root)/month?day=\(day)\" aria-label=\"\(label)\">\(sign)</a>"
    }
    return await html(
      title,
      """
      <nav class="days" aria-label="\(strings["calendar"])">
      \(link("prev", first.advanced(by: -1), self("Previous month", "Vorheriger Monat"), "‹"))
      <h1>\(title)</h1>
      \(link("next", next, self("Next month", "Nächster Monat"), "›"))</nav>
      <div id="month" class="month" data-live>\(table(title, strings.weekdays, weeks))
      <p class="quiet">\([("low", Word.below), ("target", .timeInRange), ("high", .above)].map { band, word in
        "<span class=\"\(band)\" aria-hidden=\"true\">■</span> \(self(word)) " as HTML
      })</p></div>
      """)
  }

  private func cell(_ report: DayReport) -> HTML {
    let below = report.statistics?.timeBelowRange.percent ?? 0
    let inRange = report.statistics?.timeInRange.percent ?? 0
    let parts = [
      ("low", 0, below), ("target", below, inRange),
      ("high", below + inRange, report.statistics?.timeAboveRange.percent ?? 0),
    ]
    return """
      <td><a href="\(path(of: report.day))"\(attribute: "aria-current", report.day == today ? "date" : nil)>\
      <span class="spoken">\(title(of: report.day))</span><span aria-hidden="true">\(report.day.day)</span>\
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\(parts.map { band, start, width in
        "<rect x=\"\(start)\" width=\"\(width)\" height=\"8\" class=\"\(band)\"/>" as HTML
      })</svg>\
      <span class="quiet">\(percent(report.statistics?.timeInRange))</span></a></td>
      """
  }
}
