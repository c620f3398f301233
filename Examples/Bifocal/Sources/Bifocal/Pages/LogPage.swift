import Foundation
import GlucoseKit

/// The days of a period: their numbers and lines, filtered by what they have and have not, with
/// stars and notes, and two periods compared.
struct LogPage {
  let page: PageContext

  /// What a day has or has not, by its name in the address.
  private static let tags: [(name: String, tag: DayTag, word: Word)] = [
    ("low", .low, Word("Low", "Niedrig")), ("high", .high, Word("High", "Hoch")),
    ("illness", .illness, Word("Illness", "Krankheit")),
    ("stress", .stress, Word("Stress", "Stress")), ("exercise", .exercise, .exercise),
  ]

  func html() async throws -> HTML {
    let last = try page.lastDay(countingEvents: true)
    let period = Period(page, counts: [7, 30, 60], until: last)
    let marks = Dictionary(try page.log.marks(of: period.days).map { ($0.day.description, $0) }) {
      first, _ in first
    }
    // Plans are no part of the totals.
    let all = try page.history.reports(of: period.days, bands: page.bands, now: page.now)
    let filter = try DayFilter.all(conditions())
    // Also days with a finger-stick, a note, or a star alone, which are no part of a report.
    let logged = Set(
      try page.log.events(in: period.days.lowerBound.start..<period.days.upperBound.end)
        .filter { $0.time <= page.now }.map { page.day(of: $0.time) })
    let reports = Array(
      all.filter { report in
        let day = report.day
        return (!report.isEmpty || logged.contains(day) || marks[day.description] != nil)
          && filter.matches(report)
      }.reversed())
    let plots = try page.history.plots(of: reports.map(\.day).reversed(), options: page.plotOptions)
    let lines = Dictionary(plots.map { ($0.day, $0) }) { first, _ in first }
    return await page.html(
      page(.log),
      """
      <h1>\(page(.log))</h1>
      \(try DiarySearch(page: page).html())
      \(filters(period))
      \(period.account)
      <p id="count" data-live role="status">\(page.days(reports.count, of: all.count))</p>
      <div id="days" data-live>
      \(reports.isEmpty ? "<p>\(page("No day matches.", "Kein Tag passt."))</p>" : page.table(page(.log), heads, reports.map { report in
        row(report, lines[report.day], marks[report.day.description])
      }))
      \(totals(reports))</div>
      \(try comparison(before: last))
      """)
  }

  private func conditions() throws -> [DayFilter] {
    let starred = DayFilter.days(try page.log.starredDays(in: page.zone))
    return (Self.tags.map { ($0.name, DayFilter.has($0.tag)) } + [("star", starred)])
      .compactMap { name, filter in
        switch page.query[name] {
        case "with": filter
        case "without": !filter
        default: nil
        }
      }
  }

  private func filters(_ period: Period) -> HTML {
    let tags = Self.tags.map { ($0.name, $0.word) } + [("star", Word("Starred", "Mit Stern"))]
    let choices = [
      ("", page("any", "egal")), ("with", page("with", "mit")),
      ("without", page("without", "ohne")),
    ]
    return """
      <form class="card filters" action="\(page.root)/log">
      \(period.fields)
      <details\(flag: "open", tags.contains { page.query.has($0.0) })><summary>Filter</summary>
      <fieldset><legend class="spoken">Filter</legend>
      \(tags.map { name, word in Field(page(word), name).select(choices, page.query[name]) })
      </fieldset></details>
      <p class="actions"><button class="primary">\(page(.apply))</button></p>
      </form>
      """
  }

  private var heads: [String] {
    [
      page(.star), page(.day), page("Line", "Verlauf"), page(.lowest), page(.mean), page(.highest),
      page(.timeInRange), page(.carbs), page.strings["insulin"], page.strings["exercise"],
      page.strings["tags"], page(.note),
    ]
  }

  private func row(_ report: DayReport, _ plot: DayPlot?, _ mark: DayMark?) -> HTML {
    let (day, statistics) = (report.day, report.statistics)
    let title = page.title(of: day)
    let note: HTML = """
      <input name="note" value="\(mark?.note ?? "")" maxlength="1000" aria-label="\(page(.note)): \(title)">
      <button aria-label="\(page(.save)): \(page(.note)), \(title)">\(page(.save))</button>
      """
    return """
      <tr><td>\(page.star(day, mark, "\(page(.star)): \(title)"))\(mark?.isStarred ?? false ? "<span class=\"printed\">★</span>" as HTML : nil)</td>
      <th scope="row"><a href="\(page.path(of: day))">\(page.shortTitle(of: day))</a></th>
      <td>\(plot.map(page.line))</td>
      <td>\(page.glucose(statistics?.minimum, statistics?.minimumFlags ?? []))</td><td>\(page.glucose(statistics?.mean))</td>
      <td>\(page.glucose(statistics?.maximum, statistics?.maximumFlags ?? []))</td>
      <td>\(page.percent(statistics?.timeInRange))</td>
      <td>\(page.grams(report.nutrition.carbs))</td>
      <td>\(report.insulin.units.map(page.amount) ?? "–")</td>
      <td>\(report.exercise.count == 0 ? "–" : page.duration(report.exercise.duration))</td>
      <td class="tags">\(tags(report).joined(separator: ", "))</td>
      <td>\(page.form("note", ["day": day.description], note))<span class="printed">\(mark?.note ?? "")</span></td></tr>
      """
  }

  /// The names of the tags; conditions with how long they lasted.
  private func tags(_ report: DayReport) -> [String] {
    Self.tags.filter { [.low, .high, .exercise].contains($0.tag) && report.tags.contains($0.tag) }
      .map { page($0.word) }
      + report.conditions.filter { $0.key != .exercise }
      .sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\(page.name(of: $0.key)) \(page.duration($0.value))" }
  }

  private func totals(_ reports: [DayReport]) -> HTML {
    let lasting = reports.reduce(into: [DiaryCondition.Kind: Duration]()) {
      $0.merge($1.conditions, uniquingKeysWith: +)
    }
    let conditions = lasting.filter { $0.key != .exercise }
      .sorted { $0.key.rawValue < $1.key.rawValue }
    let units = reports.compactMap(\.insulin.units).reduce(0, +)
    let rows = [
      (page(.carbs), page.grams(reports.compactMap(\.nutrition.carbs).reduce(0, +))),
      (page.strings["insulin"], "\(page.amount(units)) \(page.strings["units"])"),
      (page.strings["exercise"], page.duration(reports.map(\.exercise.duration).reduce(.zero, +))),
    ]
    let all = rows + conditions.map { (page.name(of: $0.key), page.duration($0.value)) }
    return page.card(
      "totals", page("Totals", "Summen"),
      "<p class=\"quiet\">\(page("All days shown", "Alle gezeigten Tage"))</p>\(page.list(all))")
  }

  // MARK: Two periods

  private func comparison(before last: LocalDay) throws -> HTML {
    let period = range("a", last.advanced(by: -6)...last)
    let reference = range("b", last.advanced(by: -13)...last.advanced(by: -7))
    let compared = try page.history.comparison(
      of: period.days, with: reference.days, bands: page.bands, now: page.now)
    let titles = [page(.range), page("Compared with", "Verglichen mit")]
    return page.card(
      "compare", page(.compare),
      """
      <form class="filters" action="\(page.root)/log#compare">
      \(dates(titles[0], "a", period.days))\(dates(titles[1], "b", reference.days))
      <p class="actions"><button>\(page(.compare))</button></p></form>
      \(period.isReversed || reference.isReversed ? "<p class=\"error\" role=\"alert\">\(page(.reversed))</p>" as HTML : nil)
      \(page.table(page(.compare), [""] + titles + [page("Difference", "Unterschied")], rows(compared)))
      """)
  }

  private func range(
    _ name: String, _ preset: ClosedRange<LocalDay>
  ) -> (days: ClosedRange<LocalDay>, isReversed: Bool) {
    guard let from = page.day("\(name)-from"), let to = page.day("\(name)-to") else {
      return (preset, false)
    }
    return from <= to ? (Period.limited(from...to), false) : (preset, true)
  }

  private func dates(_ title: String, _ name: String, _ days: ClosedRange<LocalDay>) -> HTML {
    """
    <fieldset><legend>\(title)</legend>
    \(Field(page(.from), name + "-from").input(days.lowerBound.description, type: "date"))
    \(Field(page.strings["to"], name + "-to").input(days.upperBound.description, type: "date"))
    </fieldset>
    """
  }

  private func rows(_ compared: PeriodComparison) -> [HTML] {
    typealias Value = (GlucoseStatistics) -> Percentage?
    let periods = [compared.current, compared.reference]
    func row(_ name: String, _ cells: [String], _ difference: String?) -> HTML {
      page.row("\(name)", cells + [difference ?? "–"])
    }
    let mean = row(
      page(.mean), periods.map { page.glucose($0.statistics?.mean) },
      (compared.difference(\.mean)?.value(in: page.unit)).map {
        "\(page.signed($0, places: page.places)) \(page.unitName)"
      })
    // Of two weeks or more.
    let indicators = periods.map(\.managementIndicator)
    let indicator = row(
      page.strings["managementIndicator"],
      indicators.map { $0.map { page.number($0, places: 1) + " %" } ?? "–" },
      indicators[0].flatMap { left in
        indicators[1].map { page.signed(left - $0, places: 1) + " %" }
      })
    let variation = page.strings["coefficientOfVariation"]
    let values: [(String, Value)] = [
      (page(.timeInRange), { $0.timeInRange }), (page(.below), { $0.timeBelowRange }),
      (page(.above), { $0.timeAboveRange }),
      (variation, { $0.coefficientOfVariation.map { Percentage($0) } }),
    ]
    let shares = values.map { name, value in
      row(
        name, periods.map { page.percent($0.statistics.flatMap(value)) },
        compared.difference(value).map { page.signed($0.percent, places: 0) + " %" })
    }
    return [mean] + (indicators == [nil, nil] ? [] : [indicator]) + shares + [
      row(page(.coverage), periods.map { page.percent($0.coverage) }, ""),
      row(
        page(.enough), periods.map { page.enough($0.sufficiency.isSufficient) },
        page.enough(compared.isSufficient)),
    ]
  }
}
