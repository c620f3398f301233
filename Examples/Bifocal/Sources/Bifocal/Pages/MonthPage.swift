import Foundation
import GlucoseKit

/// A calendar of a month, whose days are links with their time below, in, and above the range.
struct MonthPage {
  let page: PageContext

  var html: HTML {
    get async throws {
      let named = page.day("day") ?? page.today
      let first = named.advanced(by: 1 - named.day)
      let next = first.advanced(by: 31)
      let days = first...next.advanced(by: -next.day)
      let reports = try page.history.reports(of: days, bands: page.bands, now: page.now)
      let blanks = Array(repeating: "<td></td>" as HTML, count: first.weekday - 1)
      let cells = blanks + reports.map(cell)
      let weeks = stride(from: 0, to: cells.count, by: 7).map { start in
        "<tr>\(Array(cells[start..<min(start + 7, cells.count)]))</tr>" as HTML
      }
      let style = Date.FormatStyle(locale: page.locale, timeZone: page.zone).month(.wide).year()
      let title = first.time(hour: 12).formatted(style)
      return await Frame.page(
        page, title: title,
        """
        <nav class="days" aria-label="\(page(.calendar))">
        <a rel="prev" href="\(page.root)/month?day=\(first.advanced(by: -1).description)" aria-label="\(page("Previous month", "Vorheriger Monat"))">‹</a>
        <h1>\(title)</h1>
        <a rel="next" href="\(page.root)/month?day=\(next.description)" aria-label="\(page("Next month", "Nächster Monat"))">›</a></nav>
        <div id="month" class="month" data-live>\(Frame.table(title, page.chartStrings.weekdays, weeks))
        <p class="quiet">\([("low", Word.below), ("target", .timeInRange), ("high", .above)].map { band, word in
          "<span class=\"\(band)\" aria-hidden=\"true\">■</span> \(page(word)) " as HTML
        })</p></div>
        """)
    }
  }

  private func cell(_ report: DayReport) -> HTML {
    let below = report.timeBelowRange?.percent ?? 0
    let inRange = report.timeInRange?.percent ?? 0
    let parts = [
      ("low", 0, below), ("target", below, inRange),
      ("high", below + inRange, report.timeAboveRange?.percent ?? 0),
    ]
    return """
      <td><a href="\(page.root)/day/\(report.day.description)"\(attribute: "aria-current", report.day == page.today ? "date" : nil)>\
      <span class="spoken">\(page.title(of: report.day))</span><span aria-hidden="true">\(report.day.day)</span>\
      <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">\(parts.map { band, start, width in
        "<rect x=\"\("\(start)")\" width=\"\("\(width)")\" height=\"8\" class=\"\(band)\"/>" as HTML
      })</svg>\
      <span class="quiet">\(report.timeInRange.map(page.percent) ?? "–")</span></a></td>
      """
  }
}
