import Foundation
import GlucoseKit

/// Statistics and patterns of a period with their evidence. Nothing on it is advice on treatment.
struct AdvicePage {
  let page: PageContext
  private let period: Period
  private let days: ClosedRange<LocalDay>
  private let range: Range<Date>
  private let record: Recording

  init(page: PageContext) throws {
    self.page = page
    period = Period(page, counts: [28, 14, 90], until: try page.lastDay())
    days = period.days
    let (start, end) = (days.lowerBound.start, days.upperBound.end)
    range = start..<max(start, min(end, page.now))
    // With the evening before, of which a first meal or night has readings.
    record = try page.log.recording(in: days.lowerBound.advanced(by: -1).start..<end)
      .prefix(through: page.now)
  }

  func html() async throws -> HTML {
    let summary = record.period(of: days, bands: page.bands, now: page.now)
    return await page.html(
      page(.advice),
      """
      <h1>\(page(.advice))</h1>
      <form class="filters" action="\(page.root)/patterns">
      \(period.fields)
      <p class="actions"><button>\(page(.apply))</button></p></form>
      \(period.account)
      <div id="advice" data-live>
      \(patterns)
      \(profile)
      \(try indicator(summary))
      \(weekdays)
      \(meals)
      \(sufficiency(summary.sufficiency))
      </div>
      """)
  }

  // MARK: Patterns

  private var patterns: HTML {
    let all = record.patterns(of: days, bands: page.bands, falseDiscoveryRate: 1)
    let strict = all.filter { $0.falseDiscoveryRate <= 0.05 }
    let dismissed = strict.filter(isDismissed)
    let candidates =
      strict.isEmpty
      ? all.filter { $0.excess > .zero }
        .sorted { ($0.pValue, $0.slot) < ($1.pValue, $1.slot) }.prefix(3)
      : []
    let isEmpty = record.series(in: days.lowerBound.start..<days.upperBound.end).isEmpty
    return page.card(
      "patterns-title",
      candidates.isEmpty ? page(.advice) : page("Strongest candidates", "Stärkste Kandidaten"),
      """
      <p class="quiet">\(!strict.isEmpty
        ? page("Times at which lows or highs cluster more than by chance.", "Zeiten, zu denen sich niedrige oder hohe Werte mehr als zufällig häufen.")
        : !candidates.isEmpty
        ? page("No cluster is stronger than chance allows. These come closest; they may be chance.", "Keine Häufung ist stärker, als der Zufall erlaubt. Diese kommen dem am nächsten; sie können Zufall sein.")
        : isEmpty
        ? page("There are no readings in this period. Another can be chosen above, and files are brought in on the page Data.", "In diesem Zeitraum gibt es keine Werte. Oben kann ein anderer gewählt werden; Dateien werden auf der Seite Daten eingelesen.")
        : page("There are no lows or highs of 15 minutes or more in this period.", "In diesem Zeitraum gibt es keine niedrigen oder hohen Werte von 15 Minuten oder mehr."))</p>
      <ul class="patterns">\((strict.filter { !isDismissed($0) } + candidates).map { item($0, isStrict: candidates.isEmpty) })</ul>
      \(dismissed.isEmpty ? nil : """
        <details><summary>\(page("Dismissed", "Ausgeblendet")) (\(dismissed.count))</summary><ul class="patterns">
        \(dismissed.map { item($0, isStrict: true) })</ul></details>
        """ as HTML)
      """)
  }

  private func isDismissed(_ pattern: GlucosePattern) -> Bool {
    page.choices.dismissedPatterns.contains(pattern.key)
  }

  private func item(_ pattern: GlucosePattern, isStrict: Bool) -> HTML {
    let slot = pattern.slot
    let time = slot.weekday.map(page.weekday) ?? "\(slot.startHour):00–\(slot.endHour):00"
    let name = "\(page(pattern.isLow ? .lows : .highs)), \(time)"
    let (action, label) =
      isDismissed(pattern)
      ? ("restore", page("Show again", "Wieder zeigen"))
      : ("dismiss", page("Dismiss", "Ausblenden"))
    return """
      <li><h3>\(name)</h3>
      <p>\(page("on", "an")) \(page.days(pattern.affectedDayCount, of: pattern.observedDayCount))
      (\(page.percent(pattern.affectedPercentage)); \(page("at other times", "zu anderen Zeiten")) \(page.percent(pattern.affectedPercentageElsewhere)))
      <span class="quiet">\(page("probability by chance", "Wahrscheinlichkeit bei Zufall")) \(pattern.pValue < 0.001 ? "<" : "")\(page.number(max(pattern.pValue, 0.001), places: 3))</span></p>
      <details><summary>\(page("Days of evidence", "Tage als Beleg")): \(pattern.evidence.count)</summary><ul class="evidence">
      \(pattern.evidence.map { evidence in
        """
        <li><a href="\(page.path(of: evidence.day))">\(page.shortTitle(of: evidence.day)),
        \(page.clock(evidence.reading.time)): \(page.glucose(evidence.reading)) \(page.unitName)</a></li>
        """ as HTML
      })</ul></details>
      \(isStrict ? page.button(action, label, ["pattern": pattern.key], of: name) : nil)
      </li>
      """
  }

  // MARK: Pictures

  private var profile: HTML? {
    let series = record.series(in: range)
    guard let profile = series.dayGrid(in: page.zone)?.ambulatoryGlucoseProfile() else {
      return nil
    }
    let times = series.statistics(bands: page.bands)?.timeInRanges
    let hours = series.grouped(by: .weekdayAndHour, in: page.zone)
    return page.card(
      "profile-title", page("Profile", "Profil"),
      """
      <div class="columns"><div>
      \(pictures(heights: (340, 400)) {
        ProfilePicture(
          profile, timeInRanges: times, unit: page.unit, bands: page.bands, size: $0,
          strings: page.strings)
      })
      </div><div>
      <h3>\(page("Mean by hour and weekday", "Mittel nach Stunde und Wochentag"))</h3>
      \(pictures(heights: (300, 300)) {
        HeatMapPicture(hours, unit: page.unit, bands: page.bands, size: $0, strings: page.strings)
      })
      </div></div>
      """)
  }

  private func pictures(
    heights: (small: Double, medium: Double), _ picture: (PlotSize) -> any ChartPicture
  ) -> [HTML] {
    [("small", 360.0, heights.small), ("medium", 720, heights.medium)].map { name, width, height in
      """
      <div class="picture \(name) pair">\(HTML(picture(PlotSize(width: width, height: height))))</div>
      """
    }
  }

  private var weekdays: HTML? {
    let reports = record.reports(of: days, bands: page.bands, now: page.now)
      .filter { $0.statistics != nil }
    let weeks = record.series(in: days.lowerBound.start..<days.upperBound.end)
      .prefix(through: page.now).grouped(by: .weekday, in: page.zone)
    guard !weeks.isEmpty else { return nil }
    let heads: [Word] = [.dayCount, .lows, .highs, .below, .above, .mean]
    let title = page("Days of the week", "Wochentage")
    return page.card(
      "weekdays", title,
      """
      <p class="quiet">\(page("Lows and highs are episodes of 15 minutes or more that begin on the day.", "Gezählt werden Episoden von 15 Minuten oder mehr, die an dem Tag beginnen."))</p>
      \(page.table(title, [""] + heads.map { page($0) }, weeks.map { week in
        let weekday = week.slot.weekday ?? 1
        let statistics = week.series.statistics(bands: page.bands)
        let episodes = reports.filter { $0.day.weekday == weekday }.flatMap { report in
          report.episodes.filter { report.day.contains($0.start) }
        }
        return page.row("\(page.weekday(weekday))", [
          "\(week.dayCount)", "\(episodes.count { $0.isLow })",
          "\(episodes.count { !$0.isLow })", page.percent(statistics?.timeBelowRange),
          page.percent(statistics?.timeAboveRange), page.glucose(statistics?.mean),
        ])
      }))
      """)
  }

  // MARK: Meals

  private var meals: HTML {
    let responses = record.mealResponses(in: range) { !($0.name ?? "").isEmpty }
      .filter { !$0.trace.isEmpty }
    let named = Dictionary(grouping: responses) { $0.meal.name ?? "" }
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let chosen = named.first { $0.key == page.query["meal"] } ?? named.first
    // The part of an address that names the period.
    let address = ["days", "from", "to"].filter { page.query.has($0) }
      .map { "\($0)=\(page.query[$0].escapedForQuery)&" }.joined()
    let links = named.prefix(12).map { name, responses in
      (
        "\(page.root)/patterns?\(address)meal=\(name.escapedForQuery)#meals",
        "\(name) (\(responses.count))", name == chosen?.key
      )
    }
    return page.card(
      "meals", page.strings["mealResponses"],
      """
      <p class="quiet">\(page("A response is not the effect of the meal alone: insulin, exercise and earlier meals act too.", "Ein Verlauf ist nicht die Wirkung der Mahlzeit allein: Insulin, Bewegung und frühere Mahlzeiten wirken mit."))</p>
      \(chosen.map { "\(page.chips(page.strings["mealResponses"], links))\(table($0.value, $0.key))" as HTML }
        ?? "<p>\(page("No named meal has readings in this period.", "Keine benannte Mahlzeit hat Werte in diesem Zeitraum."))</p>")
      """)
  }

  private func table(_ responses: [MealResponse], _ name: String) -> HTML {
    let shown = Array(responses.suffix(12).reversed())
    let names = [page("Rise", "Anstieg"), page("Peak", "Gipfel")]
    let heads = [page(.day), page(.carbs)] + names + [page("Time to peak", "Zeit bis zum Gipfel")]
    return """
      \(pictures(heights: (260, 320)) {
        MealResponsesPicture(
          shown, in: page.zone, unit: page.unit, bands: page.bands, size: $0,
          strings: page.strings, title: name)
      })
      \(page.table(name, heads, shown.map { response in
        let day = page.day(of: response.time)
        let bound = response.isFollowUpComplete ? "" : "≥ "
        return """
          <tr><th scope="row"><a href="\(page.path(of: day))">\(page.shortTitle(of: day)) \(page.clock(response.time))</a></th>
          <td>\(page.grams(response.meal.carbs))</td>
          <td>\(response.rise.map { bound + page.number($0.value(in: page.unit), places: page.places) } ?? "–")</td>
          <td>\(response.peak.map { bound + page.glucose($0) } ?? "–")</td><td>\(response.timeToPeak.map(page.duration) ?? "–")</td></tr>
          """
      }))
      """
  }

  // MARK: Data

  /// The glucose management indicator, and the results of a laboratory beside it.
  private func indicator(_ summary: PeriodSummary) throws -> HTML {
    let strings = page.strings
    let results = try page.history.hemoglobinA1cComparisons(over: range, in: page.zone)
    let heads = [
      strings["date"], strings["laboratory"], strings["managementIndicator"],
      strings["laboratoryDifference"],
    ]
    let rows = results.map { result in
      let day = page.day(of: result.time)
      let (laboratory, mark) = (result.laboratory, result.sufficiency.isSufficient ? "" : " *")
      return """
        <tr><th scope="row"><a href="\(page.path(of: day))/health">\(page.date(of: day))</a></th>
        <td>\(page.number(laboratory.percent, places: 1)) %, \(page.number(laboratory.mmolPerMol, places: 0)) mmol/mol</td>
        <td>\(page.number(result.glucoseManagementIndicator, places: 1)) %\(mark)</td><td>\(page.signed(result.difference, places: 1))\(mark)</td></tr>
        """ as HTML
    }
    return page.card(
      "indicator", strings["managementIndicator"],
      """
      <p>\(summary.managementIndicator.map { "\(page.number($0, places: 1)) %" } ?? page.enough(false))\
      \(summary.statistics.map { " (\(page(.mean)) \(page.glucose($0.mean)) \(page.unitName))" } ?? "")</p>
      <p class="quiet">\(page("The HbA1c that is expected from the mean of two weeks or more. That of a laboratory often differs.", "Der HbA1c, der nach dem Mittel von zwei Wochen oder mehr zu erwarten ist. Der eines Labors weicht oft ab."))</p>
      \(results.isEmpty ? nil : """
        \(page.table(strings["laboratory"], heads, rows))
        <p class="hint">\(strings["laboratoryNote"].replacing("{days}", with: "84"))</p>
        """ as HTML)
      """)
  }

  private func sufficiency(_ data: DataSufficiency) -> HTML {
    func text(_ days: Int, _ percentage: Percentage) -> String {
      "\(days) \(days == 1 ? page("day", "Tag") : page.strings["days"]), \(page.percent(percentage))"
    }
    let row: HTML = """
      <tr><td>\(text(data.dayCount, data.activePercentage ?? .zero))</td>
      <td>\(text(DataSufficiency.requiredDayCount, DataSufficiency.requiredActivePercentage))</td>
      <td>\(page.enough(data.isSufficient))</td></tr>
      """
    let heads = [page(.coverage), page("needed", "benötigt"), ""]
    return page.card("enough", page(.enough), page.table(page(.enough), heads, [row]))
  }
}

extension PageContext {
  func enough(_ isEnough: Bool) -> String {
    isEnough ? self("enough", "genug") : self("not enough", "nicht genug")
  }
}

extension PeriodSummary {
  /// The glucose management indicator, in percent, or `nil` of fewer days or readings than it needs.
  var managementIndicator: Double? {
    sufficiency.isSufficient ? statistics?.glucoseManagementIndicator : nil
  }
}

extension GlucosePattern {
  /// What is stored of a pattern that was dismissed: its kind and its slot.
  var key: String { "\(isLow ? "low" : "high")-\(slot.weekday ?? 0)-\(slot.startHour)" }
}
