import Foundation
import GlucoseKit

/// The days of a period: their numbers and lines, filtered by what they have and have not, with
/// stars and notes, and two periods compared.
struct LogPage {
  let page: PageContext

  /// What a day has or has not, by its name in the address.
  private static let tags: [(name: String, tag: DayTag, word: Word)] = [
    ("low", .low, .low), ("high", .high, .high), ("illness", .illness, .illness),
    ("stress", .stress, .stress), ("exercise", .exercise, .exercise),
  ]

  var html: HTML {
    get async throws {
      let last = try page.lastDay(countingEvents: true)
      let period = Period(page, counts: [7, 30, 60], until: last)
      let days = period.days
      let starred = try page.log.starredDays(in: page.zone)
      let marks = Dictionary(try page.log.marks(of: days).map { ($0.day.description, $0) }) {
        first, _ in first
      }
      // Plans are no part of the totals.
      let all = try page.history.reports(of: days, bands: page.bands, now: page.now)
      let filter = DayFilter.all(conditions(starred))
      let reports = Array(all.filter { !$0.isEmpty && filter.matches($0) }.reversed())
      let plots = try page.history.plots(
        of: reports.map(\.day).reversed(), options: page.plotOptions)
      let lines = Dictionary(plots.map { ($0.day, $0) }) { first, _ in first }
      return await Frame.page(
        page, title: page(.log),
        """
        <h1>\(page(.log))</h1>
        \(try DiarySearch(page: page).html)
        \(filters(period))
        \(period.account)
        <p id="count" data-live role="status">\(page.days(reports.count, of: all.count))</p>
        <div id="days" data-live>\(reports.isEmpty ? "<p>\(page("No day matches.", "Kein Tag passt."))</p>" as HTML : table(reports, lines, marks))
        \(totals(reports))</div>
        \(try comparison(before: last))
        """)
    }
  }

  private func conditions(_ starred: Set<LocalDay>) -> [DayFilter] {
    let known = Self.tags.map { ($0.name, DayFilter.has($0.tag)) } + [("star", .days(starred))]
    return known.compactMap { name, filter in
      switch page.query[name] {
      case "with": filter
      case "without": !filter
      default: nil
      }
    }
  }

  private func filters(_ period: Period) -> HTML {
    let choices: [(String, Word)] =
      Self.tags.map { ($0.name, $0.word) } + [("star", Word("Starred", "Mit Stern"))]
    return """
      <form class="card filters" action="\(page.root)/log">
      <fieldset><legend>\(page(.range))</legend>
      \(period.fields)
      </fieldset>
      <details\(flag: "open", choices.contains { page.query.has($0.0) })><summary>\(page(.filter))</summary>
      <fieldset><legend class="spoken">\(page(.filter))</legend>
      \(choices.map { name, word in
        Field(page(word), name).select(
          [("", Word("any", "egal")), ("with", Word("with", "mit")), ("without", Word("without", "ohne"))].map { ($0, page($1)) }, page.query[name])
      })
      </fieldset></details>
      <p class="actions"><button class="primary">\(page(.apply))</button></p>
      </form>
      """
  }

  private func table(
    _ reports: [DayReport], _ lines: [LocalDay: DayPlot], _ marks: [String: DayMark]
  ) -> HTML {
    let heads: [Word] = [
      .star, .day, Word("Line", "Verlauf"), .lowest, .mean, .highest, .timeInRange, .carbs,
      .insulin, .exercise,
      Word("Tags", "Merkmale"),
      .note,
    ]
    return Frame.table(
      page(.log), heads.map { page($0) },
      reports.map { row($0, lines[$0.day], marks[$0.day.description]) })
  }

  private func row(_ report: DayReport, _ plot: DayPlot?, _ mark: DayMark?) -> HTML {
    let (day, statistics) = (report.day.description, report.statistics)
    let isStarred = mark?.isStarred ?? false
    let title = page.title(of: report.day)
    func glucose(_ value: Glucose?, _ flags: ReadingFlags = []) -> String {
      value.map { page.glucose($0, flags) } ?? "–"
    }
    return """
      <tr><td>\(Frame.button(
        page, "star", isStarred ? "★" : "☆", ["day": day, "on": isStarred ? "" : "1"],
        describedAs: "\(page(.star)): \(title)", pressed: isStarred))</td>
      <th scope="row"><a href="\(page.root)/day/\(day)">\(page.shortTitle(of: report.day))</a></th>
      <td>\(plot.map { plot in
        HTML(trusting: SparklinePicture(plot, strings: page.chartStrings).svg(options: .colorVariables))
      })</td>
      <td>\(glucose(statistics?.minimum, statistics?.minimumFlags ?? []))</td><td>\(glucose(statistics?.mean))</td>
      <td>\(glucose(statistics?.maximum, statistics?.maximumFlags ?? []))</td>
      <td>\(statistics.map { page.percent($0.timeInRange) } ?? "–")</td>
      <td>\(report.nutrition.carbs.map { page.amount($0) + " g" } ?? "–")</td>
      <td>\(report.insulin.units.map(page.amount) ?? "–")</td>
      <td>\(report.exercise.count == 0 ? "–" : page.duration(report.exercise.duration))</td>
      <td class="tags">\(tags(report).joined(separator: ", "))</td>
      <td><form class="inline" method="post" action="\(page.root)/do/note">
      <input type="hidden" name="day" value="\(day)"><input type="hidden" name="back" value="\(Frame.back(page))">
      <input name="note" value="\(mark?.note ?? "")" maxlength="1000" aria-label="\(page(.note)): \(title)">
      <button aria-label="\(page(.save)): \(page(.note)), \(title)">\(page(.save))</button></form></td></tr>
      """
  }

  /// The names of the tags; conditions with how long they lasted.
  private func tags(_ report: DayReport) -> [String] {
    var names: [String] = []
    if report.tags.contains(.low) { names.append(page(.low)) }
    if report.tags.contains(.high) { names.append(page(.high)) }
    if report.tags.contains(.exercise) { names.append(page(.exercise)) }
    for condition in report.conditions where condition.kind != .exercise {
      names.append("\(page.name(of: condition.kind)) \(page.duration(condition.duration))")
    }
    return names
  }

  private func totals(_ reports: [DayReport]) -> HTML {
    let lasting = reports.flatMap { $0.conditions.filter { $0.kind != .exercise } }
    let conditions = Dictionary(grouping: lasting, by: \.kind)
      .mapValues { $0.map(\.duration).reduce(.zero, +) }
      .sorted { $0.key.rawValue < $1.key.rawValue }
    let exercise = reports.map(\.exercise.duration).reduce(.zero, +)
    let carbs = reports.compactMap(\.nutrition.carbs).reduce(0, +)
    let units = reports.compactMap(\.insulin.units).reduce(0, +)
    let rows =
      [
        (page(.carbs), page.amount(carbs) + " g"),
        (page(.insulin), "\(page.amount(units)) \(page(.units))"),
        (page(.exercise), page.duration(exercise)),
      ]
      + conditions.map { (page.name(of: $0.key), page.duration($0.value)) }
    return """
      <section class="card" aria-label="\(page(.totals))"><h2>\(page(.totals))</h2><p class="quiet">\(page("All days shown", "Alle gezeigten Tage"))</p>
      <dl>\(rows.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" as HTML })</dl></section>
      """
  }

  private func comparison(before last: LocalDay) throws -> HTML {
    let period = range("a", last.advanced(by: -6)...last)
    let reference = range("b", last.advanced(by: -13)...last.advanced(by: -7))
    let compared = try page.history.comparison(
      of: period.days, with: reference.days, bands: page.bands, now: page.now)
    return """
      <section class="card" aria-labelledby="compare"><h2 id="compare">\(page(.compare))</h2>
      <form class="filters" action="\(page.root)/log#compare">
      \(dates(.range, "a", period.days))\(dates(.reference, "b", reference.days))
      <p class="actions"><button>\(page(.compare))</button></p></form>
      \(period.isReversed || reference.isReversed ? "<p class=\"error\" role=\"alert\">\(page(.reversed))</p>" as HTML : nil)
      \(Frame.table(page(.compare), ["", page(.range), page(.reference), page("Difference", "Unterschied")], rows(compared)))</section>
      """
  }

  private func range(
    _ name: String, _ preset: ClosedRange<LocalDay>
  ) -> (days: ClosedRange<LocalDay>, isReversed: Bool) {
    guard let from = page.day("\(name)-from"), let to = page.day("\(name)-to") else {
      return (preset, false)
    }
    return from <= to ? (Period.limited(from...to), false) : (preset, true)
  }

  private func dates(_ word: Word, _ name: String, _ days: ClosedRange<LocalDay>) -> HTML {
    """
    <fieldset><legend>\(page(word))</legend>
    \(Field(page(.from), name + "-from").input(days.lowerBound.description, type: "date"))
    \(Field(page(.to), name + "-to").input(days.upperBound.description, type: "date"))
    </fieldset>
    """
  }

  private func rows(_ compared: PeriodComparison) -> [HTML] {
    typealias Value = (GlucoseStatistics) -> Percentage?
    let percents: [(Word, Value)] = [
      (.timeInRange, { $0.timeInRange }), (.below, { $0.timeBelowRange }),
      (.above, { $0.timeAboveRange }),
      (
        Word("Coefficient of variation", "Variationskoeffizient"),
        { $0.coefficientOfVariation.map { Percentage($0) } }
      ),
    ]
    let (first, second) = (compared.current.statistics, compared.reference.statistics)
    func row(_ name: String, _ left: String?, _ right: String?, _ difference: String?) -> HTML {
      "<tr><th scope=\"row\">\(name)</th><td>\(left ?? "–")</td><td>\(right ?? "–")</td><td>\(difference ?? "–")</td></tr>"
    }
    let mean = row(
      page(.mean), first.map { page.glucose($0.mean) }, second.map { page.glucose($0.mean) },
      (compared.difference(\.mean)?.value(in: page.unit)).map {
        page.signed($0, places: page.unit == .mmolL ? 1 : 0) + " " + page.unitName
      })
    let indicators = (compared.current.managementIndicator, compared.reference.managementIndicator)
    // Of two weeks or more.
    let indicator =
      indicators == (nil, nil)
      ? nil
      : row(
        page.reportStrings.managementIndicator,
        indicators.0.map { page.number($0, places: 1) + " %" },
        indicators.1.map { page.number($0, places: 1) + " %" },
        indicators.0.flatMap { left in
          indicators.1.map { page.signed(left - $0, places: 1) + " %" }
        })
    let shares = percents.map { word, value in
      row(
        page(word), first.flatMap(value).map(page.percent), second.flatMap(value).map(page.percent),
        compared.difference(value).map { page.signed($0.percent, places: 0) + " %" })
    }
    let coverage = row(
      page(.coverage), page.percent(compared.current.coverage),
      page.percent(compared.reference.coverage),
      "")
    let enough = compared.isSufficient
    return [mean] + [indicator].compactMap(\.self) + shares + [
      coverage,
      row(
        page(.enough),
        page(compared.current.sufficiency.isSufficient ? .sufficient : .insufficient),
        page(compared.reference.sufficiency.isSufficient ? .sufficient : .insufficient),
        page(enough ? .sufficient : .insufficient)),
    ]
  }
}
